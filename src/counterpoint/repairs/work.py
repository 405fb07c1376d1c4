"""What the search for additions asks of each notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from ..data import dataclass
from ..model.system import REST
from ..tuning import Tuning
from ..verdict import Trace
from .arena import Arena, Offer
from .form import Form
from .region import LosingRegion
from .trial import Flaw, Forbidden, Kind, Node


@dataclass(frozen=True, slots=True)
class Made:
    """An addition in source form, the place where it belongs, and the target with it."""

    source: str
    place: str
    target: Any


class Work(Protocol):
    """Additions to one target."""

    @property
    def arena(self) -> Arena:
        """What the target can do."""

    @property
    def may(self) -> str:
        """What may be forbidden or requested, and why, as a sentence."""

    @property
    def additions(self) -> str:
        """What an addition is, and may do, in words."""

    def forms(self, region: LosingRegion, size: int, tuning: Tuning) -> Sequence[Form]:
        """The forms of additions, up to a size, in the order in which they are tried."""

    def made(self, proposal: Any) -> Made:
        """A proposal composed with the target."""

    def steps(self, trace: Trace) -> list[tuple[int, Offer, int]]:
        """The steps of a run of the target with an addition, on the arena."""

    def said(self, state: int, offer: Offer, there: int) -> str:
        """A step, as text for readers."""

    def shown(self, each: Forbidden) -> Mapping[str, Any] | str:
        """The state in which a step is forbidden: its values, or the picture of a program."""

    def rounds(self) -> int:
        """How often the loop of a run is gone round before any addition's state comes again."""


def is_forced(work: Work, trace: Trace) -> bool:
    """Whether a run stays possible whatever is added: all its steps are the environment's.

    If it ends, nothing may be added that goes on from there.
    """
    steps = work.steps(trace)
    end = steps[-1][2] if steps else work.arena.initial()[0]
    ends = trace.loop is None or len(trace.events) < len(trace.steps)
    goes_on = ends and any(not offer.free for offer in work.arena.possible(end))
    return bool(steps) and all(offer.free for _, offer, _ in steps) and not goes_on


def flaw_of(work: Work, trace: Trace) -> Flaw | None:
    """The flaw that a run shows that breaks a property: it must not be possible.

    None if it rests where another addition may let it go on.
    """
    steps = work.steps(trace)
    states = [*work.arena.initial()[:1], *(there for _, _, there in steps)]
    for at, (label, _) in enumerate(trace.steps):
        if label is REST and not work.arena.may_stop(states[_length(work, trace, at)]):
            return None
    if trace.loop is not None:
        steps += steps[_length(work, trace, trace.loop) :] * work.rounds()
    node: Node = (steps[-1][2] if steps else work.arena.initial()[0], 0)
    return Flaw(Kind.BROKEN, node, tuple(((source, 0), offer, to) for source, offer, to in steps))


def _length(work: Work, trace: Trace, steps: int) -> int:
    """How many steps on the arena so many first steps of a run are: rests are none."""
    return len(work.steps(Trace(trace.start, trace.steps[:steps])))
