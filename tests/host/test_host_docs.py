"""What the pages say of the API is so."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import httpx

DOCS = Path(__file__).parents[2] / "docs"
PART = re.compile(r"\{\w+\}")


def test_the_program_of_the_page_plays_to_the_end(base, capsys):
    runpy.run_path(str(DOCS / "http_player.py"))["main"](base)
    assert re.fullmatch(r"Won by (a|b|nobody)\n", capsys.readouterr().out)


def test_the_page_names_every_call_and_no_other(base):
    described = httpx.get(base + "/openapi.json").json()["paths"]
    calls = {f"{method.upper()} {PART.sub('{}', path)}" for path, way in described.items() for method in way}
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    told = {f"{method} {PART.sub('{}', path)}" for method, path in re.findall(r"\| `(GET|POST|PUT|DELETE) (/\S+?)`", page)}
    assert told == calls


def test_the_page_names_every_error(base):
    from quarterdeck.host.errors import STATUS

    page = (DOCS / "api.md").read_text(encoding="utf-8")
    assert {(kind, int(status)) for status, kind in re.findall(r"\| (\d{3}) \| `(\w+)` \|", page)} == set(STATUS.items())
