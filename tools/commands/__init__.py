"""One module for each command of `rulewright`; see tools/cli.py for what a module offers."""
