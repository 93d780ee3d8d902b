"""What people have made in workshops and saved, by the key of who made it."""

from __future__ import annotations

import json
import time
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from quarterdeck.engine.problems import Json
from quarterdeck.engine.text import _
from quarterdeck.host.errors import ApiError, denied, missing
from quarterdeck.host.people import new_id
from quarterdeck.host.settings import MOST_KEPT, MOST_SAVED
from quarterdeck.host.store import Store
from quarterdeck.host.tables import DOCUMENTS

LISTED = (DOCUMENTS.c.id, DOCUMENTS.c.kind, DOCUMENTS.c.title, DOCUMENTS.c.figure, DOCUMENTS.c.moved)


class Shelf:
    """The saved documents of one holder in one rule system."""

    def __init__(self, store: Store, holder: str, system: str) -> None:
        self.store, self.holder, self.system = store, holder, system
        self._own = (DOCUMENTS.c.holder == holder, DOCUMENTS.c.system == system)

    async def listed(self) -> list[dict[str, Any]]:
        """What there is, the latest first: id, kind, title, figure, when it was saved (Unix ms)."""
        rows = await self.store.read(select(*LISTED).where(*self._own).order_by(DOCUMENTS.c.moved.desc()))
        return [{**row, "moved": round(1000 * row["moved"])} for row in rows] if self.holder else []

    async def documents(self, kind: str) -> list[Json]:
        """All documents of a kind."""
        query = select(DOCUMENTS.c.document).where(*self._own, DOCUMENTS.c.kind == kind).order_by(DOCUMENTS.c.moved.desc())
        return [row["document"] for row in await self.store.read(query)] if self.holder else []

    async def get(self, key: str) -> dict[str, Any]:
        """A saved document with its kind."""
        query = select(DOCUMENTS.c.kind, DOCUMENTS.c.document).where(*self._own, DOCUMENTS.c.id == key)
        rows = await self.store.read(query) if self.holder else []
        if not rows:
            raise missing()
        return rows[0]

    async def add(self, kind: str, title: str, figure: str, document: Json) -> str:
        """Save a document; its id."""
        if not self.holder:
            raise denied(_("Whoever saves something needs a key."))
        kept = await self.store.read(select(func.count().label("n")).where(DOCUMENTS.c.holder == self.holder))
        if kept[0]["n"] >= MOST_SAVED:
            raise ApiError("limit", _("{n} documents are saved already; delete some of them.", n=MOST_SAVED))
        _not_too_long(document)
        key, words = new_id(), {"title": title[:200], "figure": figure[:200]}
        whole = {"id": key, "holder": self.holder, "system": self.system, "kind": kind, "document": document}
        await self.store.write(insert(DOCUMENTS).values(**whole, **words, moved=time.time()))
        return key

    async def put(self, key: str, title: str, figure: str, document: Json) -> None:
        """Save a document in place of what was saved under its id."""
        await self.get(key)
        _not_too_long(document)
        row = update(DOCUMENTS).where(*self._own, DOCUMENTS.c.id == key)
        await self.store.write(row.values(title=title[:200], figure=figure[:200], document=document, moved=time.time()))

    async def drop(self, key: str) -> None:
        """Delete a saved document."""
        await self.get(key)
        await self.store.write(delete(DOCUMENTS).where(*self._own, DOCUMENTS.c.id == key))


def _not_too_long(document: Json) -> None:
    if len(json.dumps(document, ensure_ascii=False).encode()) > MOST_KEPT:
        raise ApiError("limit", _("A document of more than {n} bytes is not saved.", n=MOST_KEPT))
