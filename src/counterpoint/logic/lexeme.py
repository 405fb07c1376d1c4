"""The words that a formula is made of."""

from __future__ import annotations

from ..data import dataclass
from .formula import Span


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One word: `kind` is its terminal in `grammar.lark`, `names` what it holds, `span` its place.

    `names` of an atom is its text; of `<<a, b>>` the players; of `<a>` the label, if there is one;
    of `mu X.` the variable; of `^3` the number.
    """

    kind: str
    text: str
    span: Span
    names: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        """The kind, under the name that lark asks for."""
        return self.kind


END = "$END"
"""The kind of what stands after the last word."""

OPERANDS = frozenset({"ATOM", "CONST", "VARIABLE", "RIGHT", "CLOSE"})
"""The kinds that end an operand: what follows is between two formulas."""
