"""Plans actions as steps.

An agenda holds the expressions that are still to be satisfied. The planner removes one that it can
process. An equation for a next value becomes an assignment. A disjunction becomes a branch, with
the rest of the agenda behind each disjunct. A mere test waits until all that it reads is known. An
agenda that recurs with the same variables assigned is planned once and shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...depth import roomy
from ..evaluate.compiling import Compiling
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
"""The beginning of the error for a variable that gets no value."""
NEEDED = "is needed before anything says it"
"""The end of the error for a variable that is read before it has a value."""

OF_ENABLED = ", to tell what is enabled"
"""What is added to the error if ENABLED, or a fairness condition, is about the action."""
OF_PART = r", in a part of \cdot"
"""What is added to the error if the action is one of two that are composed."""

ROUND = 4
"""The slots of shared steps begin at multiples of this, so that more steps can be shared."""


def plan(
    compiler: Compiling,
    action: Expression,
    meanings: Scope | Context,
    *,
    initial: bool = False,
    partial: bool = False,
    free: Mapping[int, Closed] | None = None,
    labels_disjuncts: bool = False,
    where: str = "",
) -> Plan:
    """A plan for finding the next states of an action.

    `meanings` are those of its names, or the context that it is in.

    If `initial`, the expression is a state predicate, and the plan finds its states. If `partial`,
    the action need not determine every variable. `free` variables range over the given set where
    the action does not determine them. With `labels_disjuncts`, unnamed disjuncts of a definition
    without parameters are labelled with their line numbers. `where` is added to the reason if the
    action cannot be planned.

    >>> from ..compiler import Compiler
    >>> from ..scope import Variable
    >>> from ..tree import Apply, Unchanged
    >>> stays = Unchanged(Apply("x"))
    >>> plan(Compiler(["x"]), stays, Scope({"x": Variable("x", 0)})).root
    Keep(variables=(0,), then=Done())
    """
    cx = meanings if isinstance(meanings, Context) else Context(meanings, compiler.layout.first)
    return roomy(
        lambda: Planner(
            compiler,
            partial,
            free or {},
            cx.moment,
            initial,
            labels_disjuncts=labels_disjuncts,
            where=where,
        ).plan(action, cx)
    )


class Planner:
    """Plans one action."""

    def __init__(
        self,
        compiler: Compiling,
        partial: bool,
        free: Mapping[int, Closed],
        moment: int,
        initial: bool,
        *,
        labels_disjuncts: bool = False,
        where: str = "",
    ) -> None:
        self.c = compiler
        self.where = where
        self.labels_disjuncts = labels_disjuncts
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
        r"""The conjuncts of an action that conjoins several `[A]_v`; else just the action."""
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
        """The plan of a part of the action that has next states independent of the rest."""
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
        """A step that satisfies all items on the agenda."""
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

    # Ends of the agenda ---------------------------------------------------------------------------

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
        """The step for an agenda with no item that can be processed.

        A free variable may help; otherwise the plan fails, and the error names what is read too
        early.
        """
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
