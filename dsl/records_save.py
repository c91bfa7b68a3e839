"""The table of records: states, saves and the lines of a log.

A state's entities and frames carry what the game's kinds and sequences declare, so these two records are open: their further keys hold values of a state.
"""

from __future__ import annotations

from .records_model import Family, f, family, one, row

STATE_FORMAT = "rulewright-state"
SAVE_FORMAT = "rulewright-save"
LOG_FORMAT = "rulewright-log"

RNG = one(
    "rng",
    "the random stream",
    f("alg", "= sha256-ctr", "the algorithm"),
    f("seed", "text", "32 bytes as 64 hex digits"),
    f("pos", "int 0..", "how many words have been drawn"),
)

FRAME = one(
    "frame",
    "a place in a running machine: a run of a sequence, or a node and what it must remember",
    f("run", "text", "of a run: the sequence", optional=True),
    f("scope", "int 0..", "of a run: the number of the period", optional=True),
    f("p", "text", "of a node: its path in the machine", optional=True),
    others="state",
)

ENTITY = one(
    "entity",
    "anything that is somewhere: a thing, a seat, a zone, a space, an effect; the table is 0, the box is 1",
    f("id", "int 0..", "its number, given in the order of creation and never again"),
    f("kind", "name", "its kind"),
    others="state",
)

NAMED = one(
    "named",
    "the ruleset that a file belongs to",
    f("id", "text", "its id"),
    f("hash", "text", "its hash"),
    f("packs", "[text]", "its packs and their versions"),
)

GIVEN = one(
    "given",
    "an answer since the checkpoint",
    f("site", "text", "the choosing statement"),
    f("seat", "text", "who answered"),
    f("value", "state", "the answer"),
)

PENDING = one("pending", "the decision that is waited for", f("site", "text", "the choosing statement"), f("seat", "text", "who is asked"))

INPUT = one(
    "input",
    "an input that can be taken back",
    f("site", "text", "the choosing statement"),
    f("seat", "text", "who answered"),
    f("value", "state", "the answer"),
    f("in_process", "bool", "whether a player of the process answered, whom an undo passes over"),
)

BARRIER = one(
    "barrier",
    "how far back undo can go",
    f("state", "snapshot", "the checkpoint behind the last barrier"),
    f("inputs", "[input]", "the inputs from there to the checkpoint of the save"),
)

_STATE = (
    f("version", "int 1..", "the format's version"),
    f("ruleset", "text", "the hash of the ruleset"),
    f("options", "{name -> value}", "the options of the game"),
    f("next_id", "int 0..", "the number of the next entity"),
    f("next_scope", "int 0..", "the number of the next period"),
    f("rng", "rng", "the random stream"),
    f("next_since", "int 0..", "the number of the next arrival"),
    f("next_die", "int 0..", "the number of the next die"),
    f("events", "int 0..", "how many events there have been"),
    f("runs", "{name -> state}", "how many runs of each sequence have begun"),
    f("result", "state", "how the game ended; null while it goes on"),
    f("spare_zones", "[int 0..]", "numbers of zones that may be used again"),
    f("spare_effects", "[int 0..]", "numbers of effects that may be used again"),
    f("machines", "[frame]", "the running sequences, outermost first"),
    f("entities", "[entity]", "everything, in order of id"),
)

SNAPSHOT = one("snapshot", "a state", f("format", f"= {STATE_FORMAT}", "says that it is a state"), *_STATE)

_HEAD = (
    f("version", "int 1..", "the format's version"),
    f("semantics", "int 1..", "what the records of the ruleset mean"),
    f("ruleset", "named", "the ruleset"),
)

FILE = family(
    "file",
    "format",
    "a state, a save, or the first line of a log",
    row(STATE_FORMAT, "a state", *_STATE),
    row(
        SAVE_FORMAT,
        "a position: a checkpoint and the answers since",
        *_HEAD,
        f("state", "snapshot", "the state at the checkpoint"),
        f("answers", "[given]", "the answers since the checkpoint, in order"),
        f("pending", "pending?", "the decision that a reader must meet again; null: the game is over"),
        f("hash", "text", "the hash that a reader must meet again"),
        f("inputs", "int 0..", "how many inputs the game has had"),
        f("undo", "barrier", "so that undo survives a load", optional=True),
    ),
    row(
        LOG_FORMAT,
        "the first line of a log",
        *_HEAD,
        f("seed", "text", "the seed as it was given"),
        f("seats", "int 1..", "how many play"),
        f("options", "{name -> value}", "the options of the game"),
    ),
)

LINE = family(
    "line",
    "?",
    "a further line of a log",
    row(
        "value",
        "an input",
        f("seat", "text", "who"),
        f("value", "state", "the answer"),
        f("site", "text", "the choosing statement, so that a replay sees at once that another question is asked", optional=True),
    ),
    row("hash", "the hash of the state after the inputs so far", f("hash", "text", "64 hex digits")),
    row("undo", "an undo", f("undo", "text", "the seat")),
    row("concede", "a seat gives up", f("concede", "text", "the seat")),
)

FAMILIES: tuple[Family, ...] = (RNG, FRAME, ENTITY, NAMED, GIVEN, PENDING, INPUT, BARRIER, SNAPSHOT, FILE, LINE)
