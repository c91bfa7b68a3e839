"""Names, types and meaning: what the compiler finds once a file can be read. One name for the rows of five files, each about one matter."""
from __future__ import annotations

from .choices import *  # noqa: F403
from .clauses import *  # noqa: F403
from .names import *  # noqa: F403
from .packs import *  # noqa: F403
from .values import *  # noqa: F403
