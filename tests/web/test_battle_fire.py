"""Firing in the browser: weapons and targets by table and by map, odds that come later, needles, holding, repairs."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import expect

from web.battle_page import Battle, held, lay, meeting, ship
from web.map_page import apart

CLOSE = meeting(
    [ship("harbour", "Harbour", (30, 24))], [ship("oath", "Oath", (38, 24), heading=9), ship("tarn", "Tarn", (40, 27), heading=9)]
)
BESET = meeting(
    [ship("immortelle", "Immortelle", (30, 24))],
    [ship("massif", f"Massif {n}", (38, 18 + 4 * n), heading=9) for n in range(3)],
)


def drift(battle: Battle) -> None:
    """Let the one ship drift, so that it stays where the scenario has put it."""
    assert battle.asked() == "plot"
    battle.button("Drift on purpose").click()
    battle.given()
    battle.primary.click()
    expect(battle.title).not_to_have_text("Write orders")


@pytest.fixture
def battle(page: Any) -> Battle:
    """The one ship is to fire; there is only one choice, and it is made already."""
    opened = Battle(page).open(lay(page, CLOSE))
    drift(opened)
    assert opened.asked() == "choose"
    opened.given()
    opened.title.focus()
    page.keyboard.press("Enter")
    expect(opened.title).to_have_text("Harbour fires")
    return opened


def cell(battle: Battle, weapon: str, target: str) -> Any:
    return battle.page.locator(".assign td").get_by_role("button", name=re.compile(f"^{weapon}, {target}: "))


def test_a_weapon_is_given_its_target_in_the_table(battle: Battle) -> None:
    expect(battle.primary).to_have_attribute("aria-disabled", "true")
    cell(battle, "Beam-2 no. 1", "Oath").click()
    expect(cell(battle, "Beam-2 no. 1", "Oath")).to_have_attribute("aria-pressed", "true")
    expect(battle.primary).to_have_text("Fire 2 dice")
    expect(battle.page.locator(".count")).to_contain_text("1 of 2")
    cell(battle, "Beam-2 no. 1", "Oath").click()
    expect(battle.page.locator(".count")).to_contain_text("0 of 2")
    expect(battle.page.locator(".missing")).to_contain_text("No weapon has a target")


def test_a_weapon_in_hand_is_given_its_target_on_the_map(battle: Battle) -> None:
    battle.page.locator(".assign tbody th button", has_text="Beam-2 no. 2").click()
    expect(battle.page.locator("#palette [aria-pressed=true]")).to_have_attribute("aria-label", re.compile("Beam-2 no. 2"))
    battle.token("Tarn").click()
    expect(cell(battle, "Beam-2 no. 2", "Tarn")).to_have_attribute("aria-pressed", "true")
    expect(battle.page.locator("#sheet h2")).to_have_text("Tarn")


def test_fire_controls_are_counted(battle: Battle) -> None:
    cell(battle, "Beam-2 no. 1", "Oath").click()
    cell(battle, "Beam-2 no. 2", "Tarn").click()
    expect(battle.page.locator(".count")).to_contain_text("2 of 2")
    needle = battle.page.locator(".assign tr", has_text="Needle Beam")
    expect(needle.locator(".x").first).to_have_attribute("title", re.compile("Fire Control"))


def test_a_needle_is_aimed_at_a_system(battle: Battle) -> None:
    needle = battle.page.get_by_label(re.compile("^Needle Beam, Oath"))
    needle.select_option(label="Main Drive")
    expect(needle).to_have_value(re.compile("main-drive"))
    expect(battle.primary).to_have_text(re.compile("^Fire"))
    battle.given()
    needle.select_option(index=0)
    expect(battle.primary).to_have_attribute("aria-disabled", "true")


def test_odds_come_when_they_are_reckoned(battle: Battle) -> None:
    waiting = held(battle.page, "**/questions/*")
    battle.button("Suggested plan").click()
    battle.given()
    expect(battle.page.locator(".unsure .sum").first).to_be_visible()
    expect(battle.page.locator(".hist")).to_have_count(0)
    for each in waiting:
        each.continue_()
    battle.page.unroute("**/questions/*")
    expect(battle.page.locator(".hist")).to_be_visible()
    expect(battle.page.locator(".unsure")).to_have_count(0)
    expect(battle.page.locator(".sum").nth(1)).to_contain_text("%")
    expect(battle.page.get_by_role("img", name=re.compile("Chances of each amount: 0: "))).to_be_visible()


def test_odds_of_an_older_plan_are_given_up(battle: Battle) -> None:
    page = battle.page
    page.route("**/questions/*", lambda _never_answered: None, times=1)
    with page.expect_request("**/questions/*"):
        battle.button("Suggested plan").click()
    with page.expect_event("requestfailed") as given_up:
        page.get_by_label(re.compile("^Needle Beam, Oath")).select_option(label="Main Drive")
    assert "/questions/" in given_up.value.url
    expect(battle.primary).to_have_text(re.compile("^Fire"))
    expect(page.locator(".hist")).to_be_visible()
    expect(page.locator(".unsure")).to_have_count(0)


def test_fire_is_held(battle: Battle) -> None:
    battle.button("Hold fire").click()
    expect(battle.title).not_to_have_text("Harbour fires")
    expect(battle.page.locator("#log")).to_contain_text("Harbour")


def test_a_shot_is_told_with_dice_and_why_and_drawn_again_on_pointing(battle: Battle) -> None:
    battle.button("Suggested plan").click()
    battle.given()
    battle.primary.click()
    shots = battle.page.locator(".log .e", has=battle.page.locator(".die"))
    shot = shots.filter(has_text=re.compile("Harbour (fires|misses)")).last
    expect(shot).to_be_visible()
    shot.get_by_role("button", name=re.compile("^Why")).click()
    expect(battle.page.locator(".why-box")).to_contain_text("FT-")
    expect(battle.page.locator(".why-box a.rule").first).to_have_attribute("href", re.compile("^/rules/full-thrust#FT-"))
    battle.page.locator(".brand").hover()
    expect(battle.page.locator("[data-id^='again:']")).to_have_count(0)
    shot.hover()
    expect(battle.page.locator("[data-id^='again:']").first).to_be_attached()


def test_damage_control_is_given_out_by_figures(page: Any) -> None:
    battle = Battle(page).open(lay(page, BESET))
    for _decision in range(40):
        kind = battle.asked()
        assert kind != "ended"
        if battle.title.inner_text().startswith("Assign damage control") or page.locator(".amounts").count():
            break
        question = battle.question.get_attribute("data-q")
        if kind == "plot":
            battle.button("Drift on purpose").click()
        elif kind == "choose":
            page.locator(".opt").first.click()
        if kind == "assign":
            battle.button("Hold fire").click()
        else:
            battle.given()
            battle.primary.click()
        expect(page.locator(f"#question .q[data-q='{question}']")).to_have_count(0)
    one = page.locator(".step").first
    one.get_by_role("button", name=re.compile(": 1$")).click()
    expect(one.get_by_role("button", name=re.compile(": 1$"))).to_have_attribute("aria-pressed", "true")
    expect(one.locator("b").last).to_contain_text("%")
    expect(page.locator(".count").first).to_contain_text("1 of")
    battle.given()


def test_names_in_the_chart_of_damage_do_not_lie_over_each_other(page: Any) -> None:
    small = meeting([ship("immortelle", "Immortelle", (30, 24))], [ship("larkspur", "Larkspur", (38, 24), heading=9)])
    opened = Battle(page).open(lay(page, small))
    drift(opened)
    opened.asked()
    opened.given()
    opened.primary.click()
    with page.expect_response("**/suggest/*"):
        opened.button("Suggested plan").click()
    names = page.locator(".hist .limit-name")
    expect(names.first).to_be_visible()
    boxes = names.evaluate_all("all => all.map(each => each.getBoundingClientRect().toJSON())")
    assert len(boxes) >= 2
    assert all(apart(one, other) for one, other in combinations(boxes, 2))
