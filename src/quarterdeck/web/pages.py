"""The pages that only show, rendered here, and the frames of those that play."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from quarterdeck import __version__
from quarterdeck.engine import system as rule_systems
from quarterdeck.engine.problems import Refused
from quarterdeck.engine.text import Text, plain
from quarterdeck.engine.workshop import workshop_of
from quarterdeck.host.api import HubOf, holder_of
from quarterdeck.host.arts import art_of
from quarterdeck.host.errors import missing
from quarterdeck.host.people import COOKIE, YEAR, new_key
from quarterdeck.web import docs

PAGES = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(str(files("quarterdeck.web") / "templates"))),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=["jinja2.ext.i18n"],
)
TEMPLATES.install_null_translations(newstyle=True)  # type: ignore[attr-defined]


def words(text: Text | str) -> str:
    """A text as bare words."""
    return plain(text)


TEMPLATES.filters["words"] = words


def page(request: Request, template: str, **values: Any) -> HTMLResponse:
    """A page; whoever has no key yet gets one with it."""
    base = f"/static/{request.app.state.build}"
    build, here = request.app.state.build, template.removesuffix(".html")
    html = TEMPLATES.get_template(template).render(base=base, build=build, version=__version__, here=here, lang="en", **values)
    response = HTMLResponse(html, headers={"cache-control": "no-store"})
    if not holder_of(request):
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, new_key(), YEAR, httponly=True, samesite="lax", secure=secure)
    return response


@PAGES.get("/")
async def home(request: Request) -> Response:
    """Play now, battles to go on with, the rule systems."""
    systems = list(rule_systems.installed().values())
    first = systems[0]
    scenario = next(iter(first.scenarios().values()))
    return page(request, "home.html", systems=systems, first=first, scenario=scenario)


@PAGES.get("/new")
async def new(request: Request, system: str = "", scenario: str = "") -> Response:
    """A new battle: system, scenario, who sits in each seat."""
    return page(request, "new.html", systems=list(rule_systems.installed().values()), chosen=(system, scenario))


@PAGES.get("/join")
async def join(request: Request) -> Response:
    """Where invitations lead; the token stands behind the # and never reaches the server with the page."""
    return page(request, "join.html")


@PAGES.get("/battle/{battle}/{seat}")
async def battle(request: Request, battle: str, seat: str, hub: HubOf) -> Response:
    """The battle as a seat sees it, or the public (``-``)."""
    live = await hub.live(battle)
    if seat != "-" and seat not in live.places:
        raise missing()
    mine = (await hub.seats_of(holder_of(request))).get(battle, [])
    sitting = {key: live.places[key] for key in live.places if key in mine}
    if seat != "-" and seat not in sitting:
        return page(request, "closed.html", battle=battle, title=live.title)
    drawn = {"art": art_of(live.system.key), "rules": f"/rules/{live.system.key}", "api": "/api"}
    return page(
        request, "battle.html", battle=battle, seat=seat, title=live.title, system=live.system, seats=" ".join(sitting), **drawn
    )


@PAGES.get("/battle/{battle}/{seat}/hand-over")
async def hand_over(request: Request, battle: str, seat: str, hub: HubOf) -> Response:
    """Between two at one screen: nothing of the battle, only who is to sit down."""
    live = await hub.live(battle)
    if seat not in (await hub.seats_of(holder_of(request))).get(battle, []):
        raise missing()
    side = live.places[seat].side
    return page(request, "hand-over.html", side=side, name=live.side_name(side), next=f"/battle/{battle}/{seat}")


@PAGES.get("/workshop")
async def workshops() -> Response:
    """The first workshop there is."""
    places = _places()
    if not places:
        raise missing()
    return RedirectResponse(places[0][1])


@PAGES.get("/workshop/{key}/{kind}")
async def workshop(request: Request, key: str, kind: str) -> Response:
    """Where a document of some kind is written: a ship, a fleet."""
    here = [place for place in _places() if place[1] == f"/workshop/{key}/{kind}"]
    if not here:
        raise missing()
    system = rule_systems.find(key)
    kinds = [(name, href, href == here[0][1]) for name, href in _places()]
    captain = next(iter(system.levels), "random")
    return page(request, "workshop.html", system=system, kind=kind, kind_name=here[0][0], kinds=kinds, captain=captain)


def _places() -> list[tuple[str, str]]:
    """What is made in all workshops: its name, and where; the rule system with it where several have one."""
    shops = {key: (system, shop) for key, system in rule_systems.installed().items() if (shop := workshop_of(system)) is not None}
    return [
        (plain(name) if len(shops) == 1 else f"{system.title}: {plain(name)}", f"/workshop/{key}/{kind}")
        for key, (system, shop) in shops.items()
        for kind, name in shop.kinds.items()
    ]


@PAGES.get("/replay")
async def replay(request: Request) -> Response:
    """A record to look at."""
    return page(request, "replay.html")


@PAGES.get("/rules")
async def rules(request: Request) -> Response:
    """The rule catalogues."""
    return page(request, "rules.html", systems=list(rule_systems.installed().values()), system=None, chapters=[], query="")


@PAGES.get("/rules/{key}")
async def rules_of(request: Request, key: str, q: str = "") -> Response:
    """The catalogue of one rule system, or what is found in it."""
    try:
        system = rule_systems.find(key)
    except Refused:
        raise missing() from None
    entries = system.rulebook.search(q) if q.strip() else list(system.rulebook)
    systems = list(rule_systems.installed().values())
    return page(request, "rules.html", systems=systems, system=system, chapters=entries, query=q)


@PAGES.get("/api/docs")
async def api_docs(request: Request) -> Response:
    """The API as a page, from its OpenAPI description."""
    return page(request, "api.html", calls=docs.calls(request.app.openapi()), about=request.app.description)
