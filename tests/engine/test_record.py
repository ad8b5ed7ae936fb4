"""Records: readable, exact, and refused with line, finding and expectation where they are wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import marne.engine.record as record_module
from engine.support import SETTINGS, dice, part, whole
from marne.engine import (
    CHANCE,
    MarneError,
    Match,
    Record,
    RecordError,
    Setting,
    UnknownGame,
    find_game,
    read_record,
    rebuild,
    record_of,
    repair,
    skipped_draws,
    verify_dice,
    verify_record,
)

TEXT = record_of(whole(1))
ROWS = TEXT.splitlines()
FIRST = next(at for at, row in enumerate(ROWS) if row.startswith("1. "))
"""The place of the first answer in ROWS; its line in the file is one more."""


def changed(at: int, row: str | None) -> str:
    """The record with another row in that place, or without it."""
    rows = [*ROWS[:at], *([] if row is None else [row]), *ROWS[at + 1 :]]
    return "\n".join(rows) + "\n"


def row_where(holds: Callable[[str], bool]) -> int:
    return next(at for at, row in enumerate(ROWS) if holds(row))


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        rebuild(read_record(text))
    return caught.value


# -- what is written can be read


@pytest.mark.parametrize("seed", range(8))
def test_round_trip(seed: int) -> None:
    match = whole(seed)
    text = record_of(match)
    again = rebuild(read_record(text))
    assert again.log == match.log
    assert again.setting == match.setting
    assert again.draws == match.draws
    assert again.position.save() == match.position.save()
    assert record_of(again) == text


def test_a_game_in_progress() -> None:
    match = part(3, 25)
    text = record_of(match)
    assert "secret" not in text, "the secret seed is revealed when the game is over"
    record = read_record(text)
    assert record.secret is None
    assert rebuild(record).position.fingerprint() == match.position.fingerprint()
    assert rebuild(record).observe(0) == match.observe(0)


def test_the_head() -> None:
    record = read_record(TEXT)
    game = find_game("training")
    assert record.setting == Setting("ambush", "second", (("weather", "foul"),))
    assert record.header["rules"] == game.rules_version
    assert game.data_version().startswith(record.header["data"])
    assert record.header["seed"] == dice(1).fingerprint
    assert record.seeds == dice(1).seeds
    assert record.secret == dice(1).secret


def test_without_dice() -> None:
    match = Match(find_game("training"), Setting("ambush"))
    match.play_text("rain")
    text = record_of(match)
    assert "seed" not in text
    assert "1. chance 0: rain" in text
    assert rebuild(read_record(text)).position.board.weather == "rain"
    by_hand = text.replace("chance 0:", "chance:")
    assert rebuild(read_record(by_hand)).draws == 1


def test_comments_and_blank_lines() -> None:
    commented = record_of(whole(1), {1: "the sky clears", 3: "hm"})
    assert "# the sky clears" in commented
    assert rebuild(read_record(commented)).log == whole(1).log
    rows = ["# before", *ROWS[1:]]
    airy = ROWS[0] + "\n" + "\n\n# a word\n".join(rows) + "\n# the end\n\n"
    assert rebuild(read_record(airy)).log == whole(1).log
    windows = TEXT.replace("\n", "\r\n")
    assert rebuild(read_record(windows)).log == whole(1).log


def test_to_and_told() -> None:
    record = read_record(TEXT)
    seen: list[int] = []
    match = rebuild(record, 12, lambda match: seen.append(len(match.log)))
    assert seen == list(range(1, 13))
    assert match.position.save() == part(1, 12).position.save()


# -- what is wrong is refused


@pytest.mark.parametrize("text", ["", "\n", "hello\n", "marne record 3\n", "game: training\n"])
def test_not_a_record(text: str) -> None:
    error = refused(text)
    assert error.line == 1
    assert "marne record 1" in error.expected


@pytest.mark.parametrize("rows", range(1, len(ROWS) - 2, 7))
def test_truncated(rows: int) -> None:
    error = refused("\n".join(ROWS[:rows]) + "\n")
    assert error.line in (1, rows + 1)
    assert "cut off" in error.expected or "header" in error.found


def test_cut_in_the_middle_of_a_line() -> None:
    end = TEXT.index("end: ")
    assert refused(TEXT[: end + 9]).line == row_where(lambda row: row.startswith("end:")) + 1


def test_reordered() -> None:
    rows = [*ROWS]
    rows[FIRST + 3], rows[FIRST + 4] = rows[FIRST + 4], rows[FIRST + 3]
    error = refused("\n".join(rows))
    assert error.line == FIRST + 4
    assert "answer 4" in error.expected


def test_a_missing_and_a_doubled_answer() -> None:
    assert refused(changed(FIRST + 5, None)).line == FIRST + 6
    doubled = "\n".join([*ROWS[: FIRST + 5], *ROWS[FIRST + 4 :]])
    assert refused(doubled).line == FIRST + 6


def test_an_illegal_answer_is_refused_with_the_legal_ones() -> None:
    at = row_where(lambda row: row.endswith("red: done"))
    error = refused(changed(at, ROWS[at].replace("done", "B9")))
    assert error.line == at + 1
    assert error.found == "'B9' by red"
    assert error.expected.startswith("one of: ")
    assert error.expected.endswith("; done")


def test_a_wrong_actor() -> None:
    at = row_where(lambda row: "red: " in row and row[0].isdigit())
    error = refused(changed(at, ROWS[at].replace("red:", "blue:")))
    assert error.line == at + 1
    assert error.found == "an answer by 'blue'"
    assert "one by red (one of: " in error.expected


def test_another_legal_answer_is_found_by_the_closing_line_at_the_latest() -> None:
    """Every single answer replaced by another legal one: some line refuses it, or the fingerprint does."""
    match = whole(1)
    replay = Match(match.game, match.setting)
    found = 0
    for number, entry in enumerate(match.log):
        position = replay.position
        assert position.open is not None
        others = [position.write(option) for option in position.open if position.write(option) != entry.text]
        if others:
            at = FIRST + number
            head = ROWS[at].rpartition(": ")[0]
            error = refused(changed(at, f"{head}: {others[-1]}"))
            assert error.line > at
            found += 1
        replay.play_text(entry.text, entry.draw)
    assert found > 50


def test_an_open_answer_that_is_refused_says_which_step() -> None:
    for seed in range(20):
        rows = record_of(whole(seed)).splitlines()
        shots = [at for at, row in enumerate(rows) if row[:1].isdigit() and row.count(",") == 1]
        if shots:
            at = shots[0]
            rows[at] = rows[at].rpartition(": ")[0] + ": 9999,9999"
            error = refused("\n".join(rows))
            assert (error.line, error.expected) == (at + 1, "an answer to Fire (T5.2)")
            return
    raise AssertionError("no shot in twenty games")


def test_wrong_draws() -> None:
    at = [place for place, row in enumerate(ROWS) if "chance" in row][3]
    number, _, rest = ROWS[at].partition(" chance ")
    text = rest.partition(": ")[2]
    error = refused(changed(at, f"{number} chance 1: {text}"))
    assert (error.line, error.found) == (at + 1, "draw 1")
    assert error.expected == "draw 3 or a later one"


@pytest.mark.parametrize("digits", [10, 18, 19])
def test_a_draw_that_no_database_could_keep(digits: int) -> None:
    """PostgreSQL keeps numbers below 2^31; nine digits leave room for the draws that follow."""
    at = [place for place, row in enumerate(ROWS) if "chance" in row][-1]
    number, _, rest = ROWS[at].partition(" chance ")
    text = rest.partition(": ")[2]
    error = refused(changed(at, f"{number} chance {'9' * digits}: {text}"))
    assert error.line == at + 1
    assert rebuild(read_record(changed(at, f"{number} chance {'9' * 9}: {text}"))).draws == 10**9 < 2**31 - 10**6


def test_a_seat_has_no_draw() -> None:
    at = row_where(lambda row: "red: " in row and row[0].isdigit())
    error = refused(changed(at, ROWS[at].replace("red:", "red 0:")))
    assert (error.line, error.found) == (at + 1, "a draw by red")


@pytest.mark.parametrize("row", ["hello", "1 red: done", "999. red: done", "-1. red: done", "game: training"])
def test_a_row_that_is_no_answer(row: str) -> None:
    assert refused(changed(FIRST + 2, row)).line == FIRST + 3


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("colour: blue", "a header line"),
        ("scenario", "a header line"),
        ("scenario:", "a header line"),
        ("scenario: ambush", "each header line once"),
        ("seed of red: zz", "hex digits"),
        ("seed of green: 123", "hex digits"),
    ],
)
def test_a_wrong_header_line(row: str, words: str) -> None:
    at = row_where(lambda row: row.startswith("rules:"))
    rows = [*ROWS[:at], row, *ROWS[at:]]
    if row.startswith("seed of red"):
        rows = [each for each in rows if not each.startswith("seed of red: 7")]
    error = refused("\n".join(rows))
    assert error.line == at + 1
    assert words in error.expected


@pytest.mark.parametrize("key", ["game", "scenario"])
def test_a_header_line_that_is_missing(key: str) -> None:
    error = refused(changed(row_where(lambda row: row.startswith(f"{key}:")), None))
    assert error.found == f"a header without {key!r}"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("game: training", "game: chess", "no game 'chess'; there are "),
        ("scenario: ambush", "scenario: siege", "training has no scenario 'siege'; it has meeting, ambush"),
        ("edition: second", "edition: third", "training has no edition 'third'; it has first, second"),
        ("option weather: foul", "option weather: hail", "training has no weather 'hail'; it has changing, fair, foul"),
        ("option weather: foul", "option moon: full", "training has no option 'moon'; it has weather"),
    ],
)
def test_an_unknown_setting(old: str, new: str, words: str) -> None:
    assert old in ROWS
    with pytest.raises(UnknownGame) as caught:
        rebuild(read_record(TEXT.replace(old, new)))
    assert words in str(caught.value)


def test_another_setting_is_found() -> None:
    refused(TEXT.replace("edition: second", "edition: first"))
    refused(TEXT.replace("option weather: foul", "option weather: changing").replace("ambush", "meeting"))


@pytest.mark.parametrize("row", ["and more", "999. red: done", "end: 1 answers 00000000, position 0000000000000000"])
def test_extra_lines_after_the_end(row: str) -> None:
    error = refused(TEXT + row + "\n")
    assert error.line == len(ROWS) + 1
    assert "nothing after the closing line" in error.expected


def test_two_secrets() -> None:
    error = refused(TEXT + ROWS[-1] + "\n")
    assert error.line == len(ROWS) + 1


def test_an_answer_after_the_game_is_over() -> None:
    at = row_where(lambda row: row.startswith("end:"))
    count = at - FIRST
    rows = [*ROWS[:at], f"{count + 1}. red: done", ROWS[at].replace(f"end: {count} ", f"end: {count + 1} ")]
    error = refused("\n".join(rows))
    assert error.line == at + 1
    assert "the game is over" in error.expected


def test_a_wrong_closing_line() -> None:
    at = row_where(lambda row: row.startswith("end:"))
    error = refused(changed(at, ROWS[at].replace("position ", "position x")))
    assert (error.line, "sixteen hex digits" in error.expected) == (at + 1, True)
    error = refused(changed(at, "end: 3 answers 00000000, position 0123456789abcdef"))
    assert error.expected == "the 3 that the closing line counts"
    count, answers, position = (ROWS[at].split()[place] for place in (1, 3, 5))
    error = refused(changed(at, f"end: {count} answers {answers} position 0123456789abcdef"))
    assert "the rules or the data were changed" in error.expected
    error = refused(changed(at, f"end: {count} answers 00000000, position {position}"))
    assert "an answer was changed" in error.expected


def test_a_wrong_secret() -> None:
    assert refused(changed(len(ROWS) - 1, "secret: 00ff")).found == "a secret that does not fit the fingerprint"
    assert refused(changed(len(ROWS) - 1, "secret: xyz")).expected == "hex digits"
    seed = row_where(lambda row: row.startswith("seed:"))
    assert "does not fit" in refused(changed(seed, "seed: " + "0" * 64)).found
    assert refused(changed(seed, "seed: not hex")).line == seed + 1


# -- verify


@pytest.mark.parametrize("seed", range(4))
def test_verify_checks_every_draw(seed: int) -> None:
    match = whole(seed)
    record = read_record(record_of(match))
    draws = sum(entry.actor == CHANCE for entry in match.log)
    assert verify_dice(record) == draws > 5
    assert skipped_draws(record) == 0


def test_verify_finds_every_altered_die() -> None:
    """Each chance answer in turn replaced by another legal one."""
    match = whole(1)
    replay = Match(match.game, match.setting)
    for number, entry in enumerate(match.log):
        ask = replay.position.open
        assert ask is not None
        if entry.actor == CHANCE:
            at = FIRST + number
            head = ROWS[at].rpartition(": ")[0]
            for option in ask:
                other = replay.position.write(option)
                if other != entry.text:
                    with pytest.raises(RecordError) as caught:
                        verify_dice(read_record(changed(at, f"{head}: {other}")))
                    assert caught.value.line == at + 1
                    assert caught.value.expected == f"{entry.text!r}, which the seed gives"
        replay.play_text(entry.text, entry.draw)


def test_verify_finds_another_seed_of_a_seat() -> None:
    at = row_where(lambda row: row.startswith("seed of blue:"))
    with pytest.raises(RecordError):
        verify_dice(read_record(changed(at, "seed of blue: 00")))


def test_verify_needs_the_secret() -> None:
    with pytest.raises(MarneError, match="the secret seed is not revealed"):
        verify_dice(read_record(record_of(part(1, 20))))


def test_a_whole_record_is_played_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows, dice and the closing line in one go; a position that is not reached is found."""
    begun: list[Record] = []
    start = record_module._start

    def counting(record: Record) -> Match:
        begun.append(record)
        return start(record)

    monkeypatch.setattr(record_module, "_start", counting)
    record = read_record(TEXT)
    assert verify_record(record) == verify_dice(record) > 5
    assert len(begun) == 2
    record.position = "0" * 16
    with pytest.raises(RecordError):
        verify_record(record)


# -- repair


def test_repair_of_a_sound_record() -> None:
    match, error = repair(read_record(TEXT))
    assert error is None
    assert match.over


def test_repair_keeps_what_the_rules_allow() -> None:
    at = row_where(lambda row: row.endswith("red: done"))
    match, error = repair(read_record(changed(at, ROWS[at].replace("done", "B9"))))
    assert error is not None
    assert error.line == at + 1
    assert len(match.log) == at - FIRST
    assert match.position.save() == part(1, at - FIRST).position.save()
    kept = rebuild(read_record(record_of(match)))
    assert kept.log == match.log


def test_all_settings_are_used() -> None:
    assert {whole(seed).setting.scenario for seed in range(4)} == {setting.scenario for setting in SETTINGS}
