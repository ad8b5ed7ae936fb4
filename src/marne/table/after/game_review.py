"""A finished game looked at again, in words: how it stood, where it turned, what a council would have proposed."""

from __future__ import annotations

from collections.abc import Sequence

from marne.engine import Game, Match, Observation, Seat
from marne.players import Heard, analyse, explained, heard_at, imagined
from marne.table.view.payloads import AnalysisTold, HeardTold, TurningTold

__all__ = ["analysis_of", "explained_of", "heard_of"]


def analysis_of(match: Match, language: str) -> AnalysisTold:
    """The moments of a game, and where it turned."""
    found = analyse(match)
    again, turnings = Match(match.game, match.setting), list[TurningTold]()
    for each in found.turnings:
        again.replay(match.log[len(again.log) : each.number])
        scene = again.sight(None).scene(language)
        turnings.append(
            {
                "start": each.start,
                "number": each.number,
                "change": each.change,
                "questions": each.questions,
                "text": ", ".join(filter(None, (scene.turn, scene.phase))),
            }
        )
    return {
        "judged": found.judged,
        "moments": [{"number": each.number, "chance": each.chance, "points": each.points} for each in found.moments],
        "turnings": turnings,
    }


def heard_of(match: Match, number: int, language: str) -> list[HeardTold]:
    """What a council would have heard before an answer, the best first; answers in the words of their buttons."""
    heard = heard_at(match, number)
    if not heard:
        return []
    before = Match(match.game, match.setting)
    before.replay(match.log[:number])
    return _in_words(before.game, before.observe(before.actor, history=False), heard, language)


def explained_of(before: Match, reader: Seat | None, played: str | None, language: str) -> list[HeardTold]:
    """What a council would have heard in the question that is open, in a game that runs: from what one reader knows."""
    game, seen = before.game, before.observe(reader, history=False)
    heard = explained(seen, game, played)
    world = imagined(seen, game)
    actor = world.open.actor if world.open else None
    return _in_words(game, Observation.of(game, before.setting, world, actor), heard, language) if heard else []


def _in_words(game: Game, seen: Observation, heard: Sequence[Heard], language: str) -> list[HeardTold]:
    """Answers in the words of their buttons."""
    words = {choice.id: choice.text for choice in game.sight(seen).scene(language).prompt.choices}

    def named(each: Heard) -> str:
        said = words.get(each.text, each.text)
        return f"{said} ({game.term(each.plan, language)})" if each.plan else said

    told: list[HeardTold] = [
        {
            "text": named(each),
            "worth": each.worth,
            "simulations": each.simulations,
            "chosen": each.chosen,
            "played": each.played,
        }
        for each in heard
    ]
    return sorted(told, key=lambda each: (not each["chosen"], -each["worth"]))
