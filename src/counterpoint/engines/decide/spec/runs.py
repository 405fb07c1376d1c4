"""Claims about runs: the explored states as a graph, asked by formulas of linear time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

import numpy as np

from ....errors import CounterpointError, Fault, Refused, UnknownAtom
from ....logic.formula import Atom, Const, Formula
from ....logic.lower import to_core
from ....logic.parts import atoms_of, parts
from ....logic.premises import always, fairly, is_linear, under
from ....logic.room import ASIDE, Room
from ....logic.text import show
from ....logic.vacuity import unneeded, weakest_links
from ....model.specified import Promise, StateProbe, StepProbe, Stuttering
from ....model.system import State
from ....verdict import Answer, Trace, Verdict
from ...base.arrays import Array
from ...base.limits import Limits
from ...formula.evaluate import Evaluator
from ...graph.arena import Arena, Fair
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
"""What tells the atoms of a module apart that have the same text."""


class Runs:
    """The runs of a specification that was explored with its edges."""

    def __init__(self, found: Explored, limits: Limits) -> None:
        self.found, self.limits = found, limits
        self.system = Stuttering(found.system)
        self._own: dict[str, Array | StepProbe] = {}
        self._spaces: dict[tuple[str, ...], GraphSpace] = {}

    def verdict(
        self, name: str, formula: Formula, *, of_classes: bool = False, whole: bool = False
    ) -> Verdict:
        """Whether all runs that keep the promises satisfy a formula, with a run that does not.

        With `of_classes` states are alike that are not told apart. A `whole` formula has no parts
        that might not matter. Raises `NoValueAtRest`.
        """
        try:
            return self._vacuous(name) or self._decided(name, formula, of_classes, whole)
        except Refused as error:
            return Verdict(name, Answer.UNKNOWN, error.message)

    def _vacuous(self, name: str) -> Verdict | None:
        """That a claim holds because there is no run."""
        if self.found.stopped:
            return None
        if not len(self._arena.initial):
            return Verdict(name, Answer.HOLDS, NO_START, vacuous=True)
        return Verdict(name, Answer.HOLDS, NO_RUN, vacuous=True) if self.are_none else None

    @cached_property
    def are_none(self) -> bool:
        """Whether no run keeps what is promised and assumed, although there are initial states."""
        if self.found.in_part or self.found.stopped or not self._premises:
            return False
        if not len(self._arena.initial):
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
            told = verdict_of(name, finding, self.system)
            return replace(told, reason=idle, vacuous=bool(idle))
        verdict = verdict_of(name, finding, self.system)
        if linear and verdict.trace is not None and not self._breaks(verdict.trace, formula):
            raise Fault(f"the run that should show it keeps {formula}")
        return verdict

    def _decided_in_part(
        self, name: str, formula: Formula, finding: Finding, of_classes: bool
    ) -> Verdict:
        """The same where states stand for others: only a run of the very system shows anything."""
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
        """Whether a run keeps all that is promised and assumed, but not a formula.

        Where a trace ends, what it shows is broken however it goes on. Some way on keeps promises,
        unless states stand for others.
        """
        system = self.found.system
        run = Endless(system, trace)
        goes_on = trace.loop is not None or self.found.in_part
        return (
            (not goes_on or all(map(run.keeps, system.promises)))
            and all(run.satisfies(assumed, system.probes) for assumed in system.assumptions)
            and not run.satisfies(formula, system.probes)
        )

    def _idle(self, formula: Formula, space: GraphSpace) -> Iterator[str]:
        """The parts of a formula that never mattered, as far as that can be found out."""
        evaluator = Evaluator(space.algebra, room=Room(ASIDE))
        places = Counter(_text_of(part) for part in parts(formula) if isinstance(part, Atom))
        with suppress(Refused):
            for link in weakest_links(formula):
                stronger = under(self._premises, link.stronger)
                true = evaluator.region(to_core(stronger, fair=space.is_fair))
                if not space.count(space.initial & ~true):
                    part = _text_of(link.part)
                    yield unneeded(part, places[part])

    def _space(self, formula: Formula) -> GraphSpace:
        """The graph, with what the atoms of a formula ask of the last step."""
        asked = {text: self._atom(text) for text in (atom.text for atom in atoms_of(formula))}
        steps = {text: probe for text, probe in asked.items() if isinstance(probe, StepProbe)}
        if tuple(steps) not in self._spaces:
            watched = [
                Watched(text, self._graph.of_kinds(probe), remembers=False)
                for text, probe in steps.items()
            ]
            self._spaces.clear()  # one may be as large as all the rest together
            self._spaces[tuple(steps)] = graph_space(self._arena, watched, self.system, self.limits)
        return self._spaces[tuple(steps)]

    def _atom(self, text: str) -> Array | StepProbe:
        """The states that an atom is true in, or the probe of a step."""
        if text in self._own:
            return self._own[text]
        probe = self.found.system.probes.get(text)
        if probe is None:
            raise UnknownAtom(f"there is no atom {text!r}")
        return self._graph.of_states(probe) if isinstance(probe, StateProbe) else probe

    def _new_atom(self, text: str, meaning: Array | StepProbe) -> str:
        """The text of an atom that no formula has."""
        while text in self.found.system.probes or text in self._own:
            text += "'"
        self._own[text] = meaning
        return text

    @cached_property
    def _graph(self) -> Graph:
        return Graph(self.found)

    @cached_property
    def _arena(self) -> Arena:
        found, graph = self.found, self._graph

        def prop(text: str) -> Array:
            states = self._atom(text)
            assert not isinstance(states, StepProbe)
            return states

        return Arena(
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
    def _promised(self) -> list[tuple[Promise, Fair | None]]:
        promises = self.found.system.promises
        return [(promise, self._graph.fairness(promise)) for promise in promises]

    @cached_property
    def _premises(self) -> tuple[Formula, ...]:
        """What runs satisfy that are asked about, beside the fairness of the arena."""
        uncommon = [promise for promise, common in self._promised if common is None]
        promised = map(self._kept, uncommon)
        if not self.found.stopped:
            return (*self.found.system.assumptions, *promised)
        known = always(Atom(self._new_atom("known", self._graph.known)))
        return (known, *self.found.system.assumptions, *promised)

    def _kept(self, promise: Promise) -> Formula:
        assert promise.enabled is not None
        enabled = self._new_atom(f"enabled: {promise.name}", self._graph.of_states(promise.enabled))
        return fairly(promise.strong, enabled, self._new_atom(promise.name, promise.step))


def _text_of(atom: Atom) -> str:
    """The text of an atom, without the number that tells it from others of this text."""
    return show(replace(atom, text=_NUMBER.sub("", atom.text)))
