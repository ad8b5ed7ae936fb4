"""Paper and ink. One place for every colour, so that the night theme is the same map, dimmed and cooled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ThemeName = Literal["day", "night"]
RGB = tuple[int, int, int]

DAY = {
    "paper": "#f4eedd",
    "margin": "#faf6ea",
    "sea": "#c9dbe6",
    "sea-near": "#d9e7ee",
    "coast": "#6f8ea3",
    "low": "#eef0da",
    "hill": "#e9d9b6",
    "upland": "#dcc397",
    "mountain": "#cdb38b",
    "summit": "#bd9c72",
    "wood": "#b3c294",
    "tree": "#7f9a62",
    "hachure": "#a5875a",
    "peak": "#8a6a42",
    "marsh": "#5f97a0",
    "urban": "#c9a79c",
    "river": "#4f86b5",
    "river-case": "#a8cdea",
    "canal": "#5b8fb8",
    "border": "#a8456b",
    "border-band": "#d9a3b8",
    "rail": "#2a2622",
    "rail-light": "#fbf8ee",
    "grid": "#a2967a",
    "number": "#8d8268",
    "ink": "#2b2721",
    "halo": "#fbf7ea",
    "region": "#8a7a58",
    "water-name": "#3f739e",
    "fort": "#1d1a17",
    "red": "#b5302a",
    "blocked": "#7d2320",
    "accent": "#d98e04",
    "german": "#6f7560",
    "french": "#4a6ba3",
    "british": "#a98f55",
    "belgian": "#5f7d4b",
    "veil": "#f4eedd",
    "neutral": "#9a958a",
}


NIGHT = {
    "number": "#1d2024",
    "ink": "#07080a",
    "halo": "#a3acb4",
    "region": "#24262a",
    "water-name": "#0a2742",
    "grid": "#3f4449",
    "border": "#5c1634",
}
"""What is read at night: words and lines are not dimmed with the paper, or nobody could tell them from it."""


def rgb(colour: str) -> RGB:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def text(colour: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _dimmed(colour: str) -> str:
    """Darker and a little bluer; inks stay darker than the paper they lie on."""
    r, g, b = rgb(colour)
    return text((round(r * 0.50), round(g * 0.55), round(b * 0.62)))


@dataclass(frozen=True)
class Theme:
    name: ThemeName

    def __getitem__(self, key: str) -> str:
        if self.name == "day":
            return DAY[key]
        return NIGHT.get(key) or _dimmed(DAY[key])

    def rgb(self, key: str) -> RGB:
        return rgb(self[key])
