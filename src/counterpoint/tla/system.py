"""A specification as a system: the evaluator finds its states and steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import Any

from ..errors import NoValue, Refused
from ..logic.formula import Formula
from ..model.capabilities import Drawn
from ..model.factored import Factored
from ..model.specified import (
    FairnessCondition,
    Probe,
    StateProbe,
    StepProbe,
    Usual,
    anyhow,
    everywhere,
    itself,
)
from ..model.system import Trusted
from .bounds import NO_BOUNDS, Bounds
from .chance import drawn_in
from .chosen_names import chosen_names
from .compiler import Compiler
from .evaluate.context import Closed
from .evaluate.reader import reading
from .facts import Facts, StateFact, StepFact
from .modules import Loaded
from .situation import Situation
from .spec.assembly import start_of, step_of
from .spec.binding import identity
from .spec.determined import variables_in
from .spec.disjuncts import disjuncts
from .spec.fairness import Assumed, Fairness, assumptions, fairness_of
from .spec.specification import Kind, Specification
from .spec.temporal import Translation
from .spec.text import text
from .steps import Plan, Taken, initial, plan, successors
from .steps.enabled import is_evaluable
from .steps.fresh import is_substituted
from .symmetry import Symmetry
from .tree import Angle, Fair, Square, Truth
from .values import ModelValue, elements, normal, show, to_json

State = tuple[Any, ...]


ASKS = "the module asks how far the search is, or for chance, so each state is evaluated"
SYMMETRIC = "with so much SYMMETRY each state is evaluated"


class ModuleSystem(Usual, Trusted):
    """A specification of a module, as a `model.specified.Specified`.

    A state is the tuple of the values of the module's variables, in the order of their
    declarations.
    """

    def __init__(
        self,
        loaded: Loaded,
        specification: Specification,
        bounds: Bounds = NO_BOUNDS,
        *,
        labels_disjuncts: bool = False,
    ) -> None:
        self.loaded = loaded
        self._labels_disjuncts = labels_disjuncts
        self.specification = specification
        self.bounds = bounds
        self.variables = loaded.variables
        self.compiler = Compiler(
            [variable.name for variable in self.variables], tuning=loaded.tuning
        )
        self.situation = Situation(loaded.library.around, deadlock=bounds.deadlock)
        self.facts = Facts(self.compiler, self.situation)
        self.translation = Translation()
        self.within: Callable[[State], bool] = self._all(bounds.constraints) or everywhere
        self.allows: Callable[[State, State], bool] = self._all(bounds.action_constraints) or anyhow
        self.identity: Callable[[State], Any] = self._identity() or itself

    # Plans and formulas ---------------------------------------------------------------------------

    @cached_property
    def start(self) -> Plan:
        """The plan for finding the initial states."""
        closed = self._init
        return plan(self.compiler, closed.expression, closed.scope, initial=True, free=self._free)

    @cached_property
    def step(self) -> Plan:
        """The plan for finding the next states; stuttering steps of a single box are left out."""
        closed = self._action
        return plan(
            self.compiler, closed.expression, closed.scope, free=self._free,
            labels_disjuncts=self._labels_disjuncts,
        )  # fmt: skip

    @cached_property
    def _init(self) -> Closed:
        return start_of(self.specification)

    @cached_property
    def _action(self) -> Closed:
        return self._bare or step_of(self.specification)

    @property
    def said(self) -> tuple[Closed, ...]:
        """All formulas about states and steps: of the specification and of the constraints."""
        return (self._init, self._action, *self.bounds.constraints, *self.bounds.action_constraints)

    @cached_property
    def _bare(self) -> Closed | None:
        """The action of a single box, if nothing else restricts the steps and no variable ranges.

        None otherwise, and unless the subscript has all variables: only then does every other step
        stutter.
        """
        said = self.specification.of(Kind.STEPS, Kind.ALWAYS)
        boxes = self.specification.of(Kind.STEPS)
        if len(said) != 1 or not boxes or self.bounds.free:
            return None
        box = boxes[0].expression
        if not isinstance(box, Square):
            return None
        kept = variables_in(Closed(box.subscript, boxes[0].scope))
        return Closed(box.action, boxes[0].scope) if kept.issuperset(self.variables) else None

    @property
    def boxes(self) -> tuple[str, ...]:
        """The rules with actions in a label, in the order of the label."""
        return tuple(box.rule for box in self.specification.of(Kind.STEPS, Kind.ALWAYS))

    def moved(self, here: Any, there: Any) -> tuple[frozenset[str], ...]:
        """For each rule of a label, the names of its subscript's variables that a step changes."""
        pairs = zip(self.variables, here, there, strict=True)
        changed = frozenset(variable.name for variable, was, now in pairs if was != now)
        return tuple(changed & about for about in self._about)

    @cached_property
    def _about(self) -> list[frozenset[str]]:
        """For each rule of a label, the names of the variables in its subscript."""
        boxes = self.specification.of(Kind.STEPS, Kind.ALWAYS)
        of = [reading(one.expression.subscript, one.scope).variables
              if isinstance(one.expression, Square) else () for one in boxes]  # fmt: skip
        return [frozenset(variable.name for variable in found) for found in of]

    @property
    def _free(self) -> dict[int, Closed]:
        free = self.bounds.free or {}
        return {variable.number: closed for variable, closed in free.items()}

    @property
    def is_cut_down(self) -> bool:
        """Whether some rules of the specification are switched off."""
        return bool(self.specification.off)

    # States and steps -----------------------------------------------------------------------------

    def initial(self, most: int | None = None) -> Iterable[State]:
        """The initial states, each one each time it is found, or at most `most` of them.

        A module that reads the progress of the search gets all of them at once.
        """
        self.facts.asks(self._init)
        self.facts.asks(self._action)
        if not self.situation.matters:
            return self._starts(most)
        self.situation.outside()
        found = self._starts()
        self.situation.entered(found)
        return found

    def begins(self, state: State) -> bool:
        """Whether a state is initial."""
        if self.facts.asks(self._init) or self._free:
            return state in self.initial()
        return self._is_first(state)

    @property
    def lists_starts(self) -> bool:
        """Whether `begins` lists all initial states at each call."""
        return bool(self._free)

    @cached_property
    def _is_first(self) -> Callable[..., bool]:
        return self._all((self._init,)) or everywhere

    @cached_property
    def _starts(self) -> Callable[..., list[State]]:
        return initial(self.compiler, self.start)

    @cached_property
    def _successors(self) -> Callable[[State], list[tuple[Taken, State]]]:
        return successors(self.compiler, self.step)

    def successors(self, state: State) -> list[tuple[Taken, State]]:
        """The steps out of a state, one for each way to take it, without stuttering."""
        if self.situation.matters:
            self.situation.at(state)
        steps = self._successors(state)
        if self._nothing is not None:
            steps = [step for step in steps if step[1] != state or step[0].actions != self._nothing]
        if self.situation.matters:
            self.situation.left(state, [there for _, there in steps])
        return steps

    @cached_property
    def _nothing(self) -> tuple[None, ...] | None:
        """The label actions of a step in which no box takes a named action; None for a bare box."""
        return (None,) * self.step.rules if self._bare is None else None

    def _all(self, predicates: Sequence[Closed]) -> Callable[..., bool] | None:
        """A function that returns whether all predicates hold of a state or step; else None."""
        if not predicates:
            return None
        tests = [
            (self.compiler.test(one.expression, one.scope), self.facts.frame_for(one))
            for one in predicates
        ]

        def holds(state: State, there: State = ()) -> bool:
            return all(test(frame(state, there)) for test, frame in tests)

        return holds

    def _identity(self) -> Callable[[State], Any] | None:
        """A function that gives the key to compare states by; None if it is the state itself."""
        view, representative = self.bounds.view, self.representative
        if view is None:
            return representative
        seen, frame = self.compiler.value(view.expression, view.scope), self.facts.frame_for(view)
        if representative is None:
            return lambda state: normal(seen(frame(state)))
        return lambda state: representative((normal(seen(frame(state))),))

    @property
    def is_viewed(self) -> bool:
        """Whether states are compared by a view."""
        return self.bounds.view is not None

    @cached_property
    def symmetry(self) -> Symmetry | None:
        """The symmetry that merges states; None without one."""
        symmetry = self.bounds.symmetry
        if symmetry is None:
            return None
        value = normal(
            self.compiler.value(symmetry.expression, symmetry.scope)(self.compiler.frame())
        )
        try:
            return Symmetry(elements(value), self.loaded.tuning)
        except NoValue as error:
            raise NoValue(
                f"SYMMETRY {text(symmetry.expression)}: {error.message}; it takes a set of "
                "functions that rename model values, such as Permutations(Nodes)",
                symmetry.expression.at.place(),
            ) from None

    @property
    def representative(self) -> Callable[[State], State] | None:
        """A function that gives the representative of a state under symmetry; None without any."""
        return None if self.symmetry is None else self.symmetry.representative

    def show(self, state: State) -> dict[str, str]:
        """The value of each variable, in TLA+ syntax."""
        names = (variable.name for variable in self.variables)
        return {name: show(value) for name, value in zip(names, state, strict=True)}

    def as_json(self, state: State) -> dict[str, Any]:
        """The value of each variable, as data for JSON."""
        names = (variable.name for variable in self.variables)
        return {name: to_json(value) for name, value in zip(names, state, strict=True)}

    def chosen_in(self, state: State) -> dict[str, str]:
        """The values in a state that CHOOSE without a set has chosen, each with its definition."""
        names = self._chosen_names
        texts = list(map(show, state)) if names else []
        return {
            value.name: name
            for value, name in names.items()
            if any(value.name in text for text in texts)
        }

    @cached_property
    def _chosen_names(self) -> dict[ModelValue, str]:
        return chosen_names(self.loaded, self.compiler)

    # Runs -----------------------------------------------------------------------------------------

    @cached_property
    def fairness(self) -> tuple[Fairness, ...]:
        """The fairness conditions of the specification."""
        return fairness_of(self.specification)

    @cached_property
    def fairness_conditions(self) -> tuple[FairnessCondition, ...]:
        """The fairness conditions, as facts about states and steps."""
        return tuple(map(self._condition, self.fairness))

    def _condition(self, fair: Fairness) -> FairnessCondition:
        if self._is_of_all(fair):
            return FairnessCondition(fair.name, fair.strong, self._change(fair))
        step = self.facts.of_atom(f"<{fair.name}>", fair.action)
        assert isinstance(step, StepFact)
        self._probes[step.name] = step
        asked = fair.action
        if not is_evaluable(self.compiler, asked.expression, asked.scope):
            return FairnessCondition(fair.name, fair.strong, step)
        enabled = self.facts.of_atom(f"ENABLED <{fair.name}>", fair.enabled)
        assert isinstance(enabled, StateFact)
        self._probes[enabled.name] = enabled
        return FairnessCondition(fair.name, fair.strong, step, enabled)

    def _is_of_all(self, fair: Fairness) -> bool:
        """Whether every step found is a step of the action, because it is that of the only box."""
        action = self._unrestricted(fair)
        if action is None or self._bare is None:
            return False
        return identity(action) == identity(self._bare)

    def _is_in_all(self, fair: Fairness) -> bool:
        """Whether every step of the action is found, because it is a disjunct of the only box."""
        action = self._unrestricted(fair)
        if action is None or self._bare is None:
            return False
        wanted = identity(action)
        return any(identity(each) == wanted for each in disjuncts(self._bare))

    def _unrestricted(self, fair: Fairness) -> Closed | None:
        """The action of a fairness condition; None if steps of it may not be found as they are."""
        bounds, said = self.bounds, fair.conjunct
        constrained = bounds.constraints or bounds.action_constraints
        if constrained or bounds.view or bounds.symmetry:
            return None
        assert isinstance(said.expression, Fair)
        if is_substituted(fair.action.expression, said.scope, self.compiler.names):
            return None  # its ENABLED is about the module before substitution
        return Closed(said.expression.action, said.scope)

    def _change(self, fair: Fairness) -> StepFact:
        """The fact that a step changes the subscript; for an action to which all steps belong."""
        said = fair.conjunct.expression
        assert isinstance(said, Fair)
        change = Angle(Truth(True), said.subscript, at=said.at)
        step = self.facts.of_atom(f"<{fair.name}>", replace(fair.action, expression=change))
        assert isinstance(step, StepFact)
        self._probes[step.name] = step
        return step

    @property
    def weaker_fairness(self) -> str:
        """The names of fairness conditions that are weakened; empty if there are none.

        They are required only of steps that all rules together allow, because their actions alone
        test variables that they do not determine.
        """
        pairs = zip(self.fairness, self.fairness_conditions, strict=True)
        less = (fair for fair, kept in pairs if kept.enabled is None)
        names = [fair.name for fair in less if not self._is_in_all(fair)]
        more = f" and {len(names) - 2} more" if len(names) > 2 else ""
        return ", ".join(names[:2]) + more

    @cached_property
    def _assumed(self) -> tuple[Assumed, ...]:
        return assumptions(self.specification, self.translation)

    @property
    def assumptions(self) -> tuple[Formula, ...]:
        """The temporal conjuncts of the specification that can be decided, as formulas."""
        return tuple(one.formula for one in self._assumed if one.formula is not None)

    @property
    def undecided(self) -> str:
        """Why the other temporal conjuncts of the specification are ignored; empty if none are."""
        return "; ".join(one.reason for one in self._assumed if one.formula is None)

    @cached_property
    def _probes(self) -> dict[str, Probe]:
        return {}

    @property
    def probes(self) -> Mapping[str, Probe]:
        """The probes for the atoms of all formulas translated so far, by name."""
        for name, atom in self.translation.atoms.items():
            if name not in self._probes:
                self._probes[name] = self.facts.of_atom(name, atom)
        return self._probes

    @property
    def remembers(self) -> bool:
        """Whether an evaluation in a state may depend on how the search reached it."""
        self.facts.asks(self._init)
        self.facts.asks(self._action)
        return self.situation.matters

    @property
    def draws(self) -> Drawn | None:
        """Why answers are not valid if states or steps are drawn at random; else None."""
        return drawn_in(*self.said, *self.bounds.views)

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """A context in which evaluation prints nothing."""
        around = self.loaded.library.around
        before, around.print = around.print, _nowhere
        try:
            yield
        finally:
            around.print = before

    # Cells ----------------------------------------------------------------------------------------

    def factored(
        self,
        seen: Sequence[Any],
        states: Sequence[StateProbe],
        steps: Sequence[StepProbe],
        *,
        opens: bool = False,
        initial: Sequence[Any] | None = None,
        division: Any = None,
    ) -> Factored | None:
        """The factored system, with cells that suit the states seen so far; None if none can exist.

        With a division, that of an earlier one, states are divided as it says. Raises `Refused` if
        there is a known reason against it.
        """
        if self.situation.matters:
            raise Refused(ASKS)
        renamings = 0 if self.symmetry is None else self.symmetry.renamings
        if renamings > self.loaded.tuning.renamings_few or (
            renamings and self.bounds.view is not None
        ):
            raise Refused(SYMMETRIC)
        from .cells import Asked, Task, cut  # a short search never needs it

        task = Task(
            self.compiler,
            self.step,
            [] if opens else initial or list(dict.fromkeys(self.initial())),
            [Asked(_expression(probe)) for probe in states],
            [Asked(_expression(probe)) for probe in steps],
            self.bounds.constraints,
            self.bounds.action_constraints,
            self.bounds.view,
            idle=self._nothing is None,
            start=self.start if opens else None,
            division=division,
        )
        found: Factored | None = cut(task, seen)
        return found


def _nowhere(line: str) -> None:
    """Print nothing."""


def _expression(probe: Probe) -> Closed:
    """The expression that a probe evaluates."""
    assert isinstance(probe, StateFact | StepFact)
    assert probe.closed is not None
    return probe.closed
