"""The one exception by which a command says that what was typed cannot be done."""


class UsageError(Exception):
    """What the person typed cannot be done; its text says why. The exit code is 2."""
