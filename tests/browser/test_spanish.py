"""A reader of Spanish at the page: the rules, the departures and the map are in Spanish, and follow the language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browser.records import record
from browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_rules_departures_and_map_follow_the_language(visit: Callable[..., Visitor]) -> None:
    reader = visit(locale="es-ES")
    table = reader.open_record(record("schlieffens_war", 700, "staff"))
    expect(reader.page.locator("#layer-names")).to_contain_text("Bruselas")
    expect(reader.page.locator("#layer-legend")).to_contain_text("frontera de 1914")
    reader.page.locator("button.chip[data-rule='5.4']").last.click()
    expect(reader.test_id("rule")).to_contain_text("Fase de combate")
    reader.page.keyboard.press("Escape")
    reader.test_id("menu").click()
    reader.page.get_by_role("button", name="Diferencias con el reglamento").click()
    expect(reader.test_id("departures")).to_contain_text("qué se juega")
    reader.page.keyboard.press("Escape")
    reader.go("/")
    reader.test_id("language").select_option("en")
    expect(reader.page.locator("h1")).to_have_text("Take your seat")
    reader.go(f"/table/{table}")
    reader.seated()
    expect(reader.page.locator("#layer-names")).to_contain_text("Brussels")
