"""One server for all tests of the host: starting workers takes seconds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from host_client import CLIENTS, always_the_same, serving

from quarterdeck.host.hub import Hub
from quarterdeck.host.serving import Server
from quarterdeck.host.settings import Settings


@pytest.fixture(scope="session")
def _served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Server]]:
    database = tmp_path_factory.mktemp("host") / "battles.db"
    with serving(Settings(f"sqlite:///{database}", pace=0, seeds=always_the_same)) as served:
        yield served


@pytest.fixture(scope="session")
def base(_served: tuple[str, Server]) -> str:
    """The address of a server."""
    return _served[0]


@pytest.fixture(scope="session")
def hub(_served: tuple[str, Server]) -> Hub:
    """The battles of that server; its loop is in another thread."""
    hub: Hub = _served[1].app.state.hub
    return hub


@pytest.fixture(autouse=True)
def _hung_up() -> Iterator[None]:
    """No test leaves a line open."""
    yield
    while CLIENTS:
        CLIENTS.pop().close()
