"""The editions: one rulebook, and the places where the Spanish text plays differently, as named switches.

Each switch is a difference ES-n of `data/rules.csv`. Rules ask the switch; nothing is copied.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Final

from marne.games.grand_illusion.units import DATA


@dataclass(frozen=True, slots=True)
class Edition:
    """How an edition plays. The comments of `data/editions.toml` give the number of each difference."""

    name: str
    mandated_ignores: tuple[int, ...]
    mandated_ignores_everywhere: bool
    mandated_point_everywhere: bool
    counterattack_voids_mandated: bool
    cavalry_lets_supply_pass_in_action: bool
    pass_after_first_activation: bool
    limit_before_undisrupted: bool
    cavalry_before_brigades: bool
    disrupted_stack: bool
    impassable_sides_count: bool
    concentric_floor: bool
    counterattack_keeps_fort: bool
    besieged_fort_helps: bool
    excused_attacker_may_retreat: bool
    defender_retreats_last: bool
    retreat_needs_supplied_friends: bool
    retreat_beside_forts: bool
    cavalry_may_leave: bool
    lone_hq_always_moves: bool
    hq_flips_in_passing: bool
    replacements_in_paris: bool
    hq_in_paris: bool
    schlieffen_hexes_stay_open: bool
    germans_forage_out_of_supply: bool
    besieged_forts_stop: bool
    surrender_after_attrition: bool
    vp_hex_traces: bool
    withdrawal_cancels_after_turn_4: bool
    belgian_withdrawal_is_northern: bool
    scenario_3_keeps_special_rules: bool
    british_hits_count: bool
    holland_opens_71_81: bool


def _load() -> dict[str, Edition]:
    document = tomllib.loads((DATA / "editions.toml").read_text("utf-8"))
    made = {}
    for name, switches in document.items():
        switches["mandated_ignores"] = tuple(switches["mandated_ignores"])
        made[name] = Edition(name=name, **switches)
    return made


EDITIONS: Final = _load()
ENGLISH: Final = EDITIONS["english"]
SPANISH: Final = EDITIONS["spanish"]
