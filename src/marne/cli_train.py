"""The command that lets a judge learn: `marne train GAME`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from marne.cli_options import Choices, out, setting_from
from marne.engine import find_game
from marne.lab.train import NOISE, games_told, judge_text, learner_of
from marne.lab.train import train as train_judge

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Put the command under an app."""
    app.command()(train)


def train(
    game: Annotated[str, typer.Argument(help="The game.")],
    scenario: Annotated[str, typer.Option(help="The scenario; the first where none is named.")] = "",
    edition: Annotated[str, typer.Option(help="The edition.")] = "",
    option: Choices = None,
    games: Annotated[int, typer.Option(min=10, help="How many games are played.")] = 150,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 1,
    samples: Annotated[Path | None, typer.Option(help="Keep the games in this file, and go on with it.")] = None,
    judge: Annotated[Path | None, typer.Option(help="The file to write; else the game's own judge.toml.")] = None,
) -> None:
    """Play games of the staff, and learn from them how good a position is."""
    found = find_game(game)
    setting = setting_from(game, scenario, edition, option)
    fitted = train_judge(found, setting, range(seed, seed + games), samples)
    told = {
        **games_told(fitted),
        "players": f"staffs that take another of their proposals {NOISE:.0%} of the time",
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
    }
    file = judge or learner_of(found).judge
    file.write_text(judge_text(fitted, told), encoding="utf-8")
    out.print(
        f"{fitted.samples} positions of {games} games; Brier score on games held out {fitted.brier:.4f}, "
        f"of the mean result {fitted.base:.4f}",
        highlight=False,
    )
    out.print(str(file), markup=False, highlight=False, soft_wrap=True)
