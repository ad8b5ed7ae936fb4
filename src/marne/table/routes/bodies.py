"""What comes in: every body with the sizes it may have, and the shape of a refusal."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from marne.table.game.opening import Pledge
from marne.table.limits import CHAT, RECORD

__all__ = [
    "ERRORS",
    "Address",
    "AnswerBody",
    "BackBody",
    "CardBody",
    "ChatBody",
    "Consent",
    "FreeBody",
    "InvitedBody",
    "Join",
    "Notes",
    "OneAnswer",
    "OpenTableBody",
    "OwnerBody",
    "PartBody",
    "Plain",
    "Pledged",
    "Pointed",
    "RecordBody",
    "RecoverBody",
    "SeatBody",
    "SeedBody",
    "SheetBody",
    "SignBody",
    "Strict",
    "SuggestBody",
    "UndoBody",
    "UnitBody",
    "WatchBody",
    "WhatIf",
    "plain",
]  # fmt: skip


def plain(text: str) -> str:
    """Text that every database can keep."""
    if "\0" in text or (not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text)):
        raise PydanticCustomError("plain", "no plain text")
    return text


def name(text: str) -> str:
    """A name that everybody can read: no control characters, none that turn the direction of writing or can't be
    seen, but for those that join letters."""
    unseen = ("Cc", "Cf", "Co", "Cn", "Zl", "Zp")
    if any(unicodedata.category(letter) in unseen and letter not in "\u200c\u200d" for letter in plain(text)):
        raise PydanticCustomError("name", "no plain name")
    return text


Plain = Annotated[str, AfterValidator(plain)]
Name = Annotated[str, AfterValidator(name)]
Number = Annotated[int, Field(ge=0, le=10_000_000)]
Digest = Annotated[str, Field(max_length=64, pattern="^([0-9a-fA-F]{64})?$")]
Seed = Annotated[str, Field(max_length=64, pattern="^([0-9a-fA-F]{2})*$")]


class Strict(BaseModel):
    """A body whose unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Pledged(Strict):
    """What a player binds himself to: `commit` is the SHA-256 of a seed that he keeps until everybody sits, or `seed`
    is kept here for him; `chain` is the head of his hash chain of `links` parts, one for each draw; `signer` is the
    public key (P-256) with which his page countersigns the end. All in hex."""

    seed: Seed = ""
    commit: Digest = ""
    chain: Digest = ""
    links: int = Field(0, ge=0, le=65_536)
    signer: str = Field("", max_length=130, pattern="^(04[0-9a-fA-F]{128})?$")

    @property
    def pledge(self) -> Pledge:
        """The same for the table."""
        return Pledge(self.seed, self.commit, self.chain, self.links, self.signer)


class OpenTableBody(Pledged):
    """A table to open."""

    game: Plain = Field(max_length=64)
    scenario: Plain = Field("", max_length=64)
    edition: Plain = Field("", max_length=64)
    options: dict[Plain, Plain] = Field(default_factory=dict, max_length=64)
    seats: dict[Plain, Plain] = Field(default_factory=dict, max_length=8)
    name: Name = Field("", max_length=120)
    watch: bool = True
    called: Name = Field("", max_length=80, description="what the others call whoever opens the table")


class InvitedBody(Strict):
    """The code of an invitation."""

    invitation: Plain = Field(max_length=100)


class Join(Pledged):
    """An invitation taken up."""

    invitation: Plain = Field(max_length=100)
    name: Name = Field("", max_length=80)


class PartBody(Strict):
    """The next link of one's hash chain, in hex, for the draw of that number."""

    draw: Number
    part: Digest = Field(min_length=64)


class SeedBody(Strict):
    """The seed that one has committed to, in hex."""

    seed: Seed = Field(min_length=2)


class SignBody(Strict):
    """The row after which a game is over, and the signature of the head after it: ECDSA on P-256 with SHA-256 of
    `marne head HEAD`, as 64 bytes in hex."""

    row: Number = Field(ge=1)
    signature: str = Field(max_length=128, pattern="^[0-9a-fA-F]{128}$")


class AnswerBody(Strict):
    """An answer: `number` is how many answers the client had seen, `moment` the table's own count, which never repeats:
    with it a late copy of an answer that was taken back isn't taken again."""

    number: Number
    answer: Plain = Field(max_length=4000)
    moment: Number | None = None


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


class CardBody(Strict):
    """A hex, and a piece that might go there."""

    hex: Plain = Field(max_length=16)
    piece: Plain = Field("", max_length=80)


class SeatBody(Strict):
    """One of one's own seats; without a name the one that is asked, or the first."""

    seat: Plain = Field("", max_length=40)


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


class RecoverBody(Strict):
    """The recovery word of a seat, as its holder wrote it down."""

    word: Plain = Field(max_length=100)


class OwnerBody(Strict):
    """The token of the opener of the table."""

    owner: Plain = Field(max_length=100)


class FreeBody(OwnerBody):
    """The seat that the opener wants to free."""

    seat: Plain = Field(max_length=40)


class WatchBody(Strict):
    """Whether spectators may look on."""

    watch: bool


class ChatBody(Strict):
    """A line of chat."""

    text: Plain = Field(max_length=CHAT)


class Notes(Strict):
    """Notes of one's own."""

    text: Plain = Field(max_length=20_000)


class RecordBody(Strict):
    """A record."""

    text: Plain = Field(max_length=RECORD)


class Address(Strict):
    """Where to send "your move": an Apprise URL, or a plain mail address, or neither."""

    url: Plain = Field("", max_length=500)
    mail: Plain = Field("", max_length=200)


class RefusedBody(BaseModel):
    """What went wrong: a code for programs, a message for people, and the rule that refuses if one does."""

    code: str
    message: str
    rule: str | None = None


class ErrorBody(BaseModel):
    """Every refusal has this shape."""

    error: RefusedBody


_STATUS = {
    400: "Refused",
    403: "Not yours",
    404: "Not there",
    409: "No longer open",
    413: "Too large",
    422: "Malformed, or against a rule",
    429: "Too often",
    503: "Too much to do",
}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": words} for status, words in _STATUS.items()
}
