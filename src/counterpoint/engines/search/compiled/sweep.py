"""The algebra of a space without edges: successors are computed again in each sweep.

A sweep visits the states in descending order of distance, and what it finds is used at once in the
same sweep. If every step leads to the next level, one sweep is enough (backward induction);
otherwise sweeps are repeated up to the fixpoint.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ....data import dataclass
from ....errors import LimitReached, Refused, UnknownAtom
from ....logic.automata.automaton import Automaton
from ....logic.core import Core, Kind, Paths
from ....logic.fragments import AT_REST, everything_in, mentions_teams
from ....model.players import contested_in, require_players
from ....model.system import REST, Label
from ...base.arrays import NOTHING, U8, U32, U64
from ...formula.names import step_named
from . import sweepkernel
from .bits import Bits, full
from .code import owners_of
from .form import Form
from .layers import Layers, is_plainly_a_game, layers_of
from .records import Sweep
from .space import Space
from .sweeper import Sweeper

NEEDS_EDGES = (
    "a formula about whole paths, or about fair ones, needs the steps between the states, and "
    "there are too many here to keep them"
)
TEAMS_AND_FAIRNESS = (
    "what a team can enforce is not decided under fairness: write the fairness into "
    "the goal, or take it out of the model"
)


@dataclass(frozen=True, slots=True)
class Attraction:
    """The least X = goal | (hold & step(kind, X, team)); without `hold` all states may be added."""

    kind: Kind
    team: frozenset[str]
    goal: Bits
    hold: Bits | None = None


class SweepAlgebra:
    """The operations of the evaluator on a space without edges.

    Those that follow steps are refused if states are missing.
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self._sweeper = Sweeper(space)
        self._is_game: bool | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the states, and which set is all of them."""
        return {"space": self.space, "everything": self.everything}

    def __setstate__(self, state: dict[str, Any]) -> None:
        SweepAlgebra.__init__(self, state["space"])
        vars(self)["everything"] = state["everything"]

    @cached_property
    def everything(self) -> Bits:
        space = self.space
        words: Any = space.record.visited if space.form is Form.RANKED else full(space.places)
        return Bits(words, words)

    @property
    def nothing(self) -> Bits:
        return Bits(np.zeros(len(self.everything.words), np.uint64), self.everything.words)

    @cached_property
    def initial(self) -> Bits:
        """The initial states."""
        region = self.nothing
        for place in self.space.places_of(self.space.initial).tolist():
            region.words[place >> 6] |= np.uint64(1 << (place & 63))
        return region

    def refusal(self, goal: Core) -> str | None:
        """Why `goal` cannot be decided without edges; None if it can. Called before any work."""
        if any(isinstance(part, Paths) for part in everything_in(goal)):
            return NEEDS_EDGES
        fair_teams = self.space.model.fairness and mentions_teams(goal)
        return TEAMS_AND_FAIRNESS if fair_teams else None

    def prop(self, text: str) -> Bits:
        """The states in which the atom is true; raises `UnknownAtom`."""
        if text == AT_REST:  # an action that rests can happen only where no other can
            return self.step(Kind.SOME, self.everything, str(REST), frozenset())
        try:
            condition = self.space.code.condition(self.space.model.predicate(text))
        except UnknownAtom:
            if text.startswith("enabled(") and text.endswith(")"):
                return self.step(Kind.SOME, self.everything, text[8:-1], frozenset())
            raise
        sweeper, region = self._sweeper, self.nothing
        library = sweeper.library(sweepkernel.add_where, calls={"holds": condition})
        sweep = self._sweep(region=region.words)
        sweeper.forward(lambda first, last, b: library.add_where(first, last, b, sweep))
        return region

    def _sweep(self, **asked: Any) -> Sweep:
        """The parameters of a sweep; those not given are placeholders that it does not read."""
        nothing = {
            "goal": NOTHING,
            "held": NOTHING,
            "asked": NOTHING,
            "named": NOTHING.view(np.uint8),
        }
        return Sweep(states=self.space.record, owner=self._owner, **nothing | asked)

    def step(self, kind: Kind, region: Bits, label: str | None, team: frozenset[str]) -> Bits:
        """The states from which a step leads into the region, in the sense of `kind`.

        With `label`, only steps with that label count. Raises `LimitReached` if states are missing.
        """
        self._require_whole()
        if label is not None:
            return self._step_by(kind, region, self._named(label))
        self._require_game([Attraction(kind, team, region)])
        sweeper, found = self._sweeper, self.nothing
        attraction = Attraction(kind, team, region)
        library = sweeper.library(sweepkernel.lead, constants=self._constants([attraction]))
        sweep = self._sweep(region=found.words, goal=region.words, asked=self._asked([attraction]))
        sweeper.forward(lambda first, last, b: library.lead(first, last, b, sweep))
        return found

    def _step_by(self, kind: Kind, region: Bits, named: U8) -> Bits:
        """The same for steps of the kinds in `named`; its last element is for the added rests."""
        assert kind in (Kind.SOME, Kind.ALL), "a team's steps are not picked by label"
        sweeper, found = self._sweeper, self.nothing
        library = sweeper.library(sweepkernel.lead_by)
        sweep = self._sweep(
            region=found.words,
            goal=region.words,
            named=named,
            rest=int(named[-1]),
            every=int(kind is Kind.ALL),
        )
        sweeper.forward(lambda first, last, b: library.lead_by(first, last, b, sweep))
        return found

    @cached_property
    def _once(self) -> bool:
        """Whether one backward sweep is enough, as each step leads to the next level.

        For few states, a further sweep is quicker than this test.
        """
        space = self.space
        if space.form is Form.WHOLE or space.states < space.code.tuning.layers_from:
            return False
        return self.layers is not None

    @cached_property
    def layers(self) -> Layers | None:
        """The layers of the space, if each step surely leads to the next layer; else None."""
        space = self.space
        return None if space.form is Form.WHOLE else layers_of(space.model, space.code.tuning)

    def until(self, kind: Kind, team: frozenset[str], hold: Bits, goal: Bits) -> Bits:
        """The least X = goal | (hold & step(kind, X, None, team)): an attractor."""
        everywhere = hold == self.everything
        return self.attract([Attraction(kind, team, goal, None if everywhere else hold)])[0]

    def paths(self, automaton: Automaton, letters: Sequence[Bits]) -> Bits:
        raise Refused(NEEDS_EDGES)

    def attract(self, wanted: Sequence[Attraction]) -> list[Bits]:
        """The attractors, computed together: the successors of a state are computed once for all.

        >>> from counterpoint.engines.search.compiled.search import search
        >>> from counterpoint.model.model import Model
        >>> from counterpoint.model.step import step
        >>> model = Model("counter")
        >>> n = model.var("n", range(3), init=0)
        >>> @model.action
        ... def up():
        ...     return step(when=n < 2, set={n: n + 1})
        >>> algebra = SweepAlgebra(search(model))
        >>> attraction = Attraction(Kind.SOME, frozenset(), algebra.prop("n = 1"))
        >>> algebra.count(algebra.attract([attraction])[0])
        2
        """
        self._require_whole()
        self._require_game(wanted)
        sweeper = self._sweeper
        constants = self._constants(wanted)
        library = sweeper.library(sweepkernel.attract, constants=constants)
        region = self._side_by_side([of.goal for of in wanted], constants)
        held = NOTHING
        if constants["HELD"]:
            held = self._side_by_side([of.hold or self.everything for of in wanted], constants)
        sweep = self._sweep(region=region, held=held, asked=self._asked(wanted))
        once = self._once
        while sweeper.backward(
            lambda first, last, b: library.attract(first, last, b, sweep), once=once
        ):
            if once:
                break
        return self._apart(region, len(wanted), constants)

    def count(self, region: Bits) -> int:
        """The number of states in a region."""
        library = self._sweeper.library(sweepkernel.population)
        return int(library.population(len(region.words), region.words))

    def _side_by_side(self, regions: Sequence[Bits], constants: dict[str, int]) -> U64:
        if len(regions) == 1:
            return (regions[0] & self.everything).words
        side = np.zeros((len(self.everything.words) << constants["LOG"]), np.uint64)
        library = self._sweeper.library(
            sweepkernel.spread, sweepkernel.gathered, constants=constants
        )
        for number, region in enumerate(regions):
            inside = region & self.everything
            library.spread(len(inside.words), number, inside.words, side)
        return side

    def _apart(self, side: U64, count: int, constants: dict[str, int]) -> list[Bits]:
        if count == 1:
            return [Bits(side, self.everything.words)]
        library = self._sweeper.library(
            sweepkernel.spread, sweepkernel.gathered, constants=constants
        )
        regions = [self.nothing for _ in range(count)]
        for number, region in enumerate(regions):
            library.gathered(len(side), number, side, region.words)
        return regions

    def _constants(self, wanted: Sequence[Attraction]) -> dict[str, int]:
        log = (len(wanted) - 1).bit_length()
        assert log <= 6, "at most 64 regions are computed side by side"
        owned = any(_asks_a_team(of) for of in wanted)
        return {
            "LOG": log,
            "SIDE": 1 << log,
            "USED": (1 << len(wanted)) - 1,
            "HELD": int(any(of.hold is not None for of in wanted)),
            "OWNED": int(owned),
            "STEPWISE": int(owned and self._is_stepwise),
        }

    @property
    def _is_stepwise(self) -> bool:
        return any(kind.owner is not None for kind in self.space.code.kinds)

    @cached_property
    def _owner(self) -> U32:
        """See `owners_of`."""
        return owners_of(self.space.code)

    def _asked(self, wanted: Sequence[Attraction]) -> U64:
        """For each owner the conditions on his steps, as bits of regions; see `sweepkernel`."""
        owners = (None, *self.space.model.players, None)
        asked = np.zeros((len(owners), 4), np.uint64)
        for bit, of in enumerate(wanted):
            for row, owner in enumerate(owners):
                asked[row, self._mode(of, owner)] |= np.uint64(1 << bit)
        return asked.reshape(-1)

    def _mode(self, of: Attraction, owner: str | None) -> int:
        ours = owner in of.team and _asks_a_team(of)
        match of.kind:
            case Kind.FORCE if ours and self._is_stepwise:
                return sweepkernel.FORCE
            case Kind.ALLOW if ours and self._is_stepwise:
                return sweepkernel.ALLOW
            case Kind.SOME:
                return sweepkernel.SOME
            case Kind.ALL:
                return sweepkernel.ALL
            case Kind.FORCE:
                return sweepkernel.SOME if ours else sweepkernel.ALL
            case Kind.ALLOW:
                return sweepkernel.ALL if ours else sweepkernel.SOME

    def _named(self, text: str) -> U8:
        """For each kind 1 if a text names it, else 0; and last the same for added rests."""
        labels: list[Label] = [*(kind.label for kind in self.space.code.kinds), REST]
        return step_named(text, labels).astype(np.uint8)

    def _require_whole(self) -> None:
        """Raise `LimitReached` if states are missing, as steps may lead to them."""
        if self.space.stopped:
            raise LimitReached(f"not all states are known: {self.space.stopped}")

    def _require_game(self, wanted: Sequence[Attraction]) -> None:
        """Raise `NotAGame` if a team has an unknown player, or two players choose in a state."""
        teams = [of.team for of in wanted if _asks_a_team(of)]
        if not teams:
            return
        require_players(frozenset[str]().union(*teams), self.space.model.players)
        if self._is_game is None:
            self._is_game = is_plainly_a_game(self.space.model) or self._is_uncontested()

    def _is_uncontested(self) -> bool:
        sweeper, space = self._sweeper, self.space
        library = sweeper.library(sweepkernel.contested)
        several, sweep = len(space.model.players) + 1, self._sweep(region=NOTHING)
        places = sweeper.forward(
            lambda first, last, b: _found(library.contested(first, last, several, b, sweep), last)
        )
        if place := min((place for place in places if place), default=0):
            raise contested_in(space.model, space.state(place - 1))
        return True


def _found(place: int, none: int) -> int:
    """One more than `place`, or 0 if it is `none`."""
    return 0 if place == none else place + 1


def _asks_a_team(of: Attraction) -> bool:
    return of.kind in (Kind.FORCE, Kind.ALLOW)
