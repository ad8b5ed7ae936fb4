"""What a seat holds besides units - tokens, cards, options written down, counts under fog - and what it answers in
secret: either may change, and nobody else is sent anything of it.

`test_hidden_units.py` changes what a position says of units. Here every other fact that not everybody may know is
changed, secret answers are given otherwise, and a hidden unit of the miniatures is named only after an open answer
named it. The leaks at the end are planted on purpose, and die.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any
from zlib import crc32

import pytest

import marne.games  # noqa: F401  games register themselves
from games.hidden import asked_again, moved, readable, seen, sent
from games.test_planted_leaks import facts, peeking, shown
from marne.engine import (
    OPEN,
    VISIBLE,
    Ask,
    Event,
    Game,
    Match,
    Seat,
    Setting,
    Step,
    find_game,
    games,
    units_in,
    value,
)
from marne.engine.events import PieceId
from marne.engine.facts import Fact, Unit
from marne.games.brigade1914 import sequence as brigade
from marne.games.brigade1914.board import Battlefield
from marne.games.brigade1914.rules.scenarios.deployment import Deploy, MarchOrder
from marne.games.grand_illusion.board import GrandIllusionBoard
from marne.games.grand_illusion.rules.scenarios.options import ChooseOptions
from marne.games.nach_paris.board import NachParisBoard
from marne.kit.sight import SeatSight
from marne.rl.features import Reader

LOOKS = int(os.environ.get("MARNE_MASK_LOOKS", "6"))
ANSWERS = 420
FOG = tuple((name, "on") for name in ("fog", "recon", "doctrine"))
SETTINGS = {
    "schlieffens_war": [Setting("campaign")],
    "nach_paris": [Setting("liege", options=FOG)],
    "brigade1914": [Setting("meeting"), Setting("capture")],
    "grand_illusion": [Setting("3")],
}
Patch = pytest.MonkeyPatch


def walked(game: Game, setting: Setting, answers: int = ANSWERS) -> Iterator[tuple[Match, Random]]:
    """A game at random, answer by answer."""
    rng = Random(f"held {game.name} {setting}")
    match = Match(game, setting)
    while not match.over and len(match.log) < answers:
        yield match, rng
        options = match.position.suggest(rng, 3)
        match.play(next((answer for answer in options if answer != "end"), options[0]))


# -- facts of seats


Holds = Callable[[Any, Seat], bool]


def _pass_on(board: Battlefield, side: Seat) -> bool:
    """A3: one token more of the side lies at its general and one fewer in its pool, or the other way round."""
    if not board.pool[side] + board.gtokens[side]:
        return False
    more = 1 if board.pool[side] else -1
    board.pool[side] -= more
    board.gtokens[side] += more
    return True


def _other_card(board: Battlefield, side: Seat) -> bool:
    """A11: one card of the hand is exchanged for another one of the deck."""
    hand = board.hand[side]
    card = next((name for name, count in board.deck if count and name not in hand), None)
    if not hand or card is None:
        return False
    board.hand[side] = tuple(sorted((*hand[1:], card)))
    board.deck = tuple((name, count - (name == card) + (name == hand[0])) for name, count in board.deck)
    return True


def _one_more(name: str) -> Holds:
    def more(board: Any, side: Seat) -> bool:
        getattr(board, name)[side] += 1
        return True

    return more


def _other_options(board: GrandIllusionBoard, side: Seat) -> bool:
    """14.3.6: another option was written down."""
    board.options[side] ^= 0b110
    return not board.revealed


def _counted(name: str, key: Any) -> Holds:
    """[19.1.3] A count of the side that moves."""

    def more(board: Any, side: Seat) -> bool:
        counts = getattr(board, name)
        counts[key] = counts.get(key, 0) + 1
        return bool(board.side == side)

    return more


def _convoys(board: Any, side: Seat) -> bool:
    board.convoys[side] += 1
    return bool(board.side == side)


def _harbour(board: Any, side: Seat) -> bool:
    board.harbour_supply[0] = board.harbour_supply.get(0, 0) + 1
    return side == 1


def _camp(board: Any, side: Seat) -> bool:
    from marne.games.nach_paris.components.data import MAP

    camp = next(number for number, each in enumerate(MAP.camps) if (each.nation == "DE") == (side == 0))
    board.camp_supply[camp] = board.camp_supply.get(camp, 0) + 1
    return True


def _sluice(board: Any, side: Seat) -> bool:
    from marne.games.nach_paris.components.units import NATIONS

    board.sluice_holder[7] = next(nation for nation in range(len(NATIONS)) if NATIONS[nation] == "BE")
    return side == 1


HELD: dict[str, dict[str, Holds]] = {
    "brigade1914": {
        "pool": _pass_on,
        "gtokens": _pass_on,
        "hand": _other_card,
        "deck": _other_card,
        "coming": _one_more("coming"),
    },
    "grand_illusion": {"options": _other_options},
    "nach_paris": {
        "transit_hex": _counted("transit_hex", 7),
        "transit_side": _counted("transit_side", 7),
        "sent": _counted("sent", 7),
        "rail_used": _counted("rail_used", (0, 7)),
        "station_used": _counted("station_used", 7),
        "harbour_used": _counted("harbour_used", 0),
        "convoys": _convoys,
        "camp_supply": _camp,
        "harbour_supply": _harbour,
        "sluice_holder": _sluice,
    },
    "schlieffens_war": {},
}
"""By game and fact: change what a side alone knows of it; False where it has nothing there."""
DERIVED = {
    ("nach_paris", "fog_markers"): "empty but on a mask",
    ("nach_paris", "fog_zones"): "empty but on a mask",
    ("nach_paris", "step_losses"): "is changed with `lost`, unit by unit",
    ("schlieffens_war", "unseen"): "empty but on a mask",
}


def held(game: Game, setting: Setting) -> set[str]:
    """The facts that not everybody may know and that speak of no unit."""

    def apart(name: str, one: Fact) -> bool:
        return one.seen not in (OPEN, VISIBLE) and not one.hides and not one.given and (game.name, name) not in DERIVED

    return {name for name, one in type(game.start(setting).board).facts.items() if apart(name, one)}


def seats_hold_in_secret(game: Game, setting: Setting, names: tuple[str, ...] = (), looks: int = LOOKS) -> Counter[str]:
    """Change what each side holds, and compare what the others are sent."""
    compared: Counter[str] = Counter()
    every = 1 if game.name == "grand_illusion" else ANSWERS // looks  # written options are open again soon
    for match, _ in walked(game, setting, 12 if every == 1 else ANSWERS):
        if len(match.log) % every or not match.log:
            continue
        for name, change in HELD[game.name].items():
            for side in (0, 1):
                twin = match.position.copy()
                if (names and name not in names) or not change(twin.board, side):
                    continue
                for seat in (1 - side, None):
                    where = f"{name} of side {side} reaches seat {seat} after {len(match.log)} answers"
                    position = asked_again(match.position.copy())
                    little = seen(game, match, position, seat)
                    assert seen(game, match, asked_again(twin), seat) == little, where
                    different = moved(sent(game, match, position, seat), sent(game, match, twin, seat))
                    assert not different, f"{where}: {', '.join(different)}"
                    compared[name] += 1
    return compared


@pytest.mark.parametrize("name", SETTINGS)
def test_nothing_that_a_seat_holds_reaches_another_seat(name: str) -> None:
    game, compared = find_game(name), Counter[str]()
    for setting in SETTINGS[name]:
        assert held(game, setting) == set(HELD[name]), "a new fact is changed as well"
        compared += seats_hold_in_secret(game, setting)
    assert set(compared) == set(HELD[name])


def test_all_games_are_looked_at() -> None:
    assert set(SETTINGS) == set(HELD) == {game.name for game in games()} - {"training"}


# -- secret answers


ALIKE: dict[str, tuple[type[Step[Any]], ...]] = {
    "brigade1914": (brigade.Allocate, MarchOrder),
    "grand_illusion": (ChooseOptions,),
}
"""Questions of which the rules tell the others nothing, whatever is answered."""


def answered_in_secret(game: Game, setting: Setting, most: int = 12) -> Counter[str]:
    """Answer secret questions in two ways; what the others are sent next is the same."""
    compared: Counter[str] = Counter()
    for match, rng in walked(game, setting):
        step, ask = match.position.step, match.position.open
        if not isinstance(step, ALIKE[game.name]) or ask is None or compared[type(step).__name__] >= most:
            continue
        assert ask.seen_by == (ask.actor,), f"everybody reads the answer to {type(step).__name__}"
        options = list(ask.options or match.position.suggest(rng, 6))
        if len(options) < 2:
            continue
        branches = []
        for answer in rng.sample(options, 2):
            branch = match.copy()
            branch.play(answer)
            branches.append(branch)
        one, other = branches
        if getattr(one.position.board, "revealed", False):
            continue  # 14.3.6: now both show theirs
        for seat in (1 - ask.actor, None):
            where = f"the answer to {type(step).__name__} reaches seat {seat} after {len(match.log)} answers"
            read = [[event for event in each.position.events if readable(event, seat)] for each in branches]
            assert read[0] == read[1], f"{where}: events"
            assert seen(game, one, one.position, seat) == seen(game, other, other.position, seat), where
            different = moved(sent(game, one, one.position, seat), sent(game, other, other.position, seat))
            assert not different, f"{where}: {', '.join(different)}"
            compared[type(step).__name__] += 1
    return compared


@pytest.mark.parametrize("name", ALIKE)
def test_no_secret_answer_reaches_another_seat(name: str) -> None:
    game, compared = find_game(name), Counter[str]()
    for setting in SETTINGS[name]:
        compared += answered_in_secret(game, setting)
    assert set(compared) == {kind.__name__ for kind in ALIKE[name]}


# -- hidden units that were named in the open


def named_only_aloud(setting: Setting, answers: int = ANSWERS) -> int:
    """C1, C3: orders and reactions name their unit in the open, be it hidden. No step and no event names one that no
    open answer has named."""
    game, compared = find_game("brigade1914"), 0
    aloud: set[int] = set()
    for match, _ in walked(game, setting, answers):
        board = match.position.board
        if match.log and match.log[-1].seen_by is None:
            words = match.log[-1].text.split()
            aloud |= {board.numbers[word] for word in words if word in board.numbers}
        for seat in (0, 1, None):
            hidden, mask = board.hidden_units(seat), game.mask(match.position, seat)
            agenda = [step for step in mask.agenda if not isinstance(step, Deploy)]  # all are asked for, in one order
            steps = {unit for step in agenda for unit in units_in(step) if unit >= 0}
            told = [event for event in match.position.events if readable(event, seat) and not event.plain().reveals]
            named = {str(unit) for event in told for unit in units_in(event.plain())}
            units = steps | {board.numbers[word] for word in named if word in board.numbers}
            secret = {unit for unit in units if hidden >> unit & 1} - aloud
            assert not secret, f"seat {seat} reads of {secret} after {len(match.log)} answers"
            compared += len(units)
    return compared


@pytest.mark.parametrize("setting", SETTINGS["brigade1914"], ids=lambda setting: setting.scenario)
def test_a_hidden_unit_of_the_miniatures_is_named_only_after_an_open_answer_named_it(setting: Setting) -> None:
    assert named_only_aloud(setting) > 50


# -- leaks that are planted on purpose


BRIGADE, ILLUSION, WAR = (find_game(name) for name in ("brigade1914", "grand_illusion", "schlieffens_war"))
MEETING, CAMPAIGN, IF = Setting("meeting"), Setting("campaign"), Setting("3")


def fails(said: str, check: Callable[[], object], plant: Callable[[], None]) -> None:
    """A check that holds, and no longer does with the leak."""
    assert check()
    plant()
    with pytest.raises(AssertionError, match=said):
        check()


@pytest.mark.parametrize(
    ("game", "board", "name"),
    [
        (BRIGADE, Battlefield, "hand"),
        (BRIGADE, Battlefield, "pool"),
        (BRIGADE, Battlefield, "coming"),
        (ILLUSION, GrandIllusionBoard, "options"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_a_side_holds_is_shown_whole(monkeypatch: Patch, game: Game, board: type[Any], name: str) -> None:
    setting = MEETING if game is BRIGADE else IF
    check = partial(seats_hold_in_secret, game, setting, (name,), 3)
    fails(f"{name} of side", check, lambda: shown(monkeypatch, board, name))


def test_a_spectator_is_told_what_camps_supply_under_fog(monkeypatch: Patch) -> None:
    honest = NachParisBoard.show

    def leaky(self: NachParisBoard, twin: NachParisBoard, seat: Seat | None) -> None:
        honest(self, twin, seat)
        if seat is None:
            twin.camp_supply = self.camp_supply.copy()

    check = partial(seats_hold_in_secret, find_game("nach_paris"), SETTINGS["nach_paris"][0], ("camp_supply",), 3)
    fails("camp_supply of side 0 reaches seat None", check, lambda: monkeypatch.setattr(NachParisBoard, "show", leaky))


def read_off(name: str, true: list[Any]) -> str:
    """What the true board says."""
    return repr(getattr(true[0].board, name))


def odds(patch: Patch, name: str, true: list[Any]) -> None:
    patch.setattr(SeatSight, "odds", lambda self, answer, language="en": read_off(name, true))


def reasons(patch: Patch, name: str, true: list[Any]) -> None:
    patch.setattr(SeatSight, "why_not", lambda self, target, language: read_off(name, true))


def features(patch: Patch, name: str, true: list[Any]) -> None:
    honest = Reader._read_scalars

    def leaky(self: Reader, view: Any, seat: Seat) -> Any:
        numbers = honest(self, view, seat)
        numbers[-1] = crc32(read_off(name, true).encode()) % 997
        return numbers

    patch.setattr(Reader, "_read_scalars", leaky)


def picture(patch: Patch, name: str, true: list[Any]) -> None:
    honest = SeatSight.scene

    def leaky(self: SeatSight, language: str) -> Any:
        drawn = honest(self, language)
        return replace(drawn, phase=f"{drawn.phase} {read_off(name, true)}")

    patch.setattr(SeatSight, "scene", leaky)


def changed_facts(name: str) -> bool:
    facts(WAR, CAMPAIGN, name)
    return True


def holding(game: Game, name: str) -> Callable[[], object]:
    """The net that looks at a fact."""
    if game is WAR:
        return partial(changed_facts, name)
    return partial(seats_hold_in_secret, game, MEETING if game is BRIGADE else IF, (name,), 6)


@pytest.mark.parametrize(
    ("leak", "said"), [(odds, "odds"), (reasons, "why not"), (features, "features"), (picture, "picture and messages")]
)
@pytest.mark.parametrize(
    ("game", "name"), [(BRIGADE, "hand"), (ILLUSION, "options"), (WAR, "morale")], ids=["hand", "options", "morale"]
)
def test_what_is_read_off_the_true_board(
    monkeypatch: Patch, game: Game, name: str, leak: Callable[..., None], said: str
) -> None:
    true = peeking(monkeypatch, game)
    fails(said, holding(game, name), lambda: leak(monkeypatch, name, true))


@value
class Written(Event):
    """A new event, whose maker forgot that the answer is secret."""

    sort = "order"
    number: int


@value
class Noted(Step[Any]):
    """A new question to the other side, with a field that tells too much."""

    rule = "14.3.6"
    side: int
    number: int

    def ask(self, board: Any) -> Ask:
        return Ask(1 - self.side, ("none",))

    def do(self, board: Any, answer: Any = None) -> tuple[Step[Any], ...]:
        return ()


@value
class Chosen(Step[Any]):
    """A new question to the same side, which is put after some answers only."""

    rule = "14.3.6"
    side: int

    def ask(self, board: Any) -> Ask:
        return Ask(self.side, ("none",))

    def do(self, board: Any, answer: Any = None) -> tuple[Step[Any], ...]:
        return ()


def number_of(answer: object) -> int:
    """Something of a secret answer."""
    return crc32(str(answer).encode())


def tells(step: Any, board: Any, answer: object) -> tuple[Step[Any], ...]:
    board.events.append(Written("14.3.6", number_of(answer)))
    return ()


def notes(step: Any, board: Any, answer: object) -> tuple[Step[Any], ...]:
    return (Noted(step.side, number_of(answer)),)


def asks_once_more(step: Any, board: Any, answer: object) -> tuple[Step[Any], ...]:
    return (Chosen(step.side),) * (number_of(answer) % 2)


@pytest.mark.parametrize("leak", [tells, notes, asks_once_more])
@pytest.mark.parametrize(("game", "kind"), [(BRIGADE, brigade.Allocate), (ILLUSION, ChooseOptions)], ids=["", "if"])
def test_a_secret_answer_that_is_told(
    monkeypatch: Patch, game: Game, kind: Any, leak: Callable[..., tuple[Step[Any], ...]]
) -> None:
    honest = kind.answered

    def leaky(self: Any, board: Any, answer: Any) -> Any:
        return (*leak(self, board, answer), *honest(self, board, answer))

    check = partial(answered_in_secret, game, MEETING if game is BRIGADE else IF)
    fails("reaches seat", check, lambda: monkeypatch.setattr(kind, "answered", leaky))


@value
class Ready(Event):
    """A new event of the miniatures that names a unit in reserve."""

    sort = "order"
    unit: PieceId


@value
class Called(Noted):
    """A new question of the miniatures that names a unit in reserve."""

    number: Unit


@pytest.mark.parametrize("how", ["event", "step"])
def test_a_unit_in_reserve_that_is_named(monkeypatch: Patch, how: str) -> None:
    honest = brigade.Allocate.answered

    def leaky(self: Any, board: Battlefield, answer: Any) -> Any:
        unit = board.owned[self.side][-1]
        if how == "event":
            board.events.append(Ready("C27", board.label(unit)))
        step = Called(self.side, unit)
        return (*((step,) if how == "step" else ()), *honest(self, board, answer))

    check = partial(named_only_aloud, Setting("capture"), 120)
    fails("reads of", check, lambda: monkeypatch.setattr(brigade.Allocate, "answered", leaky))
