"""`quarterdeck play`: the server with its pages, and the browser at its door."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from quarterdeck.cli.files import refuse
from quarterdeck.cli.output import out, said
from quarterdeck.engine.text import _

LOCAL = "127.0.0.1"
QUEUE = 128
"""How many connections may wait until the server takes them: the browser comes before it is ready."""

Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")]
Host = Annotated[str, typer.Option(help="The address that is listened at.")]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]
Data = Annotated[Path | None, typer.Option(help="The folder in which battles are kept.")]
Database = Annotated[str, typer.Option(help="The SQLAlchemy URL of a database, in place of the one in the folder.")]
Pace = Annotated[float, typer.Option(min=0, max=60, help="How many seconds a bot waits before it answers.")]
Workers = Annotated[int, typer.Option(min=1, max=64, help="How many processes compute for bots and pages.")]


def play(
    port: Port = 8700,
    host: Host = LOCAL,
    no_browser: NoBrowser = False,
    data: Data = None,
    database: Database = "",
    pace: Pace = 1.0,
    workers: Workers = 2,
) -> None:
    """Play in the browser: starts the server and opens its first page."""
    from filelock import FileLock, Timeout
    from platformdirs import user_data_path

    from quarterdeck.host.serving import Server, collect_rarely
    from quarterdeck.host.settings import Settings
    from quarterdeck.web.site import make_site

    folder = data or user_data_path("quarterdeck", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        refuse(_("{folder} cannot be made: {why}.", folder=str(folder), why=(error.strerror or "").lower()))
    lock = FileLock(folder / "server.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        _visit(folder, no_browser)
        return
    listening = _listen(host, port)
    address = f"http://{'localhost' if host == LOCAL else host}:{listening.getsockname()[1]}/"
    (folder / "server.json").write_text(json.dumps({"address": address, "pid": os.getpid()}), encoding="utf-8")
    url = database or f"sqlite:///{folder / 'battles.db'}"
    settings = Settings(url, (host,), pace=pace, workers=workers)
    out.print(
        said(_("Quarterdeck is at {address}. Ctrl-C ends it; battles are kept in {folder}.", address=address, folder=str(folder)))
    )
    if not no_browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    server = Server(make_site(settings))
    collect_rarely()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """A socket at this address, or at one of the next ports where that one is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last = min(port + 20, 65535)
    while True:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            listening.listen(QUEUE)
        except OSError as error:
            listening.close()
            if port >= last:
                refuse(_("Nothing can be listened at on {host}: {why}.", host=host, why=(error.strerror or "").lower()))
            port += 1
        else:
            return listening


def _visit(folder: Path, no_browser: bool) -> None:
    """Another server has these battles: say where it is, and go there."""
    try:
        address = str(json.loads((folder / "server.json").read_text(encoding="utf-8"))["address"])
    except (OSError, ValueError, KeyError):
        refuse(_("Another server uses {folder}.", folder=str(folder)))
    out.print(said(_("Quarterdeck is already at {address}.", address=address)))
    if not no_browser:
        _open(address)


def _open(address: str) -> None:
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(address)
