"""Positions: `play` is pure, `push` agrees with it, refusals have a rule and a reason."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.support import SETTINGS, Add, Die, Endless, Tally, part, steps, tally
from marne.engine import (
    CHANCE,
    D6,
    D10,
    D20,
    Ask,
    EngineError,
    Event,
    FairDice,
    IllegalAnswer,
    MarneError,
    Only,
    Position,
    Question,
    Refusal,
    Setting,
    Step,
    chance,
    find_game,
    value,
    write_plainly,
)
from marne.engine.save import fingerprint, restore, saved


def test_the_agenda_is_followed_to_the_first_question() -> None:
    position = tally(Add(0), Add(4), Die())
    assert position.agenda == (Add(4), Die())
    assert position.open == Ask(0, (1, 2, 3))
    position = position.play(3)
    assert position.agenda == (Add(4), Die()), "a loop puts itself back"
    position = position.play(2)
    assert position.agenda == (Die(),)
    position = position.play(6)
    assert position.over
    assert position.board.total == [6]
    assert position.agenda == ()


class Race(Tally):
    """A tally that somebody can win at once."""

    @property
    def ended(self) -> bool:
        return self.total[0] >= 5


def test_a_board_that_has_ended_silences_what_is_left() -> None:
    position = Position.begin(Race(), Add(6), Die())
    position = position.play(3)
    assert not position.over
    position = position.play(2)
    assert position.board.total == [5]
    assert position.over
    assert position.agenda == (), "no die is thrown any more"


def test_play_is_pure() -> None:
    for seed in range(4):
        rng = Random(seed)
        for match in steps(seed):
            if match.over:
                break
            position = match.position
            before, ask, events = json.dumps(position.save()), position.open, position.events
            for answer in position.suggest(rng, 2):
                position.play(answer)
            with pytest.raises(IllegalAnswer):
                position.play("no such answer")
            assert json.dumps(position.save()) == before
            assert position.open is ask
            assert position.events == events


def test_push_agrees_with_play() -> None:
    for seed in range(4):
        rng = Random(seed)
        position = find_game("training").start(SETTINGS[seed])
        twin = position.copy()
        while not position.over:
            (answer,) = position.suggest(rng, 1)
            position = position.play(answer)
            twin.push(answer)
            assert twin.save() == position.save()
            assert twin.open == position.open
            assert twin.events == position.events
        assert twin.over


def test_a_refused_push_changes_nothing() -> None:
    position = part(1, 40).position.copy()
    before, events = position.save(), position.events
    with pytest.raises(IllegalAnswer):
        position.push("no such answer")
    assert position.save() == before
    assert position.events == events


def test_refusals_have_a_rule_and_a_reason() -> None:
    position = tally(Add(4))
    with pytest.raises(IllegalAnswer) as caught:
        position.play(4)
    assert (caught.value.rule, caught.value.why) == ("1.1", "that is not one of the legal answers")
    assert str(caught.value) == "that is not one of the legal answers (1.1)"
    assert isinstance(caught.value, MarneError)
    assert position.why_not(4) == Refusal("1.1", "that is not one of the legal answers")
    assert position.why_not(3) is None
    assert position.refusal("3") is None
    assert position.refusal("4") == Refusal("1.1", "'4' is not one of the legal answers")


def test_nothing_is_legal_when_the_game_is_over() -> None:
    position = tally()
    assert position.over
    assert position.why_not(1) == position.refusal("1") == Refusal("-", "the game is over")
    assert position.read("1") is None
    assert position.suggest(Random(1)) == []
    with pytest.raises(IllegalAnswer, match="the game is over"):
        position.play(1)


def test_a_sequence_that_never_asks_is_a_fault_of_the_game() -> None:
    with pytest.raises(EngineError, match=r"never asks.*Endless"):
        tally(Endless())


def test_saving_and_loading_at_every_answer() -> None:
    for seed in range(4):
        for match in steps(seed):
            position = match.position
            data = json.loads(json.dumps(position.save()))
            loaded = position.load(data)
            assert loaded.save() == position.save()
            assert loaded.open == position.open
            assert loaded.agenda == position.agenda
            assert loaded.fingerprint() == position.fingerprint()


def test_saved_things_come_back_equal_and_of_the_same_type() -> None:
    thing = [1, (2, ("a", None)), {3: [True], (4, 5): {6, 7}}, frozenset({"x"}), Add(3)]
    again = restore(json.loads(json.dumps(saved(thing))))
    assert again == thing
    assert [type(each) for each in again] == [type(each) for each in thing]


def test_what_cannot_be_saved_is_refused() -> None:
    with pytest.raises(TypeError, match="float cannot be saved"):
        saved([1.5])
    with pytest.raises(MarneError, match=r"names 'nowhere:Nothing', which this version does not know"):
        restore({"nowhere:Nothing": []})


def test_fingerprints_ignore_the_order_of_sets() -> None:
    left, right = {1, 2, 3}, {3}
    right |= {2, 1}
    assert fingerprint(saved(left)) == fingerprint(saved(right))
    assert fingerprint(saved([1, 2])) != fingerprint(saved([2, 1]))


def test_ask_is_a_question_as_an_object() -> None:
    ask = Ask(1, ("a", 2, ("b", 3)), seen_by=(1,))
    assert list(ask) == ["a", 2, ("b", 3)]
    assert len(ask) == 3
    assert ("b", 3) in ask
    assert "c" not in ask
    assert ask == Ask(1, ("a", 2, ("b", 3)), seen_by=(1,))
    assert ask != Ask(1, ("a", 2, ("b", 3)))
    assert hash(ask) == hash(Ask(1, ("a", 2, ("b", 3)), seen_by=(1,)))
    assert repr(ask) == "Ask(1, ['a', 2, ('b', 3)])"
    assert repr(Ask(CHANCE, None)) == "Ask(CHANCE, open)"
    assert 1 not in Ask(0, None)
    assert len(Ask(0, None)) == 0


def test_chance() -> None:
    assert chance() == Ask(CHANCE, D6)
    assert chance(D10, seen_by=(0,)).seen_by == (0,)
    assert chance(("a", "b"), (2, 1)).weights == (2, 1)


@pytest.mark.parametrize(("die", "faces"), [(D6, 6), (D10, 10), (D20, 20)])
def test_dice_have_each_face_once(die: tuple[int, ...], faces: int) -> None:
    assert list(die) == list(range(1, faces + 1))
    assert FairDice(b"secret").draw(0, [1] * len(chance(die))) in range(faces)


def test_suggestions_follow_the_weights() -> None:
    position = find_game("training").start(Setting("ambush", "first", (("weather", "changing"),)))
    found = position.suggest(Random(5), 4000)
    shares = [found.count(weather) / 4000 for weather in ("dry", "rain", "fog")]
    assert shares == pytest.approx([0.6, 0.3, 0.1], abs=0.03)


def test_plain_notation() -> None:
    assert write_plainly(("move", 12, ("0812", 3))) == "move 12 0812 3"


def test_a_question_with_one_way_is_not_asked_and_one_with_none_is_passed() -> None:
    @value
    class Pick(Question[Tally, str]):
        rule = "1"
        ways: tuple[str, ...]

        def ask(self, board: Tally) -> Ask | Only[str] | None:
            if not self.ways:
                return None
            return Only(self.ways[0]) if len(self.ways) == 1 else Ask(0, self.ways)

        def answered(self, board: Tally, answer: str) -> tuple[Step[Tally], ...]:
            board.tell(Event(f"took {answer}"))
            return ()

        def unasked(self, board: Tally) -> tuple[Step[Tally], ...]:
            board.tell(Event("nothing to take"))
            return ()

    position: Position[Tally] = Position.begin(Tally(), Pick(("a",)), Pick(()), Pick(("b", "c")), Pick(("d",)))
    assert [event.rule for event in position.events] == ["took a", "nothing to take"]
    assert position.open == Ask(0, ("b", "c"))
    after = position.play("c")
    assert [event.rule for event in after.events] == ["took c", "took d"]
    assert after.over


def test_the_listed_answers_are_written_once_for_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[object] = []

    def write(self: Add, board: Tally, answer: object) -> str:
        written.append(answer)
        return f"add {answer}"

    monkeypatch.setattr(Add, "write", write)
    position = tally(Add(4), Add(5), Die())
    assert [position.read(f"add {n}") for n in (3, 1, 3, 9)] == [3, 1, 3, None]
    assert position.mark()
    assert written == [1, 2, 3]
    after = position.play(3)
    assert after.read("add 2") == 2, "another question"
    assert written == [1, 2, 3, 1, 2, 3]
    after.push(2)
    assert after.read("4") == 4, "and another in its place"


@value
class AnyEven(Question[Tally, tuple[int]]):
    """An open question that counts how often an answer was looked at: even numbers are legal."""

    rule = "1"
    looked: list[int]

    def ask(self, board: Tally) -> Ask:
        return Ask(0, None)

    def answered(self, board: Tally, answer: tuple[int]) -> tuple[AnyEven, ...]:
        board.total[0] += answer[0]
        return (self,)

    def why_not(self, board: Tally, answer: object) -> Refusal | None:
        assert isinstance(answer, tuple)
        self.looked.append(answer[0])
        return Refusal.of("1", "not_legal") if answer[0] % 2 else None

    def suggest(self, board: Tally, rng: Random, n: int) -> list[tuple[int, ...]]:  # type: ignore[override]
        return [(2 * rng.randrange(9),)]


def test_what_was_suggested_is_not_looked_at_twice_and_all_else_is() -> None:
    looked: list[int] = []
    position = Position.begin(Tally(), AnyEven(looked))
    rng = Random(1)
    (first,) = position.suggest(rng)
    position.push(first)
    assert not looked
    position.push(first)
    assert len(looked) == 1, "the question is another one"
    (second,) = position.suggest(rng)
    with pytest.raises(IllegalAnswer):
        position.push((3,))
    position.play(second)
    assert looked[1:] == [3, second[0]], "another answer, or another position"  # type: ignore[index]
