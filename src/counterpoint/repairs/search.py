"""The search for additions: by size, form by form, until enough have been found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..alarm import require_going_on
from ..data import dataclass
from ..tuning import USUAL, Tuning
from .arena import Arena
from .form import Form
from .region import LosingRegion
from .trial import Effect, Fit, Flaw, Steps, permits, tried


@dataclass(frozen=True, slots=True)
class Checked:
    """The check of a proposal composed with its target: a result if all that must hold does.

    Else a `flaw`, if other proposals may have it too. `decided` says whether the check was
    finished.
    """

    result: Any = None
    flaw: Flaw | None = None
    decided: bool = True


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a search goes.

    Up to a `size`, but only to one more than that of the first, and until so many are `wanted`; of
    each size, about `compared` are tried out before those that leave most states are checked.
    """

    size: int
    wanted: int
    compared: int


@dataclass(frozen=True, slots=True)
class Found:
    """An addition that passed all checks: its size, what it forbids, and the check of the whole."""

    size: int
    proposal: Any
    fit: Fit
    checked: Any


@dataclass(slots=True)
class _Candidate:
    """Proposals with the same effect, the simplest first."""

    fit: Fit
    alike: list[tuple[Form, Any]]

    @property
    def simplest(self) -> tuple[Form, Any]:
        return min(self.alike, key=lambda each: int(each[1].length))


class Search:
    """Additions by size; of those of one size, the ones that leave most states come first.

    `note` is called after each that is tried.
    """

    def __init__(
        self,
        arena: Arena,
        region: LosingRegion,
        forms: Sequence[Form],
        check: Callable[[Any], Checked],
        extent: Extent,
        tuning: Tuning = USUAL,
        note: Callable[[], object] = lambda: None,
    ) -> None:
        self._flaws = tuning.repair_flaws
        self._note = note
        self.arena, self.region, self.forms = arena, region, forms
        self.check, self.extent = check, extent
        self.size = 0
        """The size that was begun last."""
        self.complete = 0
        """All additions up to this size have been tried."""
        self.tried = 0
        """How many proposals were tried on the arena."""
        self.undecided = 0
        """How many had no flaw there, while the check of the whole was not finished."""
        self._effects: set[Effect] = set()
        self._broken: list[Steps] = []
        """Runs that break a property, as checks of the whole have shown."""

    def run(self) -> Iterator[Found]:
        """The additions, each once; some of them may have the same effect but for their size."""
        left, most = self.extent.wanted, self.extent.size
        for size in range(1, self.extent.size + 1):
            if size > most:
                return
            self.size = size
            for found in self._of_size(size):
                yield found
                most = min(most, found.size + 1)
                left -= 1
                if not left:
                    return
            self.complete = size

    def _of_size(self, size: int) -> Iterator[Found]:
        while candidates := self._candidates(size):
            for each in sorted(candidates, key=lambda of: -of.fit.nodes):
                _, proposal = each.simplest
                if any(permits(self.arena, proposal, run) for run in self._broken):
                    continue
                checked = self.check(proposal)
                self.undecided += not checked.decided
                if checked.result is not None:
                    self._effects.add(each.fit.effect)
                    for its, like in each.alike:
                        its.exclude(like, larger=True)
                    yield Found(size, proposal, each.fit, checked.result)
                elif checked.flaw is not None:
                    self._broken.append(checked.flaw.steps)
                    for other in self.forms:
                        other.learn(checked.flaw, proposal)

    def _candidates(self, size: int) -> list[_Candidate]:
        """Some additions of a size that have no flaw on the arena, with different effects."""
        found: dict[Effect, _Candidate] = {}
        for form in self.forms:
            while len(found) < self.extent.compared:
                require_going_on()
                proposal = form.propose(size)
                if proposal is None:
                    break
                self.tried += 1
                self._note()
                result = tried(self.arena, self.region, proposal, self._flaws)
                if not isinstance(result, Fit):
                    for flaw in result:
                        form.learn(flaw, proposal)
                    continue
                known = result.effect in self._effects
                form.exclude(proposal, larger=known)
                if not known:
                    found.setdefault(result.effect, _Candidate(result, [])).alike.append(
                        (form, proposal)
                    )
        return [*found.values()]
