"""Plays one page: looks, chooses, presses, waits for what comes of it, and keeps a journal."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from browser.robot.referee import LOCK, LOST, Found, Referee
from browser.robot.seen import Control, Look
from browser.robot.window import EYES, Window

KEPT = Path(__file__).parents[3] / "build" / "robot"
PATIENCE = 120.0
"""Seconds for which nothing changes before the robot says so: reached only by a failure."""
QUIET = 0.7
"""Seconds after which another control is tried. What comes later is still seen: a lock is said after PATIENCE."""
RESTLESS = 100
"""So many presses without a question or a map that was not seen before are a lock, too."""
LISTED = 10
"""So often the robot looks whether its game is listed."""
START = "Start this scenario"

RARELY = 0.1
HELPS = re.compile(
    r"Menu|Undo( order)?|Take back|Move now|Fold|Unfold|Close|Zoom in|Zoom out|Whole map|Why\?|All answers|Rule .*|Skip"
    r"|\d+ answers?( ▾)?|Skip to the end|What the others do is being shown|You are asked: .*|Close the dice|Back|API"
    r"|Legend.*|[‹›▾▴+−⤢✕]|Go on from answer.*|Battle( in [^:]*)?: .*"
)
"""Names of controls that are no answers."""
PREPARES = re.compile(
    r"Let go|.*\(key .*\)|Hold still.*|Follow the pointer|Waypoint|Straight|Choose several|Spread evenly"
    r"|(Fewer|More) .*|Discard for a token"
)
"""Names of controls that change an answer before it is given: pressed now and then, or where nothing else is left."""


class Robot:
    """One player. `seed` decides what it chooses, `done` how often it takes the main button."""

    def __init__(
        self,
        window: Window,
        name: str,
        *,
        referee: Referee | None = None,
        seed: int = 1914,
        done: float = 0.5,
        patience: float = PATIENCE,
        restless: int = RESTLESS,
        record: Callable[[], str] = str,
    ) -> None:
        self.window, self.name = window, name
        self.referee = referee or Referee()
        self.random = Random(f"{name} {seed}")
        self.done, self.patience, self.restless, self.record = done, patience, restless, record
        self.journal: list[str] = []
        self.presses = 0
        self._seen: set[str] = set()
        self._tried: set[tuple[str, str]] = set()
        self._restless = 0

    # -- looking

    def look(self) -> Look:
        """The page as it is now; the console is heard with every look."""
        self.window.run(EYES)
        self.referee.console(self.window.faults)
        return Look.read(self.window.run("() => eyes.look()"))

    def judge(self, look: Look) -> None:
        """What a person would complain of at this question. The map moves aside, a card goes: what lies in the wrong
        place is looked at again."""
        try:
            self.referee.controls(look)
        except Found:
            self.window.pause(2 * QUIET)
            self.referee.controls(self.look())
        self.referee.words(self.window.run("() => eyes.read()"))

    def until(self, true: Callable[[Look], object], what: str) -> Look:
        """Look until something is so."""
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            look = self.look()
            if true(look):
                return look
            self.window.pause(0.1)
        raise Found(LOCK, f"{what} did not come in {self.patience:.0f} s")

    # -- pressing

    def press(self, control: Control, look: Look) -> bool:
        """Press it where it rests and nothing lies over it, after scrolling to it if need be; whether that was done."""
        if control.place == "scroll":
            self.window.run("at => eyes.scroll(at)", control.at)
        spot = self.window.run("at => eyes.settle(at)", control.at)
        if spot is None:
            return False
        self.presses += 1
        self.journal.append(f"{self.presses:4}  {look.turn} | {look.question[:110]} | {control.role} “{control.name}”")
        self.window.run("() => eyes.press()")
        self.window.press(spot["x"], spot["y"])
        return True

    def by_name(self, name: str, then: Callable[[Look], object]) -> Look:
        """Press the control of that name until something is so: a page that is still loading moves under the finger."""
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            look = self.look()
            if then(look):
                return look
            if (control := look.named(name)) and self.press(control, look):
                self._changed(look, QUIET)
            self.window.pause(0.1)
        raise Found(LOCK, f"“{name}” leads nowhere")

    # -- a game

    def start(self, address: str, title: str, scenario: str, seat: str, player: str) -> None:
        """From the home page to a table against a computer player, by the page of the scenario."""
        self.by_page(address)
        self._guarded(lambda: self._choose(title))
        self._guarded(lambda: self._choose(scenario))
        self._guarded(lambda: self.judge(self._choose(seat)))
        self._guarded(lambda: self._choose(player))
        self._guarded(lambda: self.by_name(START, lambda look: look.question or look.dialogs))

    def by_page(self, address: str) -> None:
        """From the home page to the page of a scenario."""
        self.window.open(address)
        self._guarded(lambda: self.judge(self.by_name("New game", lambda look: look.named(START))))

    def _choose(self, name: str) -> Look:
        """Press one of several until it is marked as chosen."""

        def chosen(look: Look) -> bool:
            return any(each.name == name and each.checked for each in look.controls)

        return self.by_name(name, chosen)

    def goes_on(self, address: str, title: str) -> Look:
        """Come back to the address that the server gives, and go on with the game from My games."""

        def found() -> Look:
            self.window.open(address)
            look = self.until(lambda look: any(each.name == "New game" for each in look.controls), "the home page")
            for _ in range(LISTED):  # the list is asked for; it stays once it is there
                links = [each for each in look.controls if each.role == "link" and each.name.startswith(title)]
                if games := [each for each in links if each.name.endswith("Go on")]:
                    return self.by_name(games[0].name, lambda look: look.mine)
                self.window.pause(QUIET)
                look = self.look()
            raise Found(LOST, f"no game “{title}” under My games at {address}")

        return self._guarded(found)

    def play(self, turns: int = 0) -> str:
        """Play so many turns more, or to the end; the words of the end, or empty."""
        return self._guarded(lambda: self._play(turns))

    def _guarded(self, act: Callable[[], Any]) -> Any:
        try:
            return act()
        except Found as found:
            found.add_note(f"kept in {self.keep(found)}")
            raise

    def _play(self, turns: int) -> str:
        begun: list[str] = []
        while True:
            look = self.rest()
            if look.over:
                self.judge(look)
                return look.over
            if look.turn and look.turn not in begun:
                begun.append(look.turn)
            if turns and len(begun) > turns:
                self.journal.append(f"      {look.turn} | {look.question}")
                return ""
            self.judge(look)
            self.step(look)

    def rest(self) -> Look:
        """Until this robot is asked, or the game is over; what the others do is skipped, what was told is closed."""
        end = time.monotonic() + self.patience
        last = ""
        while time.monotonic() < end:
            look = self.look()
            if look.over:
                return look
            if look.state != last:
                end, last = time.monotonic() + self.patience, look.state
            skip = look.named("Skip to the end")
            if skip:
                self.window.press(skip.x, skip.y)
            elif look.mine and not look.others and self._able(look):
                return look
            self.window.pause(0.05)
        raise Found(LOCK, f"nothing can be pressed at “{look.question}”")

    def step(self, look: Look) -> None:
        """One press, and what comes of it."""
        if look.moment in self._seen:
            self._restless += 1
        else:
            self._seen.add(look.moment)
            self._restless = 0
        if self._restless > self.restless:
            raise Found(LOCK, f"{self.restless} presses led nowhere at “{look.question}”")
        control = self.choose(look)
        if control is None:
            changed = self._changed(look, self.patience)
            if changed is None:
                raise Found(LOCK, f"no control changes anything at “{look.question}”")
            return
        if not self.press(control, look) or self._changed(look, QUIET) is None:
            self._tried.add((look.state, control.key))
            return
        happened = self.window.run("() => eyes.happened()")
        self.referee.words(happened)
        if self.referee.suspects(control, happened) and not self._others_came_first(look):
            self.referee.dice(control, happened)

    def _others_came_first(self, before: Look) -> bool:
        """Whether the log says that no die came of this seat's last answer: somebody else may have answered first, a
        computer so quick that it is never seen at work, or an earlier die is drawn in another place."""
        me, look = before.question.partition(" (you)")[0], self.look()
        tab = look.named("Log")
        if not me or tab is None or not self.press(tab, look):
            return False
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            rows = self.window.run("() => eyes.answered()")
            if me in rows:
                after = rows[: rows.index(me)]
                return not after or not after[-1].startswith("Die ")
            self.window.pause(0.1)
        return False

    def _changed(self, before: Look, seconds: float) -> Look | None:
        """The page once it is another and at rest, if that comes."""
        end = time.monotonic() + seconds
        while True:
            self.window.pause(0.04)
            look = self.look()
            if look.state != before.state:
                return look
            if time.monotonic() > end:
                return None

    def _able(self, look: Look) -> list[Control]:
        """What could be an answer: in the dialog, if one is open."""
        rooms = {"dialog"} if look.dialogs else {"page", "map"}
        return [
            each
            for each in look.controls
            if each.room in rooms
            and not each.disabled
            and each.role in ("button", "checkbox", "radio")
            and not HELPS.fullmatch(each.name)
            and not each.skipped
            and (not each.counter or each.marked)
        ]

    def choose(self, look: Look) -> Control | None:
        """The main button now and then, else anything that is offered and was not tried here in vain."""
        if look.dialogs and (found := look.named("Skip", "Play")) and "Guided tour" in look.dialogs:
            return found
        if found := look.named("Place the rest for me"):
            return found
        able = [each for each in self._able(look) if (look.state, each.key) not in self._tried]
        near = [each for each in able if each.free or each.place == "scroll"]
        mains = [each for each in near if each.main and each.room != "map"]
        others = [each for each in near if not each.main or each.room == "map"]
        later = [each for each in others if PREPARES.fullmatch(each.name)]
        if later and (len(others) > len(later) or mains) and self.random.random() > RARELY:
            others = [each for each in others if each not in later]
        if mains and (not others or self.random.random() < self.done):
            return self.random.choice(mains)
        if others:
            places = [each for each in others if each.room == "map"]
            buttons = [each for each in others if each.room != "map"]
            return self.random.choice(places if places and (not buttons or self.random.random() < 0.6) else buttons)
        if mains:
            return self.random.choice(mains)
        for name in ("Whole map", "Close", "Fold", "Zoom in", "Let go", "Undo"):  # what is asked may be out of sight
            if (found := look.named(name)) and (look.state, found.key) not in self._tried:
                self._tried.add((look.state, found.key))
                return found
        return None

    # -- a failure

    def keep(self, found: Found) -> Path:
        """Journal, record and pictures of a failure; where they are."""
        folder = KEPT / self.name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "journal.txt").write_text("\n".join([*self.journal, str(found), ""]), encoding="utf-8")
        self.window.picture(folder / "failure.png")
        if found.control:
            self.window.run("at => eyes.frame(at)", found.control.at)
            self.window.picture(folder / "marked.png")
        (folder / "game.marne").write_text(self.record(), encoding="utf-8")
        return folder
