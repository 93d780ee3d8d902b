"""A page with nothing but the map on it, served from the static files, and scenes to draw there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any

PAGE = b"""<!doctype html><html lang="en" data-theme="dark"><meta charset="utf-8"><title>Map</title>
<link rel="stylesheet" href="/css/tokens.css"><link rel="stylesheet" href="/css/map.css">
<style>html, body { margin: 0 } #map { position: absolute; inset: 0 }</style>
<button id="before">before</button><div id="map"></div>
<script type="module">
import { createMap, setArt } from "/js/map/index.js";
setArt("any", { silhouettes: { hull: { d: "M0-18L8 12H-8Z", lines: "M0-8V4" } } });
window.told = [];
const note = (name) => (...given) => window.told.push([name, ...given]);
window.options = {};
window.map = createMap(document.querySelector("#map"), {
  pick: (ref) => { note("pick")(ref); show({ selected: ref }); }, hover: (ref) => { note("hover")(ref); show({ hover: ref }); },
  point: note("point"), ruler: note("ruler"), leave: note("leave"), turn: note("turn") });
window.show = (more) => { Object.assign(window.options, more); window.map.draw(window.picture, { ...window.options }); };
window.begin = (picture, options) => { window.picture = picture; window.options = {}; window.told = []; show(options ?? {}); };
</script></html>"""


class Files(SimpleHTTPRequestHandler):
    """The static files, and the page at the root; one connection brings many."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The page, or a file."""
        if self.path != "/":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_args: Any) -> None:
        """Nothing is logged."""


@contextmanager
def served() -> Iterator[str]:
    """The address of the page while it is served."""
    folder = str(files("quarterdeck") / "web" / "static")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


PLANE = {"kind": "plane", "size": [72, 48], "unit": "MU", "grid": 12, "cross": 6, "clock": 12, "star": 7}
HEXES = {"kind": "hex", "cols": 12, "rows": 10, "unit": "hexes", "metric": "hex"}
SQUARES = {"kind": "squares", "cols": 12, "rows": 10, "unit": "squares", "metric": "alternate"}


def scene(ground: dict[str, Any], *items: dict[str, Any]) -> dict[str, Any]:
    """A picture of things on a map."""
    return {"scene": {"map": ground, "items": list(items)}, "sides": [], "units": []}


def ship(key: str, at: list[float], **more: Any) -> dict[str, Any]:
    """A unit called as its key."""
    bars = [{"k": "rows", "of": [4, 3], "left": [1, 3]}, {"k": "ticks", "of": 3, "left": 2}]
    base = {"id": key, "k": "token", "ref": key, "style": "live", "sil": "hull", "side": "a", "at": at, "rot": 30}
    return base | {"name": key.title(), "bars": bars, "say": f"{key.title()}, yours, hull 4 of 7"} | more


def fleet() -> dict[str, Any]:
    """Four ships: one in the middle, one above, one to the right, one below."""
    return scene(
        PLANE, ship("anna", [36, 24]), ship("bella", [36, 36]), ship("cora", [54, 25], side="b"), ship("dora", [35, 10], side="b")
    )


def crowd(count: int) -> dict[str, Any]:
    """Many ships, close together."""
    return scene(
        PLANE, *(ship(f"s{n}", [(n * 37.3) % 70 + 1, (n * 23.7) % 46 + 1], side="ab"[n % 2], pri=n % 4) for n in range(count))
    )


# What tests ask of the page


def begin(page: Any, picture: dict[str, Any], **options: Any) -> None:
    """Draws a picture, the first or another."""
    page.evaluate("([picture, options]) => begin(picture, options)", [picture, options])


def told(page: Any, name: str) -> list[list[Any]]:
    """What the map has told its page by one name."""
    return [each[1:] for each in page.evaluate("told") if each[0] == name]


PIXEL = """key => {
  const item = map.items.find(each => each.id === key);
  return map.view.pixel(map.drawing.flatOf(item));
}"""
BOXES = "given => [...document.querySelectorAll(given)].map(node => node.getBoundingClientRect().toJSON())"


def middle(page: Any, key: str) -> tuple[float, float]:
    """Where a token stands, in pixels."""
    x, y = page.evaluate(PIXEL, key)
    return x, y


def boxes(page: Any, selector: str) -> list[dict[str, float]]:
    """The boxes of elements."""
    found: list[dict[str, float]] = page.evaluate(BOXES, selector)
    return found


def apart(a: dict[str, float], b: dict[str, float]) -> bool:
    """Whether two boxes do not overlap."""
    return a["right"] <= b["left"] or b["right"] <= a["left"] or a["bottom"] <= b["top"] or b["bottom"] <= a["top"]


def token(page: Any, key: str) -> Any:
    """The element of a token."""
    return page.locator(f".tokens [data-id='{key}']")


def settled(page: Any) -> None:
    """Waits until the map is at rest."""
    page.wait_for_timeout(250)


PAINTED = """size => {
  const canvas = document.querySelector(".map-canvas"), { width, height } = canvas, [w, h] = size ?? [width, height];
  const { data } = canvas.getContext("2d").getImageData((width - w) / 2, (height - h) / 2, w, h);
  let sum = 0;
  for (let i = 0; i < data.length; i += 4) sum = (sum * 31 + data[i] + data[i + 1] * 7 + data[i + 2] * 13) % 1000000007;
  return sum;
}"""


def painted(page: Any, *size: int) -> int:
    """What the canvas shows, so large a part of it round its middle or all, as one number."""
    number: int = page.evaluate(PAINTED, list(size) or None)
    return number
