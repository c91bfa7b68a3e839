"""Coverage-guided fuzzing of all that reads what strangers write: `make fuzz`, or by hand with any option of libFuzzer.

The first byte says what the rest is: a file of rules, a manifest, the seed of changes to shipped rules, a save, a log, a ruleset, or the seed of changes to
one of these. A crash is written to a file that this program takes as its argument to show it again.
"""
from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

with atheris.instrument_imports(include=["rulewright"]):
    from fuzz.chain import changed, compiled, duel, fragments, loaded, playable, played, replayed, spoilt_log, spoilt_save, texts, validated, with_needed
    from fuzz.mutation import spoilt_json, spoilt_text

PACKS = fragments()


def rules(data: bytes) -> None:
    """A whole file of rules among a pack's others."""
    compiled(with_needed(changed(PACKS[len(data) % len(PACKS)], "fragment.rw", data)))


def manifest(data: bytes) -> None:
    """A whole manifest."""
    compiled(with_needed(changed(PACKS[len(data) % len(PACKS)], "pack.yaml", data)), play=False)


def spoilt_rules(data: bytes) -> None:
    """Shipped rules after changes."""
    random = Random(data)
    pack = random.choice(PACKS)
    text = spoilt_text(random, pack.files["fragment.rw"].decode(), list(texts()))
    compiled(with_needed(changed(pack, "fragment.rw", text.encode("utf-8", "surrogatepass"))))


def save(data: bytes) -> None:
    """A whole save, and one after changes."""
    loaded(duel(), data.decode("utf-8", "replace"))
    loaded(duel(), spoilt_save(Random(data)))


def log(data: bytes) -> None:
    """A whole log, and one after changes."""
    replayed(duel(), data.decode("utf-8", "replace"))
    replayed(duel(), spoilt_log(Random(data)))


def ruleset(data: bytes) -> None:
    """A whole ruleset, and one after changes, which is played if it is sound."""
    validated(data)
    document = spoilt_json(Random(data), duel())
    if playable(document):
        played(document)
    else:
        assert validated(json.dumps(document).encode())


KINDS: list[Callable[[bytes], None]] = [rules, manifest, spoilt_rules, save, log, ruleset]


def one(data: bytes) -> None:
    """One input through the chain that it belongs to."""
    KINDS[(data[0] if data else 0) % len(KINDS)](data[1:])


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
