"""Finds the smallest part of a claim that is false of a state or a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from os.path import basename
from typing import Any

from ..errors import CounterpointError
from .compiler import Compiler
from .evaluate.context import Closed
from .scope import Value
from .spec.binding import Binding
from .spec.specification import Conjunct
from .spec.text import shortened
from .spec.unfold import unfolded
from .tree import And, Bound, Quantified, Square
from .values import elements

MOST = 1000
r"""The limit on the choices of values of a `\A` that are tried."""


def blamed(
    conjunct: Conjunct, variables: Sequence[str], here: Sequence[Any], there: Sequence[Any] = ()
) -> str:
    r"""The smallest part of a false conjunct that is false in a state or of a step, and its place.

    It is empty if that is the whole conjunct and does not come from a file.

    >>> from .modules import load
    >>> from .spec import theorems
    >>> body = r"VARIABLES x  Odd == x < 9 /\ \A n \in 1..4 : x # 2*n  THEOREM x = 0 => Odd"
    >>> text = f"---- MODULE M ----\nEXTENDS Naturals\n{body}\n===="
    >>> (claim,) = theorems(load("M.tla", text=text))
    >>> blamed(claim.parts[0], ["x"], (4,))
    'x # 2 * 2 is false at M.tla:3'
    """
    found = _Blame(variables, here, there).part(conjunct.closed)
    said, at = shortened(found.expression, found.scope), found.expression.at
    in_file = at.file and not at.file.startswith("<")
    if not in_file and found == conjunct.closed:
        return ""
    return f"{said} is false" + (f" at {basename(at.file)}:{at.line}" if in_file else "")


class _Blame:
    """Searches a false expression for a smaller part that is false."""

    def __init__(self, variables: Sequence[str], here: Sequence[Any], there: Sequence[Any]) -> None:
        self._compiler = Compiler(variables)
        self._states = here, there

    def part(self, closed: Closed) -> Closed:
        """The smallest false part of a false expression."""
        for inner in self._parts(closed):
            if self._is_false(inner):
                return self.part(inner)
        return closed

    def _is_false(self, closed: Closed) -> bool:
        reads = self._compiler.footprints.of(closed.expression, closed.scope)
        if self._compiler.layout.found in reads:  # it is about a search that has ended
            return False
        test = self._compiler.test(closed.expression, closed.scope)
        try:
            return not test(self._compiler.frame(*self._states))
        except CounterpointError:
            return False

    def _parts(self, closed: Closed) -> Iterator[Closed]:
        """Expressions such that one of them is false if `closed` is false."""
        match closed.expression:
            case And(parts):
                yield from (Closed(part, closed.scope) for part in parts)
            case Square(action, _):
                yield Closed(action, closed.scope)
            case Quantified("A", bounds, body):
                for names in self._choices(bounds, closed):
                    yield Closed(body, Binding(names, closed.scope))
            case _:
                inner = unfolded(closed)
                yield from () if inner is None else (inner,)

    def _choices(self, bounds: tuple[Bound, ...], closed: Closed) -> Iterator[dict[str, Value]]:
        """The possible meanings of the bound names; none if a set cannot be evaluated."""
        try:
            ranges = [list(self._meanings(bound, closed)) for bound in bounds]
        except CounterpointError:
            return
        for choice in islice(product(*ranges), MOST):
            yield {name: meaning for names in choice for name, meaning in names.items()}

    def _meanings(self, bound: Bound, closed: Closed) -> Iterator[dict[str, Value]]:
        if bound.set is None:
            return
        values = self._compiler.value(bound.set, closed.scope)
        for value in islice(elements(values(self._compiler.frame(*self._states))), MOST):
            each = value if bound.pattern else (value,)
            yield {name: Value(one) for name, one in zip(bound.names, each, strict=True)}
