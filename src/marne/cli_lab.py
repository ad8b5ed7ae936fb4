"""The commands of the lab: `marne auto`, `marne duel`, and the pages of what was played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table

from marne.cli_options import ANSWERS, Choices, Data, counted, ended, err, out, setting_from, use_data
from marne.engine import Game, MarneError, Setting, find_game, read_record, rebuild
from marne.lab.batch import Plan, Row
from marne.lab.duel import Duel, Sprt, first_seeds, pair_of
from marne.lab.executors import Executor, here, on_processes, on_ray
from marne.lab.parts import Parts, PlayedFile
from marne.lab.run import Progress, RunTally, Summary, play_run
from marne.players import player_names

__all__ = ["add_to"]

Out = Annotated[Path | None, typer.Option("--out", help="Keep what is played in this directory, batch by batch.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with what --out holds.")]
Jobs = Annotated[int, typer.Option(min=1, help="Processes.")]
Turns = Annotated[bool, typer.Option(help="With --out: keep how each turn ended, for `marne report`.")]
Cluster = Annotated[str, typer.Option(help="The address of a Ray cluster that is running; see docs/lab.md.")]
Size = Annotated[int, typer.Option("--batch", min=0, help="Games in a batch; 0: as many as take two seconds.")]


def add_to(app: typer.Typer) -> None:
    """Put the commands under an app."""
    app.command()(auto)
    app.command()(duel)
    app.command()(report)
    app.command()(record)


def _executor(jobs: int, cluster: str) -> Executor:
    return on_ray(cluster) if cluster else on_processes(jobs) if jobs > 1 else here


def _check_kinds(game: Game, kinds: list[str], option: str) -> None:
    for kind in kinds:
        if kind not in player_names(game):
            raise MarneError(f"{option}: {game.name} has no player {kind!r}; it has {', '.join(player_names(game))}")


def _bar() -> Bar:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Bar(*columns, console=err, transient=True)


def auto(
    game: Annotated[str, typer.Argument(help="The game.")],
    scenario: Annotated[str, typer.Option(help="The scenario; the first where none is named.")] = "",
    edition: Annotated[str, typer.Option(help="The edition.")] = "",
    option: Choices = None,
    players: Annotated[str, typer.Option(help="One kind for each seat, such as staff,random.")] = "",
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 10,
    jobs: Jobs = 1,
    seed: Annotated[int, typer.Option(help="The first seed; each game adds one.")] = 1,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the figures here.")] = None,
    records: Annotated[Path | None, typer.Option(help="Write every record into this directory.")] = None,
    directory: Out = None,
    resume: Resume = False,
    decisions: Annotated[bool, typer.Option("--decisions", help="Keep every answer, too.")] = False,
    turns: Turns = True,
    batch: Size = 0,
    cluster: Cluster = "",
    data: Data = None,
) -> None:
    """Let computer players play many games, and count."""
    use_data(data)
    found = find_game(game)
    setting = setting_from(game, scenario, edition, option)
    kinds = players.split(",") if players else ["random"] * len(found.seats)
    if len(kinds) != len(found.seats):
        raise MarneError(f"--players {players}: {game} has {len(found.seats)} seats: {', '.join(found.seats)}")
    _check_kinds(found, kinds, "--players")
    if (resume or decisions) and directory is None:
        raise MarneError("--resume and --decisions need --out DIR")
    watched = turns and directory is not None
    plan = Plan.of(found, setting, kinds, decisions=decisions, turns=watched, records=str(records or ""))
    parts = None if directory is None else Parts.begin(directory, plan, resume=resume)
    tally = RunTally(found.seats)
    stopped = False
    played = (
        None if json_file is None else PlayedFile(json_file, {"game": game, "setting": repr(setting), "players": kinds})
    )
    try:
        with _bar() as bar:
            task = bar.add_task(f"{game} {setting.scenario}", total=games)

            def tell(progress: Progress) -> None:
                bar.update(task, completed=progress.done)

            try:
                seeds = range(seed, seed + games)
                for row in play_run(plan, seeds, _executor(jobs, cluster), parts=parts, size=batch, told=tell):
                    tally.add(row)
                    if played is not None:
                        played.add(row)
            except KeyboardInterrupt:
                stopped = True
        if tally.games:
            _show(tally.summary(), found.seats, kinds)
        if played is not None:
            played.close({"summary": tally.summary().as_json()})
    finally:
        if played is not None:
            played.give_up()
    if stopped:
        kept = f"; what was played is in {directory}: go on with --resume" if directory else ""
        of = counted("{games, plural, one {# game} other {# games}}", games=games)
        err.print(f"stopped after {tally.games} of {of}{kept}", highlight=False)
        raise typer.Exit(130)


def _show(summary: Summary, seats: tuple[str, ...], kinds: list[str]) -> None:
    table = Table("side", "player", "wins", "share", "95 % interval", "mean points")
    for side, (wins, low, high) in summary.wins.items():
        place = seats.index(side) if side in seats else None
        table.add_row(
            side,
            "" if place is None else kinds[place],
            str(wins),
            f"{wins / summary.games:.1%}",
            f"{low:.1%} to {high:.1%}",
            "" if place is None else f"{summary.points[side]:.1f}",
        )
    out.print(table)
    for ending, count in summary.endings.items():
        out.print(f"{count:>6}  {ending}", markup=False, highlight=False)
    low, mean, high = summary.answers
    out.print(
        f"{counted('{games, plural, one {# game} other {# games}}', games=summary.games)} of "
        f"{low} to {high} answers, {mean:.0f} on average; "
        f"{summary.decisions_per_second:,.0f} answers per second of one process",
        highlight=False,
    )


def duel(
    game: Annotated[str, typer.Argument(help="The game.")],
    a: Annotated[str, typer.Argument(help="A player.")],
    b: Annotated[str, typer.Argument(help="The player that it is to beat.")],
    scenario: Annotated[str, typer.Option(help="The scenario; the first where none is named.")] = "",
    edition: Annotated[str, typer.Option(help="The edition.")] = "",
    option: Choices = None,
    by: Annotated[str, typer.Option(help="wins, or par: points with the same two seats.")] = "wins",
    h0: Annotated[float, typer.Option(help="A is no better than this share.")] = 0.5,
    h1: Annotated[float, typer.Option(help="A is as good as this share.")] = 0.6,
    games: Annotated[int, typer.Option(min=2, help="The most that are played.")] = 600,
    purpose: Annotated[str, typer.Option("--for", help="gate, or tuning: seeds that never meet.")] = "gate",
    jobs: Jobs = 1,
    directory: Out = None,
    resume: Resume = False,
    turns: Turns = True,
    batch: Size = 0,
    cluster: Cluster = "",
    data: Data = None,
) -> None:
    """Let two players meet in pairs of games, seats changed, until one thing or the other is shown."""
    use_data(data)
    found = find_game(game)
    setting = setting_from(game, scenario, edition, option)
    _check_kinds(found, [a, b], "players")
    for name, chosen, names in (("--by", by, ("wins", "par")), ("--for", purpose, ("gate", "tuning"))):
        if chosen not in names:
            raise MarneError(f"{name} {chosen}: it is one of {', '.join(names)}")
    if len(found.seats) != 2:
        raise MarneError(f"a duel needs two seats; {game} has {len(found.seats)}")
    if not 0 < h0 < h1 < 1:
        raise MarneError(f"--h0 {h0:g} --h1 {h1:g}: expected shares between 0 and 1, the second greater than the first")
    test = Sprt(h0, h1)
    met = Duel(test, by)
    stopped = False
    with _bar() as bar:
        task = bar.add_task(f"{game}: {a} against {b}", total=games // 2)
        executor = _executor(jobs, cluster)
        meeting = _Meeting(found, setting, (a, b), first_seeds(purpose), _Keeping(directory, resume, turns))
        try:
            for first, second in meeting.pairs(games // 2, jobs, executor, batch):
                if met.add(pair_of(first, second, found.seats)):
                    break
                bar.update(task, completed=len(met.pairs), description=f"{a} against {b}: LLR {met.llr:+.2f}")
        except KeyboardInterrupt:
            stopped = True
    _report(met, a, b)
    if stopped:
        raise typer.Exit(130)


class _Keeping(NamedTuple):
    """Where games are kept, whether those that are there count, and whether their turns are kept, too."""

    directory: Path | None
    resume: bool
    turns: bool


class _Meeting:
    """Games of A and B in both orders, round by round, each order kept in a directory of its own."""

    def __init__(
        self,
        game: Game,
        setting: Setting,
        kinds: tuple[str, str],
        first: int,
        keeping: _Keeping,
    ) -> None:
        self.first = first
        directory, resume, turns = keeping
        kept = turns and directory is not None
        self.plans = [Plan.of(game, setting, order, turns=kept) for order in (kinds, kinds[::-1])]
        self.parts = [
            None if directory is None else Parts.begin(directory / name, plan, resume=resume)
            for name, plan in zip(("ab", "ba"), self.plans, strict=True)
        ]

    def pairs(self, most: int, jobs: int, executor: Executor, size: int) -> Iterator[tuple[Row, Row]]:
        """Pairs in order of their seeds; a round is as long as keeps all processes busy."""
        done, round_of = 0, max(2, 2 * jobs)
        while done < most:
            seeds = range(self.first + done, self.first + min(most, done + round_of))
            orders = []
            for plan, parts in zip(self.plans, self.parts, strict=True):
                rows = play_run(plan, seeds, executor, parts=parts, size=size or 1)
                orders.append({row["seed"]: row for row in rows})
            for seed in seeds:
                yield orders[0][seed], orders[1][seed]
            done += len(seeds)


def _report(met: Duel, a: str, b: str) -> None:
    test = met.test
    won, decided, low, high = met.plain_wins()
    pairs = counted("{pairs, plural, one {# pair} other {# pairs}}", pairs=len(met.pairs))
    out.print(f"{a} against {b}: {pairs}, score by {met.by} {met.score:.3f}", highlight=False)
    out.print(
        f"  by wins {_mean(met.scores('wins'))}, by par {_mean(met.scores('par'))}; "
        f"{won} of {decided} decided games won ({low:.1%} to {high:.1%})",
        highlight=False,
    )
    between = " and ".join(f"{bound:+.2f}" for bound in test.bounds)
    out.print(f"  SPRT H0 {test.h0:g}, H1 {test.h1:g}: LLR {met.llr:+.2f} between {between}", highlight=False)
    told = {"H1": f"H1: {a} is better", "H0": f"H0: {a} is not better", "": "undecided, and the games are played"}
    out.print(f"  {told[met.verdict]}", highlight=False)


def _mean(scores: list[float]) -> str:
    return f"{sum(scores) / len(scores):.3f}" if scores else "-"


def report(
    directory: Annotated[Path, typer.Argument(help="What `marne auto --out` or `marne duel --out` kept.")],
    page: Annotated[Path | None, typer.Option("--page", help="The file; else report.html in the directory.")] = None,
) -> None:
    """Write one HTML page with plots of what was played."""
    from marne.lab.report import report_of

    file = page or directory / "report.html"
    text = report_of(directory)
    file.write_text(text, encoding="utf-8")
    out.print(str(file), markup=False, highlight=False, soft_wrap=True)


def record(
    file: Annotated[Path, typer.Argument(help="A record.")],
    plot: Annotated[Path | None, typer.Option(help="Write one HTML page with plots of the game.")] = None,
) -> None:
    """Say what a record holds, and draw it."""
    from marne.lab.report import MatchWatch, report_of_match

    watch = MatchWatch()
    match = rebuild(read_record(file.read_text(encoding="utf-8")), None, watch.told)
    score = match.game.score(match.position)
    state = f"over: {score.why} ({score.rule})" if score.over else ended(match) or "not over"
    given = counted(ANSWERS, answers=len(match.log))
    out.print(f"{match.game.title}, {match.setting.scenario}: {given}, {state}", highlight=False)
    for seat, points in zip(match.game.seats, score.points, strict=True):
        told = counted("{points, plural, one {# point} other {# points}}", points=points)
        out.print(f"  {seat}: {told}", highlight=False)
    if plot is not None:
        plot.write_text(report_of_match(watch.figures(match), match, file.stem), encoding="utf-8")
        out.print(str(plot), markup=False, highlight=False, soft_wrap=True)
