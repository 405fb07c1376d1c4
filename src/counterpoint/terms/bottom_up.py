"""Terms from the bottom to the top, without recursion: terms of circuits are very deep.

A term that stands in many places is one object, so a term with few parts may look very large when
it is written out.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from ..identity import Identity, identity
from .term import Apply, Term

NOTHING: frozenset[Identity] = frozenset()

DEEP = 200
"""Terms that nest deeper are too deep for recursion."""

REPEATED = 2
"""How many times as large terms may be when they are written out, before they count as shared."""


def bottom_up(terms: Sequence[Term], known: Container[Identity] = NOTHING) -> Iterator[Apply]:
    """The applications in terms, each once, after those that it is applied to.

    Applications in `known`, and what is below them, are left out.

    >>> from .sort import Bool
    >>> from .term import Op, Variable
    >>> both = Apply(Op.AND, (Variable("p", Bool()), Variable("q", Bool())), Bool())
    >>> [each.op.name for each in bottom_up([Apply(Op.NOT, (both,), Bool()), both])]
    ['AND', 'NOT']
    """
    met: set[Identity] = set()
    waiting: list[tuple[Term, bool]] = [(term, False) for term in reversed(terms)]
    while waiting:
        term, is_below_done = waiting.pop()
        if not isinstance(term, Apply):
            continue
        if is_below_done:
            yield term
            continue
        key = identity(term)
        if key not in met and key not in known:
            met.add(key)
            waiting.append((term, True))
            waiting += [(arg, False) for arg in reversed(term.args)]


def is_shared(terms: Sequence[Term]) -> bool:
    """Whether terms are very deep, or share so many parts that they are to be computed once each.

    >>> from .sort import Bool
    >>> from .term import Op, Variable
    >>> term = Variable("p", Bool())
    >>> for _ in range(10):
    ...     term = Apply(Op.AND, (term, term), Bool())
    >>> is_shared([term])
    True
    """
    sizes: dict[Identity, tuple[int, int]] = {}
    for term in bottom_up(terms):
        below = [sizes.get(identity(arg), (0, 0)) for arg in term.args]
        height = 1 + max((high for high, _ in below), default=0)
        size = 1 + sum(many for _, many in below)
        if height > DEEP:
            return True
        sizes[identity(term)] = height, size
    whole = sum(sizes.get(identity(term), (0, 0))[1] for term in terms)
    return whole > REPEATED * len(sizes) + DEEP


def is_deep(term: Term, heights: dict[Identity, int]) -> bool:
    """Whether a term nests deeper than `DEEP`; `heights` keeps what is known."""
    for part in bottom_up([term], heights):
        heights[identity(part)] = 1 + max(
            (heights.get(identity(arg), 0) for arg in part.args), default=0
        )
    return heights.get(identity(term), 0) > DEEP
