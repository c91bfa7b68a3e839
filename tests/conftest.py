"""No test leaves anything in the cache of whoever runs it."""
from __future__ import annotations

import os

os.environ["RULEWRIGHT_CACHE"] = ""
