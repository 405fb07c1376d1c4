"""Claims about runs: linear-time formulas, decided on the graph of the explored states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

import numpy as np

from ....errors import CounterpointError, Fault, Refused, UnknownAtom
from ....logic.automata.budget import ASIDE, Budget
from ....logic.formula import Atom, Const, Formula, atoms_of, parts
from ....logic.lower import to_core
from ....logic.premises import always, fairly, is_linear, under
from ....logic.text import show
from ....logic.vacuity import unneeded, weakest_links
from ....model.specified import FairnessCondition, StateProbe, StepProbe, Stuttering
from ....model.system import State
from ....verdict import Answer, Trace, Verdict
from ...base.arrays import Bools
from ...base.limits import Limits
from ...formula.evaluate import Evaluator
from ...graph.explicit import ExplicitGraph, Fair
from ...graph.observe import Watched
from ...search.spec.explored import Explored
from ...search.spec.real import real_run, rounds
from ...space.graphs import graph_space
from ...space.space import GraphSpace
from ..decide import decide
from ..finding import Finding
from ..verdicts import verdict_of
from .endless import Endless
from .graph import Graph

NO_RUN = "no run keeps what is promised of it"
NO_START = "no initial state is inside the constraint"
NOT_LINEAR = "with what is promised or assumed of runs, only formulas of linear time are decided"
GOES_ON = "it goes on as it did from state {loop} on, but never comes back to the very same state"
IN_PART = "states are told apart in part only, so there may be runs that were not seen"


_NUMBER = re.compile(r" #\d+$")
"""The suffix that distinguishes the atoms of a module with the same text."""


class Runs:
    """The runs of a specification that was explored with its edges."""

    def __init__(self, found: Explored, limits: Limits) -> None:
        self.found, self.limits = found, limits
        self.system = Stuttering(found.system)
        self._own: dict[str, Bools | StepProbe] = {}
        self._spaces: dict[tuple[str, ...], GraphSpace] = {}

    def verdict(
        self, name: str, formula: Formula, *, of_classes: bool = False, whole: bool = False
    ) -> Verdict:
        """Whether all fair runs satisfy a formula, with a counterexample if one does not.

        With `of_classes`, states that the system identifies count as alike. A `whole` formula is
        not searched for parts that do not matter. Raises `NoValueAtRest`.
        """
        try:
            return self._vacuous(name) or self._decided(name, formula, of_classes, whole)
        except Refused as error:
            return Verdict(name, Answer.UNKNOWN, error.message)

    def _vacuous(self, name: str) -> Verdict | None:
        """The verdict that a claim holds because there is no run; None if that is not so."""
        if self.found.stopped:
            return None
        if not len(self._explicit.initial):
            return Verdict(name, Answer.HOLDS, NO_START, vacuous=True)
        return Verdict(name, Answer.HOLDS, NO_RUN, vacuous=True) if self.are_none else None

    @cached_property
    def are_none(self) -> bool:
        """Whether no run is fair and satisfies the assumptions, although initial states exist."""
        if self.found.in_part or self.found.stopped or not self._premises:
            return False
        if not len(self._explicit.initial):
            return False
        never = under(self._premises, Const(False))
        return decide(never, self._space(never), vacuity=False).answer is Answer.HOLDS

    def _decided(self, name: str, formula: Formula, of_classes: bool, whole: bool) -> Verdict:
        linear = all(map(is_linear, (formula, *self.found.system.assumptions)))
        if not linear and (self._premises or self.found.in_part):
            why = IN_PART if self.found.in_part else NOT_LINEAR
            return Verdict(name, Answer.UNKNOWN, self.found.stopped or why)
        asked = under(self._premises, formula)
        space = self._space(asked)
        finding = decide(asked, space, vacuity=False)
        done = finding.answer is Answer.HOLDS and not self.found.stopped
        if self.found.in_part and not (done and of_classes):
            return self._decided_in_part(name, formula, finding, of_classes)
        if done:
            idle = "" if whole else "; ".join(dict.fromkeys(self._idle(formula, space)))
            verdict = verdict_of(name, finding, self.system)
            return replace(verdict, reason=idle, vacuous=bool(idle))
        verdict = verdict_of(name, finding, self.system)
        if linear and verdict.trace is not None and not self._breaks(verdict.trace, formula):
            raise Fault(f"the run that should show it keeps {formula}")
        return verdict

    def _decided_in_part(
        self, name: str, formula: Formula, finding: Finding, of_classes: bool
    ) -> Verdict:
        """The verdict if states represent others: only a real run of the system shows a failure."""
        strand, stage = finding.strand, finding.stage
        unknown = Verdict(name, Answer.UNKNOWN, self.found.stopped or IN_PART)
        if finding.answer is not Answer.FAILS or strand is None or stage is None:
            return unknown
        plain, system = stage.ground.plain, self.found.system
        steps = tuple((label, plain(there)) for label, there in strand.steps)
        trace = Trace(plain(stage.start), steps, strand.loop)
        with suppress(CounterpointError):
            real = real_run(system, trace, self.found.tuning)
            if real is not None and self._breaks(real, formula):
                real.replay(self.system)
                return Verdict(name, Answer.FAILS, "", real)
            real = rounds(system, trace, self.found.tuning) if of_classes else None
            if real is not None and self._breaks(real, formula):
                shown = Trace(real.start, real.steps[: len(trace.steps)])
                shown.replay(self.system)
                return Verdict(name, Answer.FAILS, GOES_ON.format(loop=trace.loop), shown)
        return unknown

    def _breaks(self, trace: Trace, formula: Formula) -> bool:
        """Whether a run is fair and satisfies the assumptions, but not the formula.

        The formula is violated by a finite trace however it continues, so fairness is not checked:
        some continuation is fair, unless states represent others.
        """
        system = self.found.system
        run = Endless(system, trace)
        goes_on = trace.loop is not None or self.found.in_part
        return (
            (not goes_on or all(map(run.keeps, system.fairness_conditions)))
            and all(run.satisfies(assumed, system.probes) for assumed in system.assumptions)
            and not run.satisfies(formula, system.probes)
        )

    def _idle(self, formula: Formula, space: GraphSpace) -> Iterator[str]:
        """Sentences about the parts of a formula that do not matter, if that can be decided."""
        evaluator = Evaluator(space.algebra, budget=Budget(ASIDE))
        places = Counter(_text_of(part) for part in parts(formula) if isinstance(part, Atom))
        with suppress(Refused):
            for link in weakest_links(formula):
                stronger = under(self._premises, link.stronger)
                true = evaluator.region(to_core(stronger, fair=space.is_fair))
                if not space.count(space.initial & ~true):
                    part = _text_of(link.part)
                    yield unneeded(part, places[part])

    def _space(self, formula: Formula) -> GraphSpace:
        """The graph with the facts about the last step that the atoms of a formula ask for."""
        asked = {text: self._atom(text) for text in (atom.text for atom in atoms_of(formula))}
        steps = {text: probe for text, probe in asked.items() if isinstance(probe, StepProbe)}
        if tuple(steps) not in self._spaces:
            watched = [
                Watched(text, self._graph.of_kinds(probe), remembers=False)
                for text, probe in steps.items()
            ]
            self._spaces.clear()  # a space may be as large as everything else together
            self._spaces[tuple(steps)] = graph_space(
                self._explicit, watched, self.system, self.limits
            )
        return self._spaces[tuple(steps)]

    def _atom(self, text: str) -> Bools | StepProbe:
        """The states where an atom is true, as array of bool; for a step probe, the probe."""
        if text in self._own:
            return self._own[text]
        probe = self.found.system.probes.get(text)
        if probe is None:
            raise UnknownAtom(f"there is no atom {text!r}")
        return self._graph.of_states(probe) if isinstance(probe, StateProbe) else probe

    def _new_atom(self, text: str, meaning: Bools | StepProbe) -> str:
        """Define an atom with a text that no other atom has; returns the text."""
        while text in self.found.system.probes or text in self._own:
            text += "'"
        self._own[text] = meaning
        return text

    @cached_property
    def _graph(self) -> Graph:
        return Graph(self.found)

    @cached_property
    def _explicit(self) -> ExplicitGraph:
        found, graph = self.found, self._graph

        def prop(text: str) -> Bools:
            states = self._atom(text)
            assert not isinstance(states, StepProbe)
            return states

        return ExplicitGraph(
            graph.edges,
            graph.labels,
            np.flatnonzero(graph.inside[: found.initial]).astype(np.uint32),
            found.state,
            self._number,
            prop,
            fairness=tuple(fair for _, fair in self._promised if fair is not None),
            transitions=len(graph.steps.target),
            stopped=found.stopped,
            frontier=found.is_open,
            tuning=found.tuning,
        )

    def _number(self, state: State) -> int | None:
        numbers = range(self.found.found)
        return next((number for number in numbers if self.found.state(number) == state), None)

    @cached_property
    def _promised(self) -> list[tuple[FairnessCondition, Fair | None]]:
        fairness_conditions = self.found.system.fairness_conditions
        return [(condition, self._graph.fairness(condition)) for condition in fairness_conditions]

    @cached_property
    def _premises(self) -> tuple[Formula, ...]:
        """The conditions on runs besides the fairness conditions of the graph."""
        uncommon = [condition for condition, common in self._promised if common is None]
        promised = map(self._kept, uncommon)
        if not self.found.stopped:
            return (*self.found.system.assumptions, *promised)
        known = always(Atom(self._new_atom("known", self._graph.known)))
        return (known, *self.found.system.assumptions, *promised)

    def _kept(self, condition: FairnessCondition) -> Formula:
        assert condition.enabled is not None
        enabled = self._new_atom(
            f"enabled: {condition.name}", self._graph.of_states(condition.enabled)
        )
        return fairly(condition.strong, enabled, self._new_atom(condition.name, condition.step))


def _text_of(atom: Atom) -> str:
    """The text of an atom, without the number that distinguishes it from atoms with that text."""
    return show(replace(atom, text=_NUMBER.sub("", atom.text)))
