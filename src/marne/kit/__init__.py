"""What every game, the table and the terminal need to speak with people: words by key, reasons, pages in a language."""

from marne.kit.pages import Rule, heading_in, read_index, rules_in, seat_in, setting_words, title_in
from marne.kit.phrases import ENGLISH, Phrasebook, in_language
from marne.kit.reasons import Reason, Refused, message_in, refusal_in

__all__ = [
    "ENGLISH",
    "Phrasebook",
    "Reason",
    "Refused",
    "Rule",
    "heading_in",
    "in_language",
    "message_in",
    "read_index",
    "refusal_in",
    "rules_in",
    "seat_in",
    "setting_words",
    "title_in",
]
