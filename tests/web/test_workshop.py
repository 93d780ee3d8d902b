"""The designer and the fleet page: ships built by clicking, accounts that run along, fleets that come to battle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from web.page_keys import Keys
from web.workshop_page import FLEETS, Bench

expect = pytest.importorskip("playwright.sync_api").expect


@pytest.mark.rule("FT-9.10.4")
def test_the_heavy_cruiser_of_the_rulebook_is_built_by_clicking(page: Any) -> None:
    bench = Bench(page)
    bench.amount("MASS", 86)
    bench.key("Average 26")
    bench.amount("Thrust", 4)
    bench.put("Fire Control")
    bench.put("Beam-3")
    bench.key("FP")
    bench.key("FS")
    bench.key("One more: Quantity")
    bench.put("Beam-2")
    bench.key("all round")
    bench.put("Beam-1", 2)
    bench.put("Salvo Missile Launcher")
    bench.key("a new magazine")
    bench.put("PDS", 2)
    bench.put("Screen, level 1")
    assert bench.entries() == [
        "2 × Fire Control",
        "2 × Beam-3, FP F FS",
        "Beam-2",
        "2 × Beam-1",
        "Salvo Missile Launcher, FP F FS",
        "Salvo Missile Magazine, 6 MASS",
        "2 × PDS",
        "Screen, level 1",
    ]
    assert bench.totals() == ["86 of 86", "282", "294"]
    expect(page.locator("#head")).to_contain_text("adds up")
    expect(page.locator(".drawing [data-ref='/beam-3-2']")).to_be_visible()


def test_a_problem_is_mended_by_its_button_and_that_undone(page: Any) -> None:
    bench = Bench(page)
    bench.amount("Hull boxes", 1)
    wrong = page.locator(".problems .bad")
    expect(wrong).to_contain_text("50 MASS need at least 5 hull boxes")
    expect(bench.tool("Fight it")).to_be_disabled()
    wrong.get_by_role("button", name="Hull boxes: 5").click()
    expect(wrong).to_have_count(0)
    bench.tool("Undo").click()
    expect(wrong).to_have_count(1)
    bench.tool("Redo").click()
    expect(wrong).to_have_count(0)
    assert page.get_by_role("spinbutton", name="Hull boxes").input_value() == "5"


def test_clicks_that_outrun_the_account_are_all_counted(page: Any) -> None:
    bench = Bench(page)
    row = page.locator("#parts li button").filter(has_text="Needle Beam")
    row.evaluate("button => { for (let n = 0; n < 5; n += 1) button.click(); }")
    expect(page.locator(".entry")).to_have_count(6)
    assert bench.entries()[1:] == ["Needle Beam, F"] * 5
    out = page.get_by_role("button", name="Take out Needle Beam, F").first
    out.evaluate("button => { button.click(); button.click(); }")
    expect(page.locator(".entry")).to_have_count(4)
    assert bench.entries() == ["Fire Control", *["Needle Beam, F"] * 3]


def test_the_ring_and_the_search_work_by_the_keyboard(page: Any) -> None:
    bench, keys = Bench(page), Keys(page)
    page.locator("#parts input").fill("pulse")
    keys.press("Enter")
    expect(page.locator(".entry")).to_have_count(2)
    bench.settled()
    page.locator(".sector", has_text="FS").focus()
    keys.press("Enter")
    expect(page.locator(".entry .what b").last).to_have_text("Pulse Torpedo, F FS")
    expect(page.locator(".sector", has_text="FS")).to_be_focused()
    keys.press("Control+z")
    expect(page.locator(".entry .what b").last).to_have_text("Pulse Torpedo, F")


def test_a_saved_design_is_compared_opened_and_deleted(page: Any) -> None:
    bench = Bench(page)
    page.get_by_label("Name", exact=True).fill("Kestrel")
    bench.tool("Save").click()
    expect(bench.tool("Save")).to_be_disabled()
    bench.amount("Thrust", 6)
    bench.tool("Compare").click()
    page.locator(".choosing .choice", has_text="Kestrel").click()
    expect(page.locator(".account caption")).to_have_text(["Kestrel", "Kestrel"])
    expect(page.locator(".differences")).to_have_text("Difference: MASS +5, CPV +10, NPV +10")
    bench.tool("Open").click()
    page.locator(".choosing .choice", has_text="Kestrel").click()
    bench.settled()
    expect(page.get_by_role("spinbutton", name="Thrust")).to_have_value("4")
    bench.tool("Open").click()
    page.get_by_role("button", name="Delete Kestrel").click()
    expect(page.locator(".choosing .choice", has_text="Kestrel")).to_have_count(0)


def test_a_pasted_ship_is_read_and_what_is_not_read_is_told(page: Any) -> None:
    bench = Bench(page)
    bench.tool("Import").click()
    area = page.locator(".choosing textarea")
    area.fill("Vandal-class Frigate\nTMF 26\nHull 8\n2x Beam-2 (FP/F/FS)\nMoon laser x3")
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.locator(".reading .unread")).to_contain_text("Moon laser x3")
    page.get_by_role("button", name="Take what was read").click()
    bench.settled()
    expect(page.locator("h1")).to_have_text("Vandal")
    assert bench.entries() == ["2 × Beam-2, FP F FS"]


def test_a_design_is_shared_and_printed(page: Any, tmp_path: Path) -> None:
    bench = Bench(page)
    bench.tool("Share").click()
    with page.expect_download() as shared:
        page.get_by_role("button", name="YAML").click()
    assert shared.value.suggested_filename == "new-ship.yaml"
    assert "mass: 50" in Path(shared.value.path()).read_text("utf-8")
    bench.tool("Print").click()
    with page.expect_download() as printed:
        page.get_by_role("button", name="PDF").click()
    printed.value.save_as(tmp_path / "sheet.pdf")
    assert "New ship" in PdfReader(tmp_path / "sheet.pdf").pages[0].extract_text()


def test_a_design_fights_a_fleet_in_two_clicks(page: Any) -> None:
    bench = Bench(page)
    bench.tool("Fight it").click()
    page.locator(".choosing .choice", has_text="Anvil patrol").click()
    page.wait_for_url("**/battle/**")
    expect(page.locator(".unit .nm")).to_contain_text(["New ship", "Oath", "Harbour", "Tarn"])


def test_a_fleet_is_made_up_and_judged(page: Any) -> None:
    bench = Bench(page, FLEETS)
    bench.put("Amaranth, Heavy Cruiser", 2)
    assert bench.entries() == ["Amaranth, Heavy Cruiser", "Amaranth 2, Amaranth, Heavy Cruiser"]
    bench.amount("Limit, CPV", 500)
    mass, cpv = bench.totals()
    assert (mass, cpv) == ("168", "534 of 500")
    wrong = page.locator(".problems .bad")
    expect(wrong).to_contain_text("34 more than its limit")
    wrong.get_by_role("button", name="Limit, CPV: 534").click()
    expect(page.locator("#head")).to_contain_text("adds up")


@pytest.mark.parametrize("path", ["/workshop/full-thrust/ship", FLEETS])
def test_nothing_of_the_page_is_wider_than_a_phone(browser: Any, site: str, path: str) -> None:
    opened = browser.new_context(base_url=site, viewport={"width": 390, "height": 844}, has_touch=True)
    bench = Bench(opened.new_page(), path)
    for tab in ("Parts", "Design", "Account"):
        bench.page.locator("#tabs").get_by_role("button", name=tab).click()
        assert bench.page.evaluate("document.documentElement.scrollWidth") <= 390
    opened.close()
