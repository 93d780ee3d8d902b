"""Ships and fleets over the API: checked as they are sent, saved by their owner, printed, brought to battle."""

from __future__ import annotations

import io
from typing import Any

import pytest
import yaml
from host_client import SYSTEM, Player, good
from pypdf import PdfReader

AT = f"/api/workshop/{SYSTEM}"
WASP: dict[str, Any] = {
    "key": "wasp",
    "name": "Wasp",
    "mass": 20,
    "hull": 4,
    "thrust": 6,
    "ftl": True,
    "systems": [{"system": "fire_control"}, {"system": "beam", "class": 2, "arcs": ["FP", "F", "FS"]}],
}
SWARM: dict[str, Any] = {
    "key": "swarm",
    "name": "Swarm",
    "points": 500,
    "ships": [{"design": "wasp", "name": f"Wasp {n}"} for n in range(1, 5)],
    "designs": {"wasp": WASP},
}


def post(player: Player, path: str, **body: Any) -> Any:
    return good(player.http.post(AT + path, json=body))


def refused(response: Any, status: int) -> str:
    assert response.status_code == status, response.text
    return str(response.json()["text"])


def test_a_bench_holds_account_problems_and_sheet(base: str) -> None:
    bench = post(Player(base), "/ship/bench", document=WASP)
    assert bench["account"]["totals"]["MASS"] == 15
    assert bench["problems"] == []
    assert bench["sheet"]["svg"].startswith("<svg")
    assert [entry["t"] for entry in bench["entries"]] == ["Fire Control", "Beam-2, FP F FS"]


def test_a_remedy_of_the_bench_mends_the_problem(base: str) -> None:
    player = Player(base)
    bench = post(player, "/ship/bench", document={**WASP, "hull": 1})
    [problem] = bench["problems"]
    assert problem["rule"] == "FT-9.3.2"
    [edit] = problem["remedy"]["edits"]
    assert edit == {"at": "hull", "value": 2}
    assert post(player, "/ship/bench", document={**WASP, "hull": 2})["problems"] == []


def test_what_is_saved_is_its_owners_alone(base: str) -> None:
    mine, other = Player(base), Player(base)
    key = post(mine, "/documents", kind="ship", document=WASP)["id"]
    [listed] = good(mine.http.get(f"{AT}/documents"))
    assert (listed["id"], listed["title"], listed["kind"]) == (key, "Wasp", "ship")
    assert good(mine.http.get(f"{AT}/documents/{key}"))["document"] == WASP
    assert good(other.http.get(f"{AT}/documents")) == []
    refused(other.http.get(f"{AT}/documents/{key}"), 404)
    refused(other.http.put(f"{AT}/documents/{key}", json={"document": WASP}), 404)
    refused(other.http.request("DELETE", f"{AT}/documents/{key}", json={}), 404)
    good(mine.http.put(f"{AT}/documents/{key}", json={"document": {**WASP, "name": "Hornet"}}))
    assert good(mine.http.get(f"{AT}/documents"))[0]["title"] == "Hornet"
    good(mine.http.request("DELETE", f"{AT}/documents/{key}", json={}))
    assert good(mine.http.get(f"{AT}/documents")) == []


def test_a_saved_ship_is_at_hand_for_a_fleet(base: str) -> None:
    player = Player(base)
    post(player, "/documents", kind="ship", document=WASP)
    bench = post(player, "/fleet/bench", document={"key": "f", "name": "F", "ships": []})
    part = next(part for part in bench["parts"] if part["key"] == "wasp")
    assert part["edits"] == [
        {"at": "designs.wasp", "value": WASP},
        {"at": "ships[0]", "value": {"design": "wasp", "name": "Wasp"}},
    ]


def test_only_whoever_has_a_key_saves(base: str) -> None:
    player = Player(base)
    answer = player.http.post(f"{AT}/documents", json={"kind": "ship", "document": WASP}, headers={"authorization": ""})
    assert refused(answer, 403) == "Whoever saves something needs a key."


def test_too_long_a_document_is_not_saved(base: str) -> None:
    long = {**WASP, "navy": "x" * 70_000}
    assert "64000 bytes" in refused(Player(base).http.post(f"{AT}/documents", json={"kind": "ship", "document": long}), 413)


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_a_shared_file_opens_again(base: str, form: str) -> None:
    player = Player(base)
    file = player.http.post(f"{AT}/ship/file", json={"document": WASP, "form": form})
    assert file.headers["content-disposition"].endswith(f'.{form}"')
    assert yaml.safe_load(file.text) == WASP
    assert post(player, "/ship/open", text=file.text) == {"document": WASP, "lines": []}


def test_pasted_notation_opens_as_a_ship(base: str) -> None:
    opened = post(Player(base), "/ship/open", text="Wasp\nMass 20\nBeam-2 (FP/F/FS)\nGibberish of 9")
    assert opened["document"]["systems"] == [{"system": "beam", "class": 2, "arcs": ["FP", "F", "FS"]}]
    assert [line["n"] for line in opened["lines"] if "unread" in line] == [4]


def test_notation_is_no_fleet(base: str) -> None:
    refused(Player(base).http.post(f"{AT}/fleet/open", json={"text": "2x Beam-3"}), 422)


def test_a_fleet_is_printed(base: str) -> None:
    body = {"document": SWARM, "paper": "letter", "per_page": 3}
    answer = Player(base).http.post(f"{AT}/fleet/pdf", json=body)
    pages = PdfReader(io.BytesIO(answer.content)).pages
    assert len(pages) == 2
    assert "Wasp 4" in pages[1].extract_text()
    assert float(pages[0].mediabox.width) == 612


def test_a_fleet_with_problems_is_not_printed(base: str) -> None:
    answer = Player(base).http.post(f"{AT}/fleet/pdf", json={"document": {**SWARM, "points": 1}})
    assert answer.status_code == 200
    broken = {**SWARM, "ships": [{"design": "none-such", "name": "Ghost"}]}
    assert "none-such" in refused(Player(base).http.post(f"{AT}/fleet/pdf", json={"document": broken}), 422)


def test_a_ship_fights_a_fleet(base: str) -> None:
    player = Player(base)
    sides = [{"kind": "ship", "document": WASP}, {"kind": "fleet", "document": SWARM}]
    table = post(player, "/battles", sides=sides, players={"a": "person", "b": "captain"})
    seat = player.join(table["tokens"]["a"])
    update = player.seat(table["battle"], seat["seat"]).update()
    assert [unit["name"] for unit in update["picture"]["units"]] == ["Wasp", "Wasp 1", "Wasp 2", "Wasp 3", "Wasp 4"]
    pdf = player.http.get(f"/api/battles/{table['battle']}/a/sheets.pdf", params={"per_page": 2})
    assert len(PdfReader(io.BytesIO(pdf.content)).pages) == 3
    one = player.http.get(f"/api/battles/{table['battle']}/a/sheets.pdf", params={"unit": "b2"})
    assert "Wasp 2" in PdfReader(io.BytesIO(one.content)).pages[0].extract_text()
    refused(player.http.get(f"/api/battles/{table['battle']}/a/sheets.pdf", params={"unit": "z9"}), 404)


def test_an_empty_fleet_does_not_fight(base: str) -> None:
    sides = [{"kind": "ship", "document": WASP}, {"kind": "fleet", "document": {"key": "none", "name": "None", "ships": []}}]
    assert "has no ships" in refused(Player(base).http.post(f"{AT}/battles", json={"sides": sides}), 422)


@pytest.mark.parametrize("path", ["/api/workshop/interworld-fleets", "/api/workshop/none", f"{AT}/tank/bench"])
def test_where_there_is_no_workshop_nothing_is_found(base: str, path: str) -> None:
    player = Player(base)
    answer = player.http.post(path, json={"document": {}}) if path.endswith("bench") else player.http.get(path)
    refused(answer, 404)


@pytest.mark.parametrize("document", [None, 3, [], "x", {}, {"systems": 3}, {"ships": {}, "designs": []}])
def test_no_document_makes_the_bench_fail(base: str, document: Any) -> None:
    player = Player(base)
    for kind in ("ship", "fleet"):
        assert post(player, f"/{kind}/bench", document=document)["problems"]
