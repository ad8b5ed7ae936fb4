"""The table's own words: what no game says."""

from __future__ import annotations

from marne.engine import Words

__all__ = ["WORDS", "seat_words"]

WORDS = Words({
    "en": {
        "GoneBack": "{seat} asked to go back to answer {to}, and the others agreed: {answers} taken back",
        "your_move": "{table}: your move",
        "must_answer": "{seat} must answer.",
        "seat.allied": "the Allies",
        "seat.blue": "blue",
        "seat.entente": "the Entente",
        "seat.german": "the Germans",
        "seat.red": "red",
    },
    "es": {
        "GoneBack": "{seat} pidió volver a la respuesta {to} y los demás aceptaron: {answers} retiradas",
        "your_move": "{table}: te toca",
        "must_answer": "Debe responder {seat}.",
        "seat.allied": "el bando aliado",
        "seat.blue": "el azul",
        "seat.entente": "la Entente",
        "seat.german": "el bando alemán",
        "seat.red": "el rojo",
    },
})  # fmt: skip


def seat_words(language: str, seat: str) -> str:
    """A seat in a sentence; by its own name where there are no words for it.

    >>> seat_words("es", "german"), seat_words("es", "dealer")
    ('el bando alemán', 'dealer')
    """
    return WORDS.say(language, f"seat.{seat}") if WORDS.has(f"seat.{seat}") else seat
