"""Explaining syntax errors in plain words."""

from __future__ import annotations

from ...errors import BadSmv
from ..source import Source
from .table import END, Word

_SECTIONS = frozenset(
    {"VAR", "IVAR", "FROZENVAR", "_DEFINE", "_CONSTANTS", "_ASSIGN", "INIT", "INVAR", "TRANS"}
    | {"FAIRNESS", "JUSTICE", "_COMPASSION", "SPEC", "CTLSPEC", "LTLSPEC", "INVARSPEC"}
    | {"_COMPUTE", "MODULE"}
)
"""The words with which a section of a module begins."""

_SIGNS = {
    "SEMICOLON": ";", "COLON": ":", "RPAR": ")", "RSQB": "]", "RBRACE": "}", "LPAR": "(",
    "LSQB": "[", "LBRACE": "{", "COMMA": ",", "__ANON_0": ":=", "__ANON_1": "..", "ESAC": "esac",
    "_OF": "of", "U": "U", "NAME": "a name", "NUMBER": "a number",
}  # fmt: skip

_UNUSUAL = {
    "'": "values are names without quotes",
    "@": "a name begins with a letter or _",
    "\\": "a name has letters, digits, and _ $ # -",
    '"': "this text has no end in its line",
    "%": "the remainder is written mod",
    "~": "not is written !",
    "^": "there is no power; xor is written xor",
}
"""What to write in place of characters that begin no token."""


def complaint(source: Source, word: Word, expected: frozenset[str]) -> BadSmv:
    """The error for a token that is not of the expected kinds."""
    return BadSmv(_said(source, word, expected), source.place(word.start, max(word.end, 1)))


def _said(source: Source, word: Word, expected: frozenset[str]) -> str:
    if word.kind == "":
        hint = _UNUSUAL.get(word.text, "no word of SMV begins like this")
        return f"{word.text} means nothing here: {hint}"
    here = "the text ends" if word.kind == END else f"here is {word.text}"
    if word.kind not in ("NAME", END) and word.text.isidentifier() and "NAME" in expected:
        here = f"here is {word.text}, a word of SMV that cannot be a name"
    before = source.text[: word.start].rstrip()
    if "TRUTH" in expected:
        after = before.split()[-1:] if before else []
        return f"an expression is missing{f' after {after[0]}' if after else ''}: {here}"
    if word.text == "=" and "__ANON_0" in expected:
        return "a definition and an assignment are written with :=, not with ="
    if expected == {"MODULE"}:
        return f"a text is one MODULE after the other: {here}"
    wanted = " or ".join(_SIGNS[kind] for kind in sorted(expected & _SIGNS.keys(), key=_order))
    if not wanted and expected & _SECTIONS:
        wanted = "a section such as VAR or SPEC"
    return f"{wanted or 'something else'} is expected: {here}"


def _order(kind: str) -> int:
    return [*_SIGNS].index(kind)
