"""Explaining syntax errors in plain words."""

from __future__ import annotations

from ...errors import BadLed
from ..source import STOP, Source
from .grammar import END, Word, reserved

_PAIRS = {"(": ")", "[": "]", "{": "}"}

_UNUSUAL = {
    "!": "not is written ~",
    "'": 'a string is written "...", and an atom `...',
    "@": "an atom is written `name",
    "#": "unequal is written /=",
    "\u2208": "membership is written in",
    "\u222a": "union is written U",
    "\u2200": "for all is written all x in S. ...",
    "\u2203": "there is is written some x in S. ...",
    "\u2228": "or is written V",
    "\u2227": "and is written &",
    "\u00ac": "not is written ~",
    "\u2261": "is defined as is written iff",
    "\u2205": "the empty set is written {}",
    '"': "this string has no end in its line",
    "`": "an atom is a backquote and a name, as `x",
}
"""What to write in place of characters that begin no token."""


def complaint(source: Source, code: str, word: Word, expected: frozenset[str]) -> BadLed:
    """The error for a token that is not of the expected kinds."""
    ends = word.kind in (END, "STOP", "")
    opened = _left_open(code, word.start) if word.kind in (END, "STOP") else None
    if opened is not None:
        at, bracket = opened
        return BadLed(
            f"this bracket is not closed: {_PAIRS[bracket]} is missing",
            source.place(at, at + 1),
        )
    head = _head(code, word)
    if head is not None and head.text in reserved():
        return no_name(source, head)
    place = source.place(word.start, word.end if not ends else word.start + 1)
    return BadLed(_said(code, word, expected), place)


def definition_complaint(source: Source, word: Word) -> BadLed | None:
    """The error for a definition in place of an expression; None for another mistake.

    An expression may contain a colon but not `:=`, so the unexpected token is the second half of
    that.
    """
    if source.text[max(0, word.start - 1) : word.start + 1] != ":=":
        return None
    place = source.place(word.start - 1, word.start + 1)
    return BadLed("definitions stand in the text: only an expression can be given here", place)


def _head(code: str, word: Word) -> Word | None:
    """The word before `:=` or `iff` that is to be the name; None if `word` is neither of these."""
    if word.kind not in ("_DEFINED", "_IFF"):
        return None
    first = code.rfind(STOP, 0, word.start) + 1
    before = code[first : word.start].rstrip()
    if before.endswith(")"):  # the parameters
        before = before.rpartition("(")[0].rstrip()
    end = start = first + len(before)
    while start > first and (code[start - 1].isalnum() or code[start - 1] == "_"):
        start -= 1
    return Word("NAME", code[start:end], start, end)


def no_name(source: Source, word: Word) -> BadLed:
    """The error for a reserved word that is used as the name of something."""
    place = source.place(word.start, word.end)
    return BadLed(f"{word.text} is a word of LED, and cannot be a name", place)


def no_term(source: Source, word: Word) -> BadLed:
    """The error for a reserved word where a term is missing."""
    said = f"a term is missing: here is {word.text}, a word of LED that cannot be a name"
    return BadLed(said, source.place(word.start, word.end))


def _said(code: str, word: Word, expected: frozenset[str]) -> str:
    before = code[: word.start].rpartition(STOP)[2].split()
    here = "the code ends" if word.kind in (END, "STOP") else f"here is {word.text}"
    if word.kind == "":
        hint = _UNUSUAL.get(word.text, "no word of LED begins like this")
        return f"{word.text} means nothing here: {hint}"
    if "NUMBER" in expected:
        after = f" after {before[-1]}" if before else ""
        return f"a term is missing{after}: {here}"
    if word.kind in ("_CLOSE", "_RIGHT", "_END"):
        opened = _left_open(code, word.start)
        if opened is None:
            return f"nothing is open that {word.text} could close"
        if _PAIRS[opened[1]] != word.text:
            return f"{word.text} cannot close {opened[1]}: {_PAIRS[opened[1]]} is expected"
    if word.text == "=" and "_DEFINED" in expected:
        return "a definition is written with := or iff, not with ="
    if word.kind in ("_DEFINED", "_IFF") and "NAME" in expected and "STOP" not in expected:
        return f"{word.text} stands after the name that is defined, and its parameters"
    if word.kind == "_IF":
        return "only a whole case has an if: term if condition; term otherwise"
    return f"{_wanted(expected)} is expected: {here}"


_OPERATORS = frozenset(
    {"IFF", "IMPLIES", "V", "OR", "AND", "EQUAL", "UNEQUAL", "LESS", "MORE", "AT_MOST", "AT_LEAST"}
    | {"IN", "SUB", "SUBEQ", "COLON", "PLUS", "MINUS", "U", "WITHOUT", "TIMES", "OVER", "MOD"}
    | {"SEC", "NRSEC", "_POWER", "_LEFT", "_OPEN"}
)

_NAMES = {
    "_DEFINED": ":=", "_IFF": "iff", "_TO": "..", "_IF": "if", "_OTHERWISE": "otherwise",
    "_THEN": "then", "_CLOSE": ")", "_RIGHT": "]", "_END": "}", "_BAR": "|", "_COMMA": ",",
    "_SEMICOLON": ";", "_DOT": ".", "IN": "in",
}  # fmt: skip


def _wanted(expected: frozenset[str]) -> str:
    """A summary of what is allowed here."""
    if "STOP" in expected or END in expected:
        return "an operator or the end" if _OPERATORS & expected else "a definition"
    ways = [said for kind, said in _NAMES.items() if kind in expected]
    if "NAME" in expected:
        ways.append("a name")
    if len(_OPERATORS & expected) > 2 and not {"_IF", "_DEFINED"} & expected:
        ways = ["an operator", *(way for way in ways if way != "in")]
    return " or ".join(ways) or "something else"


def _left_open(code: str, end: int) -> tuple[int, str] | None:
    """The offset and text of the innermost bracket that is open at `end`; None if there is none."""
    start = code.rfind(STOP, 0, end) + 1
    opened: list[tuple[int, str]] = []
    quoted = False
    for at in range(start, end):
        char = code[at]
        if char == '"' and code[at - 1 : at] != "\\":
            quoted = not quoted
        elif not quoted and char in _PAIRS:
            opened.append((at, char))
        elif not quoted and char in _PAIRS.values() and opened:
            opened.pop()
    return opened[-1] if opened else None
