"""Which operators bind stronger, against the algorithm of TLA+'s own parser."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterpoint.errors import BadModule
from counterpoint.tla.syntax import read_expression
from counterpoint.tla.syntax.operators import INFIX, POSTFIX, PREFIX, Operator
from counterpoint.tla.tree import And, Apply, Enabled, Expression, Or, Prime, Unchanged
from tests.share import share

Shape: TypeAlias = "str | tuple[str, *tuple[Shape, ...]]"
Piece: TypeAlias = "Operator | str"


class Conflict(Exception):
    pass


class Stack:
    """An operator precedence parser with a stack: what is on it is reduced as soon as it may."""

    def __init__(self) -> None:
        self.pieces: list[Operator | Shape] = []

    def read(self, pieces: list[Piece]) -> Shape:
        for piece in pieces:
            if isinstance(piece, Operator) and piece.fixity == "prefix":
                self._prefix(piece)
            elif isinstance(piece, Operator):
                self._reduce_before(piece)
                self.pieces.append(piece)
                if piece.fixity == "postfix":
                    self._reduce()
            else:
                self.pieces.append(piece)
        self._reduce_before(None)
        (found,) = self.pieces
        assert not isinstance(found, Operator)
        return found

    def _prefix(self, piece: Operator) -> None:
        above = self.pieces[-1] if self.pieces else None
        # A minus might be the one between two operands, so what stands before it is compared.
        if piece.name == "-." and isinstance(above, Operator) and above.low > piece.high:
            raise Conflict
        self.pieces.append(piece)

    def _reduce_before(self, coming: Operator | None) -> None:
        while len(self.pieces) > 1:
            above = self.pieces[-2]
            assert isinstance(above, Operator)
            if coming is None or above.low > coming.high or (above == coming and above.left):
                self._reduce()
            elif above.high < coming.low:
                return
            else:
                raise Conflict

    def _reduce(self) -> None:
        last = self.pieces.pop()
        if isinstance(last, Operator):
            self.pieces.append((last.name, self._operand()))
            return
        operator = self.pieces.pop()
        assert isinstance(operator, Operator)
        if operator.fixity == "prefix":
            self.pieces.append((operator.name, last))
        else:
            self.pieces.append((operator.name, self._operand(), last))

    def _operand(self) -> Shape:
        operand = self.pieces.pop()
        assert not isinstance(operand, Operator)
        return operand


def shape(node: Expression) -> Shape:
    match node:
        case Apply(name, ()):
            return name
        case Apply(name, args) if name != "\\X":
            return (name, *map(shape, args))
        case Apply(name, args):
            return leaning(name, args)
        case And(parts):
            return leaning("/\\", parts)
        case Or(parts):
            return leaning("\\/", parts)
        case Prime(body):
            return ("'", shape(body))
        case Unchanged(body):
            return ("UNCHANGED", shape(body))
        case Enabled(body):
            return ("ENABLED", shape(body))
    raise AssertionError(node)


def leaning(name: str, parts: tuple[Expression, ...]) -> Shape:
    found = shape(parts[0])
    for part in parts[1:]:
        found = (name, found, shape(part))
    return found


def written(piece: Piece) -> str:
    return piece if isinstance(piece, str) else piece.name.replace("-.", "-")


def agree(pieces: list[Piece]) -> None:
    text = " ".join(map(written, pieces))
    try:
        wanted = Stack().read(pieces)
    except Conflict:
        with pytest.raises(BadModule):
            read_expression(text)
    else:
        assert shape(read_expression(text)) == wanted, text


@st.composite
def chains(draw: st.DrawFn) -> list[Piece]:
    def some(table: dict[str, Operator], most: int) -> list[Operator]:
        return draw(st.lists(st.sampled_from(sorted(table.values(), key=str)), max_size=most))

    pieces: list[Piece] = []
    for number in range(draw(st.integers(2, 4))):
        if number:
            pieces.append(draw(st.sampled_from(sorted(INFIX.values(), key=str))))
        pieces += [*some(PREFIX, 2), f"v{number}", *some(POSTFIX, 1)]
    return pieces


@given(chains())
@settings(max_examples=share(100))
def test_chains_of_operators_nest_as_tla_says(pieces: list[Piece]) -> None:
    agree(pieces)


@pytest.mark.parametrize("first", sorted(INFIX))
def test_any_two_infix_operators_nest_as_tla_says(first: str) -> None:
    for second in sorted(INFIX)[:: 1 + len(first) % 3]:
        agree(["a", INFIX[first], "b", INFIX[second], "c"])


REFUSED = {
    r"a \/ b /\ c": r"""[CP700] neither of \/ and /\ binds stronger than the other: put parentheses
  at <expression>:1:8
    a \/ b /\ c
           ^^""",
    "a = b = c": """[CP700] = twice in a row has no meaning: put parentheses around one of them
  at <expression>:1:7
    a = b = c
          ^""",
    "a => b => c": """[CP700] => twice in a row has no meaning: put parentheses around one of them
  at <expression>:1:8
    a => b => c
           ^^""",
    "[] x'": """[CP700] neither of [] and ' binds stronger than the other: put parentheses
  at <expression>:1:5
    [] x'
        ^""",
    "a * -b": """[CP700] neither of * and - binds stronger than the other: put parentheses
  at <expression>:1:5
    a * -b
        ^""",
}


@pytest.mark.parametrize("text", REFUSED)
def test_operators_that_need_parentheses_are_named(text: str) -> None:
    with pytest.raises(BadModule) as caught:
        read_expression(text)
    assert str(caught.value) == REFUSED[text]


def test_a_range_above_another_needs_no_parentheses() -> None:
    assert shape(read_expression("a + b .. c")) == ("..", ("+", "a", "b"), "c")
    assert shape(read_expression("~ a = b")) == ("~", ("=", "a", "b"))
