"""Words for conditions that are false: why an action is not enabled, as the author says it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ..data import dataclass
from ..terms.apply import conjuncts
from ..terms.term import Term


@dataclass(frozen=True, slots=True)
class Reason:
    """The words for a condition where it is false."""

    condition: Term
    words: str


class Reasons:
    """The reasons of a model, found again in the guards of its actions, of which they are parts.

    >>> from counterpoint.terms.term import Variable
    >>> from counterpoint.terms.apply import all_true
    >>> from counterpoint.terms.sort import Bool
    >>> dry, full = Variable("dry", Bool()), Variable("full", Bool())
    >>> reasons = Reasons([Reason(dry, "it rains")])
    >>> reasons.first(all_true((full, dry)), {dry}), reasons.first(full, {full})
    ('it rains', '')
    """

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self._beginning: dict[Term, list[Reason]] = {}
        for reason in reasons:
            for part in conjuncts(reason.condition)[:1]:
                self._beginning.setdefault(part, []).append(reason)

    def first(self, guard: Term, unmet: Collection[Term]) -> str:
        """The words of the first condition of a guard with a part among `unmet`; empty without one.

        `unmet` are parts of the guard that are false.
        """
        if not self._beginning:
            return ""
        parts = conjuncts(guard)
        for part in parts:
            for reason in self._beginning.get(part, ()):
                of = conjuncts(reason.condition)
                if any(each in unmet for each in of) and all(each in parts for each in of):
                    return reason.words
        return ""
