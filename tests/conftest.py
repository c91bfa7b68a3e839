"""No test leaves anything in the cache of whoever runs it, and Ctrl-C means what it means at a terminal, also in a run that a shell has put into the background
(where it is ignored, by this process and by all that it begins).
"""
from __future__ import annotations

import os
import signal

os.environ["RULEWRIGHT_CACHE"] = ""
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
