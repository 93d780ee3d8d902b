"""The drawings of rule systems, under digests so that they may be kept for ever."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from quarterdeck.engine import system as rule_systems
from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import plain
from quarterdeck.engine.wire import wire
from quarterdeck.host.errors import missing

ARTS = APIRouter()
FOR_EVER = "public, max-age=31536000, immutable"


@cache
def arts() -> Mapping[str, tuple[str, Json]]:
    """By digest, the rule system whose drawings these are, and the drawings."""
    found = {}
    for system in rule_systems.installed().values():
        drawn = wire(system.art, plain)
        found[hashlib.sha256(json.dumps(drawn, sort_keys=True).encode()).hexdigest()[:16]] = (system.key, drawn)
    return found


def art_of(system: str) -> str:
    """Where the drawings of a rule system are."""
    return next(f"/art/{digest}.json" for digest, (key, _drawn) in arts().items() if key == system)


@ARTS.get("/art/{digest}.json", tags=["systems"])
async def art(digest: str) -> Response:
    """The silhouettes, glyphs and emblem of a rule system as path data; `GET /api/systems` says where they are."""
    if digest not in arts():
        raise missing()
    return JSONResponse(arts()[digest][1], headers={"cache-control": FOR_EVER})
