"""The battle page as a person sees it: laying a table, reading what is asked, answering it."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

expect.set_options(timeout=20_000)

SYSTEM = "full-thrust"
SOLO = {"a": "person", "b": "random"}


def lay(
    page: Page, scenario: str | dict[str, Any] = "patrol", players: dict[str, str] = SOLO, system: str = SYSTEM, **given: Any
) -> str:
    """Lay a table, sit down in every seat of a person, and return the battle's id."""
    page.request.get("/")
    laid = sent(page, "/api/battles", system=system, scenario=scenario, players=players, **given)
    for seat, token in laid["tokens"].items():
        sent(page, "/api/join", token=token, name=f"Captain {seat}", salt="pepper")
    battle: str = laid["battle"]
    return battle


def sent(page: Page, path: str, **body: Any) -> Any:
    """What the API answers to a body sent as this browser."""
    answer = page.request.post(path, data=json.dumps(body), headers={"content-type": "application/json"})
    assert answer.ok, answer.text()
    return answer.json()


def held(page: Page, address: str) -> list[Route]:
    """The requests to an address from now on, each of which waits until it is let go on."""
    found: list[Route] = []

    def keep(route: Route) -> None:
        found.append(route)

    page.route(address, keep)
    return found


def ship(design: str, name: str, at: tuple[float, float], heading: int = 3, velocity: int = 0) -> dict[str, Any]:
    """A ship of a scenario that flies where it points."""
    return {"design": design, "name": name, "at": list(at), "course": heading, "velocity": velocity, "facing": heading}


def meeting(ours: list[dict[str, Any]], theirs: list[dict[str, Any]], turns: int = 20) -> dict[str, Any]:
    """A scenario in which these ships meet."""
    sides = [{"id": "a", "name": "Lance", "ships": ours}, {"id": "b", "name": "Anvil", "ships": theirs}]
    base = {"key": "meeting", "title": "Meeting", "text": "They meet.", "table": [72, 48], "turn_limit": turns}
    return {**base, "switches": {"core_systems": True}, "sides": sides}


class Battle:
    """A page at a battle. `question` is what is asked, in the panel at the side."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.question = page.locator("#question .q").first
        self.title = page.locator("#question-title")
        self.primary = page.locator("#question .q > .foot .btn.pri")
        self.line = page.locator(".line input")

    def open(self, battle: str, seat: str = "a") -> Battle:
        """Go to a seat of a battle and wait until something is shown."""
        self.page.goto(f"/battle/{battle}/{seat}")
        expect(self.title).to_be_visible()
        return self

    @property
    def kind(self) -> str:
        """The kind of what is asked; *waiting*, *ended* where nothing is."""
        return str(self.question.get_attribute("class")).split()[1]

    def asked(self) -> str:
        """Wait until this seat is asked something or all is over; the kind of it."""
        expect(self.page.locator("#question .q:not(.waiting)")).to_be_visible()
        return self.kind

    def button(self, name: str) -> Locator:
        """A button of the panel."""
        return self.page.locator("#question").get_by_role("button", name=name, exact=True)

    def row(self, unit: str) -> Locator:
        """The row of a unit that is to be ordered."""
        return self.page.locator("#question .row", has_text=unit)

    def given(self) -> None:
        """Wait until the answer may be given."""
        expect(self.primary).not_to_have_attribute("aria-disabled", "true")

    def settled(self) -> None:
        """Wait until the host has answered all that was clicked here."""
        expect(self.page.locator("#question .behind, #question .q[aria-busy=true]")).to_have_count(0)

    def gone(self, question: str | None) -> None:
        """Wait until a question is not asked any more."""
        expect(self.page.locator(f"#question .q[data-q='{question}']")).to_have_count(0)

    def token(self, name: str) -> Locator:
        """A unit on the map."""
        return self.page.locator(f".tokens [role=button][aria-label^='{name},']")
