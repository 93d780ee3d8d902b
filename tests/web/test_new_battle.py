"""The page on which a battle is begun: who can play each seat."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect


def options(page: Any, seat: str) -> list[str]:
    """What can be chosen for a seat."""
    values: list[str] = page.locator(f"select[name='player {seat}'] option").evaluate_all("all => all.map((each) => each.value)")
    return values


def test_each_seat_offers_the_bots_that_can_play_it_and_the_battle_begins_with_them(page: Any) -> None:
    page.goto("/new")
    page.locator("input[name=system][value=interworld-drama]").check()
    expect(page.locator("select[name='player narrator']")).to_have_value("narrator")
    expect(page.locator("select[name='player b']")).to_have_value("captain")
    assert options(page, "narrator") == ["me", "person", "narrator", "random"]
    assert options(page, "b") == ["me", "person", "captain", "random"]
    expect(page.locator("#seats .seat").last).to_contain_text("Narrator")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/battle/**")
    expect(page.locator(".what b")).to_have_text("In the fog bank")
    expect(page.get_by_text("Narrator").first).to_be_visible()
