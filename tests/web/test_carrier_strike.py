"""A strike of carriers played to its end in the browser by clicking alone: launches, moves, formations, runs, dogfights."""

from __future__ import annotations

from typing import Any

from web.any_battle import play_on
from web.battle_page import Battle, lay, ship
from web.interworld_scenes import AGAINST
from web.test_interworld_battles import refusals

WING = [{"type": "standard"}, {"type": "interceptor"}]


def strike() -> dict[str, Any]:
    """Two light carriers within reach of each other's fighters, for three turns."""
    ours = {**ship("gannet", "Gannet", (20, 24), 3, 2), "fighters": WING}
    theirs = {**ship("kindling", "Kindling", (44, 24), 9, 2), "fighters": WING[:1]}
    sides = [{"id": "a", "name": "Petrel", "ships": [ours]}, {"id": "b", "name": "Ember", "ships": [theirs]}]
    return {"key": "strike", "title": "Strike", "text": "Carriers meet.", "table": [72, 48], "turn_limit": 3, "sides": sides}


def test_a_carrier_strike_is_played_to_its_end_by_clicking(page: Any) -> None:
    """Every plan of orders is suggested, so that groups are launched; all else is answered by whoever reads no rules."""
    refused = refusals(page)
    battle = Battle(page).open(lay(page, strike(), AGAINST))
    asked: dict[str, int] = {}

    def noticed(at: Battle) -> bool:
        title = at.title.inner_text()
        asked[title] = asked.get(title, 0) + 1
        suggested = at.page.locator("#question .q > .foot").get_by_role("button", name="Suggested plan")
        if title in SUGGESTED and suggested.count():
            with at.page.expect_response("**/suggest/*"):
                suggested.click()
            at.given()
        return False

    assert play_on(battle, until=noticed) > 0
    assert page.locator("#question .ended li").count() >= 2
    assert [title for title in SUGGESTED if title not in asked] == []
    assert refused == []


SUGGESTED = ("Write orders", "Launch fighters", "Move fighters")
