"""When and where: what `data/calendar.toml` and `data/places.toml` may say, typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from marne.games.grand_illusion.components.scenario import Hexes, Turn

__all__ = ["Calendar", "Places"]


@dataclass(frozen=True, slots=True)
class Calendar:
    """Turns on which something begins, ends or happens: the same in every scenario."""

    trains_from: Annotated[Turn, "strategic movement"]
    german_trains_abroad_from: Annotated[Turn, "German trains leave Germany"]
    emergency_from: Annotated[Turn, "the makeshift supply by way of hex 44"]
    emergency_until: Turn
    rails_mended_from: Annotated[Turn, "the line past Mezieres, once Namur's fort is gone"]
    withdrawal_from: Annotated[Turn, "General Withdrawal"]
    early_withdrawal: Annotated[tuple[int, ...], "Allied, German: the turn on which it has another price"]
    elan_until: Annotated[Turn, "Allied Mandated Battles are fought with elan and score"]
    german_replacements_abroad_from: Turn
    antwerp_sits_still_until: Annotated[Turn, "Belgians screened in Antwerp are not activated"]
    detachment_relieves_from: Annotated[Turn, "the staff of a detachment takes over a numbered army's place"]
    british_return: Annotated[Turn, "one British infantry unit"]
    allied_return: Annotated[Turn, "one British and one Belgian infantry unit, disrupted"]
    german_mandated_from: Annotated[Turn, "one Mandated Battle a turn"]
    fatigue_from: Annotated[Turn, "only half recover"]
    ninth_army_from: Annotated[Turn, "may come out of Holland"]
    antwerp_feeds_from: Annotated[Turn, "a German source, with Holland invaded"]
    empires_from: Annotated[Turn, "Empires in Arms: one more CAP"]

    def emergency(self, turn: int) -> bool:
        """8.4.3: whether supply is makeshift on this turn."""
        return self.emergency_from <= turn <= self.emergency_until


@dataclass(frozen=True, slots=True)
class Places:
    """Hexes that rules call by number."""

    schlieffen: Annotated[Hexes, "closed by the plan"]
    paris_ring: Annotated[Hexes, "Paris in Danger"]
    belgium: Annotated[Hexes, "where Belgian units may walk"]
    vosges: Hexes
    ports: Annotated[Hexes, "the named coastal cities, from west to east"]
    plan17: Annotated[Hexes, "where the Allies draw a marker"]
    german_prizes: Annotated[Hexes, "where the Germans draw a marker, but Paris"]
    double: Annotated[Hexes, "count twice"]
    out_of_holland: Annotated[Hexes, "where the ninth army comes in"]
    sources: Annotated[dict[str, Hexes], "supply sources by nation"]
