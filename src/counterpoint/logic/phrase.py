"""Read what an atom consists of: names, calls, indices, literals, comparisons, braces.

Every function reads at a place in a text and returns what it read and where that ends, or None. The
result has a canonical spelling: a call or an index as `str` of an event prints it, without blanks
and with Python's quotes, and one blank on each side of a comparison.
"""

from __future__ import annotations

import ast
import re
from typing import TypeAlias

Read: TypeAlias = tuple[str, int] | None

WORD = re.compile(r"[^\W\d]\w*")
NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
NUMBER = re.compile(r"-?(?:0[us]?[bodh]\d*_[\da-fA-F]+|\d+(?:\.\d+)?)")
"""A number, or a word of bits as SMV writes it, such as `0ud3_5`."""

QUOTED = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")
BLANKS = re.compile(r"\s*")
COMPARISON = re.compile(r"==|!=|<=(?!>)|>=|=(?!>)|<(?=-\d)|<(?![-<>=])|>")
CLEAR_COMPARISON = re.compile(r"==|!=|<=(?!>)|>=|=(?!>)|>")
"""The comparisons that cannot begin a `<label>`."""

_PIECE = re.compile(f"(?P<word>{NAME.pattern}|{NUMBER.pattern}|{QUOTED.pattern})|[][(),=]")
_LITERALS = re.compile(r"\([(\s]*[-\d\"']")
_CLOSING = {"(": ")", "[": "]"}


def after_blanks(text: str, at: int) -> int:
    """The first place at or after `at` that is not blank."""
    found = BLANKS.match(text, at)
    assert found is not None
    return found.end()


def bracketed(text: str, at: int) -> Read:
    """The bracket that opens at `at`, up to its closing one, if it contains only words and commas.

    >>> bracketed("at(pour(HOT), 12) & p", 2)
    ('(pour(HOT),12)', 17)
    >>> bracketed("(p & q)", 0) is None
    True
    """
    pieces: list[str] = []
    open_: list[str] = []
    after_word = False
    while piece := _PIECE.match(text, after_blanks(text, at)):
        at, said, is_word = piece.end(), piece.group(), piece["word"] is not None
        if is_word and after_word:
            return None
        pieces.append(_requoted(said) if said[0] in "\"'" else said)
        after_word = is_word or said in ")]"
        if said in _CLOSING:
            open_.append(_CLOSING[said])
        elif said in _CLOSING.values():
            if said != open_.pop():
                return None
            if not open_:
                return "".join(pieces), at
    return None


def _requoted(said: str) -> str:
    """A quoted text with the quotes that Python prints."""
    try:
        return repr(ast.literal_eval(said))
    except (SyntaxError, ValueError):
        return said


def literals(text: str, at: int) -> Read:
    """A bracket of one or more numbers, quoted texts and tuples of these.

    >>> literals('X(1, ("a", 2))', 1)
    ("(1,('a',2))", 14)
    >>> literals("X(p)", 1) is None, literals("X()", 1) is None
    (True, True)
    """
    found = bracketed(text, at) if _LITERALS.match(text, at) else None
    if found is None or "=" in found[0]:
        return None
    bare = QUOTED.sub("0", found[0])
    return found if not WORD.search(bare) and "[" not in bare and re.search(r"\d", bare) else None


def call(text: str, at: int) -> Read:
    """A name with what directly follows it: indices, arguments, further names after a dot.

    >>> call("x[0, 1].y  = 2", 0)
    ('x[0,1].y', 9)
    >>> call("put(a & b)", 0)
    ('put', 3)
    """
    name = NAME.match(text, at)
    if name is None:
        return None
    said, at = name.group(), name.end()
    while True:
        if text[at : at + 1] in _CLOSING and (more := bracketed(text, at)) is not None:
            said, at = said + more[0], more[1]
        elif text[at : at + 1] == "." and (name := NAME.match(text, at + 1)) is not None:
            said, at = f"{said}.{name.group()}", name.end()
        else:
            return said, at


def term(text: str, at: int) -> Read:
    """One side of a comparison: a name with what follows it, a number or a quoted text."""
    found = NUMBER.match(text, at) or QUOTED.match(text, at)
    return (found.group(), found.end()) if found else call(text, at)


def compared(text: str, said: str, at: int) -> tuple[str, int]:
    """A term with the comparisons after it; stops before a comparison without a right side.

    >>> compared("x = 1 & y", "x", 1)
    ('x = 1', 5)
    """
    while operator := COMPARISON.match(text, after_blanks(text, at)):
        right = term(text, after_blanks(text, operator.end()))
        if right is None:
            break
        said, at = f"{said} {operator.group()} {right[0]}", right[1]
    return said, at


def braced(text: str, at: int) -> Read:
    """The text in braces that open at `at`, with single blanks outside of its quoted texts.

    >>> braced('{ win  # "a  b" }', 0)
    ('win # "a  b"', 17)
    """
    depth = 0
    for end in range(at, len(text)):
        depth += (text[end] == "{") - (text[end] == "}")
        if depth == 0:
            return with_single_blanks(text[at + 1 : end]), end + 1
    return None


def with_single_blanks(text: str) -> str:
    """The text stripped, with each run of blanks outside of double quotes reduced to one."""
    parts = re.split(r'("[^"]*")', text)
    return "".join(
        part if place % 2 else re.sub(r"\s+", " ", part) for place, part in enumerate(parts)
    ).strip()
