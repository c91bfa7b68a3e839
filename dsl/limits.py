"""The documented limits of source text. Each has a row in the catalogue of problems; a file beyond one is a finding, never a crash."""
from __future__ import annotations

MAX_FILE = 4_000_000
"""Characters in a file."""
MAX_NAME = 100
"""Characters in a name without quotes."""
MAX_TEXT = 10_000
"""Characters between quotes."""
MAX_NUMBER = 1_000_000_000
"""The largest number that may be written."""
MAX_DEPTH = 200
"""Things inside things. A chain such as `1 + 2 + 3` is no depth, however long."""
MAX_FAULTS = 200
"""Findings of the parser in one file; after that it says so and stops."""
