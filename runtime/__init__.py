"""Ruleset, seed and choices to events. Pure, and light to import: the standard library and `rulewright.dsl` only."""
