"""What was typed: the one exception by which a command says that it cannot be done, and numbers as arguments."""
from __future__ import annotations

import re
from argparse import ArgumentTypeError


class UsageError(Exception):
    """What the person typed cannot be done; its text says why. The exit code is 2."""


def positive(text: str) -> int:
    """A whole number from 1, for the command line. Raises ArgumentTypeError."""
    if not re.fullmatch(r"[0-9]{1,7}", text) or int(text) < 1:
        raise ArgumentTypeError(f"`{text}` is not a whole number from 1")
    return int(text)
