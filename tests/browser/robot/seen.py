"""What the robot has seen of the page in one look."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any

ANNOUNCES = re.compile(r"\b(?:rolls?|dice|die)\b|[\u2680-\u2685\U0001f3b2]", re.IGNORECASE)
"""A control that leads to a die says so in its name, or by the picture of a die in it."""


@dataclass(frozen=True)
class Control:
    """Something that can be pressed. `signs`: what pictures in it say. `place`: "in" sight, reached by "scroll", "off"
    the shown part of the map, or "outside" the window. `free`: nothing lies over the point. `cover`: what lies over a
    mark on the map and is no part of the map; `fan`: it is a fan of counters, which the player opens. `main`: in the
    colour of the main button. `marked`: edged as what can be chosen."""

    at: int
    name: str
    signs: str
    role: str
    room: str
    place: str
    x: float
    y: float
    free: bool
    cover: str
    fan: bool
    disabled: bool
    checked: bool
    skipped: bool
    main: bool
    counter: bool
    marked: bool

    @property
    def key(self) -> str:
        """The same control in another look."""
        return f"{self.room} {self.role} {self.name} {round(self.x)} {round(self.y)}"

    @property
    def announces(self) -> bool:
        """Whether it says that dice are rolled."""
        return ANNOUNCES.search(f"{self.name} {self.signs}") is not None


_FIELDS = tuple(field.name for field in fields(Control))


@dataclass(frozen=True)
class Look:
    """The page at one time. `moment` changes with question and map, `state` also with what can be pressed."""

    question: str
    turn: str
    over: str
    mine: bool
    others: bool
    dialogs: tuple[str, ...]
    controls: tuple[Control, ...]
    moment: str
    state: str

    @classmethod
    def read(cls, told: dict[str, Any]) -> Look:
        """From what eyes.js says."""
        controls = tuple(Control(**{name: each[name] for name in _FIELDS}) for each in told["controls"])
        return cls(**{**told, "dialogs": tuple(told["dialogs"]), "controls": controls})

    def named(self, *names: str) -> Control | None:
        """The first control of one of these names that can be pressed, in the order of the names."""
        for name in names:
            for control in self.controls:
                if control.name == name and not control.disabled and (control.free or control.place == "scroll"):
                    return control
        return None
