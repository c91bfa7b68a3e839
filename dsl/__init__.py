"""What can be said: source and spans, syntax nodes, types, the operation registry, problems. Pure: no I/O, no other room."""
