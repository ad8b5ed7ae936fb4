"""Words for people, in English and Spanish: the same keys in both, checked by a test."""

from __future__ import annotations

from typing import Any, Final

from marne.engine import Event, Modifier, Refusal, Words
from training.ground import SIDES

__all__ = ["WORDS", "Reason", "say"]

_EN: Final = {
    # events, by class
    "Deployed": "{counter} is {kind}",
    "TurnBegan": "turn {turn}: {weather}",
    "ChitDrawn": "{side} draws {chit}",
    "Rallied": "{counter} is in order again",
    "Moved": "{counter} goes to {hex}",
    "Revealed": "{counter} turns up: {kind}",
    "Fired": "{counter} fires, die {die}: the shot falls in {hex}",
    "Fired.off": "{counter} fires, die {die}: the shot falls off the map",
    "Disordered": "{counter} is disordered",
    "Attacked": "{side} attacks {hex} with {counters}",
    "ChitsShown": "committed: {attacker} by the attacker, {defender} by the defender",
    "Fought": "attack on {hex} at {column}, die {die}{modifiers} = {sum}: {result}",
    "StepLost": "{counter} loses a step",
    "StepLost.gone": "{counter} is destroyed",
    "TownHeld": "{side} holds {town}",
    "PointsScored": "towns: {blue} for blue, {red} for red",
    # questions, by step
    "Deploy": "Which unit is {counter}?",
    "Weather": "The weather",
    "DrawChit": "A chit is drawn",
    "Movement": "Which counter moves?",
    "MoveCounter": "Where does {counter} go?",
    "Fire": "Where do the guns {counter} aim?",
    "FallOfShot": "The fall of shot",
    "Combat": "Which hex do you attack?",
    "Withdraw": "Does the stack in {hex} withdraw before the attack?",
    "CommitChit": "Which chit do you commit?",
    "ResolveAttack": "The die of the attack on {hex}",
    "TakeLoss": "Which counter loses a step?",
    "Retreat": "Where does the stack in {hex} retreat?",
    "Advance": "Which counter advances to {hex}?",
    "over": "The game is over",
    # answers that are no counter and no hex
    "answer.done": "done",
    "answer.hold": "hold fire",
    "answer.stand": "stand",
    "answer.none": "no chit",
    "answer.stay": "no advance",
    # sides, kinds, chits, weather, ground, modifiers
    "blue": "blue", "red": "red",
    "infantry": "infantry", "cavalry": "cavalry", "guns": "guns", "decoy": "a decoy",
    "assault": "assault", "trench": "trench", "blank": "a blank", "none": "nothing",
    "dry": "dry", "rain": "rain", "fog": "fog",
    "clear": "clear", "wood": "wood", "hill": "hill", "town": "town",
    "across the river": "across the river", "disordered defenders": "disordered defenders", "chit": "chit",
    # panels
    "turn": "Turn {turn} of {turns}", "setup": "Getting ready", "points": "Points", "chits": "Chits",
    "hand": "in hand", "cup": "in the cup",
    # reasons
    "why.enemy": "{hex} holds enemies",
    "why.full": "two counters are in {hex} already",
    "why.zone": "an enemy zone of control bars the way to {hex}",
    "why.far": "{hex} is further than the {points} points of {counter}",
    "why.moved": "{counter} has moved already",
    "why.theirs": "{counter} is not yours",
    "why.gone": "{counter} is off the map",
    "why.unknown": "there is no {name}",
    "why.range": "further than {range} paces from {counter}",
    "why.safety": "within {safety} paces of {counter}",
    "why.off_map": "the point is off the map",
    "why.no_point": "a point is written x,y in paces",
    "why.empty": "no enemies are in {hex}",
    "why.attacked": "{hex} was attacked this turn",
    "why.nobody": "none of yours beside {hex} can still fight this turn",
    "why.no_refuge": "a stack goes back one hex, out of enemy zones and where there is room",
    "why.not_concerned": "{counter} has no part in this attack",
    "why.no_chit": "you hold no such chit",
    "why.no_unit": "you have no such unit left to deploy",
    "why.not_now": "that cannot be chosen now",
    "why.not_asked": "it is not for you to answer now",
}  # fmt: skip

_ES: Final = {
    "Deployed": "{counter} es {kind}",
    "TurnBegan": "turno {turn}: {weather}",
    "ChitDrawn": "{side} saca {chit}",
    "Rallied": "{counter} vuelve al orden",
    "Moved": "{counter} va a {hex}",
    "Revealed": "{counter} se descubre: {kind}",
    "Fired": "{counter} dispara, dado {die}: el tiro cae en {hex}",
    "Fired.off": "{counter} dispara, dado {die}: el tiro cae fuera del mapa",
    "Disordered": "{counter} queda en desorden",
    "Attacked": "{side} ataca {hex} con {counters}",
    "ChitsShown": "empeñado: {attacker} por el atacante, {defender} por el defensor",
    "Fought": "ataque a {hex} a {column}, dado {die}{modifiers} = {sum}: {result}",
    "StepLost": "{counter} pierde un paso",
    "StepLost.gone": "{counter} queda destruido",
    "TownHeld": "{side} ocupa {town}",
    "PointsScored": "pueblos: {blue} para azul, {red} para rojo",
    "Deploy": "¿Qué unidad es {counter}?",
    "Weather": "El tiempo",
    "DrawChit": "Se saca una ficha",
    "Movement": "¿Qué ficha mueve?",
    "MoveCounter": "¿Adónde va {counter}?",
    "Fire": "¿Adónde apuntan los cañones {counter}?",
    "FallOfShot": "La caída del tiro",
    "Combat": "¿Qué hexágono atacas?",
    "Withdraw": "¿Se repliega la pila de {hex} antes del ataque?",
    "CommitChit": "¿Qué ficha empeñas?",
    "ResolveAttack": "El dado del ataque a {hex}",
    "TakeLoss": "¿Qué ficha pierde un paso?",
    "Retreat": "¿Adónde se retira la pila de {hex}?",
    "Advance": "¿Qué ficha avanza a {hex}?",
    "over": "La partida ha terminado",
    "answer.done": "hecho",
    "answer.hold": "no disparar",
    "answer.stand": "resistir",
    "answer.none": "ninguna ficha",
    "answer.stay": "no avanzar",
    "blue": "azul", "red": "rojo",
    "infantry": "infantería", "cavalry": "caballería", "guns": "cañones", "decoy": "un señuelo",
    "assault": "asalto", "trench": "trinchera", "blank": "una en blanco", "none": "nada",
    "dry": "seco", "rain": "lluvia", "fog": "niebla",
    "clear": "llano", "wood": "bosque", "hill": "colina", "town": "pueblo",
    "across the river": "a través del río", "disordered defenders": "defensores en desorden", "chit": "ficha",
    "turn": "Turno {turn} de {turns}", "setup": "Preparativos", "points": "Puntos", "chits": "Fichas",
    "hand": "en mano", "cup": "en la taza",
    "why.enemy": "hay enemigos en {hex}",
    "why.full": "ya hay dos fichas en {hex}",
    "why.zone": "una zona de control enemiga cierra el camino a {hex}",
    "why.far": "{hex} queda más lejos que los {points} puntos de {counter}",
    "why.moved": "{counter} ya ha movido",
    "why.theirs": "{counter} no es tuya",
    "why.gone": "{counter} está fuera del mapa",
    "why.unknown": "no hay {name}",
    "why.range": "a más de {range} pasos de {counter}",
    "why.safety": "a menos de {safety} pasos de {counter}",
    "why.off_map": "el punto queda fuera del mapa",
    "why.no_point": "un punto se escribe x,y en pasos",
    "why.empty": "no hay enemigos en {hex}",
    "why.attacked": "{hex} ya fue atacado este turno",
    "why.nobody": "ninguna de las tuyas junto a {hex} puede combatir aún este turno",
    "why.no_refuge": "una pila retrocede un hexágono, fuera de zonas enemigas y donde quepa",
    "why.not_concerned": "{counter} no participa en este ataque",
    "why.no_chit": "no tienes tal ficha",
    "why.no_unit": "no te queda tal unidad por desplegar",
    "why.not_now": "eso no se puede elegir ahora",
    "why.not_asked": "no te toca responder ahora",
}  # fmt: skip

WORDS: Final = Words({"en": _EN, "es": _ES})


class Reason:
    """Why something is not allowed, before anybody knows in which language it will be read."""

    def __init__(self, rule: str, key: str, **facts: Any) -> None:
        self.rule = rule
        self.key = key
        self.facts = facts

    def refusal(self, language: str = "en") -> Refusal:
        """The reason in words."""
        return Refusal(self.rule, WORDS.say(language, self.key, **self.facts))


def say(event: Event, language: str) -> str:
    """An event in plain words."""
    facts = {name: _word(language, name, fact) for name, fact in event.facts().items()}
    key = type(event).__name__
    if (key, facts.get("left")) == ("StepLost", 0):
        key = "StepLost.gone"
    elif (key, facts.get("hex")) == ("Fired", ""):
        key = "Fired.off"
    return WORDS.say(language, key, **facts)


def _word(language: str, name: str, fact: Any) -> Any:
    """A fact as it stands in a sentence: sides and kinds by their words, modifiers itemised."""
    if name == "side":
        return WORDS.say(language, SIDES[fact])
    if name in ("kind", "weather", "chit", "attacker", "defender"):
        return WORDS.say(language, fact)
    if name == "counters":
        return ", ".join(fact)
    if name == "modifiers":
        return "".join(f" {_item(language, modifier)}" for modifier in fact)
    return fact


def _item(language: str, modifier: Modifier) -> str:
    return f"{modifier.amount:+} {WORDS.say(language, modifier.text)} ({modifier.rule})"
