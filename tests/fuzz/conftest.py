"""Runs in the suite are the same each time: a fault is found on purpose, not by luck. Long sessions with other seeds: `make fuzz`."""
from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("fuzz", derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
