"""The questions that a check of a target answers: listed without a search, and decided in part."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, Unpack

from ..data import dataclass
from ..model.notation import Notation, notation_of
from ..model.property import NoDeadlock, NoFailedAssertion
from ..verdict import Verdicts
from .base.options import CheckOptions
from .check import check, wanted_of

DEADLOCK, ASSERTIONS = str(NoDeadlock()), str(NoFailedAssertion())


def questions_of(target: Any) -> tuple[str, ...]:
    """The names of the verdicts that a check of a target gives, in order, without a search.

    A program is always asked for failed assertions too: a search alone shows whether there are any.
    Two theorems of a module may have the same name. Raises what the check of a target without a
    sound question raises, such as `NothingToCheck` and `BadFormula`.

    >>> from counterpoint.examples.peterson import model
    >>> questions_of(model())
    ('never both', 'who waits gets in', 'either can get in', 'process 0 gets in again and again')
    """
    if notation_of(target) is Notation.MODULE:
        theory = target.theory
        deadlock = () if theory.deadlock is None else (DEADLOCK,)
        names, after = ([each.name for each in of] for of in (theory.questions, theory.afterwards))
        return (*names, *deadlock, *after)
    wanted = wanted_of(target, ())
    is_program = notation_of(target) is Notation.PROGRAM
    if is_program and ASSERTIONS not in wanted and NoFailedAssertion() not in wanted.values():
        return (*wanted, ASSERTIONS)
    return tuple(wanted)


def decide(target: Any, names: Collection[str], **options: Unpack[CheckOptions]) -> Verdicts:
    """The verdicts on the questions with these names, of those that a target has.

    There may be more verdicts: if an assertion fails, nothing after it is searched.

    >>> from counterpoint.examples.peterson import model
    >>> [verdict.name for verdict in decide(model(), ("never both",))]
    ['never both']
    """
    if notation_of(target) is not Notation.MODULE:
        return check(target, *names, **options)
    if set(questions_of(target)) <= set(names):
        return check(target, **options)
    return check(_part_of(target, names), **options)


@dataclass(frozen=True, slots=True)
class _Part:
    """A module with some of its questions."""

    theory: Any
    signature: str
    notation: ClassVar = Notation.MODULE


def _part_of(module: Any, names: Collection[str]) -> Any:
    theory = module.theory.about(names, deadlock=DEADLOCK in names)
    return _Part(theory, f"{module.signature}: {', '.join(sorted(names))}")
