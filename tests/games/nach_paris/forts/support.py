"""Besiegers before Maubeuge, assaults on its forts, and some forts by their names."""

from __future__ import annotations

from typing import Any

from games.nach_paris.support import Game, arranged
from marne.games.nach_paris.components.data import MAP
from marne.games.nach_paris.steps import hex_of

LEVEAU, SARTS = "AK31:Fort-de-Leveau", "AK31:Fort-des-Sarts"
HAUTMONT, BOURDIAU = "AK30:Fort-d'Hautmont", "AK30:Fort-du-Bourdiau"
BESIEGERS = {"PiR.24": "AL31 NE", "KMK.b3": "AL31 NE fip", "26.IB": "AL31 NE", "II.III/Fußa.4": "AL31 NE"}


def fort(name: str) -> int:
    hex, _, called = name.partition(":")
    return next(i for i, f in enumerate(MAP.forts) if f.hex == hex_of(hex) and f.name.replace(" ", "-") == called)


def declaring(turn: int = 10, **changes: Any) -> Game:
    return arranged(turn=turn, begin="DeclareAssaults DE", **{"units": BESIEGERS, "ammo": [5, 5], **changes})


def storming(*assaults: str, turn: int = 9, **changes: Any) -> Game:
    fixed: dict[str, Any] = {"units": BESIEGERS, "ammo": [5, 5], "assaults": assaults}
    return arranged(turn=turn, begin="ResolveAssaults DE", **{**fixed, **changes})


GRID = MAP.grid


def named(name: str) -> int:
    return next(i for i, fort in enumerate(MAP.forts) if name in fort.name)


def set_up(**changes: Any) -> Game:
    return arranged(begin="EndOfCombatPhase", **changes)


HAESELER, KW2 = named("Graf Haeseler"), named("Kaiser Wilhelm II")
FROUARD, CHARLEMONT = named("Frouard"), named("Charlemont")
