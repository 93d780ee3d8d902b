"""A whole battle with the mouse alone, from the page of new battles to the last word."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from web.battle_page import Battle

WATCH = "window.pressed = 0; addEventListener('keydown', () => (window.pressed += 1), true)"
MOST_DECISIONS = 150


def test_a_battle_is_played_and_won_with_the_mouse_alone(page: Any) -> None:
    page.add_init_script(WATCH)
    begin(page)
    battle = Battle(page)
    battle.asked()
    first_orders(battle)
    for _decision in range(MOST_DECISIONS):
        if battle.asked() == "ended":
            break
        decide(battle)
    expect(battle.question.locator("li", has_text="Lance squadron")).to_contain_text("won")
    assert page.evaluate("pressed") == 0


def begin(page: Any) -> None:
    """The list of a select opens outside the page, so its option is chosen for the mouse."""
    page.goto("/")
    page.get_by_role("link", name="New battle").first.click()
    page.get_by_text("Duel at first light").first.click()
    page.locator("select[name='player b']").select_option("random")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/battle/**")


def first_orders(battle: Battle) -> None:
    """A turn of the dial, then a key of the drive, then the answer."""
    page = battle.page
    page.locator(".dial [data-point='2']").click()
    expect(battle.line).to_have_value("TP1")
    page.locator(".keys-box").get_by_role("button", name="MD2").click()
    expect(battle.line).to_have_value("TP1, MD2")
    answer(battle)


def decide(battle: Battle) -> None:
    """The first row where something is to be chosen, else what the page suggests."""
    battle.page.wait_for_timeout(0)
    if battle.primary.get_attribute("aria-disabled"):
        if battle.kind == "choose":
            battle.page.locator(".opt:not(.off)").first.click()
        else:
            battle.button("Suggested plan").click()
        battle.given()
    answer(battle)


def answer(battle: Battle) -> None:
    """Press the primary button, and wait until that question is gone."""
    battle.given()
    question = battle.question.get_attribute("data-q")
    battle.primary.click()
    expect(battle.page.locator(f"#question .q[data-q='{question}']")).to_have_count(0)
