"""Formal descriptions, as data: the grammar and the JSON Schemas. No code lives here."""
