"""Being told to stop (Ctrl-C, SIGTERM, a closed terminal): it waits while an input works, so that a record ends between two."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopped(KeyboardInterrupt):
    """The process was told to stop by the signal of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_code(stop: KeyboardInterrupt) -> int:
    """The exit code of a process that was told to stop."""
    return 128 + (stop.number if isinstance(stop, Stopped) else signal.SIGINT)


def take_signals() -> None:
    """Let every signal to stop raise `KeyboardInterrupt`; a closed terminal only where it would end the process at all."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, _frame: Any) -> None:
    raise Stopped(number)


@contextmanager
def held_interrupts() -> Iterator[None]:
    """Hold the signals to stop back for as long as this lasts; `KeyboardInterrupt` comes at the end if there was one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    before = {number: handler for number in SIGNALS if callable(handler := signal.getsignal(number))}
    for number in before:
        signal.signal(number, lambda number, _frame: held.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if held:
        raise Stopped(held[0])
