"""What comes in: every body with the sizes it may have, and the shape of a refusal."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from marne.table.limits import CHAT, RECORD

__all__ = [
    "ERRORS", "Address", "AnswerBody", "BackBody", "Consent", "Join", "Notes", "OneAnswer", "OpenTable", "Plain",
    "Pointed", "RecordBody", "Said", "SeedBody", "SheetBody", "Strict", "SuggestBody", "UndoBody", "UnitBody",
    "WhatIf", "plain",
]  # fmt: skip


def plain(text: str) -> str:
    """Text that every database can keep."""
    if "\0" in text or (not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)):
        raise PydanticCustomError("plain", "no plain text")
    return text


Plain = Annotated[str, AfterValidator(plain)]
Number = Annotated[int, Field(ge=0, le=10_000_000)]
Seed = Annotated[str, Field(max_length=64, pattern="^([0-9a-fA-F]{2})*$")]


class Strict(BaseModel):
    """A body whose unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class OpenTable(Strict):
    """A table to open; `seed` (hex) is mixed into the dice."""

    game: Plain = Field(max_length=64)
    scenario: Plain = Field("", max_length=64)
    edition: Plain = Field("", max_length=64)
    options: dict[Plain, Plain] = Field(default_factory=dict, max_length=64)
    seats: dict[Plain, Plain] = Field(default_factory=dict, max_length=8)
    name: Plain = Field("", max_length=120)
    watch: bool = True
    seed: Seed = ""


class Join(Strict):
    """An invitation taken up; `seed` (hex) is mixed into the dice."""

    invitation: Plain = Field(max_length=100)
    name: Plain = Field("", max_length=80)
    seed: Seed = ""


class SeedBody(Strict):
    """A seed of one's own, in hex."""

    seed: Seed = Field(min_length=2)


class AnswerBody(Strict):
    """An answer: `number` is how many answers the client had seen."""

    number: Number
    answer: Plain = Field(max_length=4000)


class UndoBody(Strict):
    """Going back to a moment; without `to`, one answer."""

    number: Number
    to: Number | None = None


class BackBody(Strict):
    """A wish to go further back than one may alone."""

    to: Number


class Consent(Strict):
    """Yes or no."""

    yes: bool


class Pointed(Strict):
    """What was clicked."""

    hex: Plain | None = Field(None, max_length=40)
    piece: Plain | None = Field(None, max_length=80)


class OneAnswer(Strict):
    """An answer that is not given yet."""

    answer: Plain = Field(max_length=4000)


class SuggestBody(Strict):
    """How many answers."""

    n: int = Field(12, ge=1, le=40)


class WhatIf(Strict):
    """Counters with the hexes they are put in, the hex that is attacked, and by whom; without `by` by oneself."""

    places: dict[Plain, Plain] = Field(default_factory=dict, max_length=300)
    hex: Plain = Field(max_length=16)
    by: Plain = Field("", max_length=40)


class UnitBody(Strict):
    """A unit by its label."""

    unit: Plain = Field(max_length=40)


class SheetBody(Strict):
    """A whole force, or a whole allocation, for the question that was open at this number."""

    number: int = Field(ge=0)
    force: Plain | None = Field(None, max_length=1000)
    tokens: dict[Plain, Annotated[int, Field(ge=0, le=1000)]] | None = Field(None, max_length=100)


class Said(Strict):
    """A line of chat."""

    text: Plain = Field(max_length=CHAT)


class Notes(Strict):
    """Notes of one's own."""

    text: Plain = Field(max_length=20_000)


class RecordBody(Strict):
    """A record."""

    text: Plain = Field(max_length=RECORD)


class Address(Strict):
    """Where to send "your move": an Apprise URL, or empty for none."""

    url: Plain = Field("", max_length=500)


class Refused(BaseModel):
    """What went wrong: a code for programs, a message for people, and the rule that refuses if one does."""

    code: str
    message: str
    rule: str | None = None


class ErrorBody(BaseModel):
    """Every refusal has this shape."""

    error: Refused


_STATUS = {
    400: "Refused", 403: "Not yours", 404: "Not there", 409: "No longer open", 413: "Too large",
    422: "Malformed, or against a rule", 429: "Too often",
}  # fmt: skip
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": words} for status, words in _STATUS.items()
}
