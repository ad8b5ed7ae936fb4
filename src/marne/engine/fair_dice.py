"""Dice that anyone can check: committed to before the first answer, revealed after the last."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence

__all__ = ["FairDice", "HashChain", "fingerprint_of", "mixture_of"]

_BLOCK = 1 << 64


def fingerprint_of(secret: bytes) -> str:
    """What is shown of the secret seed before the first answer: its SHA-256."""
    return hashlib.sha256(secret).hexdigest()


def mixture_of(parts: Mapping[str, bytes]) -> bytes:
    """What the players' parts add to one draw, by seat; nothing where there are none.

    >>> mixture_of({"red": b"\\x02", "blue": b"\\x01"})
    b'+blue=01;red=02'
    """
    return b"+" + ";".join(f"{seat}={parts[seat].hex()}" for seat in sorted(parts)).encode() if parts else b""


class HashChain:
    """A player's parts: each is the SHA-256 of the next one, and the head, which everybody knows, of the first. So a
    part is fixed from the beginning, and nobody else can know it before it is shown.

    >>> chain = HashChain(b"mine", 3)
    >>> [hashlib.sha256(chain.part(at)).digest() == (chain.part(at - 1) if at else chain.head) for at in range(3)]
    [True, True, True]
    """

    def __init__(self, seed: bytes, links: int) -> None:
        self._links = [seed]
        for _ in range(links):
            self._links.append(hashlib.sha256(self._links[-1]).digest())
        self.links = links

    @property
    def head(self) -> bytes:
        """What the player is bound to."""
        return self._links[-1]

    def part(self, number: int) -> bytes:
        """The part of that number, from 0 on; IndexError past the last one."""
        return self._links[-2 - number]


class FairDice:
    """Draws fixed by a secret seed and one seed from each seat.

    Draw `index` is HMAC-SHA256(secret, seats' seeds + index), cut into 64-bit numbers; those past the last full
    multiple of the total weight are thrown away, so that no outcome is favoured. Everybody binds himself before anybody
    shows anything: the server by its fingerprint, each seat by the SHA-256 of its seed. So nobody can choose.

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

    def draw(self, index: int, weights: Sequence[int], parts: bytes = b"") -> int:
        """Which of the options comes out, counted from 0, for the index-th draw of the game; `parts` are what players
        add to this draw alone (`mixture_of`)."""
        total = sum(weights)
        if not 0 < total <= _BLOCK or min(weights) < 0:
            raise ValueError(f"a draw needs weights, none below 0, with a sum from 1 to {_BLOCK}: {list(weights)[:20]}")
        point = self._number(index, total, parts)
        for place, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return place
        raise AssertionError("the point lies below the total")

    def _number(self, index: int, total: int, parts: bytes) -> int:
        """A number below `total`, every one equally likely."""
        limit = _BLOCK - _BLOCK % total
        attempt = 0
        while True:
            message = self._mix + parts + f"#{index}.{attempt}".encode()
            digest = hmac.digest(self._secret, message, "sha256")
            for start in range(0, 32, 8):
                number = int.from_bytes(digest[start : start + 8], "big")
                if number < limit:
                    return number % total
            attempt += 1
