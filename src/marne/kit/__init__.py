"""What every game, the table and the terminal need to speak with people: words by key, reasons, pages in a language."""

from marne.kit.answers import POINT, AnsweredLine, Kind, Shape, by_name, why_not_offered
from marne.kit.house import HouseGame
from marne.kit.pages import (
    Rule,
    ScenarioPage,
    about_in,
    heading_in,
    languages_of,
    read_index,
    rules_in,
    scenario_page,
    seat_in,
    setting_words,
    title_in,
)
from marne.kit.phrases import ENGLISH, Phrasebook, calendar, date_in, in_language, listed, one_of
from marne.kit.plurals import NameList
from marne.kit.reasons import Reason, Refused, message_in, refusal_in
from marne.kit.rooms import House
from marne.kit.sight import SeatSight

__all__ = [
    "ENGLISH",
    "POINT",
    "AnsweredLine",
    "House",
    "HouseGame",
    "Kind",
    "NameList",
    "Phrasebook",
    "Reason",
    "Refused",
    "Rule",
    "ScenarioPage",
    "SeatSight",
    "Shape",
    "about_in",
    "by_name",
    "calendar",
    "date_in",
    "heading_in",
    "in_language",
    "languages_of",
    "listed",
    "message_in",
    "one_of",
    "read_index",
    "refusal_in",
    "rules_in",
    "scenario_page",
    "seat_in",
    "setting_words",
    "title_in",
    "why_not_offered",
]
