"""What can be wrong with a pack.yaml.

The examples are whole manifests: their first line, a comment, says which file of the pack they stand for.
"""
from __future__ import annotations

from ..problems import ProblemKind

_HEAD = "# file: pack.yaml\n"
_GOOD = _HEAD + 'id: frost\ntitle: Frost\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\n'

MANIFEST_MISSING = ProblemKind(
    code="manifest-missing",
    severity="error",
    title="a pack without a pack.yaml",
    message="`{pack}` has no `pack.yaml`",
    help="add a `pack.yaml` with `id`, `title`, `version`, `language` and `licence`",
    why="The manifest names the pack and the packs that it builds on. Without it no name in the pack can be resolved.",
    bad='# pack: frost, no manifest\ncard "Shard" { }\n',
    good='# pack: frost\ncard "Shard" { }\n',
)

MANIFEST_SYNTAX = ProblemKind(
    code="manifest-syntax",
    severity="error",
    title="a pack.yaml that is not YAML",
    message="the manifest cannot be read: {reason}",
    help="mend the line; values with `: `, `#` or a leading sign such as `*` or `@` need quotes",
    why="Nothing in the pack can be compiled before its manifest can be read.",
    bad=_GOOD + "description: one: two\n",
    good=_GOOD + 'description: "one: two"\n',
)

MANIFEST_UNSUPPORTED = ProblemKind(
    code="manifest-unsupported",
    severity="error",
    title="a part of YAML that a manifest may not use",
    message="a manifest may not use {what}",
    help="write the values out",
    why="A manifest must mean the same to every reader: tags can ask one to build things, merge keys are no part of YAML 1.2, and aliases can unfold to more"
    " than a memory holds.",
    bad=_GOOD + "authors: !people [Ann]\n",
    good=_GOOD + "authors: [Ann]\n",
)

MANIFEST_DUPLICATE_KEY = ProblemKind(
    code="manifest-duplicate-key",
    severity="error",
    title="a key that stands twice",
    message="`{key}` stands twice",
    help="keep one of the two",
    why="Readers of YAML differ in which of the two they believe.",
    bad=_GOOD + "title: Frost again\n",
    good=_GOOD,
)

MANIFEST_UNKNOWN_KEY = ProblemKind(
    code="manifest-unknown-key",
    severity="error",
    title="a key that no manifest has",
    message="`{key}` is not a key of {name}",
    help="remove it",
    why="A misspelt key that is passed over in silence is a setting that never takes effect.",
    bad=_GOOD + "require: [core]\n",
    good=_GOOD + "requires: [core]\n",
)

MANIFEST_MISSING_KEY = ProblemKind(
    code="manifest-missing-key",
    severity="error",
    title="a manifest that lacks a key",
    message="{name} lacks {keys}",
    help="add it",
    why="Other packs, saves and readers go by these keys.",
    bad=_HEAD + 'id: frost\ntitle: Frost\nversion: "1.0.0"\nlicence: MIT\n',
    good=_GOOD,
)

MANIFEST_QUOTE = ProblemKind(
    code="manifest-quote",
    severity="error",
    title="a text that YAML takes for something else",
    message="`{value}` is read as {read_as}, not as text",
    help="put it in quotes",
    why="YAML reads 1.10 as the number 1.1 and NO as false, so that what arrives is not what was written.",
    bad=_HEAD + "id: frost\ntitle: Frost\nversion: 1.10\nlanguage: 1\nlicence: MIT\n",
    good=_HEAD + 'id: frost\ntitle: Frost\nversion: "1.10.0"\nlanguage: 1\nlicence: MIT\n',
)

MANIFEST_VALUE = ProblemKind(
    code="manifest-value",
    severity="error",
    title="a value that does not fit its key",
    message="{found} does not fit {name}",
    help="see the schema of pack.yaml",
    why="Every key has one form, so that every tool reads it alike.",
    bad=_HEAD + 'id: Frost Pack\ntitle: Frost\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\n',
    good=_GOOD,
)

MANIFEST_CONTRADICTION = ProblemKind(
    code="manifest-contradiction",
    severity="error",
    title="two lines of a manifest that cannot both hold",
    message="{what}",
    help="change one of the two",
    why="Each line is sound by itself, and no pack can satisfy both.",
    bad=_GOOD + "requires: [core]\nconflicts: [core]\n",
    good=_GOOD + "requires: [core]\n",
)
