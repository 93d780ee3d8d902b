"""The keyboard of somebody who has no mouse."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

HERE = """() => {
  const it = document.activeElement;
  const words = it.getAttribute("aria-label") || it.name || it.innerText || it.className.baseVal || it.id;
  return it === document.body ? "" : `${it.localName}: ${words}`;
}"""
WHERE = """it => {
  const here = document.activeElement;
  if (here === it) return "";
  return here.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}"""
MOST_STOPS = 120


class Keys:
    """The keys of a page, and what has the focus."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def here(self) -> str:
        """What has the focus, as its kind and its words; nothing where it is lost."""
        found: str = self.page.evaluate(HERE)
        return found

    def to(self, words: str, key: str = "Tab") -> None:
        """Go on with Tab until the focus is on what begins with these words."""
        for _stop in range(MOST_STOPS):
            self.press(key)
            if self.here().startswith(words):
                return
        raise AssertionError(f"Tab never comes to {words}, but to {self.here()}")

    def pressed(self, button: Locator) -> None:
        """Go to a button with Tab, back or on, and press it."""
        for _stop in range(MOST_STOPS):
            if not (way := button.evaluate(WHERE)):
                return self.press("Space")
            self.press(way)
        raise AssertionError(f"Tab never comes to {button}, but to {self.here()}")
