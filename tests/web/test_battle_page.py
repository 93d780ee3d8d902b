"""What the battle page does around the questions: replay, taking back, giving up, two windows, a server that falls, sizes."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from web.battle_page import SOLO, Battle, held, lay, meeting, sent, ship

APART = meeting([ship("amaranth", "Amaranth", (6, 6), velocity=4)], [ship("oath", "Oath", (66, 42), heading=9)])


def turn(battle: Battle, line: str) -> None:
    """Give these orders to the one ship."""
    before = battle.page.locator(".turn h1").inner_text()
    battle.line.fill(line)
    battle.given()
    battle.primary.click()
    expect(battle.page.locator(".turn h1")).not_to_have_text(before)


@pytest.fixture
def battle(page: Any) -> Battle:
    return Battle(page).open(lay(page, APART))


def test_the_battle_is_gone_through_again_by_the_time_line(battle: Battle) -> None:
    turn(battle, "MD2")
    turn(battle, "TS1")
    page = battle.page
    with page.expect_request(re.compile(r"/sheets/\w+\?n=0$")) as sheet:
        page.get_by_role("button", name="To the start").click()
    assert sheet.value.response().ok
    expect(battle.title).to_have_text("Replay")
    expect(page.locator("#question .count")).to_contain_text("Event 0 of")
    page.get_by_role("region", name="Time line").get_by_role("button", name="Next event").click()
    expect(page.locator("#question .count")).to_contain_text("Event 1 of")
    slider = page.get_by_role("slider", name="Time line")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#question .count")).to_contain_text("Event 2 of")
    box = slider.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 20 * 1.5, box["y"] + 10)
    expect(page.locator("#question .lead")).to_contain_text("Turn 2")
    page.keyboard.press("Escape")
    expect(battle.title).to_have_text("Write orders")


def test_a_replay_begins_before_there_is_anything_on_the_map(page: Any) -> None:
    battle = Battle(page).open(lay(page, "muster"))
    battle.button("Suggested plan").click()
    battle.given()
    battle.primary.click()
    expect(battle.title).to_have_text("Deploy your ships")
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("#question .count")).to_contain_text("Event 0 of")
    step = page.get_by_role("region", name="Time line").get_by_role("button", name="Next event")
    step.click()
    expect(page.locator("#question .count")).to_contain_text("Event 1 of")
    expect(page.locator("#question .result")).to_contain_text("fields")


def test_the_bar_names_others_and_nothing_lies_over_its_tools(page: Any) -> None:
    laid = lay(page, APART, {"a": "person", "b": "person"})
    Battle(page).open(laid)
    other = page.locator(".seat", has_text="Anvil").locator(".who")
    expect(other).to_have_text("Captain b")
    for width in (1440, 1024, 844, 720):
        page.set_viewport_size({"width": width, "height": 700})
        tools, seats = page.locator(".tools").bounding_box(), page.locator(".seats").bounding_box()
        assert tools is not None
        assert seats is not None
        assert seats["x"] + seats["width"] <= tools["x"], width
        widths = page.locator(".seats").evaluate("box => [box.scrollWidth, box.clientWidth]")
        assert widths[0] <= widths[1], width


def test_a_long_replay_says_that_it_is_on_its_way(battle: Battle) -> None:
    turn(battle, "MD2")
    waiting = held(battle.page, "**/replay")
    battle.page.get_by_role("button", name="To the start").click()
    expect(battle.page.locator(".notices")).to_contain_text("The replay is being made.")
    waiting[0].continue_()
    expect(battle.title).to_have_text("Replay")
    expect(battle.page.locator(".notices")).to_have_count(0)


def test_orders_are_taken_back(battle: Battle) -> None:
    turn(battle, "MD2")
    battle.page.get_by_role("button", name="Take back").click()
    asked = battle.page.locator("dialog .btn.pri")
    expect(asked.or_(battle.page.locator(".turn h1", has_text="Turn 1"))).to_be_visible()
    if asked.count():
        asked.click()
    expect(battle.page.locator(".turn h1")).to_contain_text("Turn 1")
    battle.asked()
    expect(battle.title).to_have_text("Write orders")


def test_at_one_screen_the_other_is_asked_at_once_whether_a_decision_is_taken_back(page: Any) -> None:
    laid = lay(page, APART, {"a": "person", "b": "person"})
    slate = page.request.get(f"/api/battles/{laid}/b").json()["slate"]
    answers = {slate["questions"][0]["q"]: {"b1": "-"}}
    sent(page, f"/api/battles/{laid}/b/commit", rid="of-seat-b", slate=slate["id"], answers=answers)
    turn(Battle(page).open(laid), "MD2")
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("button", name="Ask the others").click()
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator(".agree")).to_contain_text("asks to take back the last decision.")
    page.get_by_role("button", name="Agree").click()
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator(".turn h1")).to_contain_text("Turn 1")


def test_giving_up_is_asked_for_twice_and_ends_the_battle(battle: Battle) -> None:
    page = battle.page
    for _time in range(2):
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Concede").click()
        expect(page.locator("dialog")).to_contain_text("cannot be taken back")
        if _time == 0:
            page.get_by_role("button", name="Cancel").click()
            expect(battle.title).to_have_text("Write orders")
    page.locator("dialog .btn.pri").click()
    expect(battle.title).to_have_text("The battle is over")
    expect(battle.question.locator("li", has_text="Anvil")).to_contain_text("won")
    expect(battle.button("Replay the battle")).to_be_visible()
    expect(page.get_by_role("link", name="All battles", exact=True)).to_have_attribute("href", "/")


def test_of_two_windows_the_later_shows_what_the_other_drafted(battle: Battle, context: Any) -> None:
    other = Battle(context.new_page())
    other.page.goto(battle.page.url)
    expect(other.line).to_be_visible()
    waiting = held(other.page, "**/drafts/*")
    with other.page.expect_request("**/drafts/*"):
        other.line.fill("MD1")
    battle.line.fill("MD3")
    expect(battle.page.locator(".behind")).to_have_count(0)
    waiting[0].continue_()
    other.page.unroute("**/drafts/*")
    expect(other.page.locator(".notices")).to_contain_text("Changed in another window")
    other.title.focus()
    expect(other.line).to_have_value("MD3")
    other.line.fill("MD2")
    expect(battle.line).to_have_value("MD2")
    other.page.close()


def test_what_another_window_drafts_is_shown(battle: Battle, context: Any) -> None:
    other = Battle(context.new_page())
    other.page.goto(battle.page.url)
    expect(other.line).to_be_visible()
    battle.line.fill("TP1, MD1")
    expect(other.line).to_have_value("TP1, MD1")
    expect(other.page.locator(".behind")).to_have_count(0)
    other.page.close()


class Server:
    """The program itself, to be killed and started again over the same folder."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.command = ["play", "--no-browser", "--data", str(folder), "--port", str(self.port), "--pace", "0"]

    def start(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", "quarterdeck", *self.command], stdout=subprocess.DEVNULL)
        for _try in range(200):
            try:
                urllib.request.urlopen(self.address, timeout=2).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def test_a_page_goes_on_when_its_server_was_killed_and_started_again(browser: Any, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    opened = browser.new_context(base_url=server.address, reduced_motion="reduce")
    try:
        battle = Battle(opened.new_page())
        battle.open(lay(battle.page, APART))
        turn(battle, "MD2")
        battle.line.fill("TS1")
        expect(battle.page.locator(".behind")).to_have_count(0)
        server.kill()
        expect(battle.page.locator(".notices")).to_contain_text("The line is cut")
        battle.line.fill("TS1, MD1")
        server.start()
        expect(battle.page.locator(".notices")).not_to_contain_text("The line is cut")
        expect(battle.line).to_have_value("TS1, MD1")
        turn(battle, "TS1, MD1")
        expect(battle.page.locator("#log")).to_contain_text("Amaranth carries out TS1, MD1")
    finally:
        opened.close()
        server.kill()


def test_the_theme_is_switched_and_kept(battle: Battle) -> None:
    root = battle.page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    battle.page.get_by_role("button", name="Light or dark").click()
    expect(root).to_have_attribute("data-theme", "light")
    battle.page.reload()
    expect(root).to_have_attribute("data-theme", "light")


@pytest.mark.parametrize(("wide", "high"), [(1440, 900), (1024, 768), (390, 844)])
def test_at_every_size_the_button_is_in_view_and_nothing_runs_over(page: Any, wide: int, high: int) -> None:
    page.set_viewport_size({"width": wide, "height": high})
    battle = Battle(page).open(lay(page, "fleet-action"))
    battle.asked()
    expect(battle.primary).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
    if wide < 1200:
        for tab in ("Sheet", "Fleets", "Log"):
            page.get_by_role("tab", name=re.compile(tab)).click()
            expect(page.locator(f"#{tab.lower()}")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= wide


SMALL = """least => [...document.querySelectorAll("#question button, #question input, #tabs button")].flatMap(each => {
  const { width, height } = each.getBoundingClientRect();
  return width && (width < 28 || height < least) && !each.matches(".chip, .link, .why") ? [each.outerHTML.slice(0, 120)] : [];
})"""


def test_on_a_phone_what_is_touched_is_large(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    battle = Battle(page).open(lay(page, APART, SOLO))
    battle.line.fill("TS1, MD1")
    expect(page.locator(".chip")).to_have_count(2)
    assert page.evaluate(SMALL, 44) == []


def test_dice_are_typed_with_number_keys(page: Any) -> None:
    battle = Battle(page).open(lay(page, APART, dice="typed"))
    battle.line.fill("MD2")
    battle.given()
    battle.primary.click()
    expect(battle.title).to_contain_text("initiative, Lance")
    page.keyboard.press("4")
    battle.given()
    page.keyboard.press("Enter")
    expect(battle.title).to_contain_text("initiative, Anvil")
    expect(page.locator(".typed-dice")).to_contain_text("0 of 1 dice typed")


def test_what_is_wrong_with_a_record_is_said_with_its_line(page: Any, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"quarterdeck": 1}\n')
    page.goto("/replay")
    page.locator("#file").set_input_files(wrong)
    expect(page.locator("#trouble")).to_contain_text("(line 1)")


def test_the_first_page_begins_with_the_first_scenario(page: Any) -> None:
    page.goto("/")
    known = page.request.get("/api/systems").json()[0]["scenarios"][0]
    expect(page.locator("#hero-title")).to_have_text(known["title"])
    page.locator("#play").click()
    expect(page.locator(".what b")).to_have_text("Cruiser patrol")
