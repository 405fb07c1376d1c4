"""What is asked of a target: the property to repair, and all that must hold as before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ..data import dataclass
from ..engines.check import EVERY_PROGRAM, check, wanted_of
from ..errors import BadMeaning, BadModule, Misuse, NothingToCheck, UnknownName
from ..model.capabilities import requirements_of
from ..model.notation import Notation, notation_of
from ..model.property import (
    NoDeadlock,
    NoFailedAssertion,
    NoHotTermination,
    Property,
    Satisfies,
)
from ..tla.levels import Level
from ..tla.module import TlaModule
from ..tla.spec.text import text
from ..tla.spec.theorems import Claim, Form
from ..verdict import Answer, Verdict, Verdicts
from .safety import always_body, is_of_runs


@dataclass(frozen=True, slots=True)
class Asked:
    """A target, the property to repair by name, and the verdicts before anything is added.

    `check` decides the same properties of a variant of the target, in the same order. `of` are the
    properties, or the claims of a module, in that order.
    """

    target: Any
    name: str
    before: Verdicts
    of: tuple[Any, ...]
    check: Callable[[Any], Verdicts]

    @property
    def verdict(self) -> Verdict:
        """The verdict on the property."""
        return self.before.properties[0]

    @property
    def kept(self) -> tuple[int, ...]:
        """The numbers of the other properties that hold before."""
        return tuple(
            number
            for number, verdict in enumerate(self.before)
            if number and verdict.answer is Answer.HOLDS
        )

    def may_be_vacuous(self, number: int) -> bool:
        """Whether a property may hold vacuously: it was so before, or it is about states alone.

        So are deadlocks, failed assertions and the ends of runs: there may be none to speak of.
        Where `a` never happens any more, `G !(a & b)` holds whatever `b` is, and rightly so.
        """
        of, before = self.of[number], self.before.properties[number]
        about_states = isinstance(of, NoDeadlock | NoHotTermination | NoFailedAssertion) or (
            isinstance(of, Satisfies) and always_body(of.formula) is not None
        )
        return about_states or (before.answer is Answer.HOLDS and before.vacuous)

    def shows_by_runs(self, number: int, *, halts: bool = False) -> bool:
        """Whether a failure of a property is shown by a single run, which must go.

        That is so of a run that halts too soon only with `halts`: an addition may let it go on.
        """
        of = self.of[number]
        if isinstance(of, Satisfies):
            return is_of_runs(of.formula)
        return of is not None and (halts or not isinstance(of, NoDeadlock | NoHotTermination))


def asked_of(target: Any, wanted: Property | str, options: Mapping[str, Any]) -> Asked:
    """The question about a target; its properties are decided once, as it is."""
    if notation_of(target) is Notation.MODULE:
        return _of_module(target, wanted, options)
    if notation_of(target) not in (Notation.PROGRAM, Notation.MODEL):
        raise Misuse(
            "additions are found for behavioral programs, models and TLA+ modules, not for "
            f"{notation_of(target).value}s"
        )
    also = [*requirements_of(target)]
    if notation_of(target) is Notation.PROGRAM:
        also += [str(each) for each in EVERY_PROGRAM]
    found = wanted_of(target, (wanted,))
    (name, first), *_ = found.items()
    others = {n: of for n, of in wanted_of(target, also).items() if n != name and of != first}
    names = (wanted, *others)

    def ask(variant: Any) -> Verdicts:
        return check(variant, *names, **options)

    return Asked(target, name, ask(target), (first, *others.values()), ask)


def _of_module(module: TlaModule, wanted: Property | str, options: Mapping[str, Any]) -> Asked:
    if not isinstance(wanted, str):
        wanted = str(wanted)
    chosen, first = _chosen(module, wanted)
    claims = tuple(chosen.theory.claims)
    decided = check(chosen, **options)
    count = len(decided.properties)  # the claims; then deadlock and others, if they are asked for
    order = [first, *(number for number in range(count) if number != first)]

    def ordered(verdicts: Verdicts) -> Verdicts:
        found = verdicts.properties
        return replace(verdicts, properties=tuple(found[number] for number in order))

    def ask(variant: TlaModule) -> Verdicts:
        verdicts = check(variant, **options)
        if len(verdicts.properties) != count:
            raise Misuse(f"{module.name} has other claims if something is added to it")
        return ordered(verdicts)

    before = ordered(decided)
    of = tuple(claims[number] if number < len(claims) else None for number in order)
    return Asked(chosen, before.properties[0].name, before, of, ask)


def _chosen(module: TlaModule, wanted: str) -> tuple[TlaModule, int]:
    """The module, asked of one specification only, and the number of the claim to repair."""
    claims = _claims(module)
    found = [n for n, claim in enumerate(claims) if wanted in _names(claim)]
    if module.is_configured and found:
        return module, found[0]
    if found:
        about = claims[found[0]].specification
        if about is None:
            raise Misuse(f"{wanted} is about no specification, so nothing can be added to one")
        numbers = [
            claim.number
            for claim in claims
            if claim.form is Form.RUNS
            and claim.specification is not None
            and claim.specification.name == about.name
        ]
        theorems = tuple(str(number) for number in dict.fromkeys(numbers))
        choice = replace(module.choice, spec=about.name, theorems=theorems)
        chosen = module.choosing(choice)
        again = [n for n, claim in enumerate(chosen.theory.claims) if wanted in _names(claim)]
        return chosen, again[0]
    return _given(module, wanted)


def _given(module: TlaModule, wanted: str) -> tuple[TlaModule, int]:
    """The module, with a formula as what is claimed of its specification."""
    choice = replace(module.choice, spec=module.specification.name, theorems=())
    if wanted == "deadlock":
        chosen = module.choosing(replace(choice, deadlock=True, invariants=(), properties=()))
        return chosen, len(_claims(chosen))
    try:
        module.expression(wanted, Level.STATE)
        return module.choosing(replace(choice, invariants=(wanted,), properties=())), 0
    except BadMeaning:
        pass
    except BadModule:
        raise UnknownName(f"there is no theorem {wanted!r}; there are {_known(module)}") from None
    try:
        module.expression(wanted, Level.TEMPORAL)
    except BadModule as error:
        raise UnknownName(
            f"{wanted!r} is no theorem, and as a formula it has no meaning: {error.message}; there "
            f"are the theorems {_known(module)}"
        ) from None
    return module.choosing(replace(choice, invariants=(), properties=(wanted,))), 0


def _claims(module: TlaModule) -> list[Claim]:
    try:
        return list(module.theory.claims)
    except NothingToCheck:
        return []


def _known(module: TlaModule) -> str:
    return ", ".join(claim.name or claim.text for claim in _claims(module)) or "none"


def _names(claim: Claim) -> set[str]:
    """The texts by which a claim may be meant: its name or number, the theorem, or its goal."""
    names = {claim.name, claim.title, str(claim.number), claim.text}
    if claim.goal is not None:
        goal = text(claim.goal.expression)
        names |= {goal, goal.removeprefix("[]"), goal.removeprefix("[](").removesuffix(")")}
    return names - {""}
