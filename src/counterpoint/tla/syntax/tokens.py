"""The tokens of a module, for explaining syntax errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

from ...data import dataclass
from .operators import INFIX, POSTFIX, PREFIX, SYNONYMS, spelled

Kind: TypeAlias = Literal["name", "word", "value", "prefix", "infix", "postfix", "other"]

WORDS = frozenset(
    """
    ASSUME ASSUMPTION AXIOM CASE CHOOSE CONSTANT CONSTANTS DOMAIN ELSE ENABLED EXCEPT EXTENDS IF IN
    INSTANCE LAMBDA LET LOCAL MODULE OTHER SUBSET THEN THEOREM UNCHANGED UNION VARIABLE VARIABLES
    WITH COROLLARY LEMMA PROPOSITION RECURSIVE
    """.split()  # noqa: SIM905
)

UNITS = frozenset(
    """
    ASSUME ASSUMPTION AXIOM CONSTANT CONSTANTS COROLLARY LEMMA LOCAL PROPOSITION RECURSIVE THEOREM
    VARIABLE VARIABLES
    """.split()  # noqa: SIM905
)
"""The words that a unit of a module can begin with."""

_OTHERS = r"== |-> -> <- << >> >>_ ]_ ( ) [ ] { } , : :: ! @ . \A \E \AA \EE".split()  # noqa: SIM905
_SYMBOLS = {*INFIX, *PREFIX, *POSTFIX, *SYNONYMS, *_OTHERS}
_WORDLESS = sorted((s for s in _SYMBOLS if not s.isalnum()), key=len, reverse=True)

_TOKEN = re.compile(
    r'(?P<value>"(?:[^"\\\n]|\\.)*"|\d+(?:\.\d+)?(?![A-Za-z_]))|(?P<name>\w+)|(?P<bar>-{4,}|={4,})|'
    r"(?P<symbol>\\[A-Za-z]+|" + "|".join(map(re.escape, _WORDLESS)) + r")|(?P<odd>\S)"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a symbol, and its start and end offsets in the text."""

    kind: Kind
    text: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    r"""The tokens of a text, which must not have comments.

    >>> [(token.kind, token.text) for token in tokens("x' = -1")]
    [('name', 'x'), ('postfix', "'"), ('infix', '='), ('infix', '-'), ('value', '1')]
    """
    return (Token(_kind(found), found[0], *found.span()) for found in _TOKEN.finditer(text))


def _kind(found: re.Match[str]) -> Kind:
    if found.lastgroup == "value":
        return "value"
    symbol = spelled(found[0])
    if found.lastgroup == "name" and symbol not in PREFIX:
        return "word" if symbol in WORDS else "name"
    if symbol in INFIX:
        return "infix"
    if symbol in PREFIX:
        return "prefix"
    return "postfix" if symbol in POSTFIX else "other"
