"""The workshop in a browser, as somebody who designs uses it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

SHIPS, FLEETS = "/workshop/full-thrust/ship", "/workshop/full-thrust/fleet"


class Bench:
    """A page of the workshop with a new document on it."""

    def __init__(self, page: Any, path: str = SHIPS) -> None:
        self.page = page
        page.goto(path)
        self.settled()

    def settled(self) -> None:
        """Wait until the bench is that of the document."""
        expect(self.page.locator("#head .figures b")).to_be_visible()
        expect(self.page.locator("body")).not_to_have_class(re.compile("unsettled"))

    def put(self, part: str, times: int = 1) -> None:
        """Put a part in, so many times."""
        row = self.page.locator("#parts li button").filter(
            has=self.page.locator("b", has_text=re.compile(f"^{re.escape(part)}$"))
        )
        for _time in range(times):
            row.click()
        self.settled()

    def amount(self, name: str, value: int) -> None:
        """Type an amount."""
        self.page.get_by_role("spinbutton", name=name, exact=True).fill(str(value))
        self.settled()

    def key(self, name: str) -> None:
        """Press a key of the document."""
        self.page.locator("#document").get_by_role("button", name=name, exact=True).click()
        self.settled()

    def tool(self, name: str) -> Locator:
        """A button of the head."""
        found: Locator = self.page.locator("#head").get_by_role("button", name=name, exact=True)
        return found

    def totals(self) -> list[str]:
        """The last row of the account."""
        self.settled()
        cells: list[str] = self.page.locator(".account tfoot").first.locator("td").all_inner_texts()
        return cells[:-1]

    def entries(self) -> list[str]:
        """What stands in the list of the document."""
        self.settled()
        found: list[str] = self.page.locator(".entry .what b").all_inner_texts()
        return found
