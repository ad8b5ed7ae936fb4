"""Frame times in Chromium on the largest board: with 600 counters while the map is panned and zoomed, and while the
other side's turn plays.

Drawn in software (`--disable-gpu`): what a machine without a graphics card can do. The aim with hardware drawing is no
frame over 50 ms; nothing here measures that.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.mouse import open_seat
from browser.house import chromium, open_house
from browser.visitor import Visitor
from marne.engine import CHANCE, Match, Setting, find_game, record_of
from marne.lab.play import seeded_dice

ANSWERS = 60
SIZES = ((1280, 800), (1920, 1080))


def measure(width: int, height: int) -> dict[str, Any]:
    """What the client's own measuring page says after one run in a window of that size."""
    with tempfile.TemporaryDirectory() as directory, open_house(Path(directory)) as house, chromium() as browser:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(120_000)
        page.goto(f"{house.address}/#/bench/nach_paris")
        page.locator(".board svg").wait_for(state="attached")
        page.evaluate(
            "new Promise(done => { const ready = () => marneBench?.ready ? done() : setTimeout(ready, 50); ready(); })"
        )
        page.wait_for_timeout(3000)
        page.evaluate("marneBench.run()")
        told: dict[str, Any] = page.evaluate("({ ...marneBench, run: undefined })")
        return told


WATCH = """() => new Promise(done => {
    const times = []; let before = 0, idle = 0;
    const step = now => {
        if (before) times.push(now - before);
        before = now;
        idle = document.querySelector('[data-testid=film]') ? 0 : idle + 1;
        if (idle < 90 && times.length < 4000) return requestAnimationFrame(step);
        const sorted = times.slice(0, -90).sort((a, b) => a - b);
        const last = sorted.length - 1;
        const at = part => Number((sorted[Math.min(last, Math.floor(sorted.length * part))] ?? 0).toFixed(1));
        done({ frames: sorted.length, median: at(0.5), p95: at(0.95), worst: at(1),
               over50: sorted.filter(each => each > 50).length });
    };
    requestAnimationFrame(step);
})"""
"""Every frame from now on until the others' turn has been shown."""


def moving() -> tuple[str, list[str]]:
    """A campaign of Nach Paris in which the Germans move, and what they answer next."""
    game = find_game("nach_paris")
    match, rng = Match(game, Setting("campaign"), seeded_dice(game, 14)), Random(14)
    record, answers = "", list[str]()
    while len(answers) < ANSWERS and not match.over:
        answer = match.roll() if match.actor == CHANCE else match.position.suggest(rng)[0]
        if (
            not record
            and match.actor == 0
            and len(match.log) > 60
            and type(match.position.step).__name__ == "MoveUnits"
        ):
            record = record_of(match)
        if record and match.actor != 0:
            break
        if record:
            answers.append(match.position.write(answer))
        match.play(answer)
    return record, answers


def turn(width: int, height: int) -> dict[str, Any]:
    """Frames while the other side's turn is shown in steps at the normal speed."""
    record, answers = moving()
    with tempfile.TemporaryDirectory() as directory, open_house(Path(directory)) as house, chromium() as browser:
        visitor = Visitor(browser, house, prefs={"speed": "normal"}, viewport={"width": width, "height": height})
        table, tokens = open_seat(visitor, record, "allied")
        visitor.page.wait_for_timeout(3000)
        for answer in answers:
            number = house.get(f"/api/tables/{table}", tokens["german"])["number"]
            house.post(f"/api/tables/{table}/answers", {"number": number, "answer": answer}, tokens["german"])
        told: dict[str, Any] = visitor.page.evaluate(WATCH)
        return {**told, "counters": visitor.page.locator("g.counter").count(), "answers": len(answers)}


def rows() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [
        (
            "window, software drawing",
            "hexes",
            "counters",
            "frames",
            "p50 ms",
            "p95 ms",
            "longest ms",
            "over 50 ms",
            "load",
        )
    ]
    for width, height in SIZES:
        told = measure(width, height)
        for what in ("pan", "zoom"):
            times = told[what]
            figures = (times["frames"], times["median"], times["p95"], times["worst"], times["over50"])
            load = f"{os.getloadavg()[0]:.1f} of {os.cpu_count()}"
            found.append(
                (f"{what}, {width}x{height}", str(told["hexes"]), str(told["counters"]), *map(str, figures), load)
            )
        told = turn(width, height)
        figures = (told["frames"], told["median"], told["p95"], told["worst"], told["over50"])
        load = f"{os.getloadavg()[0]:.1f} of {os.cpu_count()}"
        shown = f"a turn of {told['answers']} answers, {width}x{height}"
        found.append((shown, "2610", str(told["counters"]), *map(str, figures), load))
    return found


def main() -> None:
    """Print the figures alone."""
    for row in rows():
        print("  ".join(row))


if __name__ == "__main__":
    main()
