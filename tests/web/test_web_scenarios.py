"""Scenarios of Full Thrust begun by clicking and given up: whatever is asked first can be answered, at any size."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import expect

from quarterdeck.systems.full_thrust import FULL_THRUST
from web.any_battle import answer
from web.battle_page import Battle, lay
from web.test_interworld_battles import refusals

ELSEWHERE = ("patrol", "muster", "carrier-strike")
"""Those that other tests play, or battles like them."""
KEYS = [key for key in FULL_THRUST.scenarios() if key not in ELSEWHERE]
ANSWERS = 3
SIZES = ((1440, 900), (1024, 768), (390, 844))
BEYOND = """() => [...document.querySelectorAll('#question, #sheet, .top, .tabs')].filter(each => each.checkVisibility())
  .flatMap(each => [each, ...each.querySelectorAll('h2, button, p, input')])
  .filter(each => each.checkVisibility() && !each.closest('.assign-box, .ships, .several, .hear'))
  .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
  .map(each => each.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize(("key", "size"), list(zip(KEYS, cycle(SIZES), strict=False)))
def test_a_scenario_is_begun_by_clicking_and_given_up(page: Any, key: str, size: tuple[int, int]) -> None:
    players = dict.fromkeys(FULL_THRUST.scenarios()[key].seat_sides(), "captain") | {"a": "person"}
    page.set_viewport_size({"width": size[0], "height": size[1]})
    refused, battle = refusals(page), Battle(page).open(lay(page, key, players))
    for _answer in range(ANSWERS):
        if battle.asked() in ("plot", "place"):
            battle.button("Suggested plan").click()
            battle.given()
        assert page.evaluate(BEYOND) == []
        answer(battle)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    expect(page.locator("#question .q.ended, #question .q.waiting")).to_be_visible()
    assert refused == []
