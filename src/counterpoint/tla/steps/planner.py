"""From actions to steps.

What is still to be satisfied is an agenda of expressions. One that can be dealt with is taken from
it: an equation for a next value becomes an assignment, a disjunction a branch with the rest of the
agenda behind each way, and what only tests waits until all that it reads is known. Agendas that are
met again, with the same variables assigned, are planned once and shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...depth import roomy
from ..evaluate.compiler import Compiler
from ..evaluate.context import Closed, Context
from ..scope import Scope
from ..tree import And, Expression, Square
from .agenda import Agenda, Item, Known, Order
from .sharing import Sharing
from .step import Among, Done, Fail, Leaf, Plan, Step
from .summary import NONE, Summaries
from .taking import Taking
from .tested import Tested

UNSAID = "nothing says what"
"""How it begins that a variable is left without a value."""
NEEDED = "is needed before anything says it"
"""How it ends that a variable is read which has no value yet."""

OF_ENABLED = ", to tell what is enabled"
"""What follows where that is so of an action that ENABLED is asked of, or fairness."""
OF_PART = r", in a part of \cdot"
"""What follows where that is so of one of two actions that are composed."""

ROUND = 4
"""Shared steps begin at slots that are multiples of this, so that more of them are shared."""


def plan(
    compiler: Compiler,
    action: Expression,
    scope: Scope,
    *,
    initial: bool = False,
    partial: bool = False,
    free: Mapping[int, Closed] | None = None,
    context: Context | None = None,
    tells_ways: bool = False,
    where: str = "",
) -> Plan:
    """How the next states of an action are found.

    If `initial`, the expression is a predicate, and its states are found instead. If `partial`, an
    action need not say what becomes of every variable. Variables that are `free` range over a set
    where it does not say so. With `tells_ways` the disjuncts of a definition without parameters
    that have no names of their own are called by their lines. `where` the action stands is added
    to the reason if it cannot be planned.

    >>> from ..scope import Variable
    >>> from ..tree import Apply, Unchanged
    >>> stays = Unchanged(Apply("x"))
    >>> plan(Compiler(["x"]), stays, Scope({"x": Variable("x", 0)})).root
    Keep(variables=(0,), then=Done())
    """
    cx = context or Context(scope, compiler.layout.first)
    return roomy(
        lambda: Planner(
            compiler, partial, free or {}, cx.moment, initial, tells_ways=tells_ways, where=where
        ).plan(action, cx)
    )


class Planner:
    """Plans one action."""

    def __init__(
        self,
        compiler: Compiler,
        partial: bool,
        free: Mapping[int, Closed],
        moment: int,
        initial: bool,
        *,
        tells_ways: bool = False,
        where: str = "",
    ) -> None:
        self.c = compiler
        self.where = where
        self.tells_ways = tells_ways
        self.summaries = Summaries(compiler)
        self.partial = partial
        self.free = free
        self.moment = moment
        self.initial = initial
        self.sharing = Sharing()
        self.order = Order(compiler)

    def plan(self, action: Expression, cx: Context) -> Plan:
        """The plan of an action."""
        rules = self._rules(action, cx)
        agenda = tuple(
            self.item(rule.expression, rule.scope, self.initial, number, is_name=True)
            for number, rule in enumerate(rules)
        )
        root = self.solve(agenda, NONE, cx.depth)
        step, shared = self.sharing.settled(root)
        at = self.c.names.simply(action, cx.scope).expression.at
        return Plan(step, shared, len(rules), at)

    def _rules(self, action: Expression, cx: Context) -> list[Closed]:
        r"""The conjuncts of an action, if it is a conjunction of several `[A]_v`."""
        parts = list(self._conjuncts(action, cx.scope))
        boxed = sum(isinstance(part.expression, Square) for part in parts)
        return parts if boxed > 1 else [Closed(action, cx.scope)]

    def _conjuncts(self, node: Expression, scope: Scope) -> Iterable[Closed]:
        simple = self.c.names.simply(node, scope)
        if isinstance(simple.expression, And):
            for part in simple.expression.parts:
                yield from self._conjuncts(part, simple.scope)
        elif isinstance(simple.expression, Square):
            yield simple
        else:
            yield Closed(node, scope)

    def alone(self, action: Expression, cx: Context) -> Plan:
        """The plan of a part of the action that has states of its own."""
        return Planner(self.c, False, {}, cx.moment, False, where=OF_PART).plan(action, cx)

    def item(
        self,
        node: Expression,
        scope: Scope,
        primed: bool,
        rule: int,
        *,
        is_name: bool = False,
        within: str = "",
    ) -> Item:
        """An item for the agenda."""
        summary = self.summaries.of(node, scope, primed)
        return Item(node, scope, primed, rule, is_name, summary, within)

    # The agenda -----------------------------------------------------------------------------------

    def solve(self, agenda: Agenda, known: Known, depth: int) -> Step:
        """A step that satisfies what is on the agenda."""
        depth = -(-depth // ROUND) * ROUND
        return self.sharing.step((agenda, known, depth), lambda: self._solve(agenda, known, depth))

    def _solve(self, agenda: Agenda, known: Known, depth: int) -> Step:
        if not agenda:
            return self._end(known, depth)
        number = self.order.pick(agenda, known)
        if number is None:
            return self._stuck(agenda, known, depth)
        item = agenda[number]
        return Taking(self, item, agenda[:number], agenda[number + 1 :], known, depth).step()

    # Where it ends --------------------------------------------------------------------------------

    def _end(self, known: Known, depth: int) -> Step:
        missing = [n for n in range(self.c.layout.count) if n not in known]
        if not missing or self.partial:
            return Done()
        if missing[0] in self.free:
            return self._range_over(missing[0], (), known, depth)
        names = ", ".join(self.c.variables[n] for n in missing if n not in self.free)
        if self.initial:
            return Fail(f"{UNSAID} {names} is in the beginning")
        return Fail(f"{UNSAID} {names} is in the next state{self.where}")

    def _stuck(self, agenda: Agenda, known: Known, depth: int) -> Step:
        """Nothing can be dealt with: a free variable may help, else what is read is missing."""
        wanted = NONE.union(*(self.order.reads(item) for item in agenda)) - known
        for number in sorted(wanted):
            if number in self.free:
                return self._range_over(number, agenda, known, depth)
        mark = "" if self.initial else "'"
        names = ", ".join(self.c.variables[n] + mark for n in sorted(wanted))
        tested = Tested(self.c.names, self.c.footprints)
        why = next((why for item in agenda for why in tested.within(item.node, item.scope)), "")
        return Fail(f"the value of {names} {NEEDED}{self.where}{why}", agenda[0].node.at)

    def _range_over(self, number: int, agenda: Agenda, known: Known, depth: int) -> Step:
        values = self.free[number]
        leaf = Leaf(values.expression, values.scope, False, depth, self.moment)
        return Among(number, leaf, self.solve(agenda, known | {number}, depth))
