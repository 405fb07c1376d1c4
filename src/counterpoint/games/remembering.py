"""A system that remembers events: its states also record what happened on the run to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from ..certificate import Past
from ..engines.formula.names import event_named
from ..model.system import Label, State, Trusted
from ..verdict import Trace
from .atoms import Test, atom_of
from .game import Game

Told: TypeAlias = tuple[State, frozenset[str]]
"""A state of the system, and the texts that are true of the run to it."""


class Remembering(Trusted):
    """A system of pairs: a state of `system`, and the texts of `past` that are true of its run.

    The pairs are those of a graph that observes the same texts (`engines/graph/observe.py`).

    >>> from counterpoint.examples.nim import model
    >>> system = Remembering(model(piles=(1, 1)), [Past("once(take(0,0))", "take(0,0)", True)])
    >>> [(label, set(told)) for label, (_, told) in system.successors(system.initial()[0])]
    [('take(0,0)', {'once(take(0,0))'}), ('take(1,0)', set())]
    """

    def __init__(self, system: Any, past: Sequence[Past]) -> None:
        self.system = system
        self._past = past
        self._lasting = frozenset(one.text for one in past if one.ever)
        self._known: dict[Label, frozenset[str]] = {}

    def initial(self) -> list[Told]:
        return [(state, frozenset()) for state in self.system.initial()]

    def successors(self, here: Told) -> list[tuple[Label, Told]]:
        state, told = here
        kept = told & self._lasting
        return [
            (label, (there, kept | self._tells(label)))
            for label, there in self.system.successors(state)
        ]

    def show(self, here: Told) -> Mapping[str, str] | str:
        return self.system.show(here[0])  # type: ignore[no-any-return]

    def after(self, trace: Trace) -> Told:
        """The pair at the end of a run that begins with an empty record."""
        told: frozenset[str] = frozenset()
        for label, _ in trace.steps:
            told = told & self._lasting | self._tells(label)
        return trace.states[-1], told

    def game(self, of: Game) -> Game:
        """The game on these pairs, for a game on the system's own states."""
        whose: Any = of.whose
        return Game(self, lambda here: whose(plain(here)), of.players, plain)

    def atom(self, text: str) -> Test:
        """The test of a pair for an atom; raises `UnknownAtom` for an unknown one."""
        if any(text == one.text for one in self._past):
            return lambda here: text in here[1]
        test = atom_of(text, self.system)
        return lambda here: test(here[0])

    def _tells(self, label: Label) -> frozenset[str]:
        """The texts that a step with this label makes true."""
        if label not in self._known:
            named: Iterable[Past] = (p for p in self._past if event_named(p.event, [label])[0])
            self._known[label] = frozenset(one.text for one in named)
        return self._known[label]


def plain(here: Any) -> State:
    """The system's own state of a pair."""
    return here[0]  # type: ignore[no-any-return]
