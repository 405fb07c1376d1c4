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

Remembered: TypeAlias = tuple[State, frozenset[str]]
"""A state of the system, and the texts that are true of the run to it."""


class Remembering(Trusted):
    """A system of pairs: a state of `system`, and the texts of `past` that are true of its run.

    The pairs are those of a graph that observes the same texts (`engines/graph/observe.py`).

    >>> from counterpoint.examples.nim import model
    >>> system = Remembering(model(piles=(1, 1)), [Past("once(take(0,0))", "take(0,0)", True)])
    >>> [(label, set(facts)) for label, (_, facts) in system.successors(system.initial()[0])]
    [('take(0,0)', {'once(take(0,0))'}), ('take(1,0)', set())]
    """

    def __init__(self, system: Any, past: Sequence[Past]) -> None:
        self.system = system
        self._past = past
        self._lasting = frozenset(one.text for one in past if one.ever)
        self._known: dict[Label, frozenset[str]] = {}

    def initial(self) -> list[Remembered]:
        return [(state, frozenset()) for state in self.system.initial()]

    def successors(self, here: Remembered) -> list[tuple[Label, Remembered]]:
        state, facts = here
        kept = facts & self._lasting
        return [
            (label, (there, kept | self._facts_of(label)))
            for label, there in self.system.successors(state)
        ]

    def show(self, here: Remembered) -> Mapping[str, str] | str:
        return self.system.show(here[0])  # type: ignore[no-any-return]

    def after(self, trace: Trace) -> Remembered:
        """The pair at the end of a run that begins with an empty record."""
        facts: frozenset[str] = frozenset()
        for label, _ in trace.steps:
            facts = facts & self._lasting | self._facts_of(label)
        return trace.states[-1], facts

    def game(self, of: Game) -> Game:
        """The game on these pairs, for a game on the system's own states."""
        chooser: Any = of.chooser
        return Game(self, lambda here: chooser(plain(here)), of.players, plain)

    def atom(self, text: str) -> Test:
        """The test of a pair for an atom; raises `UnknownAtom` for an unknown one."""
        if any(text == one.text for one in self._past):
            return lambda here: text in here[1]
        test = atom_of(text, self.system)
        return lambda here: test(here[0])

    def _facts_of(self, label: Label) -> frozenset[str]:
        """The texts that a step with this label makes true."""
        if label not in self._known:
            named: Iterable[Past] = (p for p in self._past if event_named(p.event, [label])[0])
            self._known[label] = frozenset(one.text for one in named)
        return self._known[label]


def plain(here: Any) -> State:
    """The system's own state of a pair."""
    return here[0]  # type: ignore[no-any-return]
