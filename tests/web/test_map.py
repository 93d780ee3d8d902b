"""The map in a real browser: what is drawn of a scene, what pointer, wheel and keys do, what stays the same element."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from web.map_page import HEXES, PLANE, SQUARES, apart, begin, boxes, crowd, fleet, middle, scene, settled, ship, token, told

IDS = "nodes => nodes.map(node => node.dataset.id)"


@pytest.fixture
def page(chart: Any) -> Any:
    """The page with nothing but the map on it."""
    return chart


# What is drawn


def test_a_unit_is_a_button_with_a_sentence(page: Any) -> None:
    begin(page, fleet())
    assert page.get_by_role("button", name="Anna, yours, hull 4 of 7").count() == 1


def test_a_ghost_is_no_button(page: Any) -> None:
    begin(page, scene(PLANE, ship("anna", [36, 24]), ship("anna.d", [40, 24], ref="anna", style="drift")))
    assert token(page, "anna.d").get_attribute("role") is None
    assert page.get_by_role("button", name="Anna").count() == 1


def test_up_is_up_on_a_plane_and_down_is_down_on_hexes(page: Any) -> None:
    begin(page, fleet())
    assert middle(page, "bella")[1] < middle(page, "anna")[1] < middle(page, "dora")[1]
    begin(page, scene(HEXES, ship("anna", [3, 1]), ship("bella", [3, 4])))
    assert middle(page, "anna")[1] < middle(page, "bella")[1]


def test_odd_columns_of_hexes_stand_half_a_hex_lower(page: Any) -> None:
    begin(page, scene(HEXES, ship("anna", [2, 2]), ship("bella", [3, 2]), ship("cora", [2, 3])))
    (_, even), (_, odd), (_, below) = (middle(page, key) for key in ("anna", "bella", "cora"))
    assert odd - even == pytest.approx((below - even) / 2, abs=0.1)


def test_a_thing_that_hangs_on_a_unit_rides_on_its_planned_token(page: Any) -> None:
    shot = {"id": "shot", "k": "path", "style": "beam", "pts": [{"of": "anna"}, {"of": "cora"}], "text": "18 MU", "strong": True}
    plan = ship("draft:anna.p", [36, 30], ref="anna", style="plan")
    begin(page, scene(PLANE, ship("anna", [36, 24]), ship("cora", [54, 24]), shot))
    level = boxes(page, ".shots [data-id=shot] .line")[0]
    page.evaluate("plan => show({ patch: { set: [plan] } })", plan)
    sloping = boxes(page, ".shots [data-id=shot] .line")[0]
    assert level["height"] < 2
    assert sloping["height"] > 30


def test_arcs_show_while_their_weapon_is_selected(page: Any) -> None:
    bands = {"at": {"of": "anna"}, "from": -90, "to": 90, "steps": [[6, "6 MU, 3 dice"], [12, "12 MU, 2 dice"]]}
    area = {"id": "arc", "k": "area", "ref": "anna/w1", "show": ["sel"], "style": "bands", "shape": {"bands": bands}}
    begin(page, scene(PLANE, ship("anna", [36, 24]), area))
    assert page.locator(".labels text").count() == 0
    page.evaluate("show({ selected: 'anna/w1' })")
    assert page.locator(".labels text").all_text_contents() == ["6 MU, 3 dice", "12 MU, 2 dice"]
    assert page.locator(".ring-clock").count() == 1
    page.evaluate("show({ layers: { ranges: false } })")
    assert page.locator(".labels text").count() == 0


def test_the_canvas_shows_terrain_and_the_theme(page: Any) -> None:
    colour = """() => {
      const canvas = document.querySelector(".map-canvas"), at = [canvas.width / 2, canvas.height / 2, 1, 1];
      return [...canvas.getContext("2d").getImageData(...at).data].slice(0, 3);
    }"""
    begin(page, scene(PLANE))
    empty = page.evaluate(colour)
    land = {"id": "isle", "k": "terrain", "pattern": "land", "shape": {"circle": [[36, 24], 5]}}
    begin(page, scene(PLANE, land))
    dark = page.evaluate(colour)
    page.evaluate("document.documentElement.dataset.theme = 'light'; map.theme()")
    assert empty != dark != page.evaluate(colour)


def test_a_map_without_end_and_one_of_cards(page: Any) -> None:
    begin(page, scene({"kind": "plane", "unit": "MU", "grid": 12}, ship("anna", [500, 900]), ship("bella", [520, 880])))
    assert all(0 < middle(page, key)[0] < 1043 for key in ("anna", "bella"))
    begin(page, scene({"kind": "cards"}))
    assert not page.locator(".map-root").is_visible()


# What stays


def test_a_new_picture_keeps_elements_and_focus(page: Any) -> None:
    begin(page, fleet())
    token(page, "anna").focus()
    page.evaluate('window.kept = document.querySelector(".tokens [data-id=anna]")')
    later = scene(PLANE, ship("zara", [10, 10]), ship("anna", [40, 24], rot=60), ship("aaron", [12, 30]))
    page.evaluate("picture => { window.picture = picture; show({}); }", later)
    assert page.evaluate("kept === document.querySelector('.tokens [data-id=anna]') && document.activeElement === kept")
    assert page.locator(".tokens [data-id=bella]").count() == 0
    assert page.locator(".tokens > [role=button]").evaluate_all(IDS) == [
        "aaron",
        "anna",
        "zara",
    ]


def test_selecting_moves_no_element(page: Any) -> None:
    begin(page, fleet())
    order = ".tokens > *"
    before = page.locator(order).evaluate_all(IDS)
    page.evaluate("show({ selected: 'anna' })")
    assert page.locator(order).evaluate_all(IDS) == before
    assert token(page, "anna").get_attribute("aria-pressed") == "true"


# Plates


@pytest.mark.parametrize("count", [12, 60, 300])
def test_plates_never_lie_over_each_other(page: Any, count: int) -> None:
    begin(page, crowd(count), selected="s5")
    settled(page)
    plates = boxes(page, ".plates .touch")
    assert min(count, 12) <= len(plates) <= 121
    for a, b in combinations(plates, 2):
        assert apart(a, b)
    assert page.locator(".plates [data-id=s5]").count() == 1


def groups(*names: str, at: tuple[float, float] = (20, 20)) -> list[dict[str, Any]]:
    """Units without bars, all in one place."""
    return [ship(name.lower().replace(" ", "-"), list(at), name=name, bars=[]) for name in names]


def test_units_in_one_place_share_a_plate_but_for_the_selected_one(page: Any) -> None:
    names = ".plates text.name"
    begin(page, scene(PLANE, *groups("Red 1", "Red 2", "Red 3"), *groups("Hawk", "Dove", at=(50, 30))))
    settled(page)
    assert sorted(page.locator(names).all_text_contents()) == ["Dove +1", "Red 1, 2, 3"]
    page.evaluate("show({ selected: 'red-2' })")
    assert sorted(page.locator(names).all_text_contents()) == ["Dove +1", "Red 1, 3", "Red 2"]


def test_a_plate_that_stands_off_is_joined_to_its_token(page: Any) -> None:
    begin(page, scene(PLANE, *(ship(f"s{n}", [30 + n % 3, 20 + n // 3]) for n in range(9))))
    settled(page)
    lines = page.locator(".plates .lead").evaluate_all("all => all.map(each => each.getAttribute('d'))")
    outs = page.evaluate("[...map.drawing.chosen.values()].map(place => place >= 12)")
    assert any(outs)
    assert len(list(filter(None, lines))) == outs.count(True)


def test_sections_stand_round_the_one_that_all_belong_to(page: Any) -> None:
    arms = [ship(key, [36, 24], rot=rot, stack="Base") for key, rot in (("north", 0), ("west", 270), ("south", 180))]
    begin(page, scene(PLANE, ship("base", [36, 24], stack="Base"), *arms))
    at = {key: boxes(page, f".tokens [data-id={key}] .hit")[0] for key in ("base", "north", "west", "south")}
    assert at["north"]["y"] < at["base"]["y"] < at["south"]["y"]
    assert at["west"]["x"] < at["base"]["x"] == at["north"]["x"]
    assert page.locator(".ring-stack").count() == 0


def test_bands_are_named_on_the_map_only(page: Any) -> None:
    steps = [[6, "6 MU, 3 dice"], [12, "12 MU, 2 dice"]]
    bands = {"at": [36, 8], "from": -90, "to": 180, "steps": steps}
    begin(page, scene(PLANE, {"id": "arc", "k": "area", "style": "bands", "shape": {"bands": bands}}))
    page.evaluate("map.zoom(0.7)")
    settled(page)
    edge = page.evaluate("map.view.pixel([0, 0])[1]")
    named = boxes(page, ".labels text")
    assert len(named) == 2
    assert all(each["bottom"] <= edge + 4 for each in named)


def test_a_plate_stays_where_it_is_while_it_may(page: Any) -> None:
    begin(page, fleet())
    where = "[...map.drawing.chosen]"
    before = page.evaluate(where)
    page.evaluate("show({ hover: 'bella' }); show({ hover: null })")
    assert page.evaluate(where) == before


# Pointer and wheel


def test_a_click_picks_a_token_and_its_plate_too(page: Any) -> None:
    begin(page, fleet())
    page.mouse.click(*middle(page, "cora"))
    plate = boxes(page, ".plates [data-id=dora] .touch")[0]
    page.mouse.click(plate["x"] + plate["width"] / 2, plate["y"] + 8)
    assert told(page, "pick") == [["cora"], ["dora"]]


def test_a_second_click_takes_the_next_of_a_stack(page: Any) -> None:
    begin(page, scene(HEXES, ship("anna", [5, 2]), ship("bella", [5, 2]), ship("cora", [5, 2])))
    at = middle(page, "bella")
    for _ in range(4):
        page.mouse.click(*at)
    picked = [ref for (ref,) in told(page, "pick")]
    assert len(set(picked)) == 3
    assert picked[3] == picked[0]


def test_hover_is_told_and_ringed(page: Any) -> None:
    begin(page, fleet())
    page.mouse.move(*middle(page, "anna"))
    assert told(page, "hover") == [["anna"]]
    assert page.locator(".ring-hover").count() == 1
    page.mouse.move(20, 620)
    assert told(page, "hover")[-1] == [None]
    assert page.locator(".ring-hover").count() == 0


def test_a_drag_pans_and_picks_nothing(page: Any) -> None:
    begin(page, fleet())
    before = middle(page, "anna")
    page.mouse.move(*before)
    page.mouse.down()
    page.mouse.move(before[0] + 30, before[1] + 20)
    page.mouse.move(before[0] + 60, before[1] + 40)
    page.mouse.up()
    settled(page)
    after = middle(page, "anna")
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((60, 40), abs=0.5)
    assert told(page, "pick") == []
    shown = boxes(page, ".tokens [data-id=anna] .hit")[0]
    assert shown["x"] + shown["width"] / 2 == pytest.approx(after[0], abs=1)


def test_the_wheel_zooms_about_the_pointer(page: Any) -> None:
    begin(page, fleet())
    at, other = middle(page, "cora"), middle(page, "anna")
    page.mouse.move(*at)
    before = page.evaluate("map.view.k")
    page.mouse.wheel(0, -300)
    page.wait_for_function("before => map.view.k > before", arg=before)
    settled(page)
    assert middle(page, "cora") == pytest.approx(at, abs=0.5)
    assert at[0] - middle(page, "anna")[0] > 1.2 * (at[0] - other[0])
    shown = boxes(page, ".tokens [data-id=cora] .hit")[0]
    assert shown["width"] == pytest.approx(44, abs=1)


def test_two_fingers_pinch(page: Any) -> None:
    begin(page, fleet())
    before = page.evaluate("map.view.k")
    touch = page.context.new_cdp_session(page)
    for kind, far in [("touchStart", 50), ("touchMove", 80), ("touchMove", 100), ("touchEnd", None)]:
        points = [] if far is None else [{"x": 500 - far, "y": 300, "id": 1}, {"x": 500 + far, "y": 300, "id": 2}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert page.evaluate("map.view.k") == pytest.approx(2 * before, rel=0.05)


# Placing


def test_while_placing_the_pointer_tells_places_and_a_drag_moves_the_unit(page: Any) -> None:
    begin(page, fleet(), picking="place")
    page.mouse.click(300, 300)
    ((at, how, *_nobody),) = [each for each in told(page, "point") if each[1] == "click"]
    assert at == pytest.approx(page.evaluate("map.view.flat([300, 300])"))
    assert how == "click"
    x, y = middle(page, "anna")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y)
    page.mouse.up()
    assert [each[1:] for each in told(page, "point") if each[1] == "drag"] == [["drag", "anna"]]
    page.keyboard.down("Shift")
    page.mouse.wheel(0, 100)
    page.wait_for_function("told.some(each => each[0] === 'turn')")
    assert told(page, "turn") == [[1]]


def test_on_hexes_a_place_is_a_hex_and_keys_move_the_cursor(page: Any) -> None:
    begin(page, scene(HEXES, ship("anna", [4, 2])), picking="reach", selected="anna")
    page.evaluate("map.stage.svg.focus()")
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert told(page, "point") == [[[4, 3], "move"], [[5, 3], "move"], [[5, 3], "click"]]
    assert page.locator(".map-said").inner_text() == "5, 3"


# Keys


def test_the_map_is_one_tab_stop_and_arrows_go_that_way(page: Any) -> None:
    begin(page, fleet())
    page.locator("#before").focus()
    page.keyboard.press("Tab")
    focused = "document.activeElement.dataset.id"
    assert page.evaluate(focused) == "anna"
    reached = []
    for key in ("ArrowUp", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
        reached.append(page.evaluate(focused))
    assert reached == ["bella", "anna", "cora", "anna", "dora"]
    page.keyboard.press("Enter")
    assert told(page, "pick") == [["dora"]]
    assert page.locator(".tokens [tabindex='0']").count() == 1
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement === document.body")
    assert told(page, "leave") == [[]]


def test_keys_zoom_and_fit(page: Any) -> None:
    begin(page, fleet())
    token(page, "anna").focus()
    start = page.evaluate("map.view.k")
    page.keyboard.press("+")
    nearer = page.evaluate("map.view.k")
    page.keyboard.press("-")
    assert nearer > start
    assert page.evaluate("map.view.k") == pytest.approx(start)
    page.keyboard.press("f")
    settled(page)
    corners = page.evaluate("[map.view.pixel([0, 0]), map.view.pixel([72, 48])]")
    assert all(0 <= x <= 1043 and 0 <= y <= 641 for x, y in corners)


# Ruler


@pytest.mark.parametrize(
    ("ground", "a", "b", "reading"),
    [
        (PLANE, [30, 20], [33, 24], "5.0 MU, 37°"),
        (HEXES, [2, 2], [5, 2], "3 hexes, 120°"),
        (HEXES, [2, 3], [4, 1], "2 hexes, 60°"),
        (SQUARES, [2, 2], [5, 6], "5 squares, 143°"),
        (SQUARES | {"metric": "max"}, [2, 2], [5, 6], "4 squares, 143°"),
    ],
)
def test_the_ruler_counts_as_the_map_does(
    page: Any, ground: dict[str, Any], a: list[float], b: list[float], reading: str
) -> None:
    begin(page, scene(ground, ship("anna", a), ship("bella", b)))
    page.evaluate("map.ruler(true)")
    page.mouse.click(*middle(page, "anna"))
    page.mouse.move(*middle(page, "bella"))
    page.mouse.click(*middle(page, "bella"))
    assert page.locator(".ruler-words").text_content() == reading
    assert told(page, "pick") == []


def test_the_ruler_by_keys(page: Any) -> None:
    begin(page, fleet())
    token(page, "anna").focus()
    page.keyboard.press("r")
    page.keyboard.press("ArrowUp")
    assert told(page, "ruler")[-1] == [True, "12.0 MU, 0°"]
    page.keyboard.press("Escape")
    assert told(page, "ruler")[-1] == [False, ""]
    assert page.locator(".ruler").get_attribute("visibility") == "hidden"
