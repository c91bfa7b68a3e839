"""Findings of the parser: text that is not in the language."""
from __future__ import annotations

from ..problems import ProblemKind

_SPELL = "enum colour { red, blue }\nkind spell { colour: colour }\n"

# ---------------------------------------------------------------- brackets and quotes

MISSING_BRACE = ProblemKind(
    "missing-brace", "error", "a block is never closed",
    "the block that opens with `{{` here is never closed",
    "write `}}` where the block ends",
    "What follows would be read as part of the block.",
    bad='card "A" {\n  text: "x"\n\ncard "B" {\n  text: "y"\n}\n', good='card "A" {\n  text: "x"\n}\n\ncard "B" {\n  text: "y"\n}\n',
)
EXTRA_BRACE = ProblemKind(
    "extra-brace", "error", "a `}` too many",
    "this `}}` closes nothing",
    "delete it, or write the `{{` that it should close",
    "A block that closes too early leaves its last lines outside.",
    bad='card "A" { text: "x" }}\n', good='card "A" { text: "x" }\n',
)
UNOPENED_BLOCK = ProblemKind(
    "unopened-block", "error", "a block without its `{`",
    "the block that belongs to this line is never opened",
    "write `{{` at the end of the line",
    "Without it the lines of the block belong to nothing.",
    bad='card "A"\n  text: "x"\n}\n', good='card "A" {\n  text: "x"\n}\n',
)
MISSING_BRACKET = ProblemKind(
    "missing-bracket", "error", "a bracket is never closed",
    "`{bracket}` is never closed",
    "write `{wanted}` where it ends",
    "Everything up to the end of the block would lie within the bracket.",
    bad="define f(x: int = x\n", good="define f(x: int) = x\n",
)
EXTRA_BRACKET = ProblemKind(
    "extra-bracket", "error", "a closing bracket too many",
    "`{bracket}` closes nothing",
    "delete it, or write the bracket that it should close",
    "A bracket without its partner leaves it open what was meant to be inside.",
    bad="define a = (1 + 2))\n", good="define a = (1 + 2)\n",
)
MISMATCHED_BRACKET = ProblemKind(
    "mismatched-bracket", "error", "a bracket is closed by one of another shape",
    "`{bracket}` is closed by `{got}`",
    "write `{wanted}` instead of `{got}`",
    "Round brackets group and call, square brackets are lists; one cannot close the other.",
    bad="define a = [1, 2)\n", good="define a = [1, 2]\n",
)
UNCLOSED_STRING = ProblemKind(
    "unclosed-string", "error", "a quote is never closed",
    "the quote before `{text}` is not closed on its line",
    'write `"` where the text ends; a text stays on one line, and `\\n` in it is a line end',
    "A quote that runs on would swallow the following lines.",
    bad='card "A {\n  text: "x"\n}\n', good='card "A" {\n  text: "x"\n}\n',
)

# ---------------------------------------------------------------- single signs and words

FOREIGN_SIGN = ProblemKind(
    "foreign-sign", "error", "a sign of another language",
    "`{sign}` is not a sign of this language",
    "write `{native}`",
    "One thing is written in one way, in words where a word is as short.",
    bad="define a(x: int) = x == 1\n", good="define a(x: int) = x is 1\n",
)
FOREIGN_QUOTES = ProblemKind(
    "foreign-quotes", "error", "quotes of another shape",
    "names and texts stand between straight double quotes, not after `{sign}`",
    'write `"{text}"`',
    "Editors like to replace straight quotes by curly ones; both would look like one name and be two.",
    bad="card 'A' { text: \"x\" }\n", good='card "A" { text: "x" }\n',
)
UNKNOWN_SIGN = ProblemKind(
    "unknown-sign", "error", "a sign that has no meaning here",
    "`{sign}` ({name}) has no meaning here",
    "delete it, or put the text it belongs to between quotes",
    "Outside of quotes and comments only letters, digits and a few signs have a meaning.",
    bad="define a = 1 % 2\n", good="define a = 1 mod 2\n",
)
BLANK_BEFORE_COLON = ProblemKind(
    "blank-before-colon", "error", "a blank before the colon of a field",
    "the colon must follow `{name}` without a blank",
    "write `{name}: ...`",
    "The colon is part of the field's name.",
    bad='card "A" { text : "x" }\n', good='card "A" { text: "x" }\n',
)
FIELD_NEEDS_BLANK = ProblemKind(
    "field-needs-blank", "error", "no blank after the colon of a field",
    "`{text}` without a blank is the name `{name}` of the pack `{pack}`",
    "write `{pack}: {name}` if a field is meant",
    "`pack:name` names a thing of another pack; a field has a blank after its colon.",
    bad=_SPELL + 'spell "A" { colour:red }\n', good=_SPELL + 'spell "A" { colour: red }\n',
)
NAME_BEGINS_WITH_DIGIT = ProblemKind(
    "name-begins-with-digit", "error", "a name begins with a digit",
    "`{name}` is no name: a name begins with a letter or `_`",
    "put a letter first, or write the name between quotes",
    "A digit begins a number, so that `2 cards` needs no quotes.",
    bad="define 1st = 1\n", good="define first = 1\n",
)
NOT_WHOLE = ProblemKind(
    "not-whole", "error", "a number with a point",
    "`{number}` is no number of this language: numbers are whole",
    "write a whole number, or a range as `1..5`",
    "Rules on paper count in whole numbers, and whole numbers are the same on every machine.",
    bad="define a = 1.5\n", good="define a = 3 / 2 rounded up\n",
)
UNKNOWN_ESCAPE = ProblemKind(
    "unknown-escape", "error", "a backslash before a sign that needs none",
    "`\\{sign}` means nothing in a text",
    'write `\\\\` for a backslash; `\\"` is a quote and `\\n` a line end',
    "A mark that is silently dropped would change the text.",
    bad='card "A\\qB" { }\n', good='card "A\\\\qB" { }\n',
)

# ---------------------------------------------------------------- the order of words

UNEXPECTED = ProblemKind(
    "unexpected-word", "error", "a word where another was expected",
    "{found} cannot stand here; expected {expected}",
    "",
    "The words of a rule come in a fixed order; see `explain` for each word.",
    bad="define a b = 1\n", good="define a = 1\n",
)
STOPS_EARLY = ProblemKind(
    "stops-early", "error", "a line stops before it is complete",
    "{place} stops too early; expected {expected}",
    "",
    "A line end finishes a statement, except inside brackets and after a comma or an operator.",
    bad="define a =\n", good="define a = 1\n",
)
MISSING_COMMA = ProblemKind(
    "missing-comma", "error", "two values without a comma between them",
    "a comma is missing between `{before}` and `{after}`",
    "write `{before}, {after}`",
    "Neighbours are never joined in silence: one lost comma would make one wrong name of two.",
    bad='define a = ["x" "y"]\n', good='define a = ["x", "y"]\n',
)
QUOTE_INSIDE = ProblemKind(
    "quote-inside", "error", "a quote inside a text",
    "the text ends at the quote before `{word}`",
    'write a quote inside a text as `\\"`',
    "A text runs from one double quote to the next.",
    bad='card "Tom" { text: "the "big" one" }\n', good='card "Tom" { text: "the \\"big\\" one" }\n',
)
TWO_ON_A_LINE = ProblemKind(
    "two-on-a-line", "error", "two statements on one line",
    "`{word}` begins something new on the same line",
    "put it on a line of its own, or write `;` before it",
    "Fields stand side by side; everything else ends with its line, or one rule could be read as a part of another.",
    bad="counter x: int = 0\ndefine y = x\nverb v { x = y x += 2 }\n", good="counter x: int = 0\ndefine y = x\nverb v { x = y; x += 2 }\n",
)
WORDS_WITHOUT_QUOTES = ProblemKind(
    "words-without-quotes", "error", "several words without quotes",
    "`{text}` stands without quotes",
    "write `\"{text}\"` if it is one name or text, or `{commas}` if they are several",
    "A name of several words stands between quotes; words beside each other could be one name or many.",
    bad="kind hero { title: text }\nhero \"Tom\" { title: Old Tom }\n", good="kind hero { title: text }\nhero \"Tom\" { title: \"Old Tom\" }\n",
)
EMPTY_ITEM = ProblemKind(
    "empty-item", "error", "a comma without a value",
    "a value is missing {where}",
    "delete the comma, or write the value",
    "An empty place in a list could mean nothing, none or everything.",
    bad="define a = [1, , 2]\n", good="define a = [1, 2]\n",
)
VERB_NEEDS_LABELS = ProblemKind(
    "verb-needs-labels", "error", "arguments in brackets after a verb",
    "a comma cannot separate what `{verb}` takes",
    "a verb's arguments have labels: `{verb} {first} to ...`, without brackets",
    "A labelled argument can be read without knowing the order; brackets are for values such as `max(a, b)`.",
    bad="verb mend f: fighter { heal(2, f) }\n", good="verb mend f: fighter { heal 2 health of f from f }\n",
)
UNKNOWN_LABEL = ProblemKind(
    "unknown-label", "error", "a word that is no label",
    "`{word}` is no label, so nothing can follow it here",
    "write `{suggestion}`",
    "After an amount a word is its unit; only a label can go on with the next argument.",
    bad="verb burn f: fighter { deal 3 damage unto f from f }\n", good="verb burn f: fighter { deal 3 damage to f from f }\n",
)
CHAINED_COMPARISON = ProblemKind(
    "chained-comparison", "error", "two comparisons in a row",
    "`{sign}` cannot follow another comparison",
    "write `x in 1..5`, or two comparisons with `and`",
    "In some languages such a chain compares the answer of the first comparison.",
    bad="define a(x: int) = 1 < x < 5\n", good="define a(x: int) = x in 2..4\n",
)
DIVISION_NEEDS_ROUNDING = ProblemKind(
    "division-needs-rounding", "error", "a division that does not say how it rounds",
    "this division does not say how it rounds",
    "write `rounded down`, `rounded up` or `rounded nearest` after it",
    "Half of five is two or three; the rule has to say which.",
    bad="define a(x: int) = x / 2\n", good="define a(x: int) = x / 2 rounded down\n",
)
EQUALS_FOR_COLON = ProblemKind(
    "equals-for-colon", "error", "`=` where a field has `:`",
    "`{name}` is followed by `=`, but fields and slots have a colon",
    "write `{name}: ...`",
    "`=` gives a start or changes a counter; a colon says what something is.",
    bad="kind card { cost = 1 }\n", good="kind card { cost: int = 1 }\n",
)

# ---------------------------------------------------------------- limits

FILE_TOO_LARGE = ProblemKind(
    "file-too-large", "error", "the file is too large",
    "the file has {size} {what}, more than {limit}",
    "split it into several files of the pack",
    "Every limit is documented, so that a hostile file meets a finding and not a full memory.",
    bad="# file: page.rw, 5 MB\n", good="define a = 1\n",
)
KIND_TOO_DEEP = ProblemKind(
    "kind-too-deep", "error", "a kind with too many kinds above it",
    "`{name}` descends from more than {limit} kinds",
    "let it descend from one of those further up",
    "Every thing has the fields of all kinds above its own; nobody can follow so many.",
    bad="\n".join(f"kind k{i} is k{i + 1} {{ }}" for i in range(51)) + "\nkind k51 { }\n", good="kind a { }\nkind b is a { }\n",
)
TOO_DEEP = ProblemKind(
    "too-deep", "error", "things inside things, too many times",
    "more than {limit} things lie inside one another here",
    "give an inner part a name with `define`",
    "No reader follows such a rule, and each part of the compiler is bounded by the same limit.",
    bad="define a = " + "(" * 300 + "1" + ")" * 300 + "\n", good="define a = ((1))\n",
)
NUMBER_TOO_LARGE = ProblemKind(
    "number-too-large", "error", "a number beyond the limit",
    "this number is larger than {limit}",
    "write a smaller number; `0..` is a range without an upper end",
    "All numbers stay in a range that every language that may run a ruleset computes exactly.",
    bad="define a = 99999999999\n", good="define a = 999\n",
)
NAME_TOO_LONG = ProblemKind(
    "name-too-long", "error", "a name beyond the limit",
    "the name that begins with `{start}` has more than {limit} letters",
    "shorten it",
    "Names are shown in lists and messages.",
    bad="define " + "a" * 200 + " = 1\n", good="define a = 1\n",
)
TEXT_TOO_LONG = ProblemKind(
    "text-too-long", "error", "a text beyond the limit",
    "this text has more than {limit} characters",
    "split it",
    "A text of this length is nearly always a quote that was closed much too late.",
    bad='card "A" { text: "' + "a" * 11_000 + '" }\n', good='card "A" { text: "a" }\n',
)
TOO_MANY_FAULTS = ProblemKind(
    "too-many-faults", "error", "too many findings in one file",
    "more than {limit} findings in this file; the rest is not listed",
    "mend the first ones and run again",
    "A file of another kind would give a finding for each word.",
    bad="% " * 300 + "\n", good="define a = 1\n",
)
TOO_MANY_FINDINGS = ProblemKind(
    "too-many-findings", "warning", "too many findings in one run",
    "{limit} findings are listed; there are {more} more",
    "mend the first ones and run again",
    "One fault, such as a pack that is not there, can be met at a thousand places.",
    bad='kind room is space { }\nboard "Glen" {\n  room "A"\n' + "".join(f'  area "Field {at}" {{ }}\n' for at in range(1_001)) + "}\n",
    good='kind room is space { }\nboard "Glen" {\n  room "A"\n}\n',
)
