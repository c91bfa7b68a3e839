"""Coverage-guided fuzzing of the compiler: `make fuzz SECONDS=60`, or by hand with any option of libFuzzer.

The first byte says what the rest is: a whole file of rules, a manifest, or the seed of changes to shipped content. A crash is written to a file that this
program takes as its argument to show it again.
"""
from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

with atheris.instrument_imports(include=["rulewright"]):
    from fuzz.chain import changed, compiled, fragments, texts, with_needed
    from fuzz.mutation import spoilt_text

PACKS = fragments()


def one(data: bytes) -> None:
    """One input through the whole chain."""
    kind, rest = data[:1], data[1:]
    pack = PACKS[len(rest) % len(PACKS)]
    if kind <= b"\x55":
        compiled(with_needed(changed(pack, "fragment.rw", rest)))
    elif kind <= b"\x80":
        compiled(with_needed(changed(pack, "pack.yaml", rest)), play=False)
    else:
        random = Random(rest)
        text = spoilt_text(random, pack.files["fragment.rw"].decode(), list(texts()))
        compiled(with_needed(changed(pack, "fragment.rw", text.encode("utf-8", "surrogatepass"))))


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
