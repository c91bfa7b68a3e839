"""Ctrl-C while the game computes: what is under way is finished first, so that what is saved afterwards is a game between two answers."""
from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupt:
    """Whether somebody has asked to stop."""

    def __init__(self) -> None:
        self.asked = False


@contextmanager
def patience() -> Iterator[Interrupt]:
    """In the block Ctrl-C is only noted; a second one breaks off after all. Where no signals can be caught (another thread) nothing changes."""
    noted = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return

    def note(number: int, frame: FrameType | None) -> None:
        if noted.asked:
            raise KeyboardInterrupt
        noted.asked = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
