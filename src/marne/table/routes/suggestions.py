"""The staff's hand in a set-up: where the game's own player would put what is still to be placed."""

from __future__ import annotations

from fastapi import APIRouter

from marne.engine import Ask, Look, Observation, find_game, register
from marne.engine.registry import where_is
from marne.players import stand_in, think
from marne.table.refusals import Refused
from marne.table.routes.bodies import ERRORS
from marne.table.routes.request import Here
from marne.table.view.visitor import REPLY, Visitor

__all__ = ["router", "staff_run"]

router = APIRouter(prefix="/api", responses=ERRORS)


@router.get("/tables/{id}/staff")
async def staff(me: Here) -> list[str]:
    """What the staff would answer next in a set-up, for the seat that must answer: the first is legal now."""
    return await advised(me)


async def advised(me: Visitor) -> list[str]:
    """The run of answers of the staff, thought from what the seat knows; only before the first line of the sequence."""
    sight = await me.asked()
    if any(line.mark for line in sight.scene(me.language).outline):
        raise Refused("no.staff")
    ask, seen = sight.seen.view.open, sight.seen
    assert ask is not None
    return await me.works.do(me.payer, REPLY, staff_run, where_is(me.live.game.name), ask, seen)


def staff_run(where: str, ask: Ask, seen: Observation) -> list[str]:
    """The same in a process that works. Its seed is always the same: asked again, the staff says the same."""
    register(seen.game, where)
    game = find_game(seen.game)
    return list(think(stand_in(game), Look(game, ask, lambda: seen), b"staff", None).run)
