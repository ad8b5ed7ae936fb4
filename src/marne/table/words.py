"""The table's own words: what no game says."""

from __future__ import annotations

from marne.engine import Words

__all__ = ["WORDS"]

WORDS = Words({
    "en": {
        "GoneBack": "{seat} asked to go back to answer {to}, and the others agreed: {answers} taken back",
        "your_move": "{table}: your move",
        "must_answer": "{seat} must answer.",
    },
    "es": {
        "GoneBack": "{seat} pidió volver a la respuesta {to} y los demás aceptaron: {answers} retiradas",
        "your_move": "{table}: te toca",
        "must_answer": "{seat} debe responder.",
    },
})  # fmt: skip
