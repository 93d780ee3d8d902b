"""No page has a fault of accessibility that is serious: axe-core looks at each, wide and narrow, dark and light."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from web.any_battle import play_on
from web.battle_page import SYSTEM, Battle, lay, meeting, sent, ship
from web.interworld_scenes import AGAINST, DRAMA, FLEETS, NARRATED, TOLD, strait
from web.workshop_page import FLEETS as FLEETS_MADE
from web.workshop_page import SHIPS, Bench

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")

CLOSE = meeting(
    [ship("harbour", "Harbour", (30, 24)), ship("amaranth", "Amaranth", (30, 30))], [ship("oath", "Oath", (38, 24), heading=9)]
)
BOTH = {"a": "person", "b": "person"}


@pytest.fixture(scope="module", params=[(1440, "dark"), (390, "light")], ids=str)
def screen(request: Any, browser: Any, site: str) -> Iterator[Any]:
    """A page of this width and theme, into which axe may be put."""
    wide, theme = request.param
    size = {"width": wide, "height": 900 if wide > 400 else 844}
    opened = browser.new_context(
        base_url=site, viewport=size, color_scheme=theme, reduced_motion="reduce", bypass_csp=True, has_touch=wide < 400
    )
    yield opened.new_page()
    opened.close()


def faults(page: Any) -> list[str]:
    found = axe_playwright.Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {[why['message'] for why in node['any']][:1]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("path", ["/", "/new", "/rules", f"/rules/{SYSTEM}?q=beam"])
def test_pages_that_do_not_play(screen: Any, path: str) -> None:
    screen.goto(path)
    expect(screen.locator("h1").first).to_be_visible()
    screen.wait_for_load_state("networkidle")
    assert not faults(screen)


@pytest.mark.parametrize("path", [SHIPS, FLEETS_MADE])
def test_the_workshop(screen: Any, path: str) -> None:
    bench = Bench(screen, path)
    screen.evaluate("localStorage.clear()")
    if path == SHIPS:
        if screen.viewport_size["width"] < 900:
            screen.locator("#tabs").get_by_role("button", name="Parts").click()
        bench.put("Beam-3")
        screen.evaluate("scrollTo(0, 0)")
    for tab in ("Parts", "Account", "Design"):
        if screen.viewport_size["width"] < 900:
            screen.locator("#tabs").get_by_role("button", name=tab).click()
        assert not faults(screen)
    bench.tool("Fight it" if path == SHIPS else "Open").click()
    expect(screen.locator(".choosing .choice").first).to_be_visible()
    assert not faults(screen)


def at_orders(battle: Battle) -> None:
    battle.line.fill("MD9")
    expect(battle.page.locator(".note.bad").first).to_be_visible()


def at_choice(battle: Battle) -> None:
    battle.button("Suggested plan").click()
    battle.given()
    battle.primary.click()
    expect(battle.title).to_have_text("Choose the ship that fires next")


def at_fire(battle: Battle) -> None:
    at_choice(battle)
    battle.page.locator(".opt").first.click()
    battle.given()
    battle.primary.click()
    expect(battle.title).to_contain_text("fires")
    expect(battle.title).not_to_contain_text("Choose")
    battle.button("Suggested plan").click()
    battle.given()
    expect(battle.page.locator(".unsure")).to_have_count(0)


def at_end(battle: Battle) -> None:
    sent(battle.page, battle.page.url.replace("/battle/", "/api/battles/") + "/inputs", rid="give-up", do="concede")
    expect(battle.title).to_have_text("The battle is over")


@pytest.mark.parametrize("to", [at_orders, at_choice, at_fire, at_end])
def test_the_battle_page(screen: Any, to: Callable[[Battle], None]) -> None:
    battle = Battle(screen).open(lay(screen, CLOSE))
    battle.asked()
    to(battle)
    assert not faults(screen)


@pytest.mark.parametrize("kind", ["choose", "plot", "assign"])
def test_the_page_of_a_battle_on_hexes(screen: Any, kind: str) -> None:
    battle = Battle(screen).open(lay(screen, strait(), AGAINST, FLEETS))
    play_on(battle, until=lambda here: here.kind == kind)
    assert battle.kind == kind
    assert not faults(screen)


@pytest.mark.parametrize(("players", "kind"), [(NARRATED, "choose"), (TOLD, "form")])
def test_the_page_of_a_battle_without_a_map(screen: Any, players: dict[str, str], kind: str) -> None:
    seat = next(seat for seat, who in players.items() if who == "person")
    battle = Battle(screen).open(lay(screen, "fog-bank", players, DRAMA), seat)
    battle.asked()
    assert battle.kind == kind
    assert not faults(screen)


def test_the_hand_over_page(screen: Any) -> None:
    battle = lay(screen, CLOSE, BOTH)
    screen.goto(f"/battle/{battle}/b/hand-over")
    expect(screen.get_by_role("button", name="Take the seat")).to_be_focused()
    assert not faults(screen)
