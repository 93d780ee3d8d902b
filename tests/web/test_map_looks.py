"""Every name that a scene may use is drawn, and none looks like another; words on the map hide nothing."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import Any, get_args, get_type_hints

import pytest

from quarterdeck.engine.scene import Area, PathStyle, Pattern, Token
from web.map_page import HEXES, PLANE, apart, begin, boxes, fleet, middle, painted, scene, settled, ship

CELLS = [[5, 2], [6, 2], [6, 1]]
GROUNDS = [(PLANE, {"circle": [[36, 24], 5]}), (HEXES, {"cells": CELLS})]


def seen(page: Any, ground: dict[str, Any], **item: Any) -> int:
    """What the canvas shows where one thing is on the map."""
    begin(page, scene(ground, {"id": "it", **item}))
    return painted(page, 500, 500)


def differ(looks: dict[str, int]) -> None:
    """No two look the same."""
    assert [(a, b) for a, b in combinations(looks, 2) if looks[a] == looks[b]] == []


@pytest.mark.parametrize(("ground", "shape"), GROUNDS, ids=["plane", "hexes"])
def test_every_kind_of_terrain_is_drawn(chart: Any, ground: dict[str, Any], shape: dict[str, Any]) -> None:
    looks = {kind: seen(chart, ground, k="terrain", pattern=kind, shape=shape) for kind in get_args(Pattern)}
    nothing = seen(chart, ground, k="label", at=[0, 0], text="")
    danger = seen(chart, ground, k="terrain", pattern="rocks", shape=shape, danger=True)
    differ({**looks, "nothing": nothing, "danger": danger})


@pytest.mark.parametrize(("ground", "shape"), GROUNDS, ids=["plane", "hexes"])
def test_every_kind_of_area_is_drawn(chart: Any, ground: dict[str, Any], shape: dict[str, Any]) -> None:
    styles = get_args(get_type_hints(Area)["style"])
    plain = [style for style in styles if style != "bands"]
    looks = {style: seen(chart, ground, k="area", side="a", style=style, shape=shape) for style in plain}
    differ({**looks, "nothing": seen(chart, ground, k="label", at=[0, 0], text="")})
    assert "bands" in styles


def test_every_shape_is_drawn(chart: Any) -> None:
    at = [36, 24]
    bands = {"at": at, "from": -60, "to": 60, "inner": [0], "steps": [[4, "4 MU"], [8, "8 MU"]]}
    shapes: dict[str, dict[str, Any]] = {
        "circle": {"circle": [at, 6]},
        "sector": {"sector": [at, 2, 6, -30, 30]},
        "poly": {"poly": [[30, 20], [42, 20], [36, 30]]},
    }
    looks = {name: seen(chart, PLANE, k="area", style="arc", shape=shape) for name, shape in shapes.items()}
    looks["bands"] = seen(chart, PLANE, k="area", style="bands", shape={"bands": bands})
    looks["turned"] = seen(chart, PLANE, k="area", style="bands", shape={"bands": {**bands, "from": 120, "to": 240}})
    differ({**looks, "nothing": seen(chart, PLANE, k="label", at=[0, 0], text="")})


def test_hexes_that_can_be_reached_say_what_it_costs(chart: Any) -> None:
    def reach(*costs: int) -> int:
        cells = [[*cell, cost] for cell, cost in zip(CELLS, costs, strict=True)]
        return seen(chart, HEXES, k="area", side="a", style="reach", shape={"cells": cells})

    bare = seen(chart, HEXES, k="area", side="a", style="reach", shape={"cells": CELLS})
    differ({"without": bare, "low": reach(1, 2, 3), "high": reach(4, 5, 6)})


def test_every_line_is_drawn(chart: Any) -> None:
    pts = [[30, 20], [36, 24], [42, 20]]
    begin(chart, scene(PLANE, *({"id": s, "k": "path", "side": "a", "style": s, "pts": pts} for s in get_args(PathStyle))))
    lines = {box["width"] > 50 for box in boxes(chart, ".path .line")}
    assert lines == {True}
    drawn = set(chart.locator(".path").evaluate_all("nodes => nodes.map(node => node.dataset.id)"))
    assert drawn == set(get_args(PathStyle)) - {"track"}
    track = {"k": "path", "side": "a", "style": "track", "pts": pts, "ticks": True}
    differ({"nothing": seen(chart, PLANE, k="label", at=[0, 0], text=""), "track": seen(chart, PLANE, **track)})


LOOK = """nodes => nodes.map(node => { const s = getComputedStyle(node), hull = getComputedStyle(node.querySelector(".hull"));
  return [s.opacity, hull.fill, hull.fillOpacity, hull.stroke, hull.strokeDasharray].join(); })"""


def test_every_token_is_drawn_and_none_as_another(chart: Any) -> None:
    styles = get_args(get_type_hints(Token)["style"])
    begin(chart, scene(PLANE, *(ship(style, [8 * n + 6, 24], style=style) for n, style in enumerate(styles))))
    assert [box["width"] > 4 for box in boxes(chart, ".tokens .hull")] == [True] * len(styles)
    looks = chart.locator(".tokens > *").evaluate_all(LOOK)
    assert len(set(looks)) == len(styles) - 1, "a marker looks as what is live"


def test_the_canvas_has_a_pixel_for_each_of_the_screen(chart: Any) -> None:
    begin(chart, fleet())
    sizes = "[...document.querySelectorAll('.map-canvas, .map-frame')].map(c => c.width / c.getBoundingClientRect().width)"
    assert chart.evaluate(sizes) == pytest.approx([2, 2], rel=0.01)


# Words


def test_the_range_of_a_short_shot_hides_neither_ship_nor_ring(chart: Any) -> None:
    shot = {"id": "shot", "k": "path", "style": "beam", "pts": [{"of": "anna"}, {"of": "cora"}], "text": "4 MU"}
    for at in ([40, 24], [36, 28], [39, 27], [38.5, 22.5]):
        begin(chart, scene(PLANE, ship("anna", [36, 24]), ship("cora", at, side="b"), shot), selected="anna")
        (label,) = boxes(chart, ".labels text")
        (ring,) = boxes(chart, ".ring-clock circle")
        assert all(apart(label, hull) for hull in boxes(chart, ".tokens .hull")), at
        assert from_box(label, *middle(chart, "anna")) >= ring["width"] / 2, at


def from_box(box: dict[str, float], x: float, y: float) -> float:
    """How far a place is from a box."""
    return hypot(max(box["left"] - x, x - box["right"], 0), max(box["top"] - y, y - box["bottom"], 0))


def test_numbers_of_vectors_keep_off_ships_and_each_other(chart: Any) -> None:
    ships = [ship(f"s{n}", [36 + n, 20 + 2.4 * n], rot=90, side="ab"[n % 2]) for n in range(6)]
    vectors = [
        {"id": f"v{n}", "k": "path", "ref": f"s{n}", "side": "ab"[n % 2], "style": "vector", "text": str(n + 4),
         "pts": [each["at"], [each["at"][0] + 8, each["at"][1]]]}
        for n, each in enumerate(ships)
    ]  # fmt: skip
    begin(chart, scene(PLANE, *ships, *vectors))
    labels, hulls = boxes(chart, ".labels text"), boxes(chart, ".tokens .hull")
    assert len(labels) == 6
    assert all(apart(a, b) for a, b in combinations(labels, 2))
    assert all(apart(label, hull) for label in labels for hull in hulls)


def test_plates_keep_off_ships_and_toolbars(chart: Any) -> None:
    chart.evaluate(
        """() => {
          const bar = document.createElement("div");
          bar.setAttribute("role", "toolbar");
          Object.assign(bar.style, { position: "absolute", left: "430px", top: "340px", width: "180px", height: "60px" });
          document.querySelector("#map").parentElement.append(bar);
        }"""
    )
    begin(chart, scene(PLANE, ship("anna", [36, 24]), ship("bella", [31, 26]), ship("cora", [41, 26]), ship("dora", [36, 29])))
    settled(chart)
    plates, kept = boxes(chart, ".plates .touch"), boxes(chart, ".tokens .hull, [role=toolbar]")
    assert len(plates) == 4
    assert all(apart(plate, each) for plate in plates for each in kept)


def test_a_bare_map_has_names_and_a_frame_but_neither_rose_nor_bars(chart: Any) -> None:
    begin(chart, fleet(), bare=True)
    settled(chart)
    assert chart.locator(".map-frame").is_visible()
    assert not chart.locator(".map-corner").is_visible()
    assert chart.locator(".plates .name").count() == 4
    assert not chart.locator(".plates .bars").first.is_visible()
    corners = chart.evaluate("[map.view.pixel([0, 0]), map.view.pixel([72, 48])]")
    assert all(18 <= x <= 1025 and 18 <= y <= 623 for x, y in corners)


def test_what_a_band_says_stays_in_view_and_off_ships(chart: Any) -> None:
    bands = {"at": {"of": "anna"}, "from": 0, "to": 180, "inner": [], "steps": [[6, "6 MU, 3 dice"], [12, "12 MU, 2 dice"]]}
    area = {"id": "arc", "k": "area", "ref": "anna/w", "style": "bands", "shape": {"bands": bands}}
    begin(chart, scene(PLANE, ship("anna", [3, 24], rot=0), ship("bella", [2, 17.5]), area), selected="anna")
    labels, hulls = boxes(chart, ".labels text"), boxes(chart, ".tokens .hull")
    assert len(labels) == 2
    assert all(label["left"] >= 18 and label["right"] <= 1025 for label in labels)
    assert all(apart(label, hull) for label in labels for hull in hulls)
