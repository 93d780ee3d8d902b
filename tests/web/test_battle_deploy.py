"""Picking a fleet and putting it on the map: by steps, by dragging, by keys."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from web.battle_page import Battle, lay


@pytest.fixture
def battle(page: Any) -> Battle:
    opened = Battle(page).open(lay(page, "muster"))
    expect(opened.title).to_have_text("Pick ships for 600 CPV")
    return opened


def deploying(battle: Battle) -> None:
    """Pick two ships, and field them."""
    for design in ("Meridian", "Windrose"):
        more(battle, design).click()
    battle.given()
    battle.primary.click()
    expect(battle.title).to_have_text("Deploy your ships")


def more(battle: Battle, design: str) -> Any:
    return battle.page.get_by_role("button", name=re.compile(f"^One more: {design}"))


def row(battle: Battle, name: str) -> Any:
    return battle.page.locator(".opt", has_text=name)


def on_chart(battle: Battle, x: float, y: float) -> tuple[float, float]:
    """A point of the table in pixels of the page; two ships that are placed on the map tell its scale."""
    places = [[float(part) for part in said.split(",")[:2]] for said in battle.page.locator(".opt em").all_inner_texts()]
    (x0, y0), (_x1, y1) = places[:2]
    (left, top), (_left, bottom) = (placed_at(battle, unit) for unit in ("a1", "a2"))
    box = battle.page.locator("#map").bounding_box()
    assert box is not None
    scale = (bottom - top) / (y0 - y1)
    return box["x"] + left + (x - x0) * scale, box["y"] + top - (y - y0) * scale


def placed_at(battle: Battle, unit: str) -> tuple[float, float]:
    moved = battle.page.locator(f".tokens [data-id='draft:{unit}']").get_attribute("transform")
    found = re.match(r"translate\((\S+) (\S+)\)", moved)
    assert found is not None
    return float(found[1]), float(found[2])


def place_of(battle: Battle, name: str) -> tuple[float, float]:
    x, y = row(battle, name).locator("em").inner_text().split(",")[:2]
    return float(x), float(y)


def test_ships_are_picked_one_by_one_within_the_points(battle: Battle) -> None:
    expect(battle.primary).to_have_attribute("aria-disabled", "true")
    more(battle, "Empyrean").click()
    expect(battle.page.locator(".count").first).to_contain_text("472 of 600")
    too_much = more(battle, "Amaranth")
    expect(too_much).to_have_attribute("aria-disabled", "true")
    too_much.click(force=True)
    expect(battle.page.locator(".step", has_text="Amaranth").locator("output")).to_have_text("0")
    battle.page.get_by_role("button", name=re.compile("^One less: Empyrean")).click()
    expect(battle.page.locator(".count").first).to_contain_text("0 of 600")


def test_ships_are_placed_by_clicking_and_dragging(battle: Battle) -> None:
    deploying(battle)
    expect(row(battle, "Meridian").locator("em")).to_have_text("not placed")
    suggested(battle)
    row(battle, "Meridian").click()
    battle.page.mouse.click(*on_chart(battle, 5, 30))
    expect(battle.page.locator(".behind")).to_have_count(0)
    assert place_of(battle, "Meridian") == pytest.approx((5, 30), abs=0.15)
    before = place_of(battle, "Windrose")
    start, end = on_chart(battle, *before), on_chart(battle, 9, 9)
    battle.page.mouse.move(*start)
    battle.page.mouse.down()
    battle.page.mouse.move(*end, steps=5)
    battle.page.mouse.up()
    expect(battle.page.locator(".behind")).to_have_count(0)
    assert place_of(battle, "Windrose") == pytest.approx((9, 9), abs=0.15)
    assert place_of(battle, "Meridian") == pytest.approx((5, 30), abs=0.15)
    battle.given()
    battle.primary.click()
    expect(battle.title).to_have_text("Write orders")


def suggested(battle: Battle) -> None:
    battle.button("Suggested plan").click()
    battle.given()
    expect(battle.page.locator(".tokens [data-id='draft:a2']")).to_be_attached()


def test_ships_are_placed_with_keys(battle: Battle) -> None:
    deploying(battle)
    suggested(battle)
    battle.title.focus()
    battle.page.keyboard.press("2")
    expect(row(battle, "Windrose")).to_be_focused()
    x, y = [float(each) for each in row(battle, "Windrose").locator("em").inner_text().split(",")[:2]]
    battle.page.keyboard.press("ArrowUp")
    expect(row(battle, "Windrose").locator("em")).to_have_text(re.compile(rf"^{x:g}, {y + 0.1:g}"))
    battle.page.keyboard.press("ArrowRight")
    expect(row(battle, "Windrose").locator("em")).to_have_text(re.compile(rf"^{x + 0.1:g}, {y + 0.1:g}"))
    expect(row(battle, "Windrose")).to_be_focused()


def test_a_place_outside_the_zone_is_refused_with_a_reason(battle: Battle) -> None:
    deploying(battle)
    suggested(battle)
    row(battle, "Meridian").click()
    battle.page.mouse.click(*on_chart(battle, 30, 24))
    expect(battle.page.locator(".note.bad").first).to_contain_text("Meridian")
    expect(battle.primary).to_have_attribute("aria-disabled", "true")
