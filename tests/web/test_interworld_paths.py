"""Paths over hexes in the browser: plotted by clicking the map, by the keys of the panel, by the cursor of the map."""

from __future__ import annotations

import math
from typing import Any

import pytest
from playwright.sync_api import expect

from web.any_battle import play_on
from web.battle_page import Battle, lay
from web.interworld_scenes import AGAINST, FLEETS, edge

START, ENEMY = (4, 0), (9, 4)
CENTRE = "node => { const at = node.getScreenCTM(); return [at.e, at.f]; }"


@pytest.fixture
def moving(page: Any) -> Battle:
    """A ship that is to move, two hexes before the edge of the map."""
    battle = Battle(page).open(lay(page, edge(), AGAINST, FLEETS))
    play_on(battle, until=lambda here: here.kind == "plot")
    expect(battle.title).to_have_text("Tallow moves")
    return battle


def flat(at: tuple[int, int]) -> tuple[float, float]:
    """The middle of a hex whose corners are 1 away from it."""
    return 1.5 * at[0], math.sqrt(3) * (at[1] + at[0] / 2)


def click(battle: Battle, at: tuple[int, int]) -> None:
    """Click the lower half of a hex: where it lies follows from the two ships."""
    (x0, y0), (x1, _y1) = (battle.token(name).evaluate(CENTRE) for name in ("Tallow", "Unsung"))
    here, there, to = flat(START), flat(ENEMY), flat(at)
    size = (x1 - x0) / (there[0] - here[0])
    battle.page.mouse.click(x0 + (to[0] - here[0]) * size, y0 + (to[1] - here[1] + 0.6) * size)


def test_a_hex_is_clicked_and_clicked_again_for_its_next_facing(moving: Battle) -> None:
    for line in ("FF", "FFL", "FFR", "FF"):
        click(moving, (4, -2))
        expect(moving.line).to_have_value(line)
    click(moving, (4, -1))
    expect(moving.line).to_have_value("F")
    moving.given()


def test_a_click_beside_the_map_leaves_it(moving: Battle) -> None:
    click(moving, (4, -3))
    expect(moving.line).to_have_value("FFF")
    expect(moving.page.locator("#question .note.warn")).to_contain_text("Tallow leaves the map for good.")
    moving.given()


def test_what_a_click_would_do_is_told_before(moving: Battle) -> None:
    click(moving, (4, -2))
    expect(moving.page.locator("#reach")).to_have_text("FF, costs 2, facing N")


def test_a_facing_is_taken_by_its_key(moving: Battle) -> None:
    click(moving, (4, -2))
    moving.button("NE").click()
    expect(moving.line).to_have_value("FFR")
    expect(moving.button("NE")).to_have_attribute("aria-pressed", "true")
    expect(moving.page.locator("#question .key.off", has_text="SE")).to_have_attribute("aria-disabled", "true")


def test_arrow_keys_write_the_path_from_the_keys_of_the_panel(moving: Battle) -> None:
    moving.button("Ahead").focus()
    for key, line in (("ArrowUp", "F"), ("ArrowUp", "FF"), ("ArrowRight", "FFR")):
        moving.page.keyboard.press(key)
        expect(moving.line).to_have_value(line)
        moving.settled()
    expect(moving.page.locator("#question .key", has_text="Starboard")).to_be_focused()


def test_the_cursor_of_the_map_goes_off_it_where_the_ship_can(moving: Battle) -> None:
    moving.token("Tallow").focus()
    for _step in range(3):
        moving.page.keyboard.press("ArrowUp")
    moving.page.keyboard.press("Enter")
    expect(moving.line).to_have_value("FFF")
    moving.page.keyboard.press("ArrowUp")
    moving.page.keyboard.press("Enter")
    expect(moving.line).to_have_value("FFF")
