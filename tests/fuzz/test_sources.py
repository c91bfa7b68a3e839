"""Any text, bytes and manifest: findings or a ruleset that runs, never a traceback."""
from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.limits import MAX_ANCESTORS, MAX_DEPTH
from rulewright.dsl.packfiles import MANIFEST, PackFiles

from .chain import changed, compiled, fragments, shipped, texts, with_needed
from .mutation import NASTY, spoilt_bytes, spoilt_text

SMALL = [*fragments(), *(pack for pack in shipped() if sum(map(len, pack.files.values())) < 25_000)]
PROFILE = settings.get_profile("fuzz")
HEAD = b'id: small\ntitle: Small\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\nrequires: [core]\n'
HERO = "kind hero {\n  health: int 1..\n  counter damage: int 0.. = 0\n}\n"


def small(text: str) -> list[PackFiles]:
    """A pack of one file."""
    return with_needed(PackFiles("small", {MANIFEST: HEAD, "page.rw": text.encode()}, True))


@settings(PROFILE, max_examples=25)
@given(st.integers(0, 2**32))
def test_spoilt_rules(seed: int) -> None:
    random = Random(seed)
    pack = random.choice(SMALL)
    name = random.choice([name for name in pack.files if name.endswith(".rw")])
    text = spoilt_text(random, pack.files[name].decode(), list(texts()))
    compiled(with_needed(changed(pack, name, text.encode("utf-8", "surrogatepass"))))


@settings(PROFILE, max_examples=25)
@given(st.integers(0, 2**32))
def test_spoilt_manifests_and_bytes(seed: int) -> None:
    random = Random(seed)
    pack = random.choice(SMALL)
    name = random.choice((MANIFEST, *pack.files))
    text = spoilt_text(random, pack.files[name].decode(), [one.files[MANIFEST].decode() for one in SMALL])
    compiled(with_needed(changed(pack, name, spoilt_bytes(random, text.encode("utf-8", "surrogatepass")))), play=False)


def lines(count: int, line: str) -> str:
    """`line` for each number, `#` being the number and `@` the next one, in a ring."""
    return "\n".join(line.replace("#", str(at)).replace("@", str((at + 1) % count)) for at in range(count)) + "\n"


WORST: list[tuple[str, set[str]]] = [
    ("define a = 1" + " + 1" * 10_000, set()),
    ("define a(h: int) = h" + " * h" * 10_000, set()),
    ("define a = 1" + " + 1" * (MAX_DEPTH - 20), set()),
    ("define a(h: bool) = h" + " and h" * (MAX_DEPTH - 20), set()),
    ("define a = " + "(" * 190 + "1" + ")" * 190, set()),
    ("define a(h: bool) = " + "if h then 1 else " * 190 + "0", set()),
    ("define f(h: int, g: int) = h\ndefine a = " + "f(1, " * 95 + "1" + ")" * 95, set()),
    (HERO + "verb v on h: hero { " + "if h.damage is 0 { " * 95 + "h.damage = 0" + " }" * 96, set()),
    ("define a = [1" + ", 1" * 5_000 + "]", set()),
    ("verb v " + ", ".join(f"p{at}: int" for at in range(1_000)) + " { }", set()),
    (HERO + 'hero "A" { health: 1 }\n' * 1_000, {"duplicate"}),
    ("define v = 1\n" * 1_000, {"duplicate"}),
    (lines(2_000, "define f# = f@"), {"recursive-define"}),
    (lines(1_200, "define f# = f@").replace("= f0\n", "= 1\n"), set()),
    (lines(150, "define f#(x: int) = f@(x) + f@(x)").replace("f0(x) + f0(x)", "x"), {"define-too-heavy"}),
    (lines(12, "define f#(x: int) = f@(x) + f@(x)").replace("f0(x) + f0(x)", "x"), set()),
    ("define a(b: int) = b\ndefine b = a(1)\n".replace("a(1)", "a (1)"), {"unexpected-word"}),
    (lines(2_000, "kind k# is k@ { }"), {"kind-ring"}),
    (lines(2_000, "kind k# is k@ { }").replace("is k0 ", ""), {"kind-too-deep"}),
    (lines(MAX_ANCESTORS - 1, "kind k# is k@ { }").replace("is k0 ", ""), set()),
    (lines(300, "verb v# { v@ }"), set()),
    (lines(400, "define d# = unknown#"), {"unknown-name"}),
    ("define " + "a" * 1_000_000 + " = 1", {"name-too-long"}),
    (HERO + 'hero "' + "a" * 1_000_000 + '" { health: 1 }', {"text-too-long"}),
    ("define a = " + "9" * 100_000, {"number-too-large"}),
    (HERO + 'hero "A" x1000000000 { health: 1 }', {"out-of-range"}),
    ('board "B" {\n grid: hex(1000000000, 1000000000)\n}', {"board-field-value"}),
]


@pytest.mark.parametrize(("text", "codes"), WORST, ids=lambda value: value[:30] if isinstance(value, str) else "")
def test_the_worst_texts_meet_a_limit(text: str, codes: set[str]) -> None:
    assert {problem.code for problem in compiled(small(text)).problems if problem.severity == "error"} == codes


def test_the_end_of_a_link_that_is_no_list_is_a_finding() -> None:
    """Found by a session: a define over spaces whose value before play is a number."""
    text = 'define ends = 5 where it is 5\nboard "B" {\n space "A"\n path "A" -- ends\n}\n'
    assert compiled(small(text)).problems


@pytest.mark.parametrize("nasty", NASTY, ids=ascii)
def test_a_nasty_text_is_only_a_text(nasty: str) -> None:
    """As a name, as a rule's text and as a file's name, in findings of all forms and in a game."""
    quoted = nasty.replace("\\", "\\\\").replace('"', '\\"')
    text = HERO + f'hero "{quoted}" {{ health: 1 }}\nhero "A{quoted}" {{ helth: 1\n text: "{quoted}" }}\n'
    text += f'rule "R{quoted}" {{ before nothing where any {{ }} }}\n'
    pack = PackFiles("small", {MANIFEST: HEAD, "page.rw": text.encode("utf-8", "surrogatepass"), f"{nasty}.txt": b""}, True)
    assert compiled(with_needed(pack)).problems
