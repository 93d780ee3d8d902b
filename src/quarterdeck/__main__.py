"""The program: it starts the command line, and ends without a traceback when it is stopped or cannot write."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import signal
import sys

CANNOT_WRITE = 74
"""The exit code when what is to be printed cannot be written."""


def main() -> None:
    """Run the command line. Until its modules are there Ctrl-C just ends the process, and nobody looks for garbage."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.disable()
    from quarterdeck.cli import app
    from quarterdeck.cli.interrupts import take_signals

    gc.enable()
    take_signals()
    _prepare_streams()
    try:
        app()
    except OSError as error:
        _give_up(error)


def _prepare_streams() -> None:
    """What an encoding lacks becomes a question mark; what is closed is as if it were empty and kept nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open until the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _give_up(error: OSError) -> None:
    """Say why nothing more can be read or written, if that can be said, and end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    with contextlib.suppress(OSError):
        print(f"Reading or writing failed: {error.strerror or error}.", file=sys.stderr)
    sys.exit(CANNOT_WRITE)


if __name__ == "__main__":
    main()
