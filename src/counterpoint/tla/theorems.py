"""Claims as questions: the systems that decide them, and what is claimed of these."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any, cast

from ..data import dataclass
from ..errors import NoValue, Place, Refused
from ..logic.vacuity import unneeded
from ..model.capabilities import Drawn
from ..model.specified import About, Specified, everywhere
from ..model.specified import Claim as Asked
from ..model.system import Label
from ..model.theory import Afterwards, Attempt, Covered, Outcome, Question, Settled
from .blame import blamed
from .bounds import NO_BOUNDS, Bounds
from .chance import drawn_in
from .compiler import Compiler
from .coverage import coverage
from .evaluate.context import Closed
from .facts import StateFact, StepFact, guarded
from .guesses import Guess, guesses
from .modules import Loaded
from .openness import advised, settled
from .scope import Scope, Variable
from .situation import Figures, Situation
from .spec.closure import is_closed
from .spec.cones import Cone, cones
from .spec.constants import truth
from .spec.freedom import mentioned
from .spec.specification import Conjunct, Kind, Specification
from .spec.temporal import Translation
from .spec.text import text
from .spec.theorems import Claim, Form
from .spec.vacuity import links_of, weakest_links
from .symmetry_safe import takes_alike
from .system import ModuleSystem, State
from .tree import Truth

LONGEST = 80
"""The limit on the characters of a claim that are shown."""

AS_VIEWED = "if states are alike that VIEW takes as one"
WITHOUT_SYMMETRY = "decided without SYMMETRY, because the states that it merges may differ"
NOT_ALIKE = "it holds of the states that SYMMETRY leaves, but the others may differ"

ONLY_AT_FIRST = "{said} speaks of the initial states only; with [] before it, it"

GUESSED = "left free: looked at with {said}"

ASSUMED = "assumptions"
COMPUTED = "every state has its next states"

ANYTHING = StateFact("TRUE", everywhere, Closed(Truth(True), Scope()))
"""The fact that is true of every state."""

LESS_FAIR = (
    "{fairness} is required only of steps that all rules together allow; it is exact if its action "
    "is a disjunct of the next-state action"
)

_OF_RUNS = frozenset({Kind.FAIR, Kind.TEMPORAL})

_ABOUT = {Kind.START: About.START, Kind.ALWAYS: About.STATES, Kind.STEPS: About.STEPS}


@dataclass
class ModuleTheory:
    """Claims about specifications of one module, as questions.

    Claims about the same specification share its system, so that it is explored only once.
    """

    loaded: Loaded
    claims: Sequence[Claim]
    bounds: Bounds = NO_BOUNDS
    check_deadlock: bool = False
    specification: Specification | None = None
    """The specification to check for deadlocks, if no claim has one."""
    by_configuration: bool = False
    """Whether everything is about one specification, with TLC's defaults if nothing is claimed."""
    postconditions: Sequence[Closed] = ()
    warnings: list[str] = field(default_factory=list)
    labels_disjuncts: bool = False
    """Whether unnamed disjuncts of an action are labelled with their line numbers."""
    _systems: dict[Any, ModuleSystem] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the module."""
        return self.loaded.name

    @property
    def questions(self) -> list[Question]:
        """A question for each claim."""
        found = [self._question(claim) for claim in self.claims]
        if found or self.deadlock is not None or not self.by_configuration:
            return found
        return [self._whether_computed()]

    @property
    def written_at(self) -> dict[str, Place]:
        """Where each claim is stated, by the name of its question."""
        return {name_of_claim(claim): claim.at.place() for claim in self.claims}

    def about(self, names: Collection[str], *, deadlock: bool) -> ModuleTheory:
        """The same theory with only the questions and postconditions of these names."""
        return replace(
            self,
            claims=[claim for claim in self.claims if name_of_claim(claim) in names],
            check_deadlock=self.check_deadlock and deadlock,
            postconditions=[each for each in self.postconditions if _after(each) in names],
            _systems={},
        )

    def _whether_computed(self) -> Question:
        """The question if nothing is claimed: whether the evaluation succeeds in every state."""
        if self.specification is None:
            return Question(ASSUMED, "", lambda: Settled(True, "nothing else is asked"))
        specification = self.specification
        return Question(COMPUTED, "", attempts=lambda: self._computing(specification))

    def _computing(self, specification: Specification) -> Iterator[Attempt]:
        said = self._split(specification)[0]
        yield from self._unless_alike(said, self._computed)

    def _computed(self, system: ModuleSystem, note: str) -> Attempt:
        asked = Asked(COMPUTED, About.STATES, ANYTHING)
        return Attempt(
            system, (asked,), note=note, condition=_condition(system), doubt=_doubt(system, ()),
            draws=_drawn(system, ()),
        )  # fmt: skip

    @property
    def main(self) -> Specified | None:
        """The system of the specification of a configuration; None without one."""
        if not self.by_configuration or self.specification is None:
            return None
        return self.system(self._split(self.specification)[0])

    def said_of(self, system: Specified) -> str:
        """A text that identifies a system among those of these questions, the same in each run."""
        found = (key for key, known in self._systems.items() if known is system)
        return repr(next(found, ""))

    def covered(
        self, system: Specified, counts: Iterable[tuple[Label, int, int]]
    ) -> tuple[str, list[Covered]]:
        """The name of a system, and how often each of its actions was taken, by rule.

        `counts` gives for each label how often its step was taken, and how often it led to a new
        state.
        """
        assert isinstance(system, ModuleSystem)
        return system.specification.name, coverage(system.step, system.boxes, counts)

    @property
    def afterwards(self) -> list[Afterwards]:
        """The postconditions of a configuration."""
        return [
            Afterwards(_after(asked), partial(self._after, asked)) for asked in self.postconditions
        ]

    def _after(self, asked: Closed, outcome: Outcome) -> Settled:
        """Whether a postcondition holds; raises `NoValue` if it has no value."""
        situation = Situation(self.loaded.library.around, deadlock=self.check_deadlock)
        situation.ended = Figures(
            outcome.distinct, outcome.initial, outcome.generated, diameter=outcome.depth
        )
        situation.outside()
        compiler = Compiler([variable.name for variable in self.loaded.variables])
        holds = compiler.test(asked.expression, asked.scope)(compiler.frame())
        return Settled(holds, "" if holds else "it is false of what was found")

    @property
    def deadlock(self) -> Specified | None:
        """The system of the first specification, if deadlocks are looked for; else None."""
        if not self.check_deadlock:
            return None
        found = (claim.specification for claim in self.claims if claim.specification is not None)
        first = next(found, self.specification)
        return None if first is None else self.system(self._split(first)[0])

    @property
    def deadlock_condition(self) -> str:
        """The condition under which there is no deadlock if none was found among merged states."""
        system = self.deadlock
        return "" if system is None else _condition(cast(ModuleSystem, system))

    @property
    def deadlock_apart(self) -> tuple[Specified, str] | None:
        """The system without symmetry, if the merged states may differ in whether they have steps.

        With it comes the note on the answer.
        """
        system = cast(ModuleSystem | None, self.deadlock)
        if system is None or not _doubt(system, ()):
            return None
        return self._apart(system.specification), WITHOUT_SYMMETRY

    def _apart(self, specification: Specification, beside: str = "") -> ModuleSystem:
        """The system of a specification without symmetry."""
        return self.system(specification, bounds=self.bounds.without_symmetry, beside=beside)

    def system(
        self, specification: Specification, *, bounds: Bounds | None = None,
        guess: Guess | None = None, beside: str = "",
    ) -> ModuleSystem:  # fmt: skip
        """The system of a specification, which is cached.

        `bounds` are those of the theory, or distinguish more states. `beside` separates systems for
        changed claims from the systems for the claims themselves; its text says how the claim was
        changed.
        """
        bounds = self.bounds if bounds is None else bounds
        merges = (bounds.view is not None, bounds.symmetry is not None)
        if guess is not None:
            bounds = replace(bounds, free={**(bounds.free or {}), **guess.values})
        parts = tuple(str(one) for one in specification.conjuncts)
        key = (specification.name, parts, merges, guess and guess.said, beside)
        if key not in self._systems:
            self._systems[key] = ModuleSystem(
                self.loaded, specification, bounds, labels_disjuncts=self.labels_disjuncts
            )
        return self._systems[key]

    def _question(self, claim: Claim) -> Question:
        match claim.form:
            case Form.CONSTANT:
                return Question(name_of_claim(claim), claim.text, partial(self._constant, claim))
            case Form.OBLIGATION:
                return Question(
                    name_of_claim(claim), claim.text, partial(Settled, None, claim.reason)
                )
            case Form.RUNS:
                return self._of_runs(claim)

    def _constant(self, claim: Claim) -> Settled:
        if claim.reason:
            return Settled(True, claim.reason, vacuous=True)
        assert claim.goal is not None
        try:
            found = truth(claim.goal)
        except NoValue as error:
            return Settled(None, error.message)
        chance = drawn_in(claim.goal)
        if chance is not None and (why := chance.holds if found else chance.fails):
            return Settled(None, why)
        return Settled(found, "" if found is not None else "it has no truth value")

    def _of_runs(self, claim: Claim) -> Question:
        try:
            for part in claim.parts:
                if part.kind not in _ABOUT:
                    Translation().said(part)
        except Refused as error:  # the other claims can still be decided
            return Question(name_of_claim(claim), claim.text, partial(Settled, None, error.message))
        boxed = claim.boxed()
        aside = None
        if boxed is not None:
            aside = Question(
                boxed.title,
                boxed.text,
                attempts=lambda: self._attempts(boxed, self.loaded.tuning.side_states),
            )
        return Question(
            name_of_claim(claim),
            claim.text,
            attempts=lambda: self._attempts(claim),
            advised=partial(self._advised, claim),
            aside=aside,
            aside_text=ONLY_AT_FIRST.format(said=_at_first(claim)),
        )

    # Attempts to decide a claim -------------------------------------------------------------------

    def _attempts(
        self, claim: Claim, limit: int | None = None, beside: str = ""
    ) -> Iterator[Attempt]:
        """Attempts to decide a claim: on the whole specification, or by other means.

        If the specification leaves variables free, the whole is tried only up to a limit first,
        because these variables may be free in unreachable steps only. Then parts of the claim are
        left out, and cones of influence are tried. Then the whole is tried without the limit, and
        at last with guessed values for the free variables.
        """
        assert claim.specification is not None
        specification, open_ = self._split(claim.specification, claim.parts)
        if not open_:
            yield from self._wholes(claim, specification, limit, beside)
            return
        yield from self._wholes(
            claim, specification, limit or self.loaded.tuning.cone_states, beside
        )
        if len(claim.parts) == 1:
            yield from self._without(claim, claim.parts[0], open_, limit)
        if len(claim.parts) == 1 and claim.parts[0].kind in _ABOUT:
            yield from self._in_cones(claim.parts[0], specification, open_, limit)
        if limit is None:
            yield from self._wholes(claim, specification, None, beside)
        if not beside:
            yield from self._guessed(claim, specification, open_)

    def _split(
        self, specification: Specification, parts: Iterable[Conjunct] = ()
    ) -> tuple[Specification, list[Variable]]:
        """The specification with unobserved variables pinned, and the variables it leaves free."""
        return settled(specification, self.loaded.variables, parts, self.bounds)

    def _advised(self, claim: Claim, reason: str) -> str:
        """The reason why a claim is unknown, with advice if a variable was left free."""
        assert claim.specification is not None
        _, open_ = self._split(claim.specification, claim.parts)
        left = claim.specification.name or "the specification"
        return advised(reason, open_, self.loaded.variables, left if claim.is_implication else "")

    def _without(
        self, claim: Claim, part: Conjunct, open_: Sequence[Variable], limit: int | None
    ) -> Iterator[Attempt]:
        """Attempts on stronger claims that do not mention the free variables.

        If such a claim holds, the claim holds.
        """
        for text_, stronger in links_of(part):
            if mentioned((stronger,)).isdisjoint(open_):
                alone = replace(claim, parts=(stronger,))
                for attempt in self._attempts(
                    alone, limit or self.loaded.tuning.cone_states, f"without {text_}"
                ):
                    note = "; ".join(filter(None, (unneeded(text_), attempt.note)))
                    yield replace(attempt, weaker=True, note=note, links=())

    def _guessed(
        self, claim: Claim, specification: Specification, open_: Sequence[Variable]
    ) -> Iterator[Attempt]:
        """Attempts with a few values for the free variables: a claim that fails with them fails."""
        of_runs = bool(claim.kinds & _OF_RUNS)
        said = (*claim.parts, *specification.conjuncts)
        for guess in guesses(self.loaded, open_, said):
            bounds = self.bounds.distinguishing_all if of_runs else self.bounds
            system = self.system(specification, bounds=bounds, guess=guess)
            attempt = self._whole(
                claim,
                system,
                self.loaded.tuning.side_states,
                note=GUESSED.format(said=guess.said),
                as_runs=not self._goes_on(claim, specification),
            )
            yield replace(attempt, narrower=True, links=())

    def _wholes(
        self, claim: Claim, specification: Specification, limit: int | None, beside: str = ""
    ) -> Iterator[Attempt]:
        """Attempts to decide a claim on the whole specification.

        If a finite run may not refute the claim, a claim about states or steps is first checked as
        such, tentatively. Then the claim is checked as one about whole runs, with all states
        distinguished.

        Otherwise a claim about states or steps is checked as it is. A claim about runs is checked
        with merged states if the symmetry treats them alike, and then with all states
        distinguished. Under a VIEW, a counterexample among merged states must be shown to be a run
        of the specification. What holds is certain only if all states are distinguished, so that is
        tried next, up to a limit. At last the claim is checked of merged states, on the condition
        `AS_VIEWED`.
        """
        merged = self.system(specification, beside=beside)
        apart = self.system(specification, bounds=self.bounds.distinguishing_all, beside=beside)
        if not self._goes_on(claim, specification):
            if not claim.kinds & _OF_RUNS:
                yield replace(self._whole(claim, merged, limit), tentative=True)
            yield self._whole(claim, apart, limit, as_runs=True)
        elif not claim.kinds & _OF_RUNS or apart is merged:
            yield from self._unless_alike(
                specification,
                lambda system, note: self._whole(claim, system, limit, note=note),
                beside,
            )
        elif self.bounds.view is None:
            attempt = self._whole(claim, merged, limit, of_classes=True)
            if not attempt.doubt:
                yield attempt
            yield self._whole(claim, apart, limit, note=WITHOUT_SYMMETRY)
        else:
            attempt = self._whole(claim, merged, limit)
            yield attempt
            yield self._whole(claim, apart, limit or self.loaded.tuning.unseen_states)
            viewed = self._apart(specification, beside) if attempt.doubt else merged
            yield self._whole(claim, viewed, limit, of_classes=True, note=AS_VIEWED)

    def _unless_alike(
        self,
        specification: Specification,
        attempt: Callable[[ModuleSystem, str], Attempt],
        beside: str = "",
    ) -> Iterator[Attempt]:
        """Attempts on states and steps: with symmetry, and without it if states may differ."""
        first = attempt(self.system(specification, beside=beside), "")
        yield first
        if first.doubt:
            yield attempt(self._apart(specification, beside), WITHOUT_SYMMETRY)

    def _goes_on(self, claim: Claim, specification: Specification) -> bool:
        """Whether a finite run refutes a part of a claim that is about states or steps.

        With a configuration it does: TLC checks invariants of states, whatever is assumed of runs.
        """
        if self.by_configuration or claim.kinds <= _OF_RUNS:
            return True
        return is_closed(specification, self.loaded.tuning)

    def _whole(
        self,
        claim: Claim,
        system: ModuleSystem,
        limit: int | None,
        *,
        of_classes: bool = False,
        as_runs: bool = False,
        note: str = "",
    ) -> Attempt:
        """The attempt to decide a claim on a system; with `as_runs`, it is about whole runs."""
        of_runs = as_runs or bool(claim.kinds & _OF_RUNS)
        for_vacuity = _vacuity_parts(claim.parts)
        asked = [
            replace(
                self._asked(system, part, as_runs=as_runs),
                of_classes=of_classes and part.kind in _OF_RUNS,
                whole=part not in for_vacuity,
            )
            for part in claim.parts
        ]
        links = [link for part in for_vacuity for link in self._links(system, part)]
        blame = partial(self._blamed, dict(zip(asked, claim.parts, strict=True)))
        less = (
            LESS_FAIR.format(fairness=fair) if of_runs and (fair := system.weaker_fairness) else ""
        )
        missing = system.undecided if of_runs else ""
        return Attempt(
            system,
            tuple(asked),
            weaker=bool(less or missing),
            note="; ".join(filter(None, (note, less, missing))),
            condition="" if of_runs else _condition(system),
            doubt=_doubt(system, asked),
            links=tuple(links),
            limit=limit,
            draws=_drawn(system, claim.parts, of_runs=of_runs),
            blame=blame,
        )

    def _in_cones(
        self,
        part: Conjunct,
        specification: Specification,
        free: Sequence[Variable],
        limit: int | None,
    ) -> Iterator[Attempt]:
        """Attempts to decide a claim on its cones of influence, the smallest first.

        The bounds of the search must mention variables of the cone only, since the others are
        pinned.
        """
        names = ", ".join(variable.name for variable in free)
        are = "is" if len(free) == 1 else "are"
        for cone in cones(specification, part, self.loaded.variables):
            if not self.bounds.variables <= {*cone.variables}:
                continue
            yield from self._unless_alike(
                cone.specification,
                partial(
                    self._in_cone,
                    cone,
                    of_runs=not is_closed(specification, self.loaded.tuning),
                    left=f"{names} {are} left free",
                    limit=limit or self.loaded.tuning.cone_states,
                ),
            )

    def _in_cone(
        self, cone: Cone, system: ModuleSystem, note: str, *, of_runs: bool, left: str, limit: int
    ) -> Attempt:
        """The attempt to decide a claim on a cone; `left` says what is left free."""
        asked = {self._asked(system, claim): claim for claim in cone.claims}
        on = ", ".join(variable.name for variable in cone.variables) or "no variable"
        return Attempt(
            system,
            tuple(asked),
            weaker=not cone.exact or of_runs,
            note="; ".join(filter(None, (f"decided on {on} alone, since {left}", note))),
            condition=_condition(system),
            doubt=_doubt(system, tuple(asked)),
            limit=limit,
            draws=_drawn(system, asked.values()),
            blame=partial(self._blamed, asked),
        )

    def _asked(self, system: ModuleSystem, part: Conjunct, *, as_runs: bool = False) -> Asked:
        """What a part claims of a system."""
        if as_runs:
            return Asked(str(part), About.RUNS, formula=system.translation.said(part))
        if part.kind is Kind.STEPS:
            return Asked(str(part), About.STEPS, system.facts.of_step(str(part), part.closed))
        if part.kind in _ABOUT:
            fact = system.facts.of_state(str(part), part.closed)
            return Asked(str(part), _ABOUT[part.kind], fact)
        return Asked(str(part), About.RUNS, formula=system.translation.said(part))

    def _blamed(
        self, parts: Mapping[Asked, Conjunct], claim: Asked, states: Sequence[State]
    ) -> str:
        """What is false at the end of a counterexample to a claim."""
        if claim.about is About.RUNS:
            return ""
        names = [variable.name for variable in self.loaded.variables]
        ends = states[-2:] if claim.about is About.STEPS else states[-1:]
        return blamed(parts[claim], names, *ends)

    def _links(self, system: ModuleSystem, part: Conjunct) -> Iterator[tuple[str, Asked]]:
        if part.kind not in {Kind.ALWAYS, Kind.STEPS}:
            return
        for link in weakest_links(part.closed, holds=True):
            stronger = Conjunct(part.kind, part.rule, link.stronger.expression, link.stronger.scope)
            asked = self._asked(system, stronger)
            assert isinstance(asked.probe, StateFact | StepFact)
            yield link.part, replace(asked, probe=guarded(asked.probe), counted=False)


def _condition(system: ModuleSystem) -> str:
    """The condition under which what holds of the states that a view leaves holds of all."""
    return AS_VIEWED if system.is_viewed else ""


def _drawn(
    system: ModuleSystem, parts: Iterable[Conjunct], *, of_runs: bool = False
) -> Drawn | None:
    """Why an answer about these parts is not valid if something is drawn at random; else None."""
    assumed = system.specification.conjuncts if of_runs else ()
    asked = (part.closed for part in (*parts, *assumed))
    return drawn_in(*system.said, *system.bounds.views, *asked)


def _doubt(system: ModuleSystem, claims: Sequence[Asked]) -> str:
    """Why what holds of the states that a symmetry leaves may not hold of all; else empty."""
    return "" if takes_alike(system, claims) else NOT_ALIKE


def _at_first(claim: Claim) -> str:
    """The parts of a claim that are about initial states, as text; "it" if that is all of it."""
    if claim.kinds == {Kind.START}:
        return "it"
    return " /\\ ".join(str(part) for part in claim.parts if part.kind is Kind.START)


def _vacuity_parts(parts: Sequence[Conjunct]) -> Sequence[Conjunct]:
    """The parts of a claim that are checked for vacuity.

    A claim with START and STEPS parts is a specification: none of its parts is checked. Fairness is
    never checked in parts.
    """
    kinds = {part.kind for part in parts}
    if {Kind.START, Kind.STEPS} <= kinds:
        return ()
    return [part for part in parts if part.kind is not Kind.FAIR]


def _after(postcondition: Closed) -> str:
    return f"postcondition {text(postcondition.expression)}"


def name_of_claim(claim: Claim) -> str:
    """The text of a claim, shortened to one line, after its name if it has one."""
    said = claim.text if len(claim.text) <= LONGEST else f"{claim.text[: LONGEST - 4].rstrip()} ..."
    return f"{claim.name}: {said}" if claim.name and claim.name != claim.text else said
