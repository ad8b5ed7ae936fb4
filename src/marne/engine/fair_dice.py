"""Dice that anyone can check: committed to before the first answer, revealed after the last."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence

__all__ = ["FairDice", "fingerprint_of"]

_BLOCK = 1 << 64


def fingerprint_of(secret: bytes) -> str:
    """What is shown of the secret seed before the first answer: its SHA-256."""
    return hashlib.sha256(secret).hexdigest()


class FairDice:
    """Draws fixed by a secret seed and one seed from each seat.

    Draw `index` is HMAC-SHA256(secret, seats' seeds + index), cut into 64-bit numbers; those past the last full
    multiple of the total weight are thrown away, so that no outcome is favoured. The server cannot choose the dice,
    since the seats' seeds come after its fingerprint; the seats cannot, since they do not know the secret.

    >>> dice = FairDice(b"secret", {"german": b"a", "entente": b"b"})
    >>> [dice.draw(index, [1] * 6) + 1 for index in range(8)]
    [5, 2, 4, 6, 5, 4, 4, 2]
    """

    __slots__ = ("_mix", "_secret", "fingerprint", "seeds")

    def __init__(self, secret: bytes, seeds: Mapping[str, bytes] | None = None) -> None:
        self._secret = secret
        self.seeds = dict(seeds or {})
        self.fingerprint = fingerprint_of(secret)
        parts = (f"{seat}={self.seeds[seat].hex()}" for seat in sorted(self.seeds))
        self._mix = ";".join(parts).encode()

    @property
    def secret(self) -> bytes:
        """The secret seed. Never shown before the end of the game."""
        return self._secret

    def seed_for(self, use: str) -> bytes:
        """A seed for something else that must be chance to everybody who does not know the secret: what a computer
        player draws."""
        return hmac.digest(self._secret, self._mix + f"!{use}".encode(), "sha256")

    def draw(self, index: int, weights: Sequence[int]) -> int:
        """Which of the options comes out, counted from 0, for the index-th draw of the game."""
        total = sum(weights)
        if not 0 < total <= _BLOCK or min(weights) < 0:
            raise ValueError(f"a draw needs weights, none below 0, with a sum from 1 to {_BLOCK}: {list(weights)[:20]}")
        point = self._number(index, total)
        for place, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return place
        raise AssertionError("the point lies below the total")

    def _number(self, index: int, total: int) -> int:
        """A number below `total`, every one equally likely."""
        limit = _BLOCK - _BLOCK % total
        attempt = 0
        while True:
            message = self._mix + f"#{index}.{attempt}".encode()
            digest = hmac.digest(self._secret, message, "sha256")
            for start in range(0, 32, 8):
                number = int.from_bytes(digest[start : start + 8], "big")
                if number < limit:
                    return number % total
            attempt += 1
