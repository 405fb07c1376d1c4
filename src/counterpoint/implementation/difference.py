"""Differences between an implementation and its rules, and how much was tried."""

from __future__ import annotations

from collections.abc import Iterator

from ..data import dataclass
from ..model.system import Label
from .answer import Conformed, Standing
from .values import said


@dataclass(frozen=True, slots=True)
class Difference:
    """A run after which an implementation does what its rules do not allow.

    `labels` are the steps that were taken; the last one differs. `did` is what the implementation
    did, and `rules` what was possible by the rules before that. `is_shortest` says whether no
    shorter run differs, as far as it depends on steps alone.

    >>> from counterpoint import Conformance
    >>> from counterpoint.examples.shop import Shop, program
    >>> found = Conformance(program, Shop).random(seed=1).difference
    >>> found.labels[-1].name, found.did.partition("(")[0], found.is_shortest
    ('Cancel', 'Refund', True)
    """

    labels: tuple[Label, ...]
    did: str
    rules: Conformed
    is_shortest: bool = False

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        count = len(self.labels)
        least = ", the fewest that show it" if self.is_shortest else ""
        yield f"the implementation differs after {count} step{'' if count == 1 else 's'}{least}:"
        yield from (f"  {number:3}  {label}" for number, label in enumerate(self.labels, start=1))
        yield f"  the implementation: {self.did}"
        allowed = ", ".join(self.rules.allowed[:12]) or "no step"
        if self.rules.answer is Standing.UNKNOWN:
            yield f"  the rules: unknown ({self.rules.reason})"
            return
        yield f"  the rules allow: {allowed}"
        for one in self.rules.possible[:3]:
            values = ", ".join(f"{name} = {_seen(of)}" for name, of in one.values.items())
            yield f"    in the state {values}"
            yield from (
                f"      {why.says}{f' ({why.place})' if why.place else ''}" for why in one.why
            )


def _seen(value: object) -> object:
    """A value as Python shows it, but for what JSON can write only as an object."""
    return said(value) if isinstance(value, dict) else value


@dataclass(frozen=True, slots=True)
class Tried:
    """How many runs and steps an implementation took beside its rules, and the first difference.

    It is true if there is no difference. `seed` gives the same random runs again. `untried` are
    steps that the rules allowed somewhere and for which the adapter has no method.

    >>> bool(Tried(10, 70)), str(Tried(10, 70))
    (True, 'no difference in 10 runs of 70 steps')
    """

    runs: int
    steps: int
    difference: Difference | None = None
    seed: int | str | None = None
    untried: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.difference is None

    def __str__(self) -> str:
        if self.difference is not None:
            return str(self.difference)
        more = f"; never tried: {', '.join(self.untried[:12])}" if self.untried else ""
        return f"no difference in {self.runs:,} runs of {self.steps:,} steps{more}"
