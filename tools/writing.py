"""Writes files whole or not at all."""
from __future__ import annotations

import os
from pathlib import Path

from .usage import UsageError


def must_be_writable(path: str) -> None:
    """Raises `UsageError` if a file cannot be written there, before the work is done that is to end in it."""
    target = Path(path)
    folder = target.parent
    reason = (
        "is a directory" if target.is_dir()
        else "no such file or directory" if not folder.is_dir()
        else "permission denied" if not os.access(target if target.exists() else folder, os.W_OK)
        else None
    )
    if reason is not None:
        raise UsageError(f"`{path}` cannot be written: {reason}")


def write_whole(path: str, data: bytes) -> None:
    """Puts `data` into the file `path`; a reader sees the old file or the new one, never a part. Raises `UsageError` where it cannot be written."""
    target = Path(path)
    if target.exists() and not target.is_file():
        # A device or a pipe is written to, not replaced.
        try:
            target.write_bytes(data)
        except OSError as fault:
            raise UsageError(f"`{path}` cannot be written: {(fault.strerror or 'no reason given').lower()}") from None
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    except OSError as fault:
        beside.unlink(missing_ok=True)
        raise UsageError(f"`{path}` cannot be written: {(fault.strerror or 'no reason given').lower()}") from None
