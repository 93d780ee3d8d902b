"""The end of a battle: what the map still shows of it, and what the first page says."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from web.battle_page import Battle, lay, meeting, sent, ship

CLOSE = meeting([ship("harbour", "Harbour", (30, 24))], [ship("oath", "Oath", (38, 24), heading=9)])


def give_up(battle: Battle) -> None:
    """Concede, and wait until the page says that all is over."""
    sent(battle.page, battle.page.url.replace("/battle/", "/api/battles/") + "/inputs", rid="give-up", do="concede")
    expect(battle.title).to_have_text("The battle is over")


def test_no_arcs_are_shown_any_more(page: Any) -> None:
    battle = Battle(page).open(lay(page, CLOSE))
    battle.asked()
    arcs = page.locator("#palette [aria-pressed=true]")
    if not arcs.count():
        page.locator("#palette button").first.click()
    expect(arcs).to_have_count(1)
    give_up(battle)
    expect(arcs).to_have_count(0)


def test_the_first_page_says_who_has_won(page: Any) -> None:
    battle = Battle(page).open(lay(page, CLOSE))
    give_up(battle)
    page.goto("/")
    expect(page.locator("#going li").first).to_contain_text("Anvil has won")


def test_play_now_begins_with_the_system_for_beginners(page: Any) -> None:
    page.goto("/")
    systems = page.request.get("/api/systems").json()
    first = page.locator(".hero")
    expect(first).to_have_attribute("data-system", systems[0]["key"])
    expect(first).to_have_attribute("data-scenario", systems[0]["scenarios"][0]["key"])
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("#question-title")).to_be_visible()
