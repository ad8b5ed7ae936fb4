"""The table's own words: what no game says."""

from __future__ import annotations

from marne.engine import Words

__all__ = ["WORDS", "seat_words"]

WORDS = Words({
    "en": {
        "GoneBack": "{seat} asked to go back to answer {to}, and the others agreed: {answers} taken back",
        "stands_in.cut_short": "The computer playing {seat} thought for too long: its staff officer answered instead",
        "stands_in.failed": "The computer playing {seat} failed: its staff officer answered instead",
        "stopped.cut_short": "The computer playing {seat} thought for too long and has stopped: wake it to go on",
        "stopped.failed": "The computer playing {seat} failed and has stopped: wake it to go on",
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
        "stands_in.cut_short": "El ordenador que lleva a {seat} pensó demasiado: respondió su oficial de estado mayor",
        "stands_in.failed": "El ordenador que lleva a {seat} falló: respondió su oficial de estado mayor",
        "stopped.cut_short": "El ordenador que lleva a {seat} pensó demasiado y se ha parado: despiértalo para seguir",
        "stopped.failed": "El ordenador que lleva a {seat} falló y se ha parado: despiértalo para seguir",
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
