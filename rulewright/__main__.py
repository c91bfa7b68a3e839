"""`python -m rulewright` is the command `rulewright`."""
from __future__ import annotations

import sys

from rulewright.tools.cli import main

sys.exit(main())
