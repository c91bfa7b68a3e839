"""What can be wrong with the files of a pack before anything in them is read."""
from __future__ import annotations

from ..problems import ProblemKind

# These are faults of a disk, so the tests write their examples on one.

UNREADABLE_FILE = ProblemKind(
    code="unreadable-file",
    severity="error",
    title="a file that cannot be read",
    message="`{name}` cannot be read: {reason}",
    help="see to its permissions, or remove it",
    why="A rule in a file that was passed over would be missing from the game without a word.",
    bad="# pipe: cards.rw\n",
    good='# file: cards.rw\ncard "Shard" { }\n',
)

PACK_TOO_LARGE = ProblemKind(
    code="pack-too-large",
    severity="error",
    title="a file, or a pack, beyond the limits",
    message="{what} is larger than {limit}",
    help="split it; a pack may hold {files} files and {total} in all, a file {each}",
    why="Limits that are known beforehand are kinder than a machine without memory.",
    bad="# file: cards.rw, 9 MB\n",
    good='# file: cards.rw\ncard "Shard" { }\n',
)

LINK_OUTSIDE = ProblemKind(
    code="link-outside",
    severity="error",
    title="a link that leads out of its pack or in a ring",
    message="the link `{name}` leads {where}",
    help="put the file itself into the pack",
    why="A pack must mean the same wherever it is copied, and must not read what its author did not put into it.",
    bad="# link: cards.rw -> ../../cards.rw\n",
    good='# file: cards.rw\ncard "Shard" { }\n',
)

FILE_NAME = ProblemKind(
    code="file-name",
    severity="error",
    title="a file name that does not travel",
    message="the file name `{name}` {fault}",
    help="rename the file",
    why="Packs are copied between systems that treat case, accents and some characters differently.",
    bad='# file: what?.rw\ncard "Shard" { }\n',
    good='# file: what.rw\ncard "Shard" { }\n',
)

FILE_OUTSIDE_PACK = ProblemKind(
    code="file-outside-pack",
    severity="error",
    title="a rules file that belongs to no pack",
    message="`{name}` lies in no pack",
    help="move it into a folder with a `pack.yaml`, or add one beside it",
    why="Nothing would ever compile the file.",
    bad='# pack: small\n# pack: frost, no manifest\n# file: cards.rw\ncard "Shard" { }\n',
    good='# pack: small\n# pack: frost\n# file: cards.rw\ncard "Shard" { }\n',
)
