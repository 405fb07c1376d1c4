"""Random systems of a few states, written for every engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from counterpoint import Model, any_of, step
from counterpoint.engines.base.arrays import Bools
from counterpoint.engines.base.edges import Edges
from counterpoint.engines.graph.explicit import ExplicitGraph
from counterpoint.engines.graph.owners import ownership
from counterpoint.errors import UnknownAtom
from counterpoint.model.action import Action
from counterpoint.model.bits import bits
from counterpoint.terms.apply import all_true, any_true, apply, constant
from counterpoint.terms.sort import Interval
from counterpoint.terms.term import Op, Term, Variable
from tests.logic.semantics import Kripke, Move

PLAYERS = ("one", "two")


@st.composite
def kripkes(draw: st.DrawFn, largest: int = 5) -> Kripke:
    """Systems whose states are one player's choice or nobody's; some steps may be nobody's too."""
    count = draw(st.integers(1, largest))
    rows = draw(st.lists(_rows(count), min_size=count, max_size=count))
    sets = st.integers(0, (1 << count) - 1)
    props = {name: frozenset(bits(draw(sets))) for name in ("p", "q")}
    return Kripke(tuple(rows), props)


@cache
def _rows(count: int) -> st.SearchStrategy[tuple[Move, ...]]:
    """The steps of a state: drawing the number of one from a list is much faster than its parts."""
    moves = {
        owner: [
            Move(label, to, mine)
            for mine in (owner, owner, owner, None)
            for label in "ab"
            for to in range(count)
        ]
        for owner in (None, *PLAYERS)
    }
    some = (st.lists(st.sampled_from(of), min_size=1, max_size=3) for of in moves.values())
    return st.one_of(*some).map(lambda row: tuple(dict.fromkeys(row)))


def as_graph(kripke: Kripke) -> ExplicitGraph:
    """The same system as a graph; every state is initial."""
    rows = kripke.steps
    start = np.cumsum([0, *map(len, rows)]).astype(np.uint64)
    flat = [move for row in rows for move in row]
    edges = Edges(
        start,
        np.array([move.target for move in flat], np.uint32),
        np.array(["ab".index(move.label) for move in flat], np.uint32),
    )
    owners = np.array([PLAYERS.index(m.owner) if m.owner else -1 for m in flat], np.int16)
    owned = ownership(edges, owners, np.zeros(len(flat), bool), PLAYERS, ("a", "b"))
    return ExplicitGraph(
        edges,
        ("a", "b"),
        np.arange(len(rows), dtype=np.uint32),
        lambda number: number,
        lambda state: int(str(state)),
        lambda text: prop_of(kripke, text),
        PLAYERS,
        owned.owner,
        owned.unowned,
    )


def prop_of(kripke: Kripke, text: str) -> Bools:
    """Where a proposition is true; raises `UnknownAtom` for one that the system does not have."""
    if text not in kripke.props:
        raise UnknownAtom(text)
    return np.array([state in kripke.props[text] for state in sorted(kripke.states)])


class Listed:
    """A system given by its steps; all its steps in a state are that state's owner's."""

    labels = ("a", "b")
    players = PLAYERS

    def __init__(self, kripke: Kripke, start: tuple[int, ...] | None = None) -> None:
        self.kripke = kripke
        self.start = tuple(kripke.states) if start is None else start

    def initial(self) -> tuple[int, ...]:
        return self.start

    def successors(self, state: int) -> Iterator[tuple[str, int]]:
        return ((move.label, move.target) for move in self.kripke.steps[state])

    def owner(self, state: int) -> str | None:
        return self.kripke.steps[state][0].owner

    @property
    def atoms(self) -> dict[str, object]:
        return {
            name: (lambda state, true=true: state in true)
            for name, true in self.kripke.props.items()
        }

    def show(self, state: int) -> str:
        return f"state {state}"


def as_model(kripke: Kripke, start: tuple[int, ...] | None = None) -> Model:
    """The same system as a model with one variable; its actions are called `a(i)` and `b(i)`."""
    model = Model("kripke")
    count = len(kripke.steps)
    s = model.var("s", range(count), init=set(kripke.states if start is None else start))
    for name, true in kripke.props.items():
        model.atom(name, any_of(s == value for value in sorted(true)))
    never = (s == 0) & (s != 0)
    model.turns(**dict.fromkeys(PLAYERS, never))
    moves = [(source, move) for source, row in enumerate(kripke.steps) for move in row]
    for label in "ab":
        mine = [(source, move) for source, move in moves if move.label == label]

        owners = [move.owner for _, move in mine]
        declare(model, label, mine, s, owners)
    return model


def as_relation(kripke: Kripke, start: tuple[int, ...] | None = None) -> Model:
    """The same system with an action for each label and player, which chooses the next state.

    An input that is chosen as well says which step is meant, so that many choices are one step.
    """
    base = as_model(kripke, start)
    (s,) = base.variables
    after = Variable("after", s.sort)
    most = max(map(len, kripke.steps))
    which = Variable("which", Interval(0, most))
    groups: dict[tuple[str, str | None], list[Term]] = {}
    for source, row in enumerate(kripke.steps):
        for number, move in enumerate(row):
            parts = [_is(s, source), _is(after, move.target)]
            parts += [apply(Op.LE, which, constant(number))] if number else []
            groups.setdefault((move.label, move.owner), []).append(all_true(parts))
    actions = [
        Action(label, label, (), any_true(of), ((s, after),), owner, chosen=(after, which))
        for (label, owner), of in groups.items()
    ]
    missing = [label for label in "ab" if all(label != of.label for of in actions)]
    whole = replace(base.parts, actions=tuple(actions), impossible=tuple(missing))
    return Model.of("relation", whole)


def _is(variable: Variable, number: int) -> Term:
    return apply(Op.EQ, variable, constant(number))


def without_unowned(kripke: Kripke) -> Kripke:
    """The same steps, all of them the choice of who has the first in a state."""
    rows = (tuple(replace(move, owner=row[0].owner) for move in row) for row in kripke.steps)
    return replace(kripke, steps=tuple(tuple(dict.fromkeys(row)) for row in rows))


def declare(
    model: Model,
    label: str,
    mine: list[tuple[int, Move]],
    s: object,
    owners: list[str | None],
) -> None:
    """One action for all steps with a label."""

    def act(i: int) -> object:
        if not mine:
            return step(when=(s == 0, s != 0))
        source, move = mine[i]
        return step(when=s == source, set={s: move.target})

    def owner(i: int) -> Any:
        return owners[i] if owners else None

    act.__name__ = label
    model.action(i=range(len(mine) or 1), owner=owner)(act)
