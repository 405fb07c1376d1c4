"""Check variants of a program: without each of its rules, and rule by rule as it is built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol, Self, TypeVar, Unpack, cast

from ..alarm import Alarm
from ..arguments import takes
from ..data import dataclass
from ..errors import BadFormula, CounterpointError, Fault, Misuse
from ..model.capabilities import requirements_of
from ..model.notation import Notation, has_rules, notation_of
from ..model.property import Property
from ..stopped import INTERRUPTED, NOT_STOPPED, Stopped
from ..verdict import Answer, Verdict, Verdicts
from .base.limits import limits_of
from .base.options import CheckOptions
from .check import Target, check, wanted_of


class RuledTarget(Target, Protocol):
    """A target made of rules that can be switched off."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules that are on."""

    def without(self, *rules: str) -> Self:
        """The target with these rules switched off."""

    def stages(self) -> Iterator[tuple[str, Self]]:
        """For each rule, its name, and the target made of the rules up to it."""


Ruled = TypeVar("Ruled", bound=RuledTarget)


@dataclass(frozen=True, slots=True)
class Variation:
    """A variant of a target: the rule by which it differs, and the verdicts on it."""

    rule: str
    verdicts: Verdicts


@dataclass(frozen=True, slots=True)
class _Errors:
    """Why a variant could not be asked all: the first error, and those of single properties."""

    first: CounterpointError
    of: Mapping[str, CounterpointError]


@takes(CheckOptions)
def check_rules(
    target: RuledTarget, *properties: Property | str, **options: Unpack[CheckOptions]
) -> list[Variation]:
    """For each rule, the verdicts on the target without it.

    The first entry, with the empty name, is the whole target. A property that holds without a rule
    does not need it; a property that holds only vacuously without a rule needs it to mean anything.

    >>> from counterpoint import Program, check_rules, events, never, sync, thread
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def pour():
    ...     yield sync(request=HOT)
    >>> @thread
    ... def only_cold():
    ...     yield sync(block=HOT)
    >>> rows = check_rules(Program(pour(), only_cold()), never(HOT))
    >>> [(row.rule, bool(row.verdicts)) for row in rows]
    [('', True), ('pour', True), ('only_cold', False)]
    """
    target = _ruled(target)
    rules = target.rules
    if len(rules) == 1 and notation_of(target) is Notation.MODULE:
        rules = ()
    variants = [("", target), *((rule, target.without(rule)) for rule in rules)]
    return _checked(variants, properties, options)


@takes(CheckOptions)
def check_stages(
    target: RuledTarget, *properties: Property | str, **options: Unpack[CheckOptions]
) -> list[Variation]:
    """The verdicts after each rule that is added, in the order of the program.

    >>> from counterpoint import Program, check_stages, events, never, sync, thread
    >>> HOT, COLD = events("HOT COLD")
    >>> @thread
    ... def pour():
    ...     yield sync(request=HOT)
    >>> @thread
    ... def only_cold():
    ...     yield sync(block=HOT)
    >>> rows = check_stages(Program(pour(), only_cold()), never(HOT))
    >>> [(row.rule, bool(row.verdicts)) for row in rows]
    [('pour', False), ('only_cold', True)]
    """
    return _checked(_ruled(target).stages(), properties, options)


def _ruled(target: Ruled) -> Ruled:
    """The target, restricted to the requirements that are about its rules; raises `Misuse`.

    This matters for a TLA+ module, which makes claims about several specifications: one of them has
    the rules.
    """
    if not has_rules(target):
        raise Misuse(f"only programs and TLA+ modules have rules to switch off, not {target!r}")
    ruled: Ruled = cast("Any", target).ruled if notation_of(target) is Notation.MODULE else target
    return ruled


def _checked(
    variants: Iterable[tuple[str, Target]],
    properties: tuple[Property | str, ...],
    options: CheckOptions,
) -> list[Variation]:
    """A check of each variant; an interrupt or the time limit ends all of them."""
    rows: list[Variation] = []
    alarm = Alarm(limits_of(None, None, options.get("limit_time")).seconds)
    options = {**options, "limit_time": None}

    begun: list[str] = []
    errors: dict[int, _Errors] = {}

    def check_all() -> None:
        for rule, variant in variants:
            begun.append(rule)
            try:
                verdicts = check(variant, *properties, **options)
            except Fault:
                raise
            except CounterpointError as error:
                if not rule:  # what is wrong with the whole target is wrong everywhere
                    raise
                verdicts = _nothing(NOT_STOPPED)
                wrong: dict[str, CounterpointError] = {}
                if isinstance(error, BadFormula) and notation_of(variant) is Notation.PROGRAM:
                    verdicts, wrong = _decided(variant, properties, options)
                errors[len(rows)] = _Errors(error, wrong)
            rows.append(Variation(rule, verdicts))
            if verdicts.stopped.ends_everything:
                break

    try:
        alarm.run(check_all)
    except KeyboardInterrupt:
        nothing = _nothing(alarm.stopped or INTERRUPTED)
        rows += [Variation(rule, nothing) for rule in begun[len(rows) :]]
    return _answered(rows, errors)


def _decided(
    variant: Target, properties: tuple[Property | str, ...], options: CheckOptions
) -> tuple[Verdicts, dict[str, CounterpointError]]:
    """The verdicts that a variant can have, and by name the errors of the other properties.

    A formula that names what the variant lacks says nothing of the others.
    """
    wrong: dict[str, CounterpointError] = {}
    right: list[Property | str] = []
    for asked in properties or tuple(requirements_of(variant)):
        try:
            check(variant, asked, **options)
            right.append(asked)
        except Fault:
            raise
        except CounterpointError as error:
            (name,) = wanted_of(variant, (asked,))
            wrong[name] = error
    return (check(variant, *right, **options) if right else _nothing(NOT_STOPPED)), wrong


def _nothing(stopped: Stopped) -> Verdicts:
    return Verdicts("", 0, None, False, "none", 0.0, (), stopped=stopped)


def _answered(rows: list[Variation], errors: Mapping[int, _Errors]) -> list[Variation]:
    """The rows, where that is unknown of a variant which could not be checked.

    Raises the first error if no variant could be checked.
    """
    if errors and len(errors) == len(rows) and not any(row.verdicts.properties for row in rows):
        raise next(iter(errors.values())).first
    names = dict.fromkeys(verdict.name for row in rows for verdict in row.verdicts)
    answered = list(rows)
    for number, error in errors.items():
        row = rows[number]
        known = {verdict.name: verdict for verdict in row.verdicts}
        each = tuple(
            known[name]
            if name in known
            else Verdict(name, Answer.UNKNOWN, str(error.of.get(name, error.first)))
            for name in names
        )
        answered[number] = replace(row, verdicts=replace(row.verdicts, properties=each))
    return answered
