"""Brackets: takes the tokens of a file, gives tokens whose brackets all match, and a finding for each that did not.

A missing `}` is blamed on the `{` that it would close. Where the block should have ended is seen from the indentation, and only when the count does not
come out even: a line that is indented no deeper than the line of an open `{` lies outside its block. In the same way, of several `}` the one that is
followed by a deeper line is the one too many. The parser then reads the mended tokens, so that nothing after the slip is lost.
"""
from __future__ import annotations

from rulewright.dsl.catalogue import syntax
from rulewright.dsl.problems import Label

from .scan import Faults, Token

PARTNER = {"LPAR": ("RPAR", "(", ")"), "LSQB": ("RSQB", "[", "]")}
CLOSERS = {"RPAR": ")", "RSQB": "]"}


def match_brackets(tokens: list[Token], text: str, faults: Faults) -> tuple[list[Token], set[int]]:
    """The mended tokens, and the starts of the line ends that lie inside ( ) or [ ]."""
    tokens, inside = _round_and_square(tokens, text, faults)
    _, lowest = _balance(tokens)
    if lowest < 0:
        tokens = _drop_extra(tokens, text, faults, -lowest)
    missing, _ = _balance(tokens)
    if missing > 0:
        tokens = _close_missing(tokens, text, faults, missing)
    return tokens, inside


def _balance(tokens: list[Token]) -> tuple[int, int]:
    """How many `{` are left open at the end, and the lowest count on the way."""
    depth = lowest = 0
    for token in tokens:
        if token.kind == "LBRACE":
            depth += 1
        elif token.kind == "RBRACE":
            depth -= 1
            lowest = min(lowest, depth)
    return depth, lowest


def _round_and_square(tokens: list[Token], text: str, faults: Faults) -> tuple[list[Token], set[int]]:
    out: list[Token] = []
    inside: set[int] = set()
    opened: list[Token] = []
    line_ends: list[int] = []
    for token in tokens:
        kind = token.kind
        if kind == "_NL":
            if opened:
                line_ends.append(token.start)
        elif kind in PARTNER:
            opened.append(token)
        elif kind in CLOSERS:
            if not opened:
                faults.add(syntax.EXTRA_BRACKET.at(faults.span(token.start, token.end), bracket=CLOSERS[kind]))
                continue
            opener = opened.pop()
            closer, shown, wanted = PARTNER[opener.kind]
            if kind != closer:
                label = Label(faults.span(token.start, token.end), f"closed here by `{CLOSERS[kind]}`")
                span = faults.span(opener.start, opener.end)
                faults.add(syntax.MISMATCHED_BRACKET.at(span, labels=[label], bracket=shown, wanted=wanted, got=CLOSERS[kind]))
                token = Token(closer, "", token.start, token.end)
            if not opened:
                inside.update(line_ends)
                line_ends.clear()
        elif kind in ("LBRACE", "RBRACE") and opened:
            _unclosed(opened, text, faults, token)
            line_ends.clear()
        out.append(token)
    if opened:
        _unclosed(opened, text, faults, None)
    return out, inside


def _unclosed(opened: list[Token], text: str, faults: Faults, at: Token | None) -> None:
    first = opened[0]
    _, shown, wanted = PARTNER[first.kind]
    labels = [Label(faults.span(at.start, at.end), "still open here")] if at else []
    faults.add(syntax.MISSING_BRACKET.at(faults.span(first.start, first.end), labels=labels, bracket=shown, wanted=wanted))
    opened.clear()


def _indents(tokens: list[Token], text: str) -> list[tuple[int, bool]]:
    """For each token: the indentation of its line, and whether it is the first word of the line."""
    out: list[tuple[int, bool]] = []
    line_start, indent, fresh = 0, 0, True
    for token in tokens:
        if token.kind == "_NL":
            out.append((indent, False))
            if text[token.start] == "\n":
                line_start, fresh = token.end, True
            continue
        if fresh:
            indent = token.start - line_start
        out.append((indent, fresh))
        fresh = False
    return out


def _drop_extra(tokens: list[Token], text: str, faults: Faults, extra: int) -> list[Token]:
    indents = _indents(tokens, text)
    following = _next_lines(tokens, indents)
    out: list[Token] = []
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind == "LBRACE":
            opened.append(indents[index][0])
        elif token.kind == "RBRACE":
            deeper = bool(opened) and extra > 0 and following[index] > opened[-1] and len(opened) == 1
            if not opened and (header := _unopened(tokens, indents, index)) is not None:
                faults.add(syntax.UNOPENED_BLOCK.at(faults.span(header.start, header.end), labels=[Label(faults.span(token.start, token.end), "it ends here")]))
                out.insert(out.index(header) + 1, Token("LBRACE", "", header.end, header.end))
                out.append(token)
                extra -= 1
                continue
            if not opened or deeper:
                faults.add(syntax.EXTRA_BRACE.at(faults.span(token.start, token.end)))
                extra -= 1
                continue
            opened.pop()
        out.append(token)
    return out


def _unopened(tokens: list[Token], indents: list[tuple[int, bool]], closer: int) -> Token | None:
    """The last word of the line whose block a `}` closes that stands where that line begins, if only deeper lines lie between them: its `{` is missing."""
    indent, fresh = indents[closer]
    first = next((at for at in range(closer - 1, -1, -1) if indents[at][1] and indents[at][0] <= indent and tokens[at].kind != "_NL"), None)
    if not fresh or first is None or indents[first][0] != indent or tokens[first].kind != "NAME":
        return None
    end = next(at for at in range(first, closer + 1) if tokens[at].kind == "_NL" or at == closer)
    inner = any(tokens[at].kind != "_NL" for at in range(end, closer))
    return tokens[end - 1] if inner and tokens[end - 1].kind in ("NAME", "STRING", "INT", "RPAR", "RSQB") else None


def _next_lines(tokens: list[Token], indents: list[tuple[int, bool]]) -> list[int]:
    """For each token: the indentation of the next line that holds a word, or -1 if more words follow on its own line or a `}` begins that line."""
    out = [-1] * len(tokens)
    coming = -1
    for index in range(len(tokens) - 1, -1, -1):
        out[index] = coming
        if tokens[index].kind == "_NL":
            continue
        indent, fresh = indents[index]
        coming = indent if fresh and tokens[index].kind != "RBRACE" else -1
    return out


def _close_missing(tokens: list[Token], text: str, faults: Faults, missing: int) -> list[Token]:
    indents = _indents(tokens, text)
    out: list[Token] = []
    opened: list[tuple[int, Token]] = []

    def close(place: Token | None) -> None:
        _, opener = opened.pop()
        labels = [Label(faults.span(place.start, place.end), "this line lies outside of the block")] if place else []
        faults.add(syntax.MISSING_BRACE.at(faults.span(opener.start, opener.end), labels=labels))
        at = out[-1].end if out else 0
        tail: list[Token] = []
        while out and out[-1].kind == "_NL":
            tail.append(out.pop())
        at = out[-1].end if out else at
        out.append(Token("RBRACE", "", at, at))
        out.extend(reversed(tail))

    for index, token in enumerate(tokens):
        indent, fresh = indents[index]
        if fresh and token.kind not in ("_NL", "RBRACE"):
            while missing > 0 and opened and opened[-1][0] >= indent and not _continued(out):
                missing -= 1
                close(token)
        if token.kind == "LBRACE":
            opened.append((indent, token))
        elif token.kind == "RBRACE":
            if fresh:
                while missing > 0 and len(opened) > 1 and opened[-1][0] > indent and opened[-2][0] >= indent:
                    missing -= 1
                    close(token)
            if not opened:
                faults.add(syntax.EXTRA_BRACE.at(faults.span(token.start, token.end)))
                continue
            opened.pop()
        out.append(token)
    while opened:
        close(None)
    return out


def _continued(out: list[Token]) -> bool:
    """Is the line that begins now the first of a block whose `{` ends the line before? Then its author does not indent, which tells nothing."""
    return next((token.kind == "LBRACE" for token in reversed(out) if token.kind != "_NL"), False)
