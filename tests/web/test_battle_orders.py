"""Writing orders in the browser: typed, by the dial, by keys, on the map; what is drawn and said of them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from web.battle_page import Battle, lay, meeting, ship

FAR = meeting(
    [ship("amaranth", "Amaranth", (12, 20), velocity=6), ship("windrose", "Windrose", (12, 30), velocity=6)],
    [ship("oath", "Oath", (60, 24), heading=9)],
)


@pytest.fixture
def battle(page: Any) -> Battle:
    opened = Battle(page).open(lay(page, FAR))
    assert opened.asked() == "plot"
    return opened


def fact(battle: Battle, name: str) -> Any:
    return battle.page.locator(".res div", has_text=name).locator("dd")


def test_a_typed_line_is_explained_drawn_and_kept(battle: Battle) -> None:
    battle.line.fill("TS1, MD2")
    expect(battle.page.locator(".gloss")).to_contain_text("Turn 1 point to starboard, then burn 2.")
    expect(fact(battle, "Facing")).to_contain_text("4")
    expect(battle.page.locator("[data-id='draft:a1.plan'], .style-plan").first).to_be_attached()
    expect(battle.page.locator(".count").first).to_contain_text("1 of 2")
    expect(battle.page.locator(".behind")).to_have_count(0)
    battle.page.reload()
    expect(battle.line).to_have_value("TS1, MD2")


def test_the_line_is_chips_until_it_is_typed_in(battle: Battle) -> None:
    battle.line.fill("TS1, MD2")
    expect(battle.page.locator(".chip")).to_have_text(["TS1", "MD2"])
    battle.title.focus()
    battle.page.locator(".chip", has_text="MD2").click()
    expect(battle.line).to_be_focused()
    battle.page.keyboard.type("MD1")
    expect(battle.line).to_have_value("TS1, MD1")


def test_the_dial_turns_the_ship(battle: Battle) -> None:
    battle.page.locator(".dial [data-point='4']").click()
    expect(battle.line).to_have_value("TS1")
    expect(battle.page.locator(".dial [data-point='4']")).to_have_attribute("aria-checked", "true")
    battle.page.locator(".dial [data-point='4']").focus()
    battle.page.keyboard.press("ArrowLeft")
    expect(battle.line).to_have_value("-")
    expect(battle.page.locator(".dial [data-point='3']")).to_be_focused()


def test_the_dial_follows_a_drag(battle: Battle) -> None:
    box = battle.page.locator(".dial").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    battle.page.mouse.move(middle[0] + 40, middle[1])
    battle.page.mouse.down()
    battle.page.mouse.move(middle[0] + 34, middle[1] + 20, steps=4)
    battle.page.mouse.up()
    expect(battle.line).to_have_value("TS1")


def test_keys_say_what_they_cost_and_those_too_dear_do_nothing(battle: Battle) -> None:
    keys = battle.page.locator(".keys-box").first
    keys.get_by_role("button", name=re.compile("^MD4")).click()
    expect(battle.line).to_have_value("MD4")
    expect(battle.page.locator(".pips .burn")).to_have_count(4)
    dear = battle.page.locator(".key.off").first
    expect(dear).to_have_attribute("aria-label", re.compile(".+: .+"))
    dear.click(force=True)
    expect(battle.line).to_have_value("MD4")
    battle.page.get_by_role("button", name="Undo").click()
    expect(battle.line).to_have_value("")


def test_a_click_within_reach_flies_there(battle: Battle) -> None:
    """The ship drifts 6 MU and burns 3; the map is measured between two ships 48 MU apart."""
    (x, y), (far, _y) = middle(battle, "Amaranth"), middle(battle, "Oath")
    where = x + 9 * (far - x) / 48, y
    battle.page.mouse.move(*where)
    expect(battle.page.locator("#reach")).to_contain_text("costs")
    battle.page.mouse.click(*where)
    expect(battle.line).to_have_value("MD3")
    expect(battle.row("Amaranth").locator(".state")).to_have_class(re.compile("given"))


def middle(battle: Battle, name: str) -> tuple[float, float]:
    box = battle.token(name).locator(".hit").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_an_illegal_line_says_why_and_offers_the_nearest(battle: Battle) -> None:
    battle.line.fill("MD9")
    problem = battle.page.locator(".note.bad")
    expect(problem).to_contain_text("FT-")
    expect(battle.page.locator(".edit .line")).to_have_class(re.compile("wrong"))
    problem.get_by_role("button", name=re.compile("^Take ")).click()
    expect(problem).to_have_count(0)
    expect(battle.row("Amaranth").locator(".state")).to_have_class(re.compile("given"))


def test_all_orders_are_given_only_when_all_have_some(battle: Battle) -> None:
    expect(battle.primary).to_have_attribute("aria-disabled", "true")
    expect(battle.page.locator(".missing")).to_contain_text("Windrose")
    battle.line.fill("MD1")
    expect(battle.page.locator(".missing")).not_to_contain_text("Amaranth")
    battle.primary.click(force=True)
    expect(battle.page.get_by_role("textbox", name="Orders of Windrose")).to_be_visible()
    battle.button("Drift on purpose").click()
    expect(battle.button("Drift on purpose")).to_have_attribute("aria-pressed", "true")
    battle.given()
    battle.primary.click()
    expect(battle.page.locator("#log")).to_contain_text("Amaranth carries out MD1")
    expect(battle.page.locator("#log")).to_contain_text("Windrose drifts")


def test_last_turns_orders_are_copied(battle: Battle) -> None:
    expect(battle.button("Copy last turn")).to_have_count(0)
    for unit in ("Amaranth", "Windrose"):
        battle.row(unit).click()
        battle.line.fill("TP1, MD1")
    battle.given()
    battle.primary.click()
    expect(battle.page.locator(".turn h1")).to_contain_text("Turn 2")
    battle.button("Copy last turn").click()
    expect(battle.line).to_have_value("TP1, MD1")


def test_keys_go_from_ship_to_ship(battle: Battle) -> None:
    battle.title.focus()
    battle.page.keyboard.press("]")
    expect(battle.row("Windrose")).to_have_attribute("aria-expanded", "true")
    battle.page.keyboard.press("[")
    expect(battle.row("Amaranth")).to_have_attribute("aria-expanded", "true")


def test_a_ship_picked_on_the_map_is_the_one_that_is_ordered(battle: Battle) -> None:
    battle.token("Windrose").click()
    expect(battle.row("Windrose")).to_have_attribute("aria-expanded", "true")
    expect(battle.page.locator("#sheet h2")).to_have_text("Windrose")


def test_a_new_turn_begins_with_the_first_ship_whatever_was_selected(page: Any, battle: Battle) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for name in ("Amaranth", "Windrose"):
        page.locator(".ships button", has_text=name).click()
        battle.button("Drift on purpose").click()
    battle.given()
    question = battle.question.get_attribute("data-q")
    battle.primary.click()
    battle.gone(question)
    assert battle.asked() == "plot"
    expect(page.locator(".ships .on")).to_have_text("Amaranth")
    expect(page.locator(".ships .on")).to_be_in_viewport()


def test_enter_goes_to_the_next_ship_without_orders(battle: Battle) -> None:
    battle.line.fill("MD1")
    battle.line.press("Enter")
    expect(battle.page.get_by_role("textbox", name="Orders of Windrose")).to_be_focused()


def test_the_few_keys_of_a_slow_ship_lie_beside_those_of_its_main_drive(page: Any) -> None:
    slow = meeting([ship("haywain", "Haywain", (12, 20), velocity=6)], [ship("oath", "Oath", (60, 24), heading=9)])
    battle = Battle(page).open(lay(page, slow))
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        boxes = [box.bounding_box() for box in page.locator(".keys-box").all()]
        main, push, declared = [box for box in boxes if box is not None]
        assert main["x"] + main["width"] <= min(push["x"], declared["x"]), width
        assert push["y"] + push["height"] <= declared["y"], width
    page.locator(".key", has_text="MD2").click()
    expect(battle.line).to_have_value("MD2")


def test_the_power_of_a_construct_is_a_row_for_each_pool_above_the_dial(page: Any) -> None:
    living = meeting([ship("lamprey", "Lamprey", (12, 20), velocity=6)], [ship("oath", "Oath", (60, 24), heading=9)])
    Battle(page).open(lay(page, living))
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        dial = page.locator(".dial").bounding_box()
        assert dial is not None
        rows = page.locator(".before .keys-box").all()
        assert len(rows) == 4
        for row in rows:
            word, *keys = [box for part in row.locator("legend, .key").all() if (box := part.bounding_box()) is not None]
            assert len({round(key["y"]) for key in keys}) == 1, width
            assert word["x"] + word["width"] <= keys[0]["x"], width
            assert keys[-1]["y"] + keys[-1]["height"] <= dial["y"], width
