"""What the table refuses, in the reader's language. Refusals are raised in English; here each has its Spanish."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

__all__ = ["SPANISH", "in_words"]

SPANISH: Final = {
    "expected 'Authorization: Bearer TOKEN'": "se espera 'Authorization: Bearer TOKEN'",
    "expected 'Authorization: Bearer TOKEN', with 1 to {} tokens":
        "se espera 'Authorization: Bearer TOKEN', con 1 a {} claves",
    "too many requests; wait a moment": "demasiadas peticiones; espera un momento",
    "too many messages; wait a moment": "demasiados mensajes; espera un momento",
    "too many new tables; wait a moment": "demasiadas mesas nuevas; espera un momento",
    "that token holds no seat at this table": "esa clave no tiene asiento en esta mesa",
    "this table has no spectators": "esta mesa no admite espectadores",
    "a spectator cannot do that": "un espectador no puede hacer eso",
    "that seat is not yours": "ese asiento no es tuyo",
    "that seat is not yours; it can be looked through once the game is over":
        "ese asiento no es tuyo; se podrá mirar por él cuando termine la partida",
    "it is not your turn to answer": "no te toca responder",
    "{} must answer, and that is not your seat": "debe responder {}, y ese asiento no es tuyo",
    "somebody else answered first": "otra persona ha respondido antes",
    "the question has changed": "la pregunta ha cambiado",
    "the game went back meanwhile": "la partida ha vuelto atrás entretanto",
    "answer {} was meant, but there are {} answers": "se quería dar la respuesta {}, pero hay {}",
    "the game is over": "la partida ha terminado",
    "a seat is still open": "todavía hay un asiento libre",
    "since then somebody else has answered, a die has fallen, or something was revealed":
        "desde entonces ha respondido otro, ha caído un dado o se ha descubierto algo",
    "there is no moment {} to go back to": "no hay un momento {} al que volver",
    "there are moments 0 to {}": "hay momentos de 0 a {}",
    "there are the seats {}": "los asientos son {}",
    "nobody has asked to go back": "nadie ha pedido volver atrás",
    "the other side must agree to this": "el otro bando debe estar de acuerdo",
    "the game has begun: its dice are fixed": "la partida ha empezado: sus dados están fijados",
    "the seed is revealed when the game is over": "la semilla se descubre al terminar la partida",
    "luck is told when the game is over": "la suerte se cuenta al terminar la partida",
    "the record holds answers that you may not read; it is open once the game is over":
        "el registro tiene respuestas que no puedes leer; se abre al terminar la partida",
    "a record has at most {} answers": "un registro tiene como mucho {} respuestas",
    "line {}: {}; expected {}": "línea {}: {}; se esperaba {}",
    "this invitation is not open: the seat is taken, or the link is not whole":
        "esta invitación no vale: el asiento está ocupado o al enlace le falta algo",
    "no table {}": "no hay ninguna mesa {}",
    "no game {}; there are {}": "no hay ningún juego {}; hay {}",
    "{} has no open table": "{} no tiene una mesa abierta",
    "{} has no forces to build": "{} no tiene fuerzas que formar",
    "a sheet holds a force or tokens": "una hoja contiene una fuerza o fichas",
    "{} has no odds for a what-if": "{} no tiene probabilidades para un «y si…»",
    "{} has no drawn board": "{} no tiene tablero dibujado",
    "{} has no seat {}; it has {}": "{} no tiene asiento {}; tiene {}",
    "seat {}: expected me, same-screen, open or computer:KIND with a kind of {}":
        "asiento {}: se espera me, same-screen, open o computer:CLASE, con una clase de {}",
    "{} are looking at this table already": "ya hay {} mirando esta mesa",
    "{} is not one of the legal answers ({})": "{} no es una de las respuestas legales ({})",
    "this server sends no messages; start it with --notify":
        "este servidor no envía avisos; hay que iniciarlo con --notify",
    "this server lacks the extra `notify`": "a este servidor le falta el extra `notify`",
    "that is no address that Apprise knows, such as mailto://… or ntfy://…":
        "Apprise no conoce esa dirección; las hay como mailto://… o ntfy://…",
    "a page of another site may not do that": "una página de otro sitio no puede hacer eso",
    "the server failed at this; nothing was changed": "el servidor ha fallado en esto; nada ha cambiado",
    "a message is text: a JSON object": "un mensaje es texto: un objeto JSON",
    "a message is a JSON object": "un mensaje es un objeto JSON",
    "a message is a JSON object with a type": "un mensaje es un objeto JSON con un tipo",
    "a message is at most {} characters long": "un mensaje tiene como mucho {} letras",
    "no message of type {}": "no hay mensajes del tipo {}",
    "the first message is a hello": "el primer mensaje es un saludo",
    "a hello is said once": "se saluda una sola vez",
    "tokens is a list of at most eight words": "tokens es una lista de ocho palabras como mucho",
    "{} is a number": "{} es un número",
    "{} is a text of at most {} characters": "{} es un texto de {} letras como mucho",
    "{} is a text without NUL and without halves of letters": "{} es un texto sin NUL ni letras a medias",
}  # fmt: skip
"""English to Spanish; `{}` is what only the moment knows."""


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile("(.+?)".join(map(re.escape, english.split("{}"))), re.DOTALL), spanish)
        for english, spanish in SPANISH.items()
        if "{}" in english
    )


def in_words(message: str, language: str) -> str:
    """A refusal in a language; in English where nobody has translated it.

    >>> in_words("there are moments 0 to 12", "es"), in_words("there are moments 0 to 12", "en")
    ('hay momentos de 0 a 12', 'there are moments 0 to 12')
    """
    if language != "es":
        return message
    if (plain := SPANISH.get(message)) is not None:
        return plain
    for pattern, spanish in _patterns():
        if found := pattern.fullmatch(message):
            return spanish.format(*found.groups())
    return message
