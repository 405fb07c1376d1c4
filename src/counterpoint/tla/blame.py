"""Which part of a claim is false of a state or a step: the smallest that can be named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from os.path import basename
from typing import Any

from ..errors import CounterpointError
from .evaluate import Compiler
from .evaluate.context import Closed
from .scope import Value
from .spec.binding import Binding
from .spec.specification import Conjunct
from .spec.text import shortened
from .spec.unfold import unfolded
from .tree import And, Bound, Quantified, Square
from .values import elements

MOST = 1000
r"""So many choices of values of a `\A` are looked at."""


def blamed(
    conjunct: Conjunct, variables: Sequence[str], here: Sequence[Any], there: Sequence[Any] = ()
) -> str:
    r"""What is false in a state, or of a step, in which a conjunct is, and where that stands.

    It is empty where that is the very claim that somebody typed in.

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
    """Looks into what is false for something smaller that is."""

    def __init__(self, variables: Sequence[str], here: Sequence[Any], there: Sequence[Any]) -> None:
        self._compiler = Compiler(variables)
        self._states = here, there

    def part(self, closed: Closed) -> Closed:
        """The smallest part that is false, of an expression that is."""
        for inner in self._parts(closed):
            if self._is_false(inner):
                return self.part(inner)
        return closed

    def _is_false(self, closed: Closed) -> bool:
        reads = self._compiler.footprints.of(closed.expression, closed.scope)
        if self._compiler.layout.found in reads:  # it asks where a search is that has ended
            return False
        test = self._compiler.test(closed.expression, closed.scope)
        try:
            return not test(self._compiler.frame(*self._states))
        except CounterpointError:
            return False

    def _parts(self, closed: Closed) -> Iterator[Closed]:
        """Expressions one of which is false if this one is."""
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
        """What the names that are bound may mean, as far as that can be found out."""
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
