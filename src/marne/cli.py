"""The command line: `marne --help`."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, NoReturn

import typer
from rich.markup import escape

from marne import __version__
from marne.cli_analyse import add_to as add_analyse
from marne.cli_desk import add_to as add_desk
from marne.cli_lab import add_to as add_lab
from marne.cli_learn import add_to as add_learn
from marne.cli_learn import lesson_faults
from marne.cli_options import ANSWERS, Choices, Data, Language, counted, ended, err, out, say, setting_from, use_data
from marne.cli_train import add_to as add_train
from marne.engine import (
    MarneError,
    Match,
    find_game,
    game_names,
    read_record,
    rebuild,
    record_of,
    repair,
    skipped_draws,
    verify_record,
)
from marne.games import DataSets
from marne.kit import ENGLISH
from marne.lab.cases import run_case
from marne.lab.outline import outline as outline_of
from marne.players import stand_in
from marne.tables import data_check, data_export
from marne.terminal import TextTable, checked_language, new_match

__all__ = ["app", "main"]

app = typer.Typer(
    help="1914 in the West: four wargames on one engine.", no_args_is_help=True, pretty_exceptions_enable=False
)
data_app = typer.Typer(help="The data of the games: check it, or export it to correct it.", no_args_is_help=True)
app.add_typer(data_app, name="data")
add_lab(app)
add_train(app)
add_analyse(app)
add_desk(app)
add_learn(app)


def main() -> None:
    """Run the command line: what a person did wrong ends with one clear message and exit code 2."""
    try:
        app(standalone_mode=True)
    except MarneError as error:
        _refuse(str(error))
    except OSError as error:
        _refuse(f"{error.filename or ''}: {error.strerror or error}")
    except UnicodeDecodeError as error:
        _refuse(f"not a text file: {error.reason}")


def _refuse(why: str) -> NoReturn:
    """Whatever a file says stands in the message as it is: brackets are no markup."""
    err.print(f"[red]marne:[/red] {escape(why)}", highlight=False)
    sys.exit(2)


def _tell_version(wanted: bool) -> None:
    if wanted:
        out.print(f"marne {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """1914 in the West: four wargames on one engine."""


@app.command()
def games(names: Annotated[bool, typer.Option("--names", help="Only the names.")] = False) -> None:
    """List the games with their scenarios, editions, seats and options."""
    if names:
        out.print("\n".join(game_names()))
        return
    broken = 0
    for name in game_names():
        try:
            game = find_game(name)
        except MarneError as error:
            broken += 1
            first, *more = str(error).splitlines()
            faults = (
                counted(" ({more, plural, one {# more fault} other {# more faults}})", more=len(more)) if more else ""
            )
            err.print(f"[red]marne:[/red] {name} is left out: {escape(first)}{faults}", highlight=False)
            continue
        rows = [
            ("scenarios", [scenario.name for scenario in game.scenarios]),
            ("editions", [*game.editions]),
            ("seats", [*game.seats]),
            *((option.name, [*option.values]) for option in game.options),
        ]
        say(f"{name}: {game.title}")
        for title, values in rows:
            for line in wrap(", ".join(values), out.width, initial_indent=f"  {title:<12}", subsequent_indent=" " * 14):
                say(line)
    if broken:
        raise typer.Exit(2)


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    to: Annotated[int | None, typer.Option(help="Stop after so many answers.")] = None,
    quiet: Annotated[bool, typer.Option(help="Only the last position.")] = False,
    language: Language = ENGLISH,
) -> None:
    """Play a record through and tell what happened."""
    record = read_record(_read(file))
    game = find_game(record.header["game"])
    checked_language(game, language)

    def tell(match: Match) -> None:
        entry = match.log[-1]
        say(f"{len(match.log)}. {match.actor_name(entry.actor)}: {entry.text}")
        for event in match.position.events:
            say(f"    {event.rule:>8}  {game.say(event, language)}")

    match = rebuild(record, to, None if quiet else tell)
    score = game.score(match.position, language)
    state = (
        f"over: {score.why} ({score.rule})"
        if score.over
        else ended(match) or f"{match.actor_name(match.actor or 0)} to answer"
    )
    given = counted(ANSWERS, answers=len(match.log))
    out.print(f"{given}, {state}, points {score.points}, position {match.position.fingerprint()[:16]}")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A record whose seed is revealed.")],
    head: Annotated[str, typer.Option(help="A head of the log that you kept.")] = "",
    key: Annotated[str, typer.Option(help="The server's key that you kept.")] = "",
) -> None:
    """Check every row and every die of a record; it is fair only against the head and the key that you kept."""
    from marne.table.view.vouched import covered

    record = read_record(_read(file))
    draws = verify_record(record)
    drawn = counted("{draws, plural, one {# draw} other {# draws}}", draws=draws)
    out.print(f"{drawn}, every one as the seed gives it; seed fingerprint {record.header['seed']}")
    if skipped := skipped_draws(record):
        more = "{skipped, plural, one {# more was} other {# more were}} thrown away when answers were undone by consent"
        out.print(counted(more, skipped=skipped))
    if (found := covered(record, head, key)) is not None:
        out.print(
            f"fair up to row {found.rows} of {found.of}: the game whose head you kept, signed by the key you kept"
        )
        if not found.whole:
            out.print(f"not covered: rows {found.rows + 1} to {found.of}, and with them the end of the game")
        if found.signed:
            out.print(f"the end is countersigned by {', '.join(found.signed)}")
    elif record.ledger is not None:
        out.print("consistent, nobody vouches for it: give the --head and the --key that your page kept")
    else:
        out.print("consistent, nobody vouches for it: a record of version 1, whose answers could have been changed")


@app.command(name="repair")
def repair_record(
    file: Annotated[Path, typer.Argument(help="A record.")],
    write: Annotated[Path | None, typer.Option(help="Write what can be kept to this file.")] = None,
) -> None:
    """Find the first answer of a record that today's rules no longer allow."""
    match, error = repair(read_record(_read(file)))
    if write is not None:
        if write.exists():
            raise MarneError(f"{write} exists already; nothing was written")
        write.write_text(record_of(match), encoding="utf-8")
    if error is None:
        every = "{answers, plural, one {the one answer is} other {all # answers are}} legal"
        out.print(f"{counted(every, answers=len(match.log))} under rules {match.game.rules_version}")
        return
    legal = counted("{answers, plural, one {# answer is} other {# answers are}} legal", answers=len(match.log))
    err.print(f"{legal}; then {error}", markup=False, highlight=False)
    raise typer.Exit(2)


@app.command()
def case(
    files: Annotated[list[Path], typer.Argument(help="Case files.")],
    quiet: Annotated[bool, typer.Option(help="Only the counts.")] = False,
) -> None:
    """Run case files and print what happens in words."""
    failed = 0
    for file in files:
        try:
            held = run_case(file, None if quiet else say)
            told = counted("{held, plural, one {# expectation holds} other {# expectations hold}}", held=held)
            out.print(f"{file}: {told}", highlight=False)
        except MarneError as error:
            failed += 1
            err.print(str(error), markup=False, highlight=False)
    if failed:
        raise typer.Exit(2)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The game; asked for where none is named.")] = "",
    scenario: Annotated[str, typer.Option(help="The scenario; the first where none is named.")] = "",
    edition: Annotated[str, typer.Option(help="The edition.")] = "",
    option: Choices = None,
    computer: Annotated[list[str] | None, typer.Option(help="seat=player, for each seat that is not yours.")] = None,
    seed: Annotated[int | None, typer.Option(help="Fix the dice (for tests and lessons).")] = None,
    language: Language = ENGLISH,
    data: Data = None,
) -> None:
    """Play as text in the terminal."""
    use_data(data)
    name = game or _named()
    found = find_game(name)
    setting = setting_from(name, scenario, edition, option)
    kinds: dict[str, str] = {}
    for text in computer if computer is not None else [f"{found.seats[1]}={stand_in(found).name}"]:
        seat, equals, kind = text.partition("=")
        if not equals or seat not in found.seats:
            raise MarneError(f"--computer {text!r}: expected seat=player with a seat of {', '.join(found.seats)}")
        kinds[seat] = kind

    table = TextTable(new_match(found, setting, seed), kinds, say, language)

    def ask() -> str | None:
        try:
            return input("> ")
        except EOFError:
            return None

    table.run(ask)


def _named() -> str:
    """The game that a person names when asked."""
    try:
        return str(typer.prompt(f"Which game? {', '.join(game_names())}", default=game_names()[0]))
    except typer.Abort:
        raise MarneError(f"name a game: {', '.join(game_names())}") from None


@data_app.command(name="check")
def check_data(
    directory: Annotated[Path | None, typer.Argument(help="Files that replace the game's own.")] = None,
    game: Annotated[str | None, typer.Option(help="The game; else the one the directory was exported from.")] = None,
) -> None:
    """Check that every value is typed, referenced and has an origin; all games where none is named."""
    found = data_check(DataSets(), directory, game, say)
    raise typer.Exit(max(found, lesson_faults(game)) if directory is None else found)


@data_app.command(name="export")
def export_data(
    game: Annotated[str, typer.Argument(help="The game.")],
    directory: Annotated[Path, typer.Argument(help="A new or empty directory.")],
) -> None:
    """Copy a game's data, with a README of its columns, for whoever owns the printed game to correct."""
    raise typer.Exit(data_export(DataSets(), game, directory, say))


@app.command()
def board(
    game: Annotated[str, typer.Argument(help="The game whose board to draw.")],
    svg: Annotated[Path | None, typer.Option(help="Write an SVG.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write a PNG (needs the extra `atlas`).")] = None,
    layers: Annotated[str, typer.Option(help="Only these layers, with commas between.")] = "",
    theme: Annotated[str, typer.Option(help="day or night.")] = "day",
    width: Annotated[int | None, typer.Option(min=1, max=20_000, help="Pixels of the PNG.")] = None,
    data: Data = None,
) -> None:
    """Draw a board from the data that the rules read."""
    use_data(data)
    if theme not in ("day", "night"):
        raise MarneError(f"--theme {theme}: expected day or night")
    from marne.atlas.draw import draw_board

    data_set = DataSets()[game]  # says which boards there are, and what is wrong with the files of DIR
    if data is not None:
        data_set.replaced_by(data)
    if svg is None and png is None:
        raise MarneError("nothing to write: name --svg FILE or --png FILE")
    wanted = [layer.strip() for layer in layers.split(",")] if layers else None
    for path in draw_board(game, svg, png, wanted, "night" if theme == "night" else "day", width):
        say(str(path))


@app.command()
def outline(game: Annotated[str, typer.Argument(help="The game.")]) -> None:
    """Print the sequence of play: every step with its rule."""
    for rule, step, words in outline_of(find_game(game)):
        out.print(f"{rule:>8}  {step}: {words}", markup=False, highlight=False)


def _setting(name: str, help: str, least: int | None = None) -> Any:
    """An option of the server, which a variable can set too."""
    return typer.Option(help=help, min=least, envvar=f"MARNE_{name.replace('-', '_').upper()}")


@app.command()
def serve(
    host: Annotated[str, _setting("host", "The address to listen on.")] = "127.0.0.1",
    port: Annotated[int | None, _setting("port", "1914 unless it is taken; 0 takes any free one.")] = None,
    database: Annotated[str, _setting("database", "A URL: sqlite:///FILE or postgresql://….")] = "",
    workers: Annotated[int, _setting("workers", "Processes; more than one needs PostgreSQL.", least=1)] = 1,
    simulators: Annotated[
        int, _setting("simulators", "Processes in which one thought tries out proposals at once.", least=1)
    ] = 1,
    notify: Annotated[bool, _setting("notify", "Allow messages by Apprise URLs.")] = False,
    name: Annotated[
        list[str] | None, _setting("name", "The server's public name; requests for others are refused.")
    ] = None,
    behind_proxy: Annotated[
        bool, _setting("behind-proxy", "Believe a proxy on this machine who a request comes from.")
    ] = False,
    key: Annotated[Path | None, _setting("key", "The file of the server's key; made where there is none.")] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    data: Data = None,
) -> None:
    """Start the table and print its address. Each option can be set by a variable too, and wins over it."""
    use_data(data)
    from marne.cli_serve import ready
    from marne.table.server.application import serve
    from marne.table.server.settings import ServerSettings

    wished = replace(
        ServerSettings.of(os.environ),
        host=host,
        port=port,
        database=database,
        workers=workers,
        simulators=simulators,
        notify=notify,
        name=tuple(name or ()),
        behind_proxy=behind_proxy,
        key=key,
    )
    settings = ready(wished, say, open_page=open_page)
    if settings is not None:
        serve(settings)


@app.command()
def version() -> None:
    """Print the version."""
    out.print(__version__)


if __name__ == "__main__":
    main()
