"""Text to ruleset: packs, parse, names, types, graph checks, data flow, lowering, verification. Pure, no I/O."""
