"""Random formulas for hypothesis: of the language, and linear ones."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from counterpoint.logic.core import (
    Both,
    Either,
    Linear,
    Next,
    Now,
    Prop,
    Release,
    Truth,
    Until,
)
from counterpoint.logic.formula import (
    Atom,
    Const,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Team,
    Temporal,
    Tense,
    Variable,
)

UNARY = (Tense.NEXT, Tense.FINALLY, Tense.GLOBALLY)
BINARY = (Tense.UNTIL, Tense.WEAK_UNTIL, Tense.RELEASE, Tense.STRONG_RELEASE)


def linear(props: str = "pq", leaves: int = 6) -> st.SearchStrategy[Linear]:
    """Linear formulas over propositions, unsimplified."""
    letter = st.builds(
        lambda text, sign: Now(Prop(text, sign)), st.sampled_from(props), st.booleans()
    )
    return st.recursive(
        st.one_of(
            letter, letter, letter, st.builds(lambda value: Now(Truth(value)), st.booleans())
        ),
        lambda below: st.one_of(
            st.builds(lambda a, b: Both((a, b)), below, below),
            st.builds(lambda a, b: Either((a, b)), below, below),
            st.builds(Next, below),
            st.builds(Until, below, below),
            st.builds(Release, below, below),
            st.builds(lambda of: Until(Now(Truth(True)), of), below),
            st.builds(lambda of: Release(Now(Truth(False)), of), below),
        ),
        max_leaves=leaves,
    )


def atoms(texts: tuple[str, ...] = ("p", "q")) -> st.SearchStrategy[Formula]:
    return st.one_of(st.builds(Atom, st.sampled_from(texts)), st.builds(Const, st.booleans()))


def junctions(below: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(
        st.builds(Not, below), st.builds(Junction, st.sampled_from(Junctor), below, below)
    )


def temporal(below: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    """One temporal operator."""
    return st.one_of(
        st.builds(lambda tense, of: Temporal(tense, (of,)), st.sampled_from(UNARY), below),
        st.builds(lambda t, a, b: Temporal(t, (a, b)), st.sampled_from(BINARY), below, below),
    )


def paths(states: st.SearchStrategy[Formula], leaves: int = 4) -> st.SearchStrategy[Formula]:
    """Path formulas over state formulas."""
    return st.recursive(
        states, lambda below: st.one_of(junctions(below), temporal(below)), max_leaves=leaves
    )


@dataclass(frozen=True)
class Frame:
    """What may stand in a state formula; `variables` stand free where `positive`."""

    depth: int
    texts: tuple[str, ...]
    players: tuple[str, ...]
    labels: tuple[str | None, ...]
    variables: tuple[str, ...] = ()
    positive: bool = True


def states(
    depth: int = 3,
    texts: tuple[str, ...] = ("p", "q"),
    players: tuple[str, ...] = ("one", "two"),
    labels: tuple[str | None, ...] = (None, "a"),
) -> st.SearchStrategy[Formula]:
    """State formulas that are legal."""
    return _states(Frame(depth, texts, players, labels))


@st.composite
def _states(draw: st.DrawFn, frame: Frame) -> Formula:
    if frame.depth == 0 or draw(st.integers(0, 5)) == 0:
        if frame.variables and frame.positive and draw(st.booleans()):
            return Variable(draw(st.sampled_from(frame.variables)))
        return draw(atoms(frame.texts))
    inner = replace(frame, depth=frame.depth - 1)
    make = draw(st.sampled_from((_booleans, _quantifiers, _teams, _steps, _fixpoints)))
    return make(draw, inner)


def _booleans(draw: st.DrawFn, frame: Frame) -> Formula:
    below = _states(frame)
    opposite = _states(replace(frame, positive=not frame.positive))
    closed = _states(replace(frame, variables=()))
    return draw(
        st.one_of(
            st.builds(Not, opposite),
            st.builds(Junction, st.sampled_from([Junctor.AND, Junctor.OR]), below, below),
            st.builds(Junction, st.just(Junctor.IMPLIES), opposite, below),
            st.builds(Junction, st.just(Junctor.IFF), closed, closed),
        )
    )


def _quantifiers(draw: st.DrawFn, frame: Frame) -> Formula:
    closed = _states(replace(frame, variables=()))
    parts = st.sampled_from([draw(closed), draw(closed)])
    return Path(draw(st.booleans()), draw(st.one_of(temporal(_states(frame)), paths(parts, 3))))


def _teams(draw: st.DrawFn, frame: Frame) -> Formula:
    below = _states(frame)
    players = draw(st.lists(st.sampled_from(frame.players), unique=True))
    first, second = draw(st.sampled_from([UNARY[1:], UNARY[:0:-1]]))
    again = st.builds(lambda of: Temporal(first, (Temporal(second, (of,)),)), below)
    return Team(tuple(players), draw(st.booleans()), draw(st.one_of(temporal(below), again)))


def _steps(draw: st.DrawFn, frame: Frame) -> Formula:
    return Modal(draw(st.booleans()), draw(st.sampled_from(frame.labels)), draw(_states(frame)))


def _fixpoints(draw: st.DrawFn, frame: Frame) -> Formula:
    name = draw(st.sampled_from(["V", "W2", "Y"]))
    bound = (*frame.variables, name) if frame.positive else (name,)
    body = _states(replace(frame, variables=bound, positive=True))
    return Fix(draw(st.booleans()), name, draw(body))
