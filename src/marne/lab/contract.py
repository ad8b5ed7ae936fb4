"""The contract that every game keeps, checked on whole games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import product
from random import Random
from typing import Any

from marne.engine import CHANCE, Game, Match, Position, Setting, read_record, rebuild, record_of
from marne.kit import languages_of
from marne.lab.play import play_seeded

__all__ = ["check_contract", "check_faults", "check_position", "settings_of"]


def settings_of(game: Game, most: int = 64, seed: int = 0) -> list[Setting]:
    """Settings that cover every scenario with every edition, and every value of every option.

    All combinations where there are few; otherwise a sample in which each value still occurs.
    """
    editions = game.editions or ("",)
    bases = list(product((scenario.name for scenario in game.scenarios), editions))
    rng = Random(seed)
    settings: dict[Setting, None] = {}
    for scenario, edition in bases:
        settings[Setting(scenario, edition)] = None
        for option in game.options:
            for chosen in option.values[1:]:
                settings[Setting(scenario, edition, ((option.name, chosen),))] = None
    for _ in range(8 if game.options else 0):
        scenario, edition = rng.choice(bases)
        mixed = tuple((option.name, rng.choice(option.values)) for option in game.options)
        settings[Setting(scenario, edition, mixed)] = None
    chosen_settings = list(settings)
    return chosen_settings if len(chosen_settings) <= most else rng.sample(chosen_settings, most)


def check_position(game: Game, position: Position[Any], rng: Random) -> None:
    """What must hold at every position: the ask, the notation, saving and loading, purity, the in-place twin."""
    ask, step = position.open, position.step
    where = f"{game.name}: {step}"
    assert ask is not None
    assert ask.actor == CHANCE or 0 <= ask.actor < len(game.seats), f"{where} asks nobody: {ask.actor}"
    if ask.options is not None:
        assert ask.options, f"{where} offers nothing"
        assert len(set(ask.options)) == len(ask.options), f"{where} offers something twice: {ask.options}"
        written = [position.write(option) for option in ask.options]
        assert len(set(written)) == len(written), f"{where} writes two options alike: {written}"
        for text in written:
            assert text, f"{where} writes nothing"
            assert " ".join(text.replace("#", " ").split()) == text, f"{where} writes {text!r}"
        assert ask.weights is None or len(ask.weights) == len(ask.options), f"{where} has weights that do not fit"
    before = position.save()
    data = json.loads(json.dumps(before))
    loaded = position.load(data)
    assert loaded.save() == before, f"{where} changes by saving and loading"
    assert loaded.open == ask, f"{where} asks something else after loading: {loaded.open} for {ask}"
    (answer,) = position.suggest(rng, 1)
    assert position.why_not(answer) is None, f"{where} refuses its own suggestion {answer}"
    assert position.read(position.write(answer)) == answer, f"{where} cannot read {position.write(answer)!r}"
    after = position.play(answer)
    assert position.save() == before, f"{where} was changed by playing {answer}"
    twin = position.copy()
    twin.push(answer)
    assert twin.save() == after.save(), f"{where} in place leads elsewhere with {answer}"
    assert twin.open == after.open, f"{where} in place asks something else with {answer}"


def check_imagined(match: Match, rng: Random) -> None:
    """A seat that is asked can think: every position that fits what it sees asks it, too."""
    seat = match.actor
    if seat is None or seat == CHANCE:
        return
    asked = match.game.imagine(match.observe(seat), rng).open
    where = f"{match.game.name}, {match.setting}, answer {len(match.log)}, {match.position.step}"
    assert asked is not None, f"{where}: what seat {seat} imagines asks nobody"
    assert asked.actor == seat, f"{where}: what seat {seat} imagines asks {asked.actor}"


def check_faults(match: Match) -> None:
    """What the game itself must find in order after every answer."""
    faults = match.game.faults(match.position)
    assert not faults, f"{match.game.name}, {match.setting}, answer {len(match.log)}: {'; '.join(faults)}"


LOOKS = 64
"""Overlays are looked at after every so many answers."""


def check_observations(match: Match) -> None:
    """What must hold of observations: JSON for every seat, options only for the actor, none to spectators."""
    for seat in (*range(len(match.game.seats)), None):
        observation = match.observe(seat)
        json.dumps(observation.facts)
        assert (observation.options is not None) <= (match.actor == seat), "options for a seat that is not asked"
        for language in languages_of(match.game):
            scene = match.sight(seat).scene(language)
            json.dumps(asdict(replace(scene, overlays=())))
            if len(match.log) % LOOKS == 0:  # what is worked out only for those who look costs more than all the rest
                json.dumps([[name, [asdict(group) for group in groups]] for name, groups in scene.overlays])


def check_contract(
    game: Game, setting: Setting, seed: int, kinds: Sequence[str] | None = None, every: int = 1
) -> Match:
    """Play a whole game and check the contract at every `every`-th answer, the game's own faults after each; then
    replay its record."""
    rng = Random(seed)
    kinds = kinds or ("random",) * len(game.seats)
    first = Match(game, setting)
    check_position(game, first.position, rng)

    def check(match: Match) -> None:
        check_faults(match)
        if len(match.log) % every == 0:
            for event in match.position.events:
                for language in languages_of(match.game):
                    assert game.say(event, language), f"{event} has no words"
            if not match.over:
                check_position(game, match.position, rng)
                check_observations(match)
                check_imagined(match, rng)

    match = play_seeded(game, setting, kinds, seed, check)
    score = game.score(match.position)
    assert score.over, f"{game.name} ends without a result"
    assert len(score.points) == len(game.seats), f"{game.name} has points for {len(score.points)} seats"
    check_observations(match)
    again = rebuild(read_record(record_of(match)))
    assert again.position.fingerprint() == match.position.fingerprint(), "the record leads to another position"
    return match
