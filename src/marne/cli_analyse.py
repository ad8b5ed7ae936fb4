"""The command that looks at a game again: `marne analyse RECORD`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from marne.cli_options import Language, counted, err, out
from marne.engine import MarneError, Match, read_record, rebuild
from marne.kit import ENGLISH
from marne.players import Heard, Turning, analyse, heard_at
from marne.terminal import checked_language

__all__ = ["add_to"]

WIDE = 40
"""So many letters a full bar has."""
TIMES = "{times, plural, one {once} other {# times}}"


def add_to(app: typer.Typer) -> None:
    """Put the command under an app."""
    app.command(name="analyse")(analyse_record)


def analyse_record(
    file: Annotated[Path, typer.Argument(help="A record of a game that is over.")],
    playouts: Annotated[int, typer.Option(min=1, help="Games played on from a moment where nobody judges.")] = 3,
    proposals: Annotated[bool, typer.Option(help="What a council would have proposed where the game turned.")] = True,
    language: Language = ENGLISH,
) -> None:
    """How a game stood from beginning to end, where it turned, and what a council would have done there."""
    try:
        match = rebuild(read_record(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise MarneError(f"{file}: {error}") from error
    checked_language(match.game, language)
    if not match.over:
        raise MarneError(f"{file}: this game is not over; what is hidden in it stays hidden")
    first = match.game.seats[0]
    with Progress(console=err, transient=True) as progress:
        task = progress.add_task("looking", total=None)
        found = analyse(match, playouts, told=lambda done, of: progress.update(task, completed=done, total=of))
    how = "by the game's judge" if found.judged else f"by staffs that play on, {counted(TIMES, times=playouts)} each"
    out.print(f"{match.game.title}: chances of the {first} side, {how}", highlight=False)
    for moment in found.moments:
        bar = "#" * round(moment.chance * WIDE)
        out.print(
            f"{moment.number:>6} {moment.chance:>5.0%} {bar:<{WIDE}} points {moment.points:g}",
            markup=False,
            highlight=False,
        )
    for turning in found.turnings:
        change = f"{turning.change:+.0%}" if found.judged else f"{turning.change:+g} points"
        out.print(f"answers {turning.start} to {turning.number}: {change} for the {first} side", highlight=False)
        _tell(match, turning, proposals, language)


def _tell(match: Match, turning: Turning, proposals: bool, language: str) -> None:
    """What happened there, and what a council makes of the first question."""
    again = Match(match.game, match.setting)
    again.replay(match.log[: turning.start])
    for entry in match.log[turning.start : turning.number]:
        again.play_text(entry.text, entry.draw)
        for event in again.position.events:
            out.print(f"    {event.rule:>8}  {match.game.say(event, language)}", markup=False, highlight=False)
    for number in turning.questions[:1] if proposals else ():
        for heard in heard_at(match, number):
            plan = f" ({match.game.term(heard.plan, language)})" if heard.plan else ""
            out.print(_proposal(heard, plan), markup=False, highlight=False)


def _proposal(heard: Heard, plan: str) -> str:
    tried = counted("{times, plural, one {# simulation} other {# simulations}}", times=heard.simulations)
    marks = " ".join(word for word, is_so in (("chosen", heard.chosen), ("played", heard.played)) if is_so)
    return f"    council  {heard.worth:>5.0%}  {heard.text}{plan}  ({tried}) {marks}".rstrip()
