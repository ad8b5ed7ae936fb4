"""A battle is told in the same words by every game, from its target to the advance: the page has one panel for it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from marne.engine import Match, Prompt, Setting, Step, find_game
from marne.games.brigade1914.scene.picture import STAGES as BRIGADE
from marne.games.grand_illusion.scene.picture import STAGES as ILLUSION
from marne.games.nach_paris.scene.fights import STAGES as PARIS
from marne.games.schlieffens_war.scene.picture import STAGES as WAR
from marne.lab.play import seeded_dice

TOLD = {"schlieffens_war": WAR, "grand_illusion": ILLUSION, "nach_paris": PARIS, "brigade1914": BRIGADE}
SCENARIOS = {
    "schlieffens_war": "campaign",
    "grand_illusion": "2",
    "nach_paris": "haelen",
    "brigade1914": "meeting",
}
SEEN = {
    "schlieffens_war": {"target", "attackers", "losses", "advance"},
    "grand_illusion": {"target", "attackers", "retreat"},
    "nach_paris": {"target", "attackers", "retreat", "advance"},
    "brigade1914": {"target"},
}
"""What random games come to soon."""


def _steps(kind: type[Any]) -> Iterator[str]:
    yield kind.__name__
    for each in kind.__subclasses__():
        yield from _steps(each)


@pytest.mark.parametrize("name", TOLD)
def test_every_step_that_has_a_stage_is_a_step_of_its_game(name: str) -> None:
    """A step that was given another name would silently lose its stage."""
    find_game(name)
    known = set(_steps(Step))
    assert set(TOLD[name]) <= known, set(TOLD[name]) - known


def _asked(name: str, wanted: set[str]) -> Iterator[tuple[Prompt, Match, str]]:
    """Questions of random games that belong to a battle, each with its answer, until every stage was seen."""
    game = find_game(name)
    seen: set[str] = set()
    for seed in range(12):
        match = Match(game, Setting(SCENARIOS[name]), seeded_dice(game, seed))
        rng = Random(seed)
        for _ in range(1500):
            if match.over or wanted <= seen:
                break
            answer = match.position.suggest(rng)[0]
            if match.actor is not None and match.actor >= 0:
                prompt = match.sight(match.actor).scene("en").prompt
                if prompt.context and prompt.context.kind == "battle":
                    seen.add(prompt.context.stage)
                    yield prompt, match, match.position.write(answer)
            match.play(answer)
    assert wanted <= seen, seen


@pytest.mark.parametrize("name", TOLD)
def test_a_battle_is_told_from_its_target_on(name: str) -> None:
    """From the attackers on the hex is known (on a table without hexes the two who fight); who is asked to choose a
    target is not told of one that was chosen."""
    hexes = name != "brigade1914"
    for prompt, _, _ in _asked(name, SEEN[name]):
        context = prompt.context
        assert context is not None
        if hexes and context.stage not in ("target", "", "advance"):
            assert context.hex, prompt
        if context.stage == "target":
            assert not context.against, prompt
        if context.stage in ("losses", "retreat", "advance") and hexes:
            assert context.pieces or context.against, prompt


@pytest.mark.parametrize("name", ["schlieffens_war", "nach_paris"])
def test_who_was_chosen_goes_in(name: str) -> None:
    """While an attack is put together its context names everybody who was chosen, and offers the others with odds."""
    chosen: set[str] = set()
    joined = 0
    for prompt, _, answer in _asked(name, {"more"}):
        context = prompt.context
        assert context is not None
        if joined >= 3:
            break
        if context.stage != "attackers":
            chosen = set()
            continue
        assert chosen <= set(context.pieces), (chosen, context)
        assert any(choice.odds for choice in prompt.choices), prompt
        choice = next((each for each in prompt.choices if each.id == answer), None)
        chosen = {*context.pieces, *((choice.piece,) if choice and choice.piece else ())}
        joined += len(context.pieces) > 0 and choice is not None and choice.piece is not None
    assert joined >= 3
