"""The step that processes one item of an agenda."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...data import dataclass
from ...errors import NoValue
from ..evaluate.actions import flat
from ..evaluate.binding import bind, let
from ..evaluate.bounds import fits
from ..evaluate.context import Context
from ..evaluate.footprint import Reads
from ..scope import Builtin, Defined, Scope, Value
from ..tree import (
    And,
    Angle,
    Apply,
    Bound,
    Case,
    Expression,
    Filter,
    If,
    Labelled,
    Let,
    Or,
    Prime,
    Qualified,
    Quantified,
    Square,
    Subexpression,
    Truth,
    Tuple,
    Unchanged,
)
from ..values import members, shortly
from .agenda import Agenda, Item, Known
from .fresh import meet_in_between
from .step import (
    Among,
    Assign,
    Bind,
    Branch,
    Choice,
    Compose,
    Done,
    Fail,
    Forget,
    Guard,
    Keep,
    Label,
    Leaf,
    Step,
)
from .summary import target

if TYPE_CHECKING:
    from .planner import Planner


@dataclass(frozen=True, slots=True)
class Taking:
    """Processes one item; the rest of the agenda follows it."""

    planner: Planner
    item: Item
    before: Agenda
    after: Agenda
    known: Known
    depth: int

    def step(self) -> Step:
        """The step that processes the item."""
        item = self.item
        if not item.summary.targets - self.known:
            if self.planner.partial and isinstance(item.node, Truth) and not item.node.value:
                return Guard(self._leaf(item.node), Done())  # what follows need not be planned
            return Guard(self._leaf(item.node), self._rest())
        match item.node:
            case And(parts):
                return self._go(*(self._inside(part) for part in parts))
            case Or(parts):
                return self._either(parts)
            case Square(action, subscript):
                ways = (self._part(action), self._inside(Unchanged(subscript, at=subscript.at)))
                return Branch(tuple(self._go(way) for way in ways))
            case Angle(action, subscript):
                change = Apply("~", (Unchanged(subscript, at=subscript.at),), at=item.node.at)
                return self._go(self._part(action), self._inside(change))
            case If(condition, then, otherwise):
                return self._choice(condition, then, otherwise)
            case Case(arms, other):
                return self._case(list(arms), other)
            case Quantified(kind, bounds, body):
                return self._each(bounds, body) if kind == "E" else self._all(bounds, body)
            case Let():
                return self._let(item.node)
            case Unchanged(body):
                return self._unchanged(body)
            case _:
                return self._through(item.node)

    def _through(self, node: Expression) -> Step:
        planner = self.planner
        match node:
            case Labelled(_, _, body):
                return self._go(self._part(body))
            case Prime(body):
                return self._go(planner.item(body, self.item.scope, True, self.item.rule))
            case Subexpression():
                part = planner.c.names.part(node, self.item.scope)
                return self._go(self._inside(part.expression, part.scope))
            case Apply() | Qualified():
                return self._applied(node)
        raise AssertionError(f"{type(node).__name__} assigns nothing")

    # Items and continuations ----------------------------------------------------------------------

    def _leaf(self, node: Expression, scope: Scope | None = None) -> Leaf:
        return Leaf(
            node, scope or self.item.scope, self.item.primed, self.depth, self.planner.moment
        )

    def _context(self) -> Context:
        return Context(self.item.scope, self.depth, self.item.primed, self.planner.moment)

    def _inside(self, node: Expression, scope: Scope | None = None) -> Item:
        item = self.item
        return self.planner.item(node, scope or item.scope, item.primed, item.rule)

    def _part(
        self, node: Expression, scope: Scope | None = None, within: str | None = None
    ) -> Item:
        """An agenda item for an expression that may still name an action."""
        item = self.item
        return self.planner.item(
            node, scope or item.scope, item.primed, item.rule, is_name=item.is_name,
            within=item.within if within is None else within,
        )  # fmt: skip

    def _go(self, *items: Item, known: Known | None = None, depth: int | None = None) -> Step:
        """The step for the agenda with these items in place of the one being processed."""
        agenda = (*self.before, *items, *self.after)
        here = self.depth if depth is None else depth
        return self.planner.solve(agenda, self.known if known is None else known, here)

    def _rest(self, *assigned: int) -> Step:
        return self._go(known=self.known | set(assigned))

    def _fixed(self, reads: Reads) -> bool:
        """Whether the values at these positions no longer change in the rest of the search."""
        return self.planner.c.footprints.reads_next(reads) <= self.known

    def _either(self, parts: Sequence[Expression]) -> Step:
        """A branch for the disjuncts; a common first conjunct of several disjuncts is done once."""
        if self.item.within:
            return Branch(tuple(map(self._disjunct, parts)))
        ways = tuple(self._go(self._part(part)) for part in factored(parts))
        return ways[0] if len(ways) == 1 else Branch(ways)

    def _disjunct(self, part: Expression) -> Step:
        """One disjunct, labelled with its line if it has no name."""
        if isinstance(part, Or):
            return self._either(part.parts)
        step = self._go(self._part(part, within=""))
        name = f"{self.item.within}, line {part.at.line}"
        return Label(self.item.rule, name, (), (), step, part.at)

    # Kinds of items -------------------------------------------------------------------------------

    def _choice(self, condition: Expression, then: Expression, otherwise: Expression) -> Step:
        ways = (self._go(self._part(way)) for way in (then, otherwise))
        return Choice(self._leaf(condition), *ways)

    def _case(self, arms: list[tuple[Expression, Expression]], other: Expression | None) -> Step:
        if not arms:
            if other is not None:
                return self._go(self._part(other))
            at = self.item.node.at
            return Fail("no condition of this CASE holds, and it has no OTHER", at)
        (test, value), *more = arms
        return Choice(self._leaf(test), self._go(self._part(value)), self._case(more, other))

    def _each(self, bounds: tuple[Bound, ...], body: Expression) -> Step:
        """Nested loops for an existential quantifier; all sets are in the outer scope."""
        outer = self._context()
        made: list[Callable[[Step], Step]] = []
        cx = outer
        for bound in bounds:
            assert bound.set is not None
            leaf = replace(self._leaf(bound.set), depth=cx.depth)
            cx, slots = self.planner.c.binding(cx, *bound.names)
            made.append(_binding(slots, bound.pattern, leaf))
        step = self._go(self._part(body, cx.scope), depth=cx.depth)
        for bind_ in reversed(made):
            step = bind_(step)
        return step

    def _all(self, bounds: tuple[Bound, ...], body: Expression) -> Step:
        r"""`\A` over constant sets, as a conjunction."""
        scopes = [self.item.scope]
        try:
            for bound in bounds:
                assert bound.set is not None
                run = self.planner.c.run(bound.set, self._context())
                elements = members(run(self.planner.c.frame()))
                scopes = [
                    scope.within(_values(bound, each)) for scope in scopes for each in elements
                ]
        except NoValue as error:
            return Fail(error.message, self.item.node.at)
        return self._go(*(self._inside(body, scope) for scope in scopes))

    def _let(self, node: Let) -> Step:
        inner, slots = let(self.planner.c, node, self._context(), self._fixed)
        return self._forget(slots, self._go(self._part(node.body, inner.scope), depth=inner.depth))

    def _forget(self, slots: tuple[int, ...], then: Step) -> Step:
        return Forget(slots, then) if slots else then

    def _unchanged(self, body: Expression) -> Step:
        c = self.planner.c
        kept: list[int] = []
        items = []
        for part in flat(c.names, body, self.item.scope):
            number = target(c, part.expression, part.scope, True)
            if number is not None and number not in self.known:
                kept.append(number)
            else:
                node = Unchanged(part.expression, at=self.item.node.at)
                items.append(self._inside(node, part.scope))
        kept = list(dict.fromkeys(kept))
        return Keep(tuple(kept), self._go(*items, known=self.known | set(kept)))

    def _applied(self, node: Apply | Qualified) -> Step:
        meaning, args = self.planner.c.names.applied(node, self.item.scope)
        if isinstance(meaning, Defined):
            return self._defined(meaning, args)
        assert isinstance(meaning, Builtin)
        match meaning.name:
            case "/\\":
                return self._go(*(self._inside(arg) for arg in args))
            case "\\/":
                return self._either(args)
            case "=>":
                return self._choice(args[0], args[1], Truth(True))
            case "=" | "\\in":
                return self._assignment(meaning.name, args)
            case "\\cdot":
                return self._composition(args)
        raise AssertionError(f"{meaning.name} assigns nothing")

    def _assignment(self, name: str, args: Sequence[Expression]) -> Step:
        item = self.item
        number, value = target(self.planner.c, args[0], item.scope, item.primed), args[1]
        if number is None:
            number, value = target(self.planner.c, args[1], item.scope, item.primed), args[0]
        assert number is not None
        if name == "=":
            return Assign(number, self._leaf(value), self._rest(number))
        simple = self.planner.c.names.simply(value, item.scope)
        if isinstance(simple.expression, Filter):
            return self._among_some(number, simple.expression, simple.scope)
        return Among(number, self._leaf(value), self._rest(number))

    def _among_some(self, number: int, values: Filter, scope: Scope) -> Step:
        """A loop that tests each element before it assigns it; the filtered set is not made."""
        bound = values.bound
        assert bound.set is not None
        outer = replace(self._context(), scope=scope)
        inner, slots = self.planner.c.binding(outer, *bound.names)
        names = tuple(map(Apply, bound.names))
        element = replace(
            self._leaf(Tuple(names) if bound.pattern else names[0], inner.scope), depth=inner.depth
        )
        test = replace(self._leaf(values.condition, inner.scope), depth=inner.depth)
        rest = self._go(known=self.known | {number}, depth=inner.depth)
        then = Guard(test, Assign(number, element, rest))
        return Bind(slots, bound.pattern, self._leaf(bound.set, scope), then)

    def _defined(self, meaning: Defined, args: tuple[Expression, ...]) -> Step:
        inner, slots = bind(self.planner.c, meaning, args, self._context(), self._fixed)
        is_labelled = self.planner.labels_disjuncts and self.item.is_name and meaning.module
        within = meaning.name if is_labelled and not meaning.parameters else ""
        step = self._go(self._part(meaning.body, inner.scope, within), depth=inner.depth)
        return self._forget(slots, self._labelled(meaning, inner, step))

    def _labelled(self, meaning: Defined, inner: Context, step: Step) -> Step:
        if not self.item.is_name or not meaning.module:  # parameters and LETs are not actions
            return step
        values = (each.name for each in meaning.parameters if not each.arity)
        names = tuple(name for name in values if self._is_shown(name, inner))
        leaves = tuple(
            Leaf(Apply(name), inner.scope, inner.primed, inner.depth, inner.moment)
            for name in names
        )
        return Label(self.item.rule, meaning.name, names, leaves, step, meaning.body.at)

    def _is_shown(self, name: str, inner: Context) -> bool:
        """Whether a label shows an argument: not if the argument reads the next state."""
        footprints = self.planner.c.footprints
        return not footprints.reads_next(footprints.of(Apply(name), inner.scope, inner.primed))

    def _composition(self, args: Sequence[Expression]) -> Step:
        if meet_in_between(args[0], args[1], self.item.scope, self.planner.c.names):
            return Fail(MEET_ELSEWHERE, self.item.node.at)
        cx = replace(self._context(), moment=self.planner.moment + 1)
        first, second = (self.planner.alone(arg, cx) for arg in args)
        every = range(self.planner.c.layout.count)
        return Compose(first, second, self.known, self._rest(*every))


MEET_ELSEWHERE = (
    "actions are composed in an instance that substitutes their variables, so the state between "
    "them is none of ours; compose them outside of it"
)


def factored(parts: Sequence[Expression]) -> list[Expression]:
    r"""A disjunction in which conjunctions with the same first conjunct are merged.

    `(A /\ B) \/ (A /\ C)` becomes `A /\ (B \/ C)`, which has the same steps.

    >>> a, b, c = (Apply(name) for name in "abc")
    >>> factored([And((a, b)), And((a, c))]) == [And((a, Or((b, c))))]
    True
    """
    groups: dict[Expression, list[Expression]] = {}
    for part in parts:
        groups.setdefault(part.parts[0] if isinstance(part, And) else part, []).append(part)
    found: list[Expression] = []
    for first, group in groups.items():
        if len(group) == 1 or not all(isinstance(part, And) for part in group):
            found.extend(group)
        else:
            rests = tuple(_rest_of(part) for part in group if isinstance(part, And))
            found.append(And((first, Or(rests, at=group[0].at)), at=group[0].at))
    return found


def _rest_of(node: And) -> Expression:
    return node.parts[1] if len(node.parts) == 2 else And(node.parts[1:], at=node.at)


def _binding(slots: tuple[int, ...], pattern: bool, leaf: Leaf) -> Callable[[Step], Step]:
    return lambda then: Bind(slots, pattern, leaf, then)


def _values(bound: Bound, element: Any) -> dict[str, Value]:
    if not bound.pattern:
        return {bound.names[0]: Value(element)}
    if not fits(element, len(bound.names)):
        raise NoValue(f"{shortly(element)} is no tuple of {len(bound.names)} items")
    return {name: Value(part) for name, part in zip(bound.names, element, strict=True)}
