"""Sets of hexes as bits, and answers that are kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hexes.strategies import quick
from marne.hexes import bits, first, members, memo


@given(st.sets(st.integers(0, 3000), max_size=400))
@quick
def test_bits_and_members_are_inverse_and_in_order(numbers: set[int]) -> None:
    assert members(bits(numbers)) == sorted(numbers)
    if numbers:
        assert first(bits(numbers)) == min(numbers)


def test_a_memo_forgets_what_was_asked_longest_ago() -> None:
    asked: list[int] = []

    @memo(2)
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [double(number) for number in (1, 2, 1, 3, 1, 2)] == [2, 4, 2, 6, 2, 4]
    assert asked == [1, 2, 3, 2], "1 was asked again before 3 came, so 2 had to go"
