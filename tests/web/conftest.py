"""One browser and one server for all tests in it: both take seconds to start."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

from host.host_client import always_the_same, serving
from quarterdeck.host.settings import Settings
from web.map_page import served

CHROMIUM = Path("/usr/bin/chromium")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
UNSALTED = "crypto.getRandomValues = (bytes) => bytes.fill(7)"
"""A browser without luck: with seeds that are always the same, the dice of a battle are too."""
DESK, CHART = {"width": 1440, "height": 900}, {"width": 1043, "height": 641}


def without(what: str) -> NoReturn:
    """Ends a test that cannot run: on a build server that is a failure, elsewhere it is said why it is skipped."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing: the pages are not tested", pytrace=False)
    pytest.skip(f"{what} is missing: the pages are not tested")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A real browser."""
    if not CHROMIUM.exists():
        without(str(CHROMIUM))
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        without("playwright")
    with sync_playwright() as running:
        opened = running.chromium.launch(executable_path=str(CHROMIUM), args=QUIET)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the whole site; its bots answer at once."""
    database = tmp_path_factory.mktemp("web") / "battles.db"
    with serving(Settings(f"sqlite:///{database}", pace=0, seeds=always_the_same)) as (address, _server):
        yield address


@pytest.fixture(scope="session")
def context(browser: Any, site: str) -> Iterator[Any]:
    """Somebody at a desk who wants no movement; what has been loaded once is kept.

    A page stays open: with the last one its window would close, and a new window costs more than all of a test.
    """
    opened = browser.new_context(base_url=site, viewport=DESK, reduced_motion="reduce", color_scheme="dark")
    opened.set_default_timeout(20_000)
    opened.add_init_script(UNSALTED)
    opened.new_page()
    yield opened
    opened.close()


@pytest.fixture
def page(context: Any) -> Iterator[Any]:
    """An empty page; what its scripts fail with or complain of fails the test."""
    with watched(context):
        opened = context.new_page()
        yield opened
        if opened.url.startswith("http"):
            opened.evaluate("localStorage.clear()")
        opened.close()


@pytest.fixture(scope="session")
def bare_map() -> Iterator[str]:
    """The address of a page with nothing but the map on it."""
    with served() as address:
        yield address


@pytest.fixture(scope="session")
def charts(browser: Any) -> Iterator[Any]:
    """Screens of two pixels for each of the page; they share what they have loaded."""
    opened = browser.new_context(viewport=CHART, device_scale_factor=2)
    opened.new_page()
    yield opened
    opened.close()


@pytest.fixture
def chart(charts: Any, bare_map: str) -> Iterator[Any]:
    """A page with nothing but the map on it."""
    with watched(charts):
        opened = charts.new_page()
        opened.goto(bare_map)
        opened.wait_for_function("Boolean(window.begin)")
        yield opened
        opened.close()


@contextmanager
def watched(context: Any) -> Iterator[None]:
    """What the scripts of its pages fail with or complain of fails the test."""
    faults: list[str] = []
    hears = {
        "weberror": lambda fault: faults.append(str(fault.error)),
        "console": lambda said: faults.append(said.text) if is_fault(said) else None,
    }
    for event, hear in hears.items():
        context.on(event, hear)
    yield
    for event, hear in hears.items():
        context.remove_listener(event, hear)
    assert not faults


def is_fault(said: Any) -> bool:
    """Whether the console says that something is wrong with the page; that the server refuses something is not."""
    return said.type == "error" and not said.text.startswith("Failed to load resource")
