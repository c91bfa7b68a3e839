"""Everything a person, an editor or a CI runs."""
