"""`marne report` and `marne record --plot`: one HTML page with plots, whole in itself, for screens and for paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

from marne.atlas.project import XY
from marne.engine import MarneError, Match, Observation
from marne.lab.batch import Plan, row_of
from marne.lab.figures import Figures
from marne.lab.front import GERMAN
from marne.lab.maps import SheetGround, SheetLine, board_ground, heat, table_ground, with_lines
from marne.lab.parts import Parts
from marne.lab.plots import Band, Interval, bars, histogram, intervals, lines, quantile, spread
from marne.lab.watch import Watch

__all__ = ["html_page", "page", "report_of", "report_of_match"]


def report_of(directory: Path) -> str:
    """The page of a directory: of every run in it."""
    found = sorted({told.parent for told in directory.glob("**/run.json")})
    if not found:
        raise MarneError(f"{directory} holds no run: play one with `marne auto GAME --out {directory}`")
    runs = [Figures.of(Parts(path)) for path in found]
    runs = [run for run in runs if run.tally.games]
    if not runs:
        raise MarneError(f"{directory}: no game is played yet")
    return page(runs)


class MatchWatch:
    """Follows a record as it is played through, for the page of one game."""

    def __init__(self) -> None:
        self.watch = Watch(0)
        self.told = self.watch.told

    def figures(self, match: Match) -> Figures:
        """What was seen."""
        self.watch.end(match)
        plan = Plan.of(match.game, match.setting, ["record"] * len(match.game.seats), turns=True)
        figures = Figures(plan.as_json())
        figures.add_game(row_of(plan, match.game, match, 0, 1.0))
        figures.add_turns(self.watch.turns)
        figures.add_places(self.watch.places)
        return figures


def report_of_match(figures: Figures, match: Match, name: str) -> str:
    """The page of one game."""
    score = match.game.score(match.position)
    points = ", ".join(f"{seat} {n}" for seat, n in zip(match.game.seats, score.points, strict=True))
    state = f"{score.why} ({score.rule})" if score.over else "not over yet"
    head = f"{len(match.log)} answers, turn {match.position.board.turn}: {state}. Points: {points}."
    body = [_section(figures, 0, one=True)]
    return html_page(f"{match.game.title}: {name}", [f"<p>{escape(head)}</p>", *body])


def page(runs: Sequence[Figures]) -> str:
    """The page of some runs: wins of all, then each by itself."""
    titles = list(dict.fromkeys(run.game.title for run in runs))
    body = []
    for title in titles:
        own = [run for run in runs if run.game.title == title]
        rows = [row for run in own for row in _wins(run)]
        words = "Wins and draws with 95 % intervals (Wilson), by setting and players."
        body.append(_figure(intervals(f"{title}: wins", rows), words))
        body.append(_table_of_wins(own))
    body += [_section(run, place) for place, run in enumerate(runs)]
    return html_page(", ".join(titles), body)


def _wins(run: Figures) -> Iterable[Interval]:
    games = run.tally.games
    for place, (side, (count, low, high)) in enumerate(run.tally.summary().wins.items()):
        note = f"{side}: {count} of {games}, {low:.1%} to {high:.1%}"
        yield Interval(f"{run.label}: {side}", place, count / games, low, high, note)


def _table_of_wins(runs: Sequence[Figures]) -> str:
    rows = []
    for run in runs:
        for side, (count, low, high) in run.tally.summary().wins.items():
            cells = (run.label, side, f"{count} of {run.tally.games}", f"{low:.1%} to {high:.1%}")
            rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    head = "<tr><th>setting and players</th><th>side</th><th>won</th><th>95 % interval</th></tr>"
    return f"<details><summary>The same as numbers</summary><table>{head}{''.join(rows)}</table></details>"


def _section(run: Figures, place: int, one: bool = False) -> str:
    games = run.tally.games
    about = f"{games} games, rules {run.about['rules']}, data {run.about['data'][:12]}."
    parts = [] if one else [f"<h2>{escape(run.game.title)}: {escape(run.label)}</h2><p>{escape(about)}</p>"]
    middle = "" if one else " The line is the median, around it the middle half of all games that lasted so long."
    points = {seat: _bands(counts) for seat, counts in run.points.items()}
    parts.append(_figure(lines("Points by turn", points, "turn", "points"), f"Points at the end of each turn.{middle}"))
    if not one:
        parts.append(
            _figure(bars("Lengths", histogram(run.answers), "answers in a game", "games"), "Lengths of the games.")
        )
        last = {str(turn): count for turn, count in sorted(run.lengths.items())}
        parts.append(_figure(bars("Last turns", last, "last turn", "games"), "The turn in which games ended."))
        parts.append(_endings(run))
    lost = {side: _bands(counts) for side, counts in sorted(run.lost.items())}
    told = (
        "What left the map in each turn, in steps or bases, or in pieces where the game has no steps; withdrawn units "
    )
    told += f"count too, forts don't.{middle}"
    parts.append(_figure(lines("Losses", lost, "turn", "lost", colours=_colours(run)), told))
    if run.ends:
        parts += _maps(run, place, one)
    else:
        parts.append(
            "<p>This run was played without <code>--turns</code>: points by turn, losses and maps are not known.</p>"
        )
    return "<section>" + "".join(parts) + "</section>"


def _colours(run: Figures) -> dict[str, int]:
    """Sides in the colours of their seats, where the seats are called so; else in order."""
    sides = sorted({*run.stood, *run.lost})
    seats = run.game.seats
    if GERMAN in seats and set(sides) <= {GERMAN, "allied"}:
        return {GERMAN: seats.index(GERMAN), "allied": 1 - seats.index(GERMAN)}
    return {side: place % 2 for place, side in enumerate(sides)}


def _bands(counts: Mapping[int, Mapping[float, int]]) -> dict[int, Band]:
    return {turn: spread(values) for turn, values in sorted(counts.items())}


def _endings(run: Figures) -> str:
    rows = []
    for why, count in run.tally.endings.most_common():
        share = count / run.tally.games
        bar = f'<svg class="share" viewBox="0 0 100 10"><rect class="bar" width="{100 * share:.1f}" height="10"/></svg>'
        rows.append(f"<tr><td>{escape(why)}</td><td>{count}</td><td>{share:.0%}</td><td>{bar}</td></tr>")
    return f"<h3>Endings</h3><table>{''.join(rows)}</table>"


def _ground(run: Figures, place: int) -> SheetGround | None:
    if run.board is not None:
        return board_ground(run.board, f"ground{place}")
    first = run.game.start(run.setting)
    table = run.game.sight(Observation.of(run.game, run.setting, first, None)).scene("en").open_table
    return None if table is None else table_ground(table.size, f"ground{place}")


def _maps(run: Figures, place: int, one: bool) -> list[str]:
    ground = _ground(run, place)
    if ground is None:
        return ["<p>The game has no map to draw on.</p>"]
    parts = [ground.symbol()]
    colours = _colours(run)
    for side, counts in sorted(run.stood.items()):
        mean = {label: count / run.ends for label, count in counts.items()}
        title = f"Where {side.capitalize()} units stood"
        parts.append(
            _figure(
                heat(ground, mean, colours[side], title, "units at the end of a turn"),
                f"{title}, on average over the ends of all turns.",
            )
        )
    fights = {label: count / run.tally.games for label, count in run.fought.items()}
    unit = "fights" if one else "fights in a game"
    parts.append(_figure(heat(ground, fights, 2, "Where they fought", unit), f"Where they fought: {unit}."))
    return parts + _fronts(run, ground, one)


def _fronts(run: Figures, ground: SheetGround, one: bool) -> list[str]:
    fronts, calendar, sheet = run.fronts, run.calendar, ground.sheet
    if fronts is None or calendar is None or sheet is None or not run.front:
        return []
    told = {turn: calendar.history_of(turn) for turn in sorted(run.front)}
    shown = {turn: _shown(run, turn) for turn in told}
    known = {
        turn: {band: at for band, at in fronts.of_history(day).items() if band in shown[turn]}
        for turn, day in told.items()
        if day is not None
    }
    dots = {turn: gained for turn, front in known.items() if (gained := fronts.advance(front)) is not None}
    chart = lines("The front by turn", {"games": _bands(run.advance)}, "turn", "km", dots, "history")
    which = "the game's front" if one else "the median front and where the middle half of all games had it"
    caption = "The front at the end of each turn: km to the south-west of the line of 17 August 1914, the mean of all "
    caption += "stretches that both have. History: towns on the armies' fronts, recalled, good to 10 or 20 km."
    parts = [_figure(chart, caption)]

    def line(bands: Sequence[int], advance: Callable[[int], float]) -> list[XY]:
        """Through the middles of bands side by side; one alone is drawn across its width."""
        ends = [(bands[0] + shift, bands[0]) for shift in (-0.5, 0.5)] if len(bands) == 1 else [(b, b) for b in bands]
        return [sheet.px(fronts.point(along, advance(band))) for along, band in ends]

    def cut(bands: Mapping[int, Mapping[float, int]], share: float) -> Callable[[int], float]:
        return lambda band: quantile(bands[band], share)

    for turn, bands in sorted(run.front.items()):
        drawn: list[SheetLine] = []
        for run_of in _neighbours(shown[turn]):
            if not one:
                low, high = line(run_of, cut(bands, 0.25)), line(run_of, cut(bands, 0.75))
                drawn.append(SheetLine("area s0", [*low, *reversed(high)], closed=True))
            drawn.append(SheetLine("front", line(run_of, cut(bands, 0.5))))
        for run_of in _neighbours(sorted(known.get(turn, {}))):
            drawn.append(SheetLine("history", line(run_of, known[turn].__getitem__)))
        day = told[turn]
        beside = f"; history: {day.day}.{day.month}." if day else ""
        end = calendar.end(turn)
        caption = f"Turn {turn}, to {end.day}.{end.month}.{beside}"
        parts.append(_figure(with_lines(ground, drawn, f"The front at the end of turn {turn}"), caption, "small-map"))
    legend = (
        '<p class="key"><svg viewBox="0 0 40 10"><path class="front" d="M0 5h40"/></svg> '
        f'{which} <svg viewBox="0 0 40 10"><path class="history" d="M0 5h40"/></svg> history</p>'
    )
    return [f"<h3>The front</h3>{parts[0]}{legend}<div class='maps'>{''.join(parts[1:])}</div>"]


def _shown(run: Figures, turn: int) -> list[int]:
    """The bands that had a front at the end of a turn in at least half of all games."""
    bands = run.front[turn]
    games = sum(run.advance[turn].values()) or max(sum(counts.values()) for counts in bands.values())
    return [band for band, counts in sorted(bands.items()) if 2 * sum(counts.values()) >= games]


def _neighbours(bands: Sequence[int]) -> list[list[int]]:
    """Bands side by side, as far as they are."""
    found: list[list[int]] = []
    for band in bands:
        if found and found[-1][-1] == band - 1:
            found[-1].append(band)
        else:
            found.append([band])
    return found


def _figure(drawing: str, caption: str, kind: str = "") -> str:
    if not drawing:
        return ""
    return f'<figure class="{kind}">{drawing}<figcaption>{escape(caption)}</figcaption></figure>'


def html_page(title: str, body: Sequence[Any]) -> str:
    """A page whole in itself, for both themes and for paper."""
    style = (resources.files("marne.lab") / "report.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>{escape(title)}</title><style>\n{style}</style></head>\n'
        f"<body><h1>{escape(title)}</h1>\n" + "\n".join(body) + "\n</body></html>\n"
    )
