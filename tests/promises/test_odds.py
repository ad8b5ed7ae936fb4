"""Odds are real distributions, and every door tells them with their counts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from starlette.testclient import TestClient

from marne.engine import CHANCE, Distribution, Explanation, Match, Outcome, Setting, find_game
from marne.face import GameInPlay
from marne.terminal import TextTable
from marne.text import odds_lines
from promises.settings import SETTINGS, asked
from promises.table import promised
from table.support import open_game, server

SEEDS = range(1914, 1922)
"""Games that are tried until one comes to a question with odds."""
ENOUGH = 30
"""So many questions with odds are looked at in each setting."""


DECIDED = "what is rolled was decided before, and had its odds there"
OTHERS = "the die is of the other side's deed"
NO_ODDS = {
    "brigade1914": {
        ("ChooseGunTarget", "same"): DECIDED,
        ("Counter", "no"): DECIDED,
        ("LoseBase", "company"): DECIDED,
        ("LoseBase", "machine"): DECIDED,
        ("OfficersDown", "no"): DECIDED,
        ("Rethrow", "keep"): DECIDED,
        ("Rethrow", "no"): DECIDED,
        ("Reaction", "no"): OTHERS,
        ("Reroll", "accept"): OTHERS,
    },
    "grand_illusion": {("CavalryWithdrawal", "withdraw"): OTHERS},
    "schlieffens_war": {("NameDefenders", "defend"): OTHERS},
}
"""Answers that lead to a die of their own and have no odds, with the reason."""


def flagged(match: Match) -> tuple[str, ...]:
    """The answers that are shown with odds."""
    actor = match.actor
    assert actor is not None
    return tuple(choice.id for choice in match.sight(actor).scene("en").prompt.choices if choice.odds)


def bare(match: Match) -> set[tuple[str, str]]:
    """Answers that lead to a die of their own and have no odds: the step and the first word.

    What may roll as far as the seat knows, and does not, has no die to look at."""
    actor, position, found = match.actor, match.position, set()
    assert actor is not None
    for choice in match.sight(actor).scene("en").prompt.choices:
        answer = position.read(choice.id) if choice.rolls and not choice.odds else None
        after = position.play(answer) if answer is not None else None
        if (
            after is not None
            and after.open
            and after.open.actor == CHANCE
            and not getattr(after.step, "of_the_turn", False)
        ):
            found.add((type(position.step).__name__, choice.id.split()[0]))
    return found


def questions(
    name: str, setting: Setting, answers: int = 1500, without: set[tuple[str, str]] | None = None
) -> Iterator[tuple[Match, tuple[str, ...]]]:
    """Questions with odds and those answers; `without` gets what rolls and has none."""
    found = 0
    for seed in SEEDS:
        for match in asked(name, setting, seed, answers):
            if without is not None:
                without |= bare(match)
            if marked := flagged(match):
                found += 1
                yield match, marked
                if found == ENOUGH:
                    return
        if found:
            return


def told(match: Match, text: str, language: str = "en") -> Explanation | None:
    """The odds of an answer, as the seat that must give it is told them."""
    answer = match.position.read(text)
    assert answer is not None
    return match.sight(match.actor).odds(answer, language)


@promised("odds")
def test_every_choice_with_odds_has_distributions(setting: tuple[str, Setting]) -> None:
    looked, without = 0, set[tuple[str, str]]()
    for match, marked in questions(*setting, without=without):
        for text in Random(looked).sample(marked, min(3, len(marked))):
            for language in ("en", "es"):
                found = told(match, text, language)
                assert found is not None, f"{type(match.position.step).__name__}: {text} is marked with odds"
                assert_sound(found)
            looked += 1
    assert looked, "no question with odds came up"
    assert not without - NO_ODDS.get(setting[0], {}).keys(), "these lead to a die; give them odds or a reason"


def assert_sound(found: Explanation) -> None:
    """Each distribution adds up to one and has a name; no line of the text stands there twice."""
    names = [each.name for each in found.distributions]
    assert names
    assert all(names)
    assert len(set(names)) == len(names), names
    for each in found.distributions:
        assert sum(Fraction(outcome.part, outcome.whole) for outcome in each.outcomes) == 1, each
        assert all(outcome.part > 0 for outcome in each.outcomes), each
        assert all(outcome.text for outcome in each.outcomes), each
        words = [outcome.words() for outcome in each.outcomes]
        assert len(set(words)) == len(words), words
        lines = [line.partition("%")[2].strip() for line in odds_lines(found)]
        assert set(words) <= set(lines), "as text, with counts"


def test_what_is_no_distribution_is_refused() -> None:
    with pytest.raises(ValueError, match="add up to 7/6"):
        Distribution("hits", (Outcome("hits", 1, 1, 0), Outcome("hits", 1, 6, 1)))
    with pytest.raises(ValueError, match="read alike"):
        Distribution("hits", (Outcome("hits", 1, 2), Outcome("hits", 1, 2)))


@pytest.fixture
def shown(game: str) -> tuple[Match, str, Explanation]:
    """A question of a game, an answer, and its odds; where the game counts something, odds with counts."""
    setting = next(chosen for name, chosen in SETTINGS if name == game)
    for match, marked in questions(game, setting):
        odds = told(match, marked[0])
        assert odds is not None
        found = match.copy(), marked[0], odds
        if any(outcome.count for each in odds.distributions for outcome in each.outcomes):
            break
    return found


def lines_of(odds: Explanation) -> list[str]:
    """What every door must show: each outcome with its count."""
    return [outcome.words() for each in odds.distributions for outcome in each.outcomes]


@promised("odds as text")
def test_the_repl_and_a_notebook_print_odds_with_counts(shown: tuple[Match, str, Explanation]) -> None:
    match, text, odds = shown
    printed = GameInPlay(match).odds(text)
    assert printed is not None
    ends = [line.partition("%  ")[2] for line in repr(printed).splitlines()]
    assert [line for line in ends if line] == lines_of(odds)
    assert sum(printed.chances.values()) == pytest.approx(1)
    assert list(printed.distributions) == [each.name for each in odds.distributions]
    for chances in printed.distributions.values():
        assert sum(chances.values()) == pytest.approx(1)


@promised("odds as text")
def test_the_terminal_prints_odds_with_counts(shown: tuple[Match, str, Explanation]) -> None:
    match, text, odds = shown
    said: list[str] = []
    TextTable(match, {}, said.append).run(iter([f"odds {text}", None]).__next__)
    ends = [line.partition("%  ")[2] for line in said]
    assert [line for line in ends if line] == lines_of(odds)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server."""
    with server(tmp_path_factory.mktemp("odds") / "tables.sqlite") as found:
        yield found


@promised("odds as text")
def test_the_api_tells_distributions(client: TestClient, game: str) -> None:
    scenario = min(find_game(game).scenarios, key=lambda each: each.turns).name
    table = open_game(client, game, scenario=scenario)
    for state in table.play(Random(1)):
        prompt = state["scene"]["prompt"]
        marked = [choice["id"] for choice in prompt["choices"] if choice["odds"]] if prompt["mine"] else []
        if marked:
            break
    found = table.post("/odds", {"answer": marked[0]}, prompt["actor"]).json()["distributions"]
    assert found
    for each in found:
        assert sum(Fraction(outcome["part"], outcome["whole"]) for outcome in each["outcomes"]) == 1
        shown = [(outcome["text"], outcome["count"]) for outcome in each["outcomes"]]
        assert len(set(shown)) == len(shown), each["name"]
