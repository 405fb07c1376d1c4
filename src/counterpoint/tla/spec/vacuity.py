r"""Vacuity: which parts of a claim that holds may not matter.

Each side of an implication or of `~>`, and each disjunct, is replaced by the constant that makes
the claim strongest: FALSE in a positive position, TRUE under an odd number of negations. If the
stronger claim also holds, the part does not matter: the claim holds *vacuously* in it. If the
stronger claim has no value in some state, as `TRUE => Head(q) = 1` for the empty q, the part does
matter, as a guard.

Beer, Ben-David, Eisner, Rodeh: Efficient detection of vacuity in temporal model checking. FMSD
18(2), 2001.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from ...data import dataclass
from ..evaluate.context import Closed
from ..evaluate.names import Names
from ..scope import Defined, Meaning, Scope, Value
from ..tree import (
    And,
    Apply,
    Expression,
    Labelled,
    Or,
    Qualified,
    Quantified,
    Square,
    Truth,
)
from .binding import Binding
from .specification import Conjunct
from .text import shortened


@dataclass(frozen=True, slots=True)
class Link:
    """The text of a part of a claim, and the stronger claim in which that part is replaced."""

    part: str
    stronger: Closed


Found: TypeAlias = Iterator[tuple[str, Expression]]
"""Pairs of the text of a part and the expression around it in which the part is replaced."""


def weakest_links(closed: Closed, *, holds: bool = False) -> Iterator[Link]:
    r"""The parts of a claim that may not matter, from left to right.

    If the claim `holds`, the stronger claims leave out its conjuncts in which nothing is replaced:
    they are true wherever they would be evaluated.

    >>> from .text import text
    >>> claim = Apply("[]", (Apply("=>", (Apply("full"), Apply("ended"))),))
    >>> scope = Scope({name: Value(None) for name in ("full", "ended")})
    >>> for link in weakest_links(Closed(claim, scope)):
    ...     print(link.part, "in", text(link.stronger.expression))
    full in [](TRUE => ended)
    ended in [](full => FALSE)
    >>> both = And((claim, Apply("ended")))
    >>> [text(link.stronger.expression) for link in weakest_links(Closed(both, scope))]
    ['[](TRUE => ended) /\\ ended', '[](full => FALSE) /\\ ended']
    >>> [text(link.stronger.expression) for link in weakest_links(Closed(both, scope), holds=True)]
    ['[](TRUE => ended)', '[](full => FALSE)']
    """
    links = _Links()
    for part, stronger in links.of(closed.expression, closed.scope, True, holds):
        yield Link(part, Closed(stronger, links.scope(closed.scope)))


def links_of(conjunct: Conjunct) -> Iterator[tuple[str, Conjunct]]:
    """The parts of a conjunct that may not matter, each with the stronger conjunct to check."""
    for link in weakest_links(conjunct.closed):
        stronger = link.stronger
        yield link.part, replace(conjunct, expression=stronger.expression, scope=stronger.scope)


class _Links:
    """Traverses a claim. Definitions in which a part is replaced get new names."""

    def __init__(self) -> None:
        self.names: dict[str, Meaning] = {}

    def scope(self, outer: Scope) -> Scope:
        inner = Binding({}, outer)
        inner.names = self.names
        return inner

    def of(self, node: Expression, scope: Scope, positive: bool, holds: bool) -> Found:
        """The parts of a node; `holds` says that it is true whenever it is evaluated."""
        match node:
            case And(parts) if holds:
                for part in parts:
                    yield from self.of(part, scope, positive, True)
            case And(parts) | Or(parts):
                for place, part in enumerate(parts):
                    matters = isinstance(node, Or) is positive
                    is_last = place == len(parts) - 1  # it is evaluated if the others are false
                    for text, new in self._side(part, scope, positive, matters, holds and is_last):
                        yield text, replace(node, parts=(*parts[:place], new, *parts[place + 1 :]))
            case Apply("=>" | "~>" as name, (left, right)):
                for text, new in self._side(left, scope, not positive, positive):
                    yield text, replace(node, args=(new, right))
                for text, new in self._side(
                    right, scope, positive, positive, holds and name == "=>"
                ):
                    yield text, replace(node, args=(left, new))
            case Apply("~", (of,)):
                for text, new in self.of(of, scope, not positive, False):
                    yield text, replace(node, args=(new,))
            case Apply("[]" | "<>" as name, (of,)):
                for text, new in self.of(of, scope, positive, holds and name == "[]"):
                    yield text, replace(node, args=(new,))
            case _:
                yield from self._inside(node, scope, positive, holds)

    def _side(
        self, part: Expression, scope: Scope, positive: bool, matters: bool, holds: bool = False
    ) -> Found:
        """A part replaced as a whole, if it `matters`, and then the parts inside of it."""
        if matters and not isinstance(part, Truth):
            yield shortened(part, scope), Truth(not positive, at=part.at)
        yield from self.of(part, scope, positive, holds)

    def _inside(self, node: Expression, scope: Scope, positive: bool, holds: bool) -> Found:
        match node:
            case Quantified("A" | "E" as kind, bounds, body):
                names = [name for bound in bounds for name in bound.names]
                inner = scope.within(dict.fromkeys(names, Value(None)))
                for text, new in self.of(body, inner, positive, holds and kind == "A"):
                    yield text, replace(node, body=new)
            case Square(action, _):
                for text, new in self.of(action, scope, positive, False):
                    yield text, replace(node, action=new)
            case Labelled(_, _, body):
                yield from self.of(body, scope, positive, holds)
            case Qualified(path) if any(step.args for step in path):
                return
            case Apply() | Qualified():
                meaning, args = Names().applied(node, scope)
                if isinstance(meaning, Defined) and not meaning.recursive:
                    yield from self._called(meaning, args, positive, holds)

    def _called(
        self, meaning: Defined, args: tuple[Expression, ...], positive: bool, holds: bool
    ) -> Found:
        """Calls of copies of a definition, in each of which one part of the body is replaced."""
        given = dict.fromkeys((parameter.name for parameter in meaning.parameters), Value(None))
        inner = meaning.scope.within(given)
        for text, new in self.of(meaning.body, inner, positive, holds):
            name = f"{meaning.name}|{len(self.names)}"
            scope = self.scope(meaning.scope)
            self.names[name] = replace(meaning, body=new, scope=scope, notes={})
            yield text, Apply(name, args)
