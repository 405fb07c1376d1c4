"""Compiles steps to Python closures that call one another; see `successors`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, assert_never

from ...alarm import require_going_on
from ...depth import on_large_stack, roomy
from ...errors import NoValue
from ..evaluate.bounds import elements_of, fits
from ..evaluate.calls import forgetting
from ..evaluate.compiling import Compiling
from ..evaluate.context import Frame, Layout, Run, Test
from ..evaluate.errors import called, located
from ..evaluate.operators import normalised
from ..tree import NOWHERE, Span
from ..values import normal, shortly
from .final import final
from .step import (
    Among,
    Assign,
    Bind,
    Branch,
    Call,
    Choice,
    Compose,
    Done,
    Fail,
    Forget,
    Guard,
    Keep,
    Label,
    Leaf,
    Plan,
    Step,
)
from .taken import Action, Taken

State: TypeAlias = tuple[Any, ...]
"""The values of the variables, in their order."""

Go: TypeAlias = Callable[[Frame], None]
"""Finds all next states that complete the partial one in a frame."""


def successors(compiler: Compiling, plan: Plan) -> Callable[[State], list[tuple[Taken, State]]]:
    """A function that gives the successors of a state, each with the actions that lead to it.

    As in TLC, a state is given each time that it is found.

    >>> from ..modules import load
    >>> from ..tree import Apply
    >>> from .planner import plan
    >>> body = "VARIABLE x \\n Set(n) == x' = n \\n Next == \\\\E n \\\\in {2, 5} : Set(x + n)"
    >>> scope = load("M.tla", text=f"---- MODULE M ---- EXTENDS Integers {body} ====").scope
    >>> from ..compiler import Compiler
    >>> c = Compiler(["x"])
    >>> for taken, state in successors(c, plan(c, Apply("Next"), scope))((1,)):
    ...     print(taken, state)
    Set(3) (3,)
    Set(6) (6,)
    """
    found = compiler.layout.found
    label, then = compiler.layout.label, compiler.layout.next

    def done(m: Frame) -> None:
        m[found].append((Taken(m[label]), tuple(m[then:found])))

    return _Search(compiler, plan, done, labels=True).from_state


def next_states(compiler: Compiling, plan: Plan) -> Callable[[State], list[State]]:
    """A function that gives the successors of a state, without the actions."""
    return _Search(compiler, plan, None, labels=False).from_state


def initial(compiler: Compiling, plan: Plan) -> Callable[..., list[State]]:
    """A function that gives the states of a plan for a predicate, each one each time it is found.

    It takes an optional limit on the number of states.
    """
    search = _Search(compiler, plan, None, labels=False)
    nothing = (None,) * compiler.layout.count
    return lambda most=None: search.from_state(nothing, most)


MOST_STEPS = 1 << 20
"""The limit on steps out of one state; TLC refuses a set of that size, too."""


_LOOK_EVERY = 1 << 10
"""Steps out of one state between two checks whether the search is to end."""


class _TooManySteps(NoValue):
    """There are too many steps; the error gets the place of the innermost set they range over."""


class _Plenty(list[Any]):
    """The next states of a state, up to `MOST_STEPS`."""

    def append(self, state: Any) -> None:
        """Add a state; raises `_TooManySteps` beyond the limit."""
        super().append(state)
        if len(self) % _LOOK_EVERY == 0:
            require_going_on()
        if len(self) > MOST_STEPS:
            raise _TooManySteps(
                f"more than {MOST_STEPS:,} steps lead out of one state; let them range over less"
            )


class _Enough(Exception):
    """The wanted number of states is found."""


class _First(list[Any]):
    """The first `most` states that are found; then the search ends."""

    def __init__(self, most: int) -> None:
        self._most = most

    def append(self, state: Any) -> None:
        """Add a state; raises `_Enough` once there are enough."""
        super().append(state)
        if len(self) >= self._most:
            raise _Enough
        require_going_on()


class _Search:
    """A compiled plan; if an error occurs, it is compiled again with located errors."""

    def __init__(self, compiler: Compiling, plan: Plan, done: Go | None, *, labels: bool) -> None:
        self._compiler = compiler
        self._plan = plan
        self._done = done
        self._labels = labels
        self._go = roomy(lambda: Closures(compiler, plan, done, labels=labels).run)
        self._nothing = (None,) * plan.rules

    def from_state(self, state: State, most: int | None = None) -> list[Any]:
        """All that is found from a state, or the first `most` of it."""
        found: list[Any] = _Plenty() if most is None else _First(most)
        try:
            self._search(self._compiler, self._go, state, found)
        except _Enough:
            pass
        except NoValue as error:
            raise self._explained(state, error) from None
        except RecursionError:
            return on_large_stack(lambda: self.from_state(state, most))
        return found

    def _search(self, compiler: Compiling, go: Go, state: State, found: list[Any]) -> None:
        layout = compiler.layout
        m = compiler.frame(state)
        m[layout.label] = self._nothing
        m[layout.found] = found
        go(m)

    def _explained(self, state: State, error: NoValue) -> NoValue:
        if error.place is not None:
            return error
        compiler = self._compiler.locating()
        try:
            closures = roomy(
                lambda: Closures(compiler, self._plan, self._done, labels=self._labels)
            )
            roomy(lambda: self._search(compiler, closures.run, state, _Plenty()))
        except NoValue as found:
            error = found
        if error.place is None and self._plan.at != NOWHERE:
            error.place = self._plan.at.place()
        return error


class Closures:
    """The closures of a plan; without `done`, each next state is appended to the results."""

    def __init__(
        self, compiler: Compiling, plan: Plan, done: Go | None, *, labels: bool = False
    ) -> None:
        self._c = compiler
        self._done = done
        self._labels = labels
        self._shared: list[Go] = []
        for step in plan.shared:
            self._shared.append(self._step(step))
        self.run: Go = self._step(plan.root)

    def _value(self, leaf: Leaf) -> Run:
        return normalised(self._c, leaf.expression, self._deep(leaf))

    def _test(self, leaf: Leaf) -> Test:
        return self._c.holds(leaf.expression, self._deep(leaf))

    def _elements(self, leaf: Leaf) -> Run:
        return elements_of(self._c, leaf.expression, self._deep(leaf))

    def _deep(self, leaf: Leaf) -> Any:
        self._c.size = max(self._c.size, leaf.depth)
        return leaf.context()

    def _step(self, step: Step) -> Go:
        match step:
            case Done():
                return self._done or final(self._c, (), ())
            case Assign() | Keep():
                return self._assignments(step)
            case Guard(test, then):
                return self._guards(test, then)
            case Bind(slots, pattern, values, then):
                return self._loop(slots, pattern, values, then)
            case Among(variable, values, then):
                return self._loop((self._c.layout.next + variable,), False, values, then)
            case Branch(ways):
                return _branch([self._step(way) for way in ways])
            case Choice(test, then, otherwise):
                return _choice(self._test(test), self._step(then), self._step(otherwise))
            case Forget(slots, then):
                return forgetting(slots, self._step(then))
            case Label():
                return self._label(step)
            case Call(number):
                return self._shared[number]
            case Fail(reason, at):
                return self._c.failing(reason, at)
            case Compose():
                return self._composition(step)
        assert_never(step)

    def _loop(self, slots: tuple[int, ...], pattern: bool, values: Leaf, then: Step) -> Go:
        loop = _binding(slots, pattern, self._elements(values), self._step(then))
        return _among(loop, values.expression.at) if self._c.locates else loop

    def _guards(self, leaf: Leaf, then: Step) -> Go:
        first = self._test(leaf)
        if isinstance(then, Guard):
            second, go = self._test(then.test), self._step(then.then)

            def both(m: Frame) -> None:
                if first(m) and second(m):
                    go(m)

            return both
        go = self._step(then)

        def guard(m: Frame) -> None:
            if first(m):
                go(m)

        return guard

    def _assignments(self, step: Assign | Keep) -> Go:
        """A closure for a chain of assignments, which may end the search."""
        kept: list[int] = []
        chain: list[Assign] = []
        here: Step = step
        while isinstance(here, Assign | Keep):
            if isinstance(here, Keep):
                kept.extend(here.variables)
            else:
                chain.append(here)
            here = here.then
        assigned = [(each.variable, self._value(each.value)) for each in chain]
        if isinstance(here, Done) and self._done is None and not self._read_again(chain, kept):
            return final(self._c, tuple(kept), tuple(assigned))
        go = self._step(here)
        layout = self._c.layout
        for variable, run in reversed(assigned):
            go = _assigning(layout.next + variable, run, go)
        return _keeping(tuple(kept), layout, go) if kept else go

    def _read_again(self, chain: list[Assign], kept: list[int]) -> bool:
        """Whether a value in a chain reads the next value of a variable that the chain assigns."""
        written = {each.variable for each in chain} | set(kept)
        footprints = self._c.footprints
        for each in chain:
            leaf = each.value
            reads = footprints.of(leaf.expression, leaf.scope, leaf.primed)
            if footprints.reads_next(reads) & written:
                return True
        return False

    def _label(self, step: Label) -> Go:
        go = self._step(step.then)
        if not self._labels and not self._c.locates:
            return go
        runs = [self._value(leaf) for leaf in step.arguments]
        name, parameters, rule = step.name, step.parameters, step.rule
        place = self._c.layout.label

        def label(m: Frame) -> None:
            before = m[place]
            action = Action(name, parameters, tuple([_argument(run, m) for run in runs]))
            m[place] = (*before[:rule], action, *before[rule + 1 :])
            go(m)
            m[place] = before

        if not self._c.locates:
            return label
        given = list(zip(parameters, runs, strict=True))
        run = called(label if self._labels else go, name, given, NOWHERE)
        return located(run, step.at)  # for errors without a place from inside

    def _composition(self, step: Compose) -> Go:
        first = Closures(self._c, step.first, None).run
        second = Closures(self._c, step.second, None).run
        go, known = self._step(step.then), step.known
        layout = self._c.layout
        now, then, behind = layout.now, layout.next, layout.found

        def reached(m: Frame, run: Go, state: list[Any]) -> dict[State, None]:
            inner = m.copy()
            inner[now:then] = state
            inner[behind] = found = []  # type: ignore[var-annotated]
            run(inner)
            return dict.fromkeys(found)

        def compose(m: Frame) -> None:
            ends: dict[State, None] = {}
            for middle in reached(m, first, m[now:then]):
                ends.update(reached(m, second, list(middle)))
            for end in ends:
                if all(m[then + number] == end[number] for number in known):
                    before = m[then:behind]
                    m[then:behind] = end
                    go(m)
                    m[then:behind] = before

        return compose


def _argument(run: Run, m: Frame) -> Any:
    """The value of an action's argument; None if it has none, because then it was not needed."""
    try:
        return normal(run(m))
    except NoValue:
        return None


def _assigning(place: int, run: Run, go: Go) -> Go:
    def assign(m: Frame) -> None:
        m[place] = run(m)
        go(m)

    return assign


def _keeping(variables: tuple[int, ...], layout: Layout, go: Go) -> Go:
    now, then = layout.now, layout.next
    if len(variables) == 1:
        (variable,) = variables

        def keep(m: Frame) -> None:
            m[then + variable] = m[now + variable]
            go(m)

        return keep

    def keep_all(m: Frame) -> None:
        for variable in variables:
            m[then + variable] = m[now + variable]
        go(m)

    return keep_all


def _among(go: Go, at: Span) -> Go:
    """A closure that gives `_TooManySteps` the place of a set."""

    def each(m: Frame) -> None:
        try:
            go(m)
        except _TooManySteps as error:
            error.place = error.place or at.place()
            raise

    return each


def _binding(slots: tuple[int, ...], pattern: bool, values: Run, go: Go) -> Go:
    first, last = slots[0], slots[-1] + 1
    if not pattern:

        def each(m: Frame) -> None:
            for m[first] in values(m):  # noqa: B020
                go(m)

        return each

    def each_tuple(m: Frame) -> None:
        for value in values(m):
            if not fits(value, last - first):
                raise NoValue(f"{shortly(value)} is no tuple of {last - first} items")
            m[first:last] = value
            go(m)

    return each_tuple


def _branch(ways: list[Go]) -> Go:
    if len(ways) == 2:
        one, two = ways

        def either(m: Frame) -> None:
            one(m)
            two(m)

        return either

    def every(m: Frame) -> None:
        for way in ways:
            way(m)

    return every


def _choice(test: Test, then: Go, otherwise: Go) -> Go:
    def choose(m: Frame) -> None:
        if test(m):
            then(m)
        else:
            otherwise(m)

    return choose
