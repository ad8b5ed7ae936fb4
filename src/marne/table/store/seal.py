"""The server's key: it signs the head of a table's log, and encrypts what must not be read in the database.

The key is a file of 32 random bytes outside the database, made when it is not there (mode 0600). From it come an
Ed25519 key, whose public half every page and record shows, and a key for Fernet (docs/decisions/0014).
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Literal

from cryptography.exceptions import InvalidSignature
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from marne.table.game import opening
from marne.table.refusals import Refused

__all__ = ["Keys", "Seal", "countersigned", "genuine", "is_sealed"]

_SIGNED = b"marne record 2 "
_COUNTERSIGNED = b"marne head "
_CLOSED = b"marne\0"
"""What stands before a secret that is encrypted."""


class Seal:
    """A server's key."""

    def __init__(self, root: bytes) -> None:
        self._signing = Ed25519PrivateKey.from_private_bytes(hmac.digest(root, b"sign", "sha256"))
        self._fernet = Fernet(base64.urlsafe_b64encode(hmac.digest(root, b"encrypt", "sha256")))
        self.key = self._signing.public_key().public_bytes_raw().hex()
        self._naming = hmac.digest(root, b"name", "sha256")

    @classmethod
    def at(cls, path: Path) -> Seal:
        """The key of a file; a new one where there is none."""
        if not path.exists():
            _make(path)
        try:
            root = bytes.fromhex(path.read_text(encoding="ascii").strip())
        except ValueError:
            root = b""
        if len(root) != 32:
            raise Refused("no.key", path=path)
        return cls(root)

    def sign(self, head: str) -> str:
        """The server vouches for a head."""
        return self._signing.sign(_SIGNED + head.encode()).hex()

    def close(self, secret: bytes) -> bytes:
        """Encrypt; nothing stays nothing."""
        return _CLOSED + self._fernet.encrypt(secret) if secret else b""

    def open(self, kept: bytes) -> bytes:
        """Decrypt what was encrypted; older databases have it as it is."""
        if not is_sealed(kept):
            return kept
        try:
            return self._fernet.decrypt(kept[len(_CLOSED) :])
        except InvalidToken:
            raise Refused("no.other_key") from None

    def name(self, database: str) -> str:
        """A name for this key with this database: two servers that give the same one keep the same games."""
        return hmac.digest(self._naming, database.encode(), "sha256").hex()[:16]

    @property
    def short(self) -> str:
        """A few letters for a log."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:8]


def is_sealed(kept: bytes) -> bool:
    """Whether a secret was encrypted with a key."""
    return kept.startswith(_CLOSED)


def _make(path: Path) -> None:
    """A new key, whole from the first moment: servers that start at once agree on one."""
    mine = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    file = os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "w") as out:
        out.write(secrets.token_hex(32) + "\n")
        out.flush()
        os.fsync(out.fileno())
    try:
        with contextlib.suppress(FileExistsError):
            os.link(mine, path)
    finally:
        mine.unlink()


def genuine(key: str, head: str, signature: str) -> bool:
    """Whether a head was signed by the key."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), _SIGNED + head.encode())
    except (ValueError, InvalidSignature):
        return False
    return True


def countersigned(signer: str, head: str, signature: str) -> bool:
    """Whether the page with this key signed a head: ECDSA on P-256 with SHA-256, as every browser can."""
    try:
        raw = bytes.fromhex(signature)
        numbers = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes.fromhex(signer))
        key.verify(encode_dss_signature(*numbers), _COUNTERSIGNED + head.encode(), ec.ECDSA(SHA256()))
    except (ValueError, InvalidSignature):
        return False
    return len(raw) == 64


class Keys:
    """What the game at a table needs of secrets: `game.ports.Secret` as the server has it."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal

    @property
    def key(self) -> str:
        """The server's public key."""
        return self._seal.key

    def sign(self, head: str) -> str:
        """The server vouches for a head."""
        return self._seal.sign(head)

    def fresh(self, use: Literal["secret", "seed"]) -> bytes:
        """From the system. The servers of the tests replace that function."""
        return opening.fresh(use)

    def countersigned(self, signer: str, head: str, signature: str) -> bool:
        """Whether the page with this key signed a head."""
        return countersigned(signer, head, signature)
