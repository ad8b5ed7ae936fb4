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
    # ES-1: ignored fortunes
    mandated_ignores: tuple[int, ...]
    mandated_ignores_everywhere: bool
    # ES-2: point for mandated battles
    mandated_point_everywhere: bool
    # ES-3: voided mandated battles
    counterattack_voids_mandated: bool
    # ES-5: cavalry and supply
    cavalry_lets_supply_pass_in_action: bool
    # ES-6: passing
    pass_after_first_activation: bool
    # ES-7: offensive to the limit
    limit_before_undisrupted: bool
    # ES-8: placement of cavalry
    cavalry_before_brigades: bool
    # ES-9: stacks on the board
    disrupted_stack: bool
    # ES-10: concentric attack
    impassable_sides_count: bool
    concentric_floor: bool
    # ES-11: counterattack
    counterattack_keeps_fort: bool
    # ES-16: excused from retreat
    excused_attacker_may_retreat: bool
    # ES-17: order of retreats
    defender_retreats_last: bool
    # ES-18: retreat priority 4
    retreat_needs_supplied_friends: bool
    retreat_beside_forts: bool
    # ES-19: retreat onto cavalry
    cavalry_may_leave: bool
    # ES-20: retreat out of supply
    retreat_into_supply_first: bool
    # ES-21: lone hq
    lone_hq_always_moves: bool
    # ES-22: hqs meeting
    hq_flips_in_passing: bool
    # ES-23: replacements in paris
    replacements_in_paris: bool
    # ES-24: hqs in paris
    hq_in_paris: bool
    # ES-26: opened schlieffen hexes
    schlieffen_hexes_stay_open: bool
    # ES-28: free train
    free_train_at_once: bool
    # ES-29: walking out of supply
    germans_forage_out_of_supply: bool
    # ES-34: stopping
    besieged_forts_stop: bool
    # ES-36: order of administration
    surrender_after_attrition: bool
    # ES-37: supply of victory hexes
    vp_hex_traces: bool
    # ES-40: cancelled battles
    withdrawal_cancels_after_turn_4: bool
    # ES-42: belgian withdrawal
    belgian_withdrawal_is_northern: bool
    # ES-44: scenario 3
    scenario_3_keeps_special_rules: bool
    # ES-45: british bonus
    british_hits_count: bool
    # ES-47: holland
    holland_opens_71_81: bool
    # ES-49: Metz against French guns
    metz_fires_better: bool


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
