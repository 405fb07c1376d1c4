"""The words (tokens) of a formula."""

from __future__ import annotations

from ..data import dataclass
from .span import Span


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One word: `kind` is its terminal in `grammar.lark`, `names` its content, `span` its place.

    `names` has the text of an atom, the players of `<<a, b>>`, the label of `<a>` if there is one,
    the variable of `mu X.`, and the number of `^3`.
    """

    kind: str
    text: str
    span: Span
    names: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        """The kind, under the name that lark expects."""
        return self.kind


END = "$END"
"""The kind of the end marker after the last word."""

OPERANDS = frozenset({"ATOM", "CONST", "VARIABLE", "RIGHT", "CLOSE"})
"""The kinds of words that end an operand, so that an infix operator may follow."""
