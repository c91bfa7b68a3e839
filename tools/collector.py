"""The garbage collector stands still while much is built that is all kept: a compile makes no cyclic garbage worth looking for."""
from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def standing() -> Iterator[None]:
    """No collection inside. What was built then counts as old, so that the next young collection does not walk through all of it."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if gc.get_freeze_count() == 0:
            gc.freeze()
            gc.unfreeze()
        if was:
            gc.enable()
