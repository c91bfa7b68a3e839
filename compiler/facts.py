"""What the passes over a finished game want to know of a printed thing whose record is not there. `noting.py` takes it from a record."""
from __future__ import annotations

from typing import Any, NamedTuple


class Facts(NamedTuple):
    """The ids that a thing's rules name, read, write and set off, in a fixed order.

    `stats`: for each clause that changes a stat `[stat, [stat that it reads of anything, ...], [define that it asks, ...]]`. `handlers`: for each handler
    that is no reaction `[event, whether it follows or precedes the event, [verb that its body calls, ...]]`. `early`: for each handler, wherever it
    is made, that comes before the body of its event `[event, [name that it asks of the event, ...]]`. `limits`: the targets of its limits. `named`:
    the ids that must be in the game with it. `written` and `read`: slots. `creates`: whether it makes things. `chosen`: kinds among all of which something
    is chosen. `spaces`: the spaces that it names in play. `opens`: whether it reads what is hidden. `shown`: all names and texts. `leads`: for each of
    its printed rows that names things `[row, [thing, ...]]`.
    """

    stats: list[Any]
    handlers: list[Any]
    early: list[Any]
    limits: list[str]
    named: list[str]
    written: list[str]
    read: list[str]
    creates: bool
    chosen: list[str]
    spaces: list[str]
    opens: bool
    shown: list[str]
    leads: list[Any]
