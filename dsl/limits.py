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
"""Things inside things. A chain of operators such as `1 + 2 - 3` is one thing, however long; `else if` lies inside the `if` before it."""
MAX_FAULTS = 200
"""Findings of the parser in one file; after that it says so and stops."""
MAX_FINDINGS = 1_000
"""Findings of one run that are listed."""
MAX_PLACES = 5
"""Further places that a finding about a name shows; of more it says how many there are."""
MAX_HINTS = 200
"""Findings after which no name is suggested for a misspelt one: each suggestion looks at all names."""
MAX_LOOKED = 1_000_000
"""Names that are looked at for all suggestions together, of one sort: of many names only the first findings get one."""
MAX_TOKENS = 1_000_000
"""Words, signs and line ends in a file: to scan and match them took 15 microseconds and 200 bytes each."""
MAX_APPLIED = 30
"""Defines that take defines, each of which applies the next."""
MAX_CALLS = 10_000
"""Defines that a define asks, those that these ask included, each as often as it is asked: the shipped games need 260."""
MAX_ANCESTORS = 50
"""Kinds that a kind descends from."""
