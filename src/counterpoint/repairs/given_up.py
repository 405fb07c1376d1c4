"""Which events need not stay possible: no run that satisfies the property has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..logic.formula import Atom, Formula, Junction, Junctor, Not, Path, Temporal, Tense
from ..logic.premises import is_linear
from ..model.property import Property, Satisfies
from ..model.system import Label


def without_event(formula: Formula, event: Label, *, again: bool) -> Property | None:
    """That no run satisfies a formula and has an event; or with `again`, has it again and again.

    None if the formula is not about single runs.

    >>> from counterpoint.logic.parser import parse
    >>> print(without_event(parse("G F a"), "e", again=False))
    !(G F a & F e)
    >>> print(without_event(parse("AG EF a"), "e", again=True))
    None
    """
    match formula:
        case Path(False, of):
            return without_event(of, event, again=again)
        case _ if not is_linear(formula):
            return None
    comes: Formula = Temporal(Tense.FINALLY, (Atom(str(event)),))
    if again:
        comes = Temporal(Tense.GLOBALLY, (comes,))
    return Satisfies(Not(Junction(Junctor.AND, formula, comes)))


def given_up(
    wanted: Property,
    labels: list[Label],
    demanded: tuple[Iterable[int], Iterable[int]],
    holds: Callable[[Property], bool],
) -> tuple[frozenset[int], frozenset[int]]:
    """Those events of `demanded`, to happen or to happen again, that a property excludes."""
    if not isinstance(wanted, Satisfies):
        return frozenset(), frozenset()

    def is_excluded(event: int, *, again: bool) -> bool:
        without = without_event(wanted.formula, labels[event], again=again)
        return without is not None and holds(without)

    once, often = demanded
    never = frozenset(event for event in once if is_excluded(event, again=False))
    ended = frozenset(e for e in often if e in never or is_excluded(e, again=True))
    return never, ended
