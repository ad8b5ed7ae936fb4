"""A sample of each gate through a real server: at a table the two seats are taken by a level that people are offered
and by the one below it, seats are changed, and every answer is the one that the lab gives for the same dice."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from marne.engine import CHANCE, JSON, FairDice, Match, Setting, check_setting, find_game, read_record, rebuild
from marne.lab.duel import Duel, Sprt, pair_of
from marne.lab.play import play_out
from marne.players import Minds, offered_players
from marne.players.levels import Level, councils_in
from marne.table.game.log_rows import AnswerRow, NoticeRow
from marne.table.store.database import Store
from table.support import Child, store_of
from table.test_doors import SETTINGS, ask

ANSWERS = 10
"""So far a game with a council is followed in `make test`, and on until the council has met."""
LATE = 150
"""So far if its council meets late in a game, or there is none; whole games are for the night."""
PATIENCE = 3600
"""Seconds to wait for computers on a machine that is busy with other things."""
PAIRS = int(os.environ.get("MARNE_SERVER_PAIRS", "0"))
"""How many pairs of games are played at night; 0: ten, with a council two."""


class Gate(NamedTuple):
    """A level, the one below it, and where they meet."""

    game: str
    scenario: str
    level: str
    below: str

    @property
    def setting(self) -> Setting:
        return check_setting(find_game(self.game), self.scenario)

    @property
    def council(self) -> bool:
        """Whether one of the two holds councils, whose games take minutes."""
        return self.level in self._councils()

    @property
    def late(self) -> bool:
        """Whether the first turns are left to the council's deputies."""
        return self._councils()[self.level].after > 0

    @property
    def answers(self) -> int:
        """So far its games are followed in `make test`."""
        return ANSWERS if self.council and not self.late else LATE

    def _councils(self) -> dict[str, Level]:
        advice = find_game(self.game).advice
        return {} if advice is None else {level.name: level for level in councils_in(advice.levels)}


def gates() -> list[Gate]:
    """For every game, where its doors are tried, each level that is offered beside the one below it; and wherever else
    a council is offered that is offered in some scenarios only, that one."""
    found = []
    for name, scenario in SETTINGS.items():
        game = find_game(name)
        levels = () if game.advice is None else councils_in(game.advice.levels)
        for where in dict.fromkeys([scenario, *(each for level in levels for each in level.scenarios)]):
            met = [Gate(name, where, level, below) for below, level in pairwise(offered_players(game, where))]
            found += [gate for gate in met if where == scenario or gate.council]
    return found


GATES = gates()


class Server(NamedTuple):
    child: Child
    database: Path


@contextmanager
def serving(directory: Path) -> Iterator[Server]:
    child = Child(f"sqlite:///{directory / 'a.sqlite'}", MARNE_CEILING=str(PATIENCE))
    try:
        child.wait()
        yield Server(child, directory / "a.sqlite")
    finally:
        child.end()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("gates")) as found:
        yield found


def opened(server: Server, gate: Gate, kinds: tuple[str, str]) -> str:
    """A table at which two computers play."""
    game, setting = find_game(gate.game), gate.setting
    seats = {seat: f"computer:{kind}" for seat, kind in zip(game.seats, kinds, strict=True)}
    wish = {"game": game.name, "scenario": setting.scenario, "edition": setting.edition, "seats": seats}
    return str(ask(server.child.address, "/api/tables", wish)["id"])


def until(done: Callable[[], bool], seconds: float) -> None:
    """Wait for computers."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "the computers do not go on"
        time.sleep(0.1)


def over(server: Server, id: str) -> bool:
    return bool(ask(server.child.address, f"/api/tables?ids={id}")[0]["status"] == "over")


def themselves(server: Server, id: str) -> bool:
    """Whether nobody stood in for a computer, and no thought was cut short."""
    log = ask(server.child.address, f"/api/tables/{id}/log")
    return not [event for line in log for event in line["events"] if event["kind"] in ("stands_in", "stopped", "cut")]


def in_the_lab(gate: Gate, kinds: tuple[str, str], dice: FairDice, answers: int) -> list[tuple[int, str]]:
    """So many answers of the same players with the same dice, and on until the council has met."""
    match = Match(find_game(gate.game), gate.setting, dice)
    minds, seat = Minds(match, dict(enumerate(kinds))), kinds.index(gate.level)
    met = not gate.council or gate.late
    while (len(match.log) < answers or not met) and match.actor is not None:
        match.play(match.roll() if match.actor == CHANCE else minds.answer(match.actor))
        met = met or _noted(minds.memo(seat))
    return written(match)


def _noted(memo: JSON) -> bool:
    """Whether a council has met, and not only its deputy."""
    return isinstance(memo, dict) and memo.get("note") is not None


def written(match: Match) -> list[tuple[int, str]]:
    return [(entry.actor, entry.text) for entry in match.log]


def orders(gate: Gate) -> tuple[tuple[str, str], tuple[str, str]]:
    """Who sits where: the level in the first seat, then in the second."""
    return (gate.level, gate.below), (gate.below, gate.level)


def test_the_gates_are_those_of_the_levels_that_the_lobby_lists(server: Server) -> None:
    told = {each["name"]: each for each in ask(server.child.address, "/api/games")}
    for name, scenario in SETTINGS.items():
        players = {each["name"]: each["players"] for each in told[name]["scenarios"]}
        names = [gate.level for gate in GATES if (gate.game, gate.scenario) == (name, scenario)]
        assert ["random", *names] == players[scenario], name
        councils = {where for where, each in players.items() if "council" in each}
        tried = {gate.scenario for gate in GATES if gate.game == name and gate.level == "council"}
        assert councils in (tried, set(players)), "where a council is offered it is tried; or it is offered everywhere"
    assert {gate.game for gate in GATES if gate.level == "council"} >= {"grand_illusion", "nach_paris", "brigade1914"}


@pytest.mark.slow
@pytest.mark.parametrize("gate", [gate for gate in GATES if gate.below != "random"], ids="-".join)
def test_a_level_answers_as_in_the_lab_whichever_seat_it_has(tmp_path: Path, gate: Gate) -> None:
    with serving(tmp_path) as server:  # of its own: computers play on at a table that nobody looks at
        tables = [(opened(server, gate, kinds), kinds) for kinds in orders(gate)]
        store = store_of(server.database)
        for id, kinds in tables:
            # The lab says how far: what a computer thought last is replaced as the server plays on, its log stays.
            there = in_the_lab(gate, kinds, dice_of(store, gate, id), gate.answers)
            until(lambda id=id, there=there: len(answered(store, id)) >= len(there), PATIENCE)  # type: ignore[misc]
            assert answered(store, id)[: len(there)] == there
            notices = [row.key for row in store.log(id) if isinstance(row, NoticeRow)]
            assert notices == [], "nobody stood in for a computer, and no thought was cut short"
    store.close()


def dice_of(store: Store, gate: Gate, id: str) -> FairDice:
    """The dice of a table, which are settled when it is opened."""
    kept, seats = store.table(id), find_game(gate.game).seats
    assert kept is not None
    return FairDice(kept.secret, {seats[seat.seat]: seat.seed for seat in store.seats(id)})


def answered(store: Store, id: str) -> list[tuple[int, str]]:
    """All answers of a table so far."""
    return [(row.actor, row.text) for row in store.log(id) if isinstance(row, AnswerRow)]


@pytest.mark.night
@pytest.mark.parametrize("gate", GATES, ids="-".join)
def test_whole_games_of_a_level_and_the_one_below_it(server: Server, gate: Gate) -> None:
    game = find_game(gate.game)
    met, won, drawn = Duel(Sprt(), "wins"), [0, 0], 0
    pairs = PAIRS or (2 if gate.council else 10)
    for number in range(pairs):
        rows = []
        for seat, kinds in enumerate(orders(gate)):
            id = opened(server, gate, kinds)
            until(lambda id=id: over(server, id), PATIENCE)  # type: ignore[misc]
            assert themselves(server, id)
            match = rebuild(read_record(ask(server.child.address, f"/api/tables/{id}/record")))
            assert match.dice is not None
            if not number:
                again = Match(game, gate.setting, match.dice)
                assert written(play_out(again, Minds(again, dict(enumerate(kinds))))) == written(match)
            score = game.score(match.position)
            won[seat] += score.winner == seat
            drawn += score.winner is None
            winner = "" if score.winner is None else game.seats[score.winner]
            rows.append({"seed": number, "winner": winner, "points": list(score.points)})
        met.pairs.append(pair_of(rows[0], rows[1], game.seats))
    par = sum(met.scores("par")) / pairs
    print(
        f"{game.name} {gate.scenario}, {gate.level} against {gate.below} through the server: won {sum(won)} of "
        f"{2 * pairs} ({won[0]} of {pairs} as {game.seats[0]}, {won[1]} of {pairs} as {game.seats[1]}), {drawn} drawn; "
        f"by wins {met.score:.3f}, by par {par:.3f}"
    )
    assert len(met.pairs) == pairs
