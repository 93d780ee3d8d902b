"""Any battle played as a person would who reads no rules: it answers whatever stands in the panel, and knows no game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from playwright.sync_api import Locator

from web.battle_page import Battle

MOST_ANSWERS = 400
MOST_PRESSES = 60

Press: TypeAlias = Callable[[Locator], None]


def clicked(button: Locator) -> None:
    """How somebody with a mouse presses a button."""
    button.click()


def play_on(battle: Battle, press: Press = clicked, until: Callable[[Battle], bool] = lambda _battle: False) -> int:
    """Answer question after question until the battle is over, or until something comes true; how many were answered."""
    for answered in range(MOST_ANSWERS):
        if battle.asked() == "ended" or until(battle):
            return answered
        answer(battle, press)
    raise AssertionError(f"after {MOST_ANSWERS} answers the battle is still at: {battle.title.inner_text()}")


def answer(battle: Battle, press: Press = clicked) -> None:
    """Fill in what is missing, one press after the other; then press the first button, and wait until the question is gone.

    To pass gives a question that is asked alone; of several it fills in one.
    """
    question = battle.question.get_attribute("data-q")
    for _press in range(MOST_PRESSES):
        battle.settled()
        if battle.primary.get_attribute("aria-disabled") is None:
            press(battle.primary)
            return battle.gone(question)
        filling = helped(battle) or FILLING[battle.kind](battle)
        press(filling or passing(battle))
        if filling is None and not battle.page.locator("#question .several").count():
            return battle.gone(question)
    raise AssertionError(f"{MOST_PRESSES} presses do not answer: {battle.title.inner_text()}")


def helped(battle: Battle) -> Locator | None:
    """What puts the nearest legal answer in place of what is wrong."""
    return _first(battle.page.locator("#question .q .note.bad .link"))


def passing(battle: Battle) -> Locator:
    """The button that answers with nothing: the last one."""
    return battle.page.locator("#question .q > .foot .btn").last


def _first(found: Locator) -> Locator | None:
    return found.first if found.count() else None


def choose(battle: Battle) -> Locator | None:
    """A row that can be chosen."""
    return _first(battle.page.locator("#question .q .opt:not(.off):not(.on)"))


def plot(battle: Battle) -> Locator | None:
    """What opens the row of a unit without orders, then what keeps that unit as it is."""
    rows = battle.page.locator("#question .q .row:has(.state.none)")
    opened = battle.page.locator("#question .q .row.on:has(.state.none)")
    if not opened.count():
        return _first(rows)
    return battle.page.locator("#question .q .edit .act button").last


def assign(battle: Battle) -> Locator | None:
    """The first cell that gives something and is not chosen yet."""
    cells = "#question .q .body td button[aria-pressed=false], #question .q .body .step .key:not(.off, .on)"
    return _first(battle.page.locator(cells))


def form(battle: Battle) -> Locator | None:
    """The first choice of a field in which nothing is chosen."""
    return _first(battle.page.locator("#question .q .field:not(:has(.on)) .key:not(.off)"))


def place(battle: Battle) -> Locator | None:
    """Nothing: whoever reads no rules leaves units where they are."""
    return None


FILLING: dict[str, Callable[[Battle], Locator | None]] = {
    "choose": choose,
    "plot": plot,
    "assign": assign,
    "form": form,
    "place": place,
}
