"""Both games of Interworld played to their end in the browser: by clicking alone, and by the keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest

from web.any_battle import play_on
from web.battle_page import Battle, lay
from web.interworld_scenes import AGAINST, DRAMA, FLEETS, NARRATED, strait
from web.page_keys import Keys

WATCH = """window.pressed = window.pointed = 0;
addEventListener('keydown', () => (window.pressed += 1), true);
addEventListener('pointerdown', () => (window.pointed += 1), true)"""

GAMES = [
    pytest.param(FLEETS, strait(), AGAINST, id=FLEETS),
    pytest.param(DRAMA, "fog-bank", NARRATED, id=DRAMA),
]


@pytest.mark.parametrize(("system", "scenario", "players"), GAMES)
def test_a_battle_is_played_to_its_end_by_clicking(page: Any, system: str, scenario: Any, players: dict[str, str]) -> None:
    page.add_init_script(WATCH)
    refused = refusals(page)
    battle = Battle(page).open(lay(page, scenario, players, system))
    assert play_on(battle) > 0
    assert page.locator("#question .ended li").count() >= 2
    assert page.evaluate("pressed") == 0
    assert refused == []


@pytest.mark.parametrize(("system", "scenario", "players"), GAMES)
def test_a_battle_is_played_to_its_end_by_keys(page: Any, system: str, scenario: Any, players: dict[str, str]) -> None:
    page.add_init_script(WATCH)
    refused, keys = refusals(page), Keys(page)
    battle = Battle(page).open(lay(page, scenario, players, system))
    battle.title.focus()
    assert play_on(battle, keys.pressed, until=lambda _battle: not keys.here()) > 0
    assert keys.here() == "h2: The battle is over"
    assert page.evaluate("pointed") == 0
    assert refused == []


def refusals(page: Any) -> list[str]:
    """What the server refuses to this page from now on."""
    found: list[str] = []
    page.on("response", lambda answer: found.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    return found
