"""Opening a table: who sits where, and what each seat has bound itself to before any seed is shown.

The server's secret is fixed first and its fingerprint shown. Each seat commits to a seed of its own, by its SHA-256;
the seed itself may stay with the player until everybody sits, or be kept here for him, so that the game can begin while
he is away. A client that says nothing is given a seed by the server. What that promises to whom: docs/decisions/0003.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from marne.engine import FairDice, Setting, UnknownGame, check_setting, find_game, fingerprint_of
from marne.players import player_names
from marne.table.game.live import hash_of
from marne.table.game.log_rows import Kept, Row, SeatRow
from marne.table.game.ports import Secret
from marne.table.game.replayed import Uploaded
from marne.table.refusals import Refused
from marne.table.view.payloads import SeatKind, chosen

__all__ = ["NewTable", "Opening", "Pledge", "opening"]


def fresh(use: Literal["secret", "seed"]) -> bytes:
    """32 bytes that nobody can know: a table's secret, or a seat's seed. No setting changes it. The servers of the
    tests replace this function in their own process (`tests/fixed_dice.py`)."""
    return secrets.token_bytes(32)


@dataclass(frozen=True)
class Pledge:
    """What a player brings to the dice: a seed to be kept here (hex) or the SHA-256 of one that he keeps; and for games
    with parts the head of his hash chain and how many links it has; and the public key with which his page countersigns
    the end."""

    seed: str = ""
    commit: str = ""
    chain: str = ""
    links: int = 0
    signer: str = ""

    def facts(self, secret: Secret) -> dict[str, bytes | str | int]:
        """What is kept of it at a seat; a seed that does not fit its own hash is refused."""
        seed = bytes.fromhex(self.seed)
        commit = self.commit.lower()
        if seed and commit and fingerprint_of(seed) != commit:
            raise Refused("no.commit")
        if not commit:
            seed = seed or secret.fresh("seed")
            commit = fingerprint_of(seed)
        if bool(self.chain) != bool(self.links):
            raise Refused("no.chain")
        bound: dict[str, bytes | str | int] = {
            "chain": self.chain.lower(),
            "links": self.links,
            "signer": self.signer.lower(),
        }
        return {"seed": seed, "commit": commit, **bound}


@dataclass
class NewTable:
    """What a person asks for: each seat is `me`, `same-screen`, `open`, or `computer:KIND`."""

    game: str
    scenario: str = ""
    edition: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    name: str = ""
    watch: bool = True
    called: str = ""
    """What the others call whoever opens it."""
    pledge: Pledge = field(default_factory=Pledge)


@dataclass
class Opening:
    """A table that is not kept yet: its row, its seats, the answers of a record; tokens and invitations by seat."""

    kept: Kept
    seats: list[SeatRow]
    rows: tuple[Row, ...]
    tokens: dict[str, str]
    invitations: dict[str, str]
    owner: str


def opening(
    wish: NewTable, chance: Secret, now: float, record: Uploaded | None = None, dice: FairDice | None = None
) -> Opening:
    """A table as it is wished for, from a record, or with dice that are given."""
    game = find_game(wish.game)
    scenario = wish.scenario or game.scenarios[0].name
    setting = check_setting(game, Setting(scenario, wish.edition, tuple(wish.options.items())))
    for name in wish.seats:
        if name not in game.seats:
            raise UnknownGame("no_part", game=game.name, kind="seat", name=name, names=", ".join(game.seats))
    tokens: dict[str, str] = {}
    invitations: dict[str, str] = {}
    seats = []
    pledged = wish.pledge.facts(chance)
    for seat, name in enumerate(game.seats):
        wished, _, player = wish.seats.get(name, "open").partition(":")
        token = invitation = ""
        kind: SeatKind = "computer"
        if wished in ("me", "same-screen") and not player:
            token = tokens[name] = secrets.token_urlsafe(24)
            kind = "person"
        elif wished == "open" and not player:
            invitation = invitations[name] = secrets.token_urlsafe(18)
            kind = "open"
        elif wished != "computer" or player not in player_names(game):
            raise Refused("no.kind", seat=name, kinds=", ".join(player_names(game)))
        facts = pledged if kind == "person" else Pledge().facts(chance) if kind == "computer" else {}
        if record is not None and record.secret is not None:
            facts = _given(record.seeds.get(name, b""))
        if dice is not None:
            facts = _given(dice.seeds[name])
        hashed, invited = (each and hash_of(each) for each in (token, invitation))
        label = wish.called if kind == "person" else ""
        seats.append(SeatRow(seat, kind, player, label, hashed, invited, **facts))  # type: ignore[arg-type]
    secret, origin, rows = chance.fresh("secret") if dice is None else dice.secret, "", tuple[Row, ...]()
    if record is not None:
        secret, rows = record.secret or secret, record.rows
        origin = f"{len(rows)} {'seeded' if record.secret else 'unseeded'}"
    owner = secrets.token_urlsafe(24)
    kept = Kept(
        secrets.token_hex(8),
        game.name,
        chosen(setting),
        wish.name or game.title,
        game.rules_version,
        game.data_version()[:16],
        secret,
        wish.watch,
        round(now, 3),
        origin,
        "" if origin else f"{game.rules_version} {game.data_version()[:16]}",
        hash_of(owner),
    )
    return Opening(kept, seats, rows, tokens, invitations, owner)


def _given(seed: bytes) -> dict[str, bytes | str | int]:
    return {"seed": seed, "commit": fingerprint_of(seed) if seed else "", "chain": "", "links": 0}
