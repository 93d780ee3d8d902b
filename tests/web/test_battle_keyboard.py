"""A whole battle with the keyboard alone; the focus is never lost, and nothing holds it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from web.battle_page import Battle, lay
from web.page_keys import MOST_STOPS, Keys

WATCH = "window.pointed = 0; addEventListener('pointerdown', () => (window.pointed += 1), true)"
MOST_DECISIONS = 150


def test_a_battle_is_played_and_won_with_the_keyboard_alone(page: Any) -> None:
    page.add_init_script(WATCH)
    keys, battle = Keys(page), Battle(page)
    begin(page, keys)
    first_orders(battle, keys)
    for _decision in range(MOST_DECISIONS):
        if battle.asked() == "ended":
            break
        assert keys.here(), f"the focus is lost at {battle.title.inner_text()}"
        decide(battle, keys)
    assert keys.here() == "h2: The battle is over"
    expect(battle.question.locator("li", has_text="Lance squadron")).to_contain_text("won")
    assert page.evaluate("pointed") == 0


def begin(page: Any, keys: Keys) -> None:
    page.goto("/")
    keys.to("a: New battle")
    keys.press("Enter")
    page.wait_for_url("**/new*")
    expect(page.locator("select[name='player b']")).to_be_visible()
    keys.to("input: scenario")
    keys.press("ArrowDown")
    expect(page.get_by_role("heading", name="Duel at first light")).to_be_visible()
    keys.to("select: player b")
    page.keyboard.type("random")
    keys.to("button: Begin")
    keys.press("Enter")
    page.wait_for_url("**/battle/**")


def first_orders(battle: Battle, keys: Keys) -> None:
    """Orders typed in the notation of the game; Enter gives them, and the focus is on what is asked next."""
    assert battle.asked() == "plot"
    keys.to("input: Orders of Amaranth")
    battle.page.keyboard.type("TP1, MD2")
    battle.given()
    keys.press("Enter")
    expect(battle.title).not_to_have_text("Write orders")
    assert keys.here().startswith("h2: ")


def decide(battle: Battle, keys: Keys) -> None:
    """A number and Enter where something is to be chosen; else the suggested plan, and back to the first button."""
    question = battle.question.get_attribute("data-q")
    if battle.kind == "choose":
        keys.press("1")
        battle.given()
        keys.press("Enter")
    else:
        keys.to("button: Suggested plan")
        keys.press("Enter")
        battle.given()
        keys.press("Shift+Tab", "Enter")
    expect(battle.page.locator(f"#question .q[data-q='{question}']")).to_have_count(0)


def test_tab_goes_through_every_part_and_out_again(page: Any) -> None:
    battle = Battle(page).open(lay(page))
    keys, found = Keys(page), list[str]()
    for _stop in range(MOST_STOPS):
        keys.press("Tab")
        found.append(page.evaluate("document.activeElement.closest('[id]')?.id ?? ''"))
        if found[-1] == "" or (len(found) > 1 and found[-1] == found[0] and found[-2] != found[0]):
            break
    order = [each for n, each in enumerate(found) if each and each not in found[:n]]
    wanted = ["top", "map", "palette", "ctools", "question", "sheet", "time", "fleets", "log"]
    assert [each for each in order if each in wanted] == [each for each in wanted if each in order]
    assert {"top", "map", "palette", "ctools", "question", "time", "fleets"} <= set(order)
    assert found[-1] in ("", found[0])
    expect(battle.title).to_be_visible()


def test_escape_leaves_the_map_for_the_question(page: Any) -> None:
    battle = Battle(page).open(lay(page))
    battle.token("Amaranth").focus()
    page.keyboard.press("ArrowDown")
    assert Keys(page).here().startswith("g: ")
    page.keyboard.press("Escape")
    expect(battle.title).to_be_focused()


def test_single_keys_can_be_switched_off(page: Any) -> None:
    battle = Battle(page).open(lay(page))
    battle.title.focus()
    page.keyboard.press("?")
    page.get_by_label("Single keys work").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator("#log")).not_to_be_focused()
    expect(battle.title).to_be_visible()


def test_letters_in_a_field_are_no_keys(page: Any) -> None:
    battle = Battle(page).open(lay(page))
    battle.line.focus()
    page.keyboard.type("r2l")
    expect(battle.line).to_have_value("r2l")
    expect(page.get_by_role("button", name="Ruler")).to_have_attribute("aria-pressed", "false")
