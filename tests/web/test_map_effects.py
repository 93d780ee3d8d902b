"""What the map plays: moves, shots, hits, losses; how long each lasts, and that nothing jumps when the next picture comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.map_page import PLANE, begin, boxes, fleet, middle, painted, scene, ship, token

MOVE = {"fx": "move", "id": "anna", "via": [[36, 24], [42, 24], [42, 27]], "legs": 1, "rot": [30, 0]}
SHOT = {"fx": "shot", "style": "beam", "a": [36, 24], "b": {"of": "cora"}, "hit": True}
HIT, LOSS = {"fx": "hit", "id": "cora"}, {"fx": "loss", "id": "cora"}
APPEAR, FADE = {"fx": "appear", "id": "cora"}, {"fx": "fade", "id": "cora"}
BLAST = {"fx": "blast", "at": [30, 20], "r": 6}
FRAME = 17


@pytest.fixture(scope="module")
def charts(browser: Any) -> Iterator[Any]:
    """Screens whose clock stands still until a test moves it on."""
    opened = browser.new_context(viewport={"width": 1043, "height": 641}, device_scale_factor=2)
    opened.clock.install(time=0)
    opened.clock.pause_at(1000)
    yield opened
    opened.close()


def play(page: Any, *effects: dict[str, Any], after: int = 0) -> None:
    """Begins to play, and goes on so many ms."""
    start = "window.done = false; map.play(effects, 1).then(() => { window.done = true; });"
    page.evaluate(f"async effects => {{ {start} await null; }}", list(effects))
    go_on(page, after)


def go_on(page: Any, ms: int) -> None:
    page.clock.run_for(ms)


def ended(page: Any, after: int) -> None:
    """After so many ms, a frame more or less, all is played and nothing of it is left."""
    go_on(page, after - FRAME)
    assert not page.evaluate("done")
    go_on(page, 3 * FRAME)
    assert page.evaluate("done")
    assert page.locator(".effects > *, .fx-arrow").count() == 0


# What is seen


@pytest.mark.parametrize("style", ["beam", "guns"])
def test_a_shot_is_a_line_that_grows_from_here_to_there(chart: Any, style: str) -> None:
    begin(chart, fleet())
    play(chart, SHOT | {"style": style}, after=50)
    (short,) = boxes(chart, f".effects .fx-{style}")
    go_on(chart, 100)
    (long,) = boxes(chart, f".effects .fx-{style}")
    assert short["left"] == long["left"] == pytest.approx(middle(chart, "anna")[0], abs=3)
    assert short["right"] < long["right"] == pytest.approx(middle(chart, "cora")[0], abs=3)


@pytest.mark.parametrize("style", ["torpedo", "missile"])
def test_a_torpedo_flies_along_its_line(chart: Any, style: str) -> None:
    begin(chart, fleet())
    play(chart, SHOT | {"style": style})
    places = [dart_at(chart) for _ in range(3)]
    assert middle(chart, "anna")[0] < places[0] < places[1] < places[2] < middle(chart, "cora")[0]


def dart_at(page: Any) -> float:
    """Where the dart is a little later, across."""
    go_on(page, 100)
    (box,) = boxes(page, ".effects .fx-dart")
    return (box["left"] + box["right"]) / 2


def test_a_miss_goes_by(chart: Any) -> None:
    begin(chart, fleet())
    play(chart, SHOT | {"hit": False}, after=150)
    (box,) = boxes(chart, ".effects .fx-beam")
    x, y = middle(chart, "cora")
    assert box["right"] > x + 10
    assert box["bottom"] > y + 10


@pytest.mark.parametrize(("effect", "ring"), [(HIT, "fx-hit"), (LOSS, "fx-loss")])
def test_a_hit_and_a_loss_are_rings_round_their_ship(chart: Any, effect: dict[str, Any], ring: str) -> None:
    begin(chart, fleet())
    play(chart, effect, after=100)
    (early, *_) = boxes(chart, f".effects .{ring}")
    go_on(chart, 100)
    (late, *_) = boxes(chart, f".effects .{ring}")
    assert 2 < early["width"] < late["width"]
    for box in (early, late):
        assert ((box["left"] + box["right"]) / 2, (box["top"] + box["bottom"]) / 2) == pytest.approx(middle(chart, "cora"), abs=1)


def test_an_explosion_grows_to_its_true_size(chart: Any) -> None:
    begin(chart, fleet())
    play(chart, BLAST, after=400)
    (box,) = boxes(chart, ".effects .fx-blast")
    assert box["width"] == pytest.approx(12 * chart.evaluate("map.view.k"), abs=3)


@pytest.mark.parametrize(("effect", "strengths"), [(APPEAR, (0.4, 0.8)), (FADE, (0.6, 0.2))])
def test_what_appears_and_what_fades(chart: Any, effect: dict[str, Any], strengths: tuple[float, float]) -> None:
    begin(chart, fleet())
    play(chart, effect)
    for wanted in strengths:
        go_on(chart, 104)
        assert float(token(chart, "cora").get_attribute("opacity")) == pytest.approx(wanted, abs=0.12)
    ended(chart, 260 - 208)
    assert token(chart, "cora").get_attribute("opacity") is None
    assert ("style-gone" in str(token(chart, "cora").get_attribute("class"))) == (effect is FADE)


def test_skip_ends_at_once_and_a_loss_leaves_a_wreck(chart: Any) -> None:
    begin(chart, fleet())
    play(chart, SHOT | {"a": {"of": "anna"}}, HIT, LOSS, after=50)
    assert chart.locator(".effects .fx-beam").count() == 1
    chart.evaluate("map.skip()")
    assert chart.evaluate("Promise.resolve().then(() => done)")
    assert "style-wreck" in (token(chart, "cora").get_attribute("class") or "")
    assert chart.locator(".effects > *").count() == 0


# Moves


def test_a_move_drifts_and_then_follows_its_legs(chart: Any) -> None:
    begin(chart, fleet())
    play(chart, MOVE, after=300)
    assert chart.evaluate("map.drawing.played.get('anna').at") == pytest.approx([39, 24], abs=0.3)
    go_on(chart, 300 + 150 + 75)
    assert chart.evaluate("map.drawing.played.get('anna').at") == pytest.approx([42, 25.5], abs=0.5)
    ended(chart, 75)
    assert chart.evaluate("map.drawing.played.get('anna')") == {"at": [42, 27], "rot": 0}
    chart.evaluate("window.picture = { ...window.picture }; show({})")
    assert chart.evaluate("map.drawing.played.size") == 0


def moving(at: list[float], rot: int, to: list[float]) -> dict[str, Any]:
    """Anna with all that tells where she goes and what she reaches, and Cora with her own vector."""
    vector = {"id": "anna.v", "k": "path", "ref": "anna", "side": "a", "style": "vector", "pts": [at, to], "text": "6"}
    reach = {"id": "anna.r", "k": "area", "ref": "anna", "side": "a", "style": "reach", "shape": {"circle": [to, 4]}}
    arcs = {"from": -60, "to": 60, "inner": [], "at": {"of": "anna"}, "steps": [[8, "8 MU"]]}
    bands = {"id": "arc", "k": "area", "ref": "anna/w", "style": "bands", "shape": {"bands": arcs}}
    track = {"id": "anna.t", "k": "path", "ref": "anna", "side": "a", "style": "track", "pts": [[20, 24], at]}
    other = {"id": "cora.v", "k": "path", "ref": "cora", "side": "b", "style": "vector", "pts": [[54, 25], [50, 25]], "text": "4"}
    ghost = ship("anna.d", to, ref="anna", style="drift", name="")
    return scene(PLANE, reach, bands, track, vector, other, ghost, ship("anna", at, rot=rot), ship("cora", [54, 25], side="b"))


def test_while_a_ship_moves_nothing_tells_any_more_where_it_was_going(chart: Any) -> None:
    begin(chart, moving([36, 24], 30, [42, 24]))
    assert chart.locator(".lines [data-id='anna.v'], .tokens [data-id='anna.d']").count() == 2
    before = painted(chart)
    play(chart, MOVE, after=100)
    assert chart.locator("[data-id='anna.v'], [data-id='anna.d']").count() == 0
    assert chart.locator(".labels text").all_text_contents() == ["4"]
    assert chart.locator(".lines [data-id='cora.v']").count() == 1
    without = moving([36, 24], 30, [42, 24])
    without["scene"]["items"] = [item for item in without["scene"]["items"] if item["id"] not in ("anna.r", "arc")]
    during = painted(chart)
    chart.evaluate("map.skip()")
    begin(chart, without)
    assert before != during == painted(chart)


def test_after_a_move_nothing_jumps_when_the_next_picture_is_drawn(chart: Any) -> None:
    begin(chart, moving([36, 24], 30, [42, 24]), selected="anna")
    play(chart, MOVE, after=1000)
    assert chart.evaluate("done")
    tokens, plates = boxes(chart, ".tokens > [role=button] .hull"), boxes(chart, ".plates .touch")
    chart.evaluate("picture => { window.picture = picture; show({}); }", moving([42, 27], 0, [42, 33]))
    assert boxes(chart, ".tokens > [role=button] .hull") == tokens
    assert boxes(chart, ".plates .touch") == plates
    assert chart.locator("[data-id='anna.v'], [data-id='anna.d']").count() == 2


# How long


LENGTHS: list[tuple[list[dict[str, Any]], int]] = [
    ([{"fx": "move", "id": "anna", "via": [[36, 24], [42, 24]]}], 600),
    ([MOVE], 600 + 150 + 150),
    ([MOVE, MOVE | {"id": "bella"}], 900),
    ([SHOT], 90 + 220 + 260),
    ([SHOT | {"style": "torpedo"}], 350),
    ([HIT], 260),
    ([LOSS], 600),
    ([SHOT, HIT], 90 + 220 + 260),
    ([SHOT | {"style": "torpedo"}, HIT], 350 + 260),
    ([HIT, LOSS], 260 + 600),
]


@pytest.mark.parametrize("speed", [1, 4])
def test_how_long_each_plays(chart: Any, speed: int) -> None:
    begin(chart, fleet())
    for effects, length in LENGTHS:
        chart.evaluate(
            "([effects, speed]) => { window.done = false; map.play(effects, speed).then(() => { done = true; }); }",
            [effects, speed],
        )
        ended(chart, length // speed)


# Where it cannot be seen, and where nothing is to move


def test_what_happens_out_of_view_gets_an_arrow(chart: Any) -> None:
    begin(chart, fleet())
    chart.evaluate("map.zoom(6, [20, 620])")
    play(chart, HIT, after=50)
    (box,) = boxes(chart, ".map-over .fx-arrow")
    assert box["width"] > 5
    assert box["right"] > 1043 - 60 or box["top"] < 60
    ended(chart, 900 - 50)


def test_what_happens_in_view_gets_none(chart: Any) -> None:
    begin(chart, fleet())
    for effect in (MOVE, SHOT, HIT, LOSS, BLAST):
        play(chart, effect, after=50)
        assert chart.locator(".fx-arrow").count() == 0, effect
        chart.evaluate("map.skip()")


def test_with_reduced_motion_what_changes_is_ringed(chart: Any) -> None:
    chart.emulate_media(reduced_motion="reduce")
    begin(chart, fleet())
    for effect in (HIT, LOSS, APPEAR, SHOT | {"b": [54, 25]}):
        play(chart, effect, after=50)
        ring = chart.locator(".effects .fx-ring")
        at = float(ring.get_attribute("cx")), float(ring.get_attribute("cy"))
        assert at == pytest.approx(middle(chart, "cora"), abs=0.2), effect
        ended(chart, 600 - 50)


def test_with_reduced_motion_nothing_moves(chart: Any) -> None:
    chart.emulate_media(reduced_motion="reduce")
    begin(chart, fleet())
    play(chart, {"fx": "move", "id": "anna", "via": [[36, 24], [42, 24]], "rot": [30, 90]}, after=50)
    assert chart.locator(".effects .fx-ring").count() == 1
    assert chart.evaluate("map.drawing.played.get('anna')") == {"at": [42, 24], "rot": 90}
