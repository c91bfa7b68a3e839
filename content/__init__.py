"""The packs that come with Rulewright, as data. No code lives here."""
