"""Environments for learning: every game and scenario by its name, and numbers that stay as they are."""

from __future__ import annotations

import warnings
from random import Random
from zlib import crc32

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env

from marne.engine import Setting
from marne.rl import features, numbering
from marne.rl.aec import env
from marne.rl.features import Reader
from marne.rl.play import Play, chosen
from marne.rl.single import SeatEnv
from marne.rl.spiel import load
from promises.table import promised
from scripts.rl_numbering import TARGET, found


@promised("pettingzoo")
def test_pettingzoo_by_name(setting: tuple[str, Setting]) -> None:
    game, at = setting
    world, rng = env(game, at.scenario, edition=at.edition), Random(1)
    world.reset(seed=1)
    for _ in range(40):
        seen = world.last()[0]
        assert world.observation_space(world.agent_selection).contains(seen)
        assert seen["action_mask"].sum() == len(world.options) > 0
        world.step(rng.randrange(len(world.options)))


@promised("gymnasium")
def test_gymnasium_by_name(setting: tuple[str, Setting]) -> None:
    game, at = setting
    world = SeatEnv(game, at.scenario, edition=at.edition, illegal="wrap")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(world, skip_render_check=True)


@promised("openspiel")
def test_openspiel_by_name_with_its_states_saved(setting: tuple[str, Setting]) -> None:
    game, at = setting
    loaded, rng = load(game, at.scenario, at.edition), Random(1)
    state = loaded.new_initial_state()
    for number in range(60):
        if number % 20 == 0:
            same, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
            assert str(same) == str(loaded)
            assert str(again) == str(state)
            assert again.history() == state.history()
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            assert sum(weights) == pytest.approx(1)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert str(pyspiel.load_game(str(loaded))) == str(loaded), "by its own name"


@pytest.mark.parametrize("illegal", ["refuse", "penalise", "wrap"])
def test_an_illegal_action_is_refused_penalised_or_wrapped(illegal: str) -> None:
    world = SeatEnv("schlieffens_war", "frontiers", longest=400, illegal=illegal)  # type: ignore[arg-type]
    world.reset(seed=1)
    before = list(world.options)
    assert world.match is not None
    text = world.match.position.write(before[0])
    if illegal == "refuse":
        with pytest.raises(ValueError, match="none of them"):
            world.step(len(before))
        return
    _, reward, ended, cut, _ = world.step(len(before))
    assert (ended, cut) == (False, False)
    given = [entry for entry in world.match.log if entry.actor == world.seat]
    if illegal == "penalise":
        assert (reward, given, list(world.options)) == (-1.0, [], before)
    else:
        assert (reward, given[0].text) == (0.0, text)


def test_tries_count_towards_the_longest_game() -> None:
    world = SeatEnv("schlieffens_war", "frontiers", longest=5, illegal="penalise")
    world.reset(seed=1)
    assert [world.step(255)[3] for _ in range(5)][-1]
    with pytest.raises(ValueError, match="one of refuse, wrap, penalise"):
        SeatEnv("schlieffens_war", illegal="no")  # type: ignore[arg-type]


# -- numbers that stay

FIRST = {
    "brigade1914": {
        "steps": (96, 3895928441),
        "entities": (38, 3742642831),
        "scalars": (138, 402788093),
    },
    "grand_illusion": {
        "steps": (115, 3239278921),
        "entities": (14, 1444767163),
        "nodes": (12, 4085566072),
        "scalars": (51, 667297946),
    },
    "nach_paris": {
        "steps": (114, 4257380046),
        "entities": (53, 626717567),
        "nodes": (19, 2805638033),
        "scalars": (37, 2944073869),
    },
    "schlieffens_war": {
        "steps": (43, 2598597442),
        "entities": (9, 1099115749),
        "nodes": (7, 2624557474),
        "scalars": (19, 3956363150),
    },
}
"""How many names were numbered first, and their checksum: they never change again."""


@promised("numbering")
def test_every_step_and_column_has_its_number(game: str) -> None:
    told = found()[game]
    for kind in numbering.KINDS:
        assert list(told[kind]) == list(numbering.numbering_of(game, kind)), "run python -m scripts.rl_numbering"
        assert len(set(told[kind])) == len(told[kind])
    assert TARGET.read_text("utf-8") == numbering.written(found())


@pytest.mark.parametrize("game", sorted(FIRST))
def test_numbers_are_appended_and_never_changed(game: str) -> None:
    for kind, (count, sum_) in FIRST[game].items():
        names = numbering.numbering_of(game, kind)[:count]
        assert crc32("\n".join(names).encode()) == sum_, f"{kind}: append, don't sort or remove"


@promised("numbering")
def test_a_new_step_or_fact_leaves_the_others_where_they_are(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a name in the middle of each list had come later than the others."""
    play = Play(Reader(*chosen(game)))
    for _ in range(30):
        play.play(play.options[0])
    seat = play.seat
    assert seat is not None
    later = {kind: names[len(names) // 2] for kind in numbering.KINDS if (names := numbering.numbering_of(game, kind))}

    def without(game: str, kind: str) -> list[str]:
        return [name for name in numbering.numbering_of(game, kind) if name != later[kind]]

    monkeypatch.setattr(features, "numbering_of", without)
    reader = Reader(*chosen(game))
    assert reader.steps == ("", *without(game, "steps"), later["steps"])
    now, then = reader.read(play.view(seat), seat, play.options), play.features(seat)
    for kind, name in later.items():
        if kind == "steps":
            continue
        before, columns = play.reader.columns[kind], reader.columns[kind]
        assert columns == (*without(game, kind), name)
        for column in before:
            if column != "step":
                ours, theirs = (told[kind][..., at.index(column)] for told, at in ((now, columns), (then, before)))
                assert np.array_equal(ours, theirs), column
