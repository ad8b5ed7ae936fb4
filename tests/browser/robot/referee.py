"""What the robot fails on, each with a name of its own."""

from __future__ import annotations

from browser.robot.seen import Control, Look
from browser.robot.words import wrong_key, wrong_plural

LOCK = "lock"
DIE = "die"
COVERED = "covered"
OUTSIDE = "outside"
KEY = "key"
PLURAL = "plural"
CONSOLE = "console"
LOST = "lost"
CHECKS = frozenset({LOCK, DIE, COVERED, OUTSIDE, KEY, PLURAL, CONSOLE, LOST})


class Found(AssertionError):
    """A fault of the page: its kind, what it is, and the control that shows it."""

    def __init__(self, kind: str, what: str, control: Control | None = None) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind, self.what, self.control = kind, what, control


class Referee:
    """Looks at every question for the kinds that it is told to look for."""

    def __init__(self, checks: frozenset[str] = CHECKS) -> None:
        self.checks = checks
        self._read: set[str] = set()

    def find(self, kind: str, what: str, control: Control | None = None) -> None:
        """Fail, if that kind is looked for."""
        if kind in self.checks:
            raise Found(kind, what, control)

    def controls(self, look: Look) -> None:
        """No control stands outside the window, nothing lies over what is asked on the map."""
        modal = any(each.room == "dialog" for each in look.controls)
        for each in look.controls:
            if each.place == "outside" and each.role != "file":
                self.find(OUTSIDE, f"“{each.name}” can't be reached at “{look.question}”", each)
            if each.cover and not each.fan and not modal and look.mine and not look.others:
                self.find(COVERED, f"{each.cover} lies over “{each.name}” at “{look.question}”", each)

    def words(self, texts: list[str]) -> None:
        """No key and no wrong plural in what has not been read yet."""
        for text in texts:
            if text in self._read:
                continue
            self._read.add(text)
            if wrong := wrong_key(text):
                self.find(KEY, f"“{wrong}” in “{text[:200]}”")
            if wrong := wrong_plural(text):
                self.find(PLURAL, f"“{wrong}” in “{text[:200]}”")

    def console(self, faults: list[str]) -> None:
        """The page reports no error."""
        if faults:
            self.find(CONSOLE, "; ".join(faults[:3]))

    def suspects(self, pressed: Control, happened: list[str]) -> bool:
        """Whether a die came to be seen after a press that did not announce it, and nobody else was seen at work."""
        return bool(happened) and happened[0] != "others" and not pressed.announces

    def dice(self, pressed: Control, happened: list[str]) -> None:
        """No die falls by a press on something that doesn't say so. Dice of the others come after they are seen at
        work."""
        if self.suspects(pressed, happened):
            self.find(DIE, f"“{happened[0]}” fell after a press on “{pressed.name}”", pressed)
