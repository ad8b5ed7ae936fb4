"""Where a scenario is chosen the page tells what it is about, in the reader's language, and fits a telephone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_page_of_a_scenario_follows_the_choice_and_the_language(visit: Callable[..., Visitor]) -> None:
    visitor = visit(viewport={"width": 390, "height": 844})
    visitor.go("/new/nach_paris")
    page = visitor.test_id("scenario-page")
    expect(page).to_contain_text("Haelen")
    visitor.test_id("scenario").select_option("ardennes")
    expect(page).to_contain_text("Rossignol")
    visitor.test_id("scenario").select_option("guise")
    expect(page).not_to_contain_text("Rossignol")
    visitor.test_id("language").select_option("es")
    expect(page).to_contain_text("Qué pasó")
    visitor.becomes(lambda: visitor.page.evaluate("document.documentElement.scrollWidth") <= 390, True)
    visitor.test_id("game").select_option("schlieffens_war")
    expect(page).to_have_count(0)
