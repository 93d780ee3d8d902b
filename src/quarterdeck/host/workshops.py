"""The workshops over HTTP: documents are checked, read, printed and fought out as they are sent; saved ones have an owner."""

from __future__ import annotations

import json
from typing import Annotated, Any

import yaml
from fastapi import APIRouter, Depends, Response

from quarterdeck.engine import system as rule_systems
from quarterdeck.engine.account_sheet import account_sheets
from quarterdeck.engine.bench_wire import bench_json, imported_json
from quarterdeck.engine.documents import too_large
from quarterdeck.engine.problems import Json, Problem, Refused, is_json
from quarterdeck.engine.system import Sheet, System
from quarterdeck.engine.text import _, plain
from quarterdeck.engine.workshop import Workshop, workshop_of
from quarterdeck.engine.yamls import read_yaml
from quarterdeck.host.api import Holder, HubOf, computed, new_battle
from quarterdeck.host.errors import ApiError, missing
from quarterdeck.host.jobs import paper_of
from quarterdeck.host.sent import Challenge, NewBattle, Opened, Printed, Saved, Shared, Written
from quarterdeck.host.settings import MOST_SHEETS
from quarterdeck.host.shelf import Shelf

WORKSHOPS = APIRouter(prefix="/api/workshop/{system}", tags=["workshop"])

Place = tuple["System[Any]", "Workshop"]


def bench_of(system: str) -> Place:
    """A rule system with its workshop."""
    try:
        found = rule_systems.find(system)
    except Refused:
        raise missing() from None
    workshop = workshop_of(found)
    if workshop is None:
        raise missing()
    return found, workshop


def kind_of(place: Annotated[Place, Depends(bench_of)], kind: str) -> str:
    """A kind of document that the workshop makes."""
    if kind not in place[1].kinds:
        raise missing()
    return kind


def shelf_of(place: Annotated[Place, Depends(bench_of)], hub: HubOf, holder: Holder) -> Shelf:
    """What whoever asks has saved there."""
    return Shelf(hub.means.store, holder, place[0].key)


At = Annotated[Place, Depends(bench_of)]
Kind = Annotated[str, Depends(kind_of)]
OwnShelf = Annotated[Shelf, Depends(shelf_of)]


@WORKSHOPS.get("")
def workshop(at: At) -> Json:
    """What is made there: the kinds of document, each with one to begin with and those that come with the rule system."""
    system, shop = at
    kinds = [
        {"key": kind, "t": plain(name), "blank": shop.blank(kind), "examples": list(shop.examples(kind))}
        for kind, name in shop.kinds.items()
    ]
    return {"system": system.key, "title": system.title, "kinds": kinds}


# A document that is being written


@WORKSHOPS.post("/{kind}/bench")
async def bench(at: At, kind: Kind, sent: Written, shelf: OwnShelf) -> Json:
    """The document as an editor shows it: figures, entries, parts, the account, problems with their remedies, the sheet."""
    refuse_too_large(sent.document)
    return bench_json(at[1].bench(kind, sent.document, await at_hand(at[1], kind, shelf)), plain)


async def at_hand(shop: Workshop, kind: str, shelf: Shelf) -> list[Json]:
    """The saved documents that one of this kind may take in."""
    kinds = list(shop.kinds)
    return [each for before in kinds[: kinds.index(kind)] for each in await shelf.documents(before)]


@WORKSHOPS.post("/{kind}/file")
def share(at: At, kind: Kind, sent: Shared) -> Response:
    """The document as a small file that people can read."""
    refuse_too_large(sent.document)
    if sent.form == "json":
        text = json.dumps(sent.document, indent=1, ensure_ascii=False) + "\n"
    else:
        text = yaml.safe_dump(sent.document, sort_keys=False, allow_unicode=True, width=120)
    return Response(text, media_type=f"application/{sent.form}", headers=_attached(f"{at[0].key}-{kind}.{sent.form}"))


@WORKSHOPS.post("/{kind}/open")
def opened(at: At, kind: Kind, sent: Opened) -> Json:
    """The document in a text: YAML, JSON, or for the first kind the notation of players; of that, how each line was read."""
    value = _value_of(sent.text)
    if isinstance(value, dict) and "key" in value:
        refuse_too_large(value)
        return {"document": value, "lines": []}
    if kind != next(iter(at[1].kinds)):
        raise ApiError("illegal", _("That is no file of this kind."))
    return imported_json(at[1].imported(sent.text), plain)


def _value_of(text: str) -> Json:
    """What a text is as YAML or JSON; None where it is neither, or holds what cannot be sent."""
    try:
        value = read_yaml(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return value if not too_large(value) and is_json(value) else None


@WORKSHOPS.post("/{kind}/pdf")
async def pdf(at: At, kind: Kind, sent: Printed, hub: HubOf) -> Response:
    """The record sheets of a document as a PDF."""
    refuse_too_large(sent.document)
    sheets = of_sheets(at[1].sheets(kind, sent.document))
    if sent.account:
        sheets = [*account_sheets(at[1].bench(kind, sent.document, ()).account), *sheets]
    if sent.markers:
        sheets += of_sheets(at[1].markers(kind, sent.document))
    made = await computed(hub.means.workers.for_page(paper_of, sheets[:MOST_SHEETS], sent.paper, sent.per_page))
    return Response(made, media_type="application/pdf", headers=_attached(f"{at[0].key}-{kind}.pdf"))


def of_sheets(found: list[Sheet] | list[Problem]) -> list[Sheet]:
    """Sheets, or the refusal of what has none."""
    problems = [each for each in found if isinstance(each, Problem)]
    if problems:
        raise Refused(problems)
    return [each for each in found if isinstance(each, Sheet)]


def refuse_too_large(document: Json) -> None:
    """Refuse a document with too many values."""
    if problems := too_large(document):
        raise Refused(problems)


def _attached(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


# To battle


@WORKSHOPS.post("/battles")
async def fight(at: At, sent: Challenge, hub: HubOf) -> Json:
    """Lay the table for a battle between two documents; what comes back is as for any other battle."""
    for side in sent.sides:
        kind_of(at, side.kind)
        refuse_too_large(side.document)
    scenario = at[1].battle([(side.kind, side.document) for side in sent.sides])
    if isinstance(scenario, list):
        raise Refused(scenario)
    return await new_battle(NewBattle(system=at[0].key, scenario=scenario, players=sent.players), hub)


# What is saved


@WORKSHOPS.get("/documents")
async def documents(shelf: OwnShelf) -> Json:
    """What whoever asks has saved, the latest first."""
    return await shelf.listed()


@WORKSHOPS.post("/documents")
async def save(at: At, sent: Saved, shelf: OwnShelf) -> Json:
    """Save a document, finished or not; its id."""
    title, figure = _words_of(at, kind_of(at, sent.kind), sent.document)
    return {"id": await shelf.add(sent.kind, title, figure, sent.document)}


@WORKSHOPS.get("/documents/{key}")
async def saved(shelf: OwnShelf, key: str) -> Json:
    """A saved document with its kind."""
    return await shelf.get(key)


@WORKSHOPS.put("/documents/{key}")
async def save_again(at: At, shelf: OwnShelf, key: str, sent: Written) -> Json:
    """Save a document in place of what was saved under this id."""
    title, figure = _words_of(at, (await shelf.get(key))["kind"], sent.document)
    await shelf.put(key, title, figure, sent.document)
    return {"id": key}


@WORKSHOPS.delete("/documents/{key}")
async def throw_away(shelf: OwnShelf, key: str) -> Json:
    """Delete a saved document."""
    await shelf.drop(key)
    return {}


def _words_of(at: Place, kind: str, document: Json) -> tuple[str, str]:
    """The title of a document and what it comes to."""
    refuse_too_large(document)
    made = at[1].bench(kind, document, ())
    return made.title or plain(at[1].kinds[kind]), plain(made.figure)
