"""What editions, scenarios and limits may say: `data/editions`, `data/scenarios` and `data/limits.toml`, typed.

A rule asks a named switch or number, never which edition or scenario is played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Final, Literal

from marne.hexes import Bits, bits
from marne.tables import Range, Ref

__all__ = [
    "BELGIAN_PREPAREDNESS",
    "BETTER_USE_OF_RESOURCES",
    "EMPIRES_IN_ARMS",
    "FREE_SET_UP",
    "HOLLAND",
    "IMPROVED_LOGISTICS",
    "MORE_GUNS",
    "MORE_TROOPS",
    "RULE_BRITANNIA",
    "Edition",
    "Hexes",
    "Limits",
    "Scenario1914",
    "Turn",
    "hexes_in",
]

SideName = Literal["allied", "german"]
EditionName = Literal["english", "spanish"]
Hexes = Annotated[tuple[str, ...], "numbers of hexes, or runs of them such as 1-66"]
Turn = Annotated[int, Range(0, 15)]


FREE_SET_UP: Final = 1
# 14.3.6: of the Allies.
BETTER_USE_OF_RESOURCES, EMPIRES_IN_ARMS, RULE_BRITANNIA, BELGIAN_PREPAREDNESS = 2, 3, 4, 5
# 14.3.6: of the Germans.
MORE_GUNS, IMPROVED_LOGISTICS, MORE_TROOPS, HOLLAND = 2, 3, 4, 5
"""14.3.6: the options by number: of both sides, of the Allies, of the Germans."""


@dataclass(frozen=True, slots=True)
class Edition:
    """How an edition plays: one rulebook, and the places where the Spanish text plays differently.

    Each switch is a difference ES-n of `data/rules.csv`.
    """

    mandated_ignores: tuple[int, ...]  # ES-1: ignored fortunes
    mandated_ignores_everywhere: bool
    mandated_point_everywhere: bool  # ES-2: point for mandated battles
    counterattack_voids_mandated: bool  # ES-3: voided mandated battles
    cavalry_lets_supply_pass_in_action: bool  # ES-5: cavalry and supply
    pass_after_first_activation: bool  # ES-6: passing
    limit_before_undisrupted: bool  # ES-7: offensive to the limit
    cavalry_before_brigades: bool  # ES-8: placement of cavalry
    disrupted_stack: bool  # ES-9: stacks on the board
    impassable_sides_count: bool  # ES-10: concentric attack
    concentric_floor: bool
    counterattack_keeps_fort: bool  # ES-11: counterattack
    excused_attacker_may_retreat: bool  # ES-16: excused from retreat
    defender_retreats_last: bool  # ES-17: order of retreats
    retreat_needs_supplied_friends: bool  # ES-18: retreat priority 4
    retreat_beside_forts: bool
    cavalry_may_leave: bool  # ES-19: retreat onto cavalry
    retreat_into_supply_first: bool  # ES-20: retreat out of supply
    lone_hq_always_moves: bool  # ES-21: lone hq
    hq_flips_in_passing: bool  # ES-22: hqs meeting
    replacements_in_paris: bool  # ES-23: replacements in paris
    hq_in_paris: bool  # ES-24: hqs in paris
    schlieffen_hexes_stay_open: bool  # ES-26: opened schlieffen hexes
    free_train_at_once: bool  # ES-28: free train
    besieged_forts_stop: bool  # ES-34: stopping
    surrender_after_attrition: bool  # ES-36: order of administration
    vp_hex_traces: bool  # ES-37: supply of victory hexes
    withdrawal_cancels_after_turn_4: bool  # ES-40: cancelled battles
    belgian_withdrawal_is_northern: bool  # ES-42: belgian withdrawal
    holland_opens_71_81: bool  # ES-47: holland
    metz_fires_better: bool  # ES-49: Metz against French guns
    any_unit_keeps_block: bool  # ES-58: blocked hexsides
    name: Annotated[str, "of its file"] = ""


@dataclass(frozen=True)
class Scenario1914:
    """What a scenario decides; a turn of 0 is never."""

    title: Annotated[str, "what people call it"]
    turns: Annotated[Turn, "how many"]
    points: Annotated[tuple[int, ...], "Plan 17 points and German points at the start, 13.1.3"]
    options: Annotated[bool, "both sides choose what-if options, 14.3.6"]
    bonus: Annotated[bool, "German points for losses and forts, 14.2.2"]
    interim_count: Annotated[Turn, "when German markers are drawn before the end, 14.1.3"]
    special_rules: Annotated[tuple[EditionName, ...], "editions that play with all of 14.1.1, ES-44"]
    mandated: Annotated[tuple[int, ...], "Allied Mandated Battles on turn 1, 2 and so on, 14.1.1"]
    first_caps: Annotated[tuple[int, ...], "Allied and German CAPS of turn 1; none: by die, 5.1.4"]
    first_initiatives: Annotated[tuple[SideName, ...], "who has it on turn 1, 2 and so on; then by die, 6.0"]
    mulhouse: Annotated[bool, "the Allies have had their first activation already, 6.0"]
    unready: Annotated[Hexes, "where the Allies activate nobody on turn 1, 14.1.1"]
    north: Annotated[Hexes, "where they activate only a few on turn 1, 14.1.1"]
    northern_activations: Annotated[int, "how many"]
    maubeuge_shut: Annotated[tuple[int, ...], "the last turn on which Allies and Germans keep out of hex 54, 14.1.1"]
    schlieffen_plan: Annotated[Turn, "the last turn on which its hexes are closed, 8.4.7, 8.4.8"]
    east_front: Annotated[Turn, "when troops are called to the East, 7.3"]
    bef_coast: Annotated[Turn, "the last turn on which British units on the coast cost a point, 12.1"]
    antwerp_bottled: Annotated[bool, "Belgians who slip into Antwerp are shut in, 12.5.1"]
    paris_forces_withdrawal: Annotated[bool, "Paris in Danger makes the Allies withdraw, 8.4.9"]
    set_up: Annotated[
        dict[Annotated[str, Ref("units.csv")], int],
        "the hexes of units that do not begin where their counter says, 13.1.1; 0 takes one out of play",
    ] = field(default_factory=dict)
    name: Annotated[str, "of its file"] = ""

    @cached_property
    def unready_hexes(self) -> Bits:
        """14.1.1: `unready` as a set."""
        return hexes_in(self.unready)

    @cached_property
    def northern_hexes(self) -> Bits:
        """14.1.1: `north` as a set."""
        return hexes_in(self.north)


def hexes_in(runs: tuple[str, ...]) -> Bits:
    """Hexes by number, or by runs such as `1-66`."""
    found = 0
    for run in runs:
        first, _, last = run.partition("-")
        found |= bits(range(int(first), int(last or first) + 1))
    return found


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits in units, hexes, points, turns and faces of a die: the same in every scenario."""

    caps: int
    activations: int
    stack: Annotated[int, "halves of a corps"]
    stack_infantry: Annotated[int, "halves of a corps"]
    stack_vosges: Annotated[int, "halves of a corps"]
    corps_vosges: int
    british_at_maubeuge: int
    replacement_turns: int
    east_points: int
    east_cavalry: int
    limit_turns: Annotated[int, "the last turn on which Offensive to the Limit drives the French on"]
    hit_backs: Annotated[int, "faces that hit withdrawing cavalry"]
    delay_hexes: int
    garrison_yields: Annotated[int, "faces on which a besieged fort gives up"]
    large_garrison_yields: int
    trench: Annotated[int, "the deepest"]
    rail_hexes: int
    namur_turns: int
    points_to_win: int
    bonus_losses_turn: int
    bonus_french_corps: int
    bonus_british: int
    bonus_ground_turn: int
    landing_turn: int
    landing_divisions: int
    landing_surprise: Annotated[int, "faces on which a landing is a surprise"]
    free_set_up_allied: Annotated[tuple[int, ...], "corps, cavalry divisions and headquarters"]
    free_set_up_german: Annotated[tuple[int, ...], "corps, cavalry divisions and headquarters"]
    empires_earlier: Annotated[dict[Annotated[str, Ref("units.csv")], int], "turns of entry with Empires in Arms"]
