"""Programs written out, by brute force, as the small systems on which formulas have a meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from counterpoint import Event, Program
from counterpoint.model.network import Network, Voice
from counterpoint.model.system import REST
from tests.logic.semantics import Fair, Kripke, Move

from . import programs as p

Pair = tuple[Any, frozenset[str]]
"""A state, and what is true of the way to it: events that just came, `once(E)` for the others."""


@dataclass(frozen=True)
class Unfolded:
    """A program as a Kripke structure; state n is `pairs[n]`, and a run starts in the first."""

    kripke: Kripke
    pairs: tuple[Pair, ...]
    contested: bool


def named(text: str, label: object) -> bool:
    """Whether a text means a label: the whole of it, or its name."""
    return text in (str(label), str(label).partition("(")[0]) and label is not REST


def unfolded(program: Program, texts: Iterable[str]) -> Unfolded:
    """A program with all that `texts`, which are atoms, ask of it."""
    return unfolded_network(program.network(), texts)


def unfolded_network(network: Network, texts: Iterable[str]) -> Unfolded:
    events = [text for text in texts if text.isalpha() and text.isupper()]
    ever = [text[5:-1] for text in texts if text.startswith("once(")]

    def after(facts: frozenset[str], label: object) -> frozenset[str]:
        just = {text for text in events if named(text, label)}
        now = {f"once({text})" for text in ever if named(text, label)}
        return frozenset(just | now | {fact for fact in facts if fact.startswith("once(")})

    (start,) = network.initial()
    order: dict[Pair, int] = {(start, frozenset()): 0}
    pairs = [(start, frozenset[str]())]
    rows: list[list[tuple[Any, int]]] = []
    for state, facts in pairs:
        row = []
        for label, there in network.successors(state):
            pair = there, after(facts, label)
            if pair not in order:
                order[pair] = len(pairs)
                pairs.append(pair)
            row.append((label, order[pair]))
        rows.append(row)
    props = {
        text: frozenset(n for n, pair in enumerate(pairs) if _true(text, pair, rows[n], network))
        for text in texts
    }
    steps, contested = [], False
    for row in rows:
        owners = {_owner(network, label) for label, _ in row} - {None}
        contested = contested or len(owners) > 1
        steps.append(tuple(_move(network, label, there, owners) for label, there in row))
    return Unfolded(Kripke(tuple(steps), props, tuple(_fairness(network))), tuple(pairs), contested)


def _move(network: Network, label: Any, there: int, owners: set[str | None]) -> Move:
    waits = label is REST and owners  # it is for the player to wait
    return Move(str(label), there, next(iter(owners)) if waits else _owner(network, label))


def _owner(network: Network, label: Any) -> str | None:
    if label is REST:
        return None
    return next((player for player, owned in network.owners.items() if label in owned), None)


def _fairness(network: Network) -> Iterable[Fair]:
    for strong, sets in ((False, network.weak), (True, network.strong)):
        for wanted in sets:
            yield Fair(strong, frozenset(str(e) for e in p.EVENTS if e in wanted))


def _true(text: str, pair: Pair, row: list[tuple[Any, int]], network: Network) -> bool:
    state, facts = pair
    if text in facts:
        return True
    kind, _, inside = text.removesuffix(")").partition("(")
    voices = [voice for local in network.locals_of(state) for voice in local.voices]
    if kind == "enabled":
        return any(str(label) == inside or named(inside, label) for label, _ in row)
    if "." in text:
        return _variable(text, state, network)
    asks: dict[str, Callable[[], bool]] = {
        "requested": lambda: any(
            named(inside, network.alphabet[e]) for v in voices for e in v.request
        ),
        "blocked": lambda: any(
            v.block >> e & 1 and named(inside, label)
            for v in voices
            for e, label in enumerate(network.alphabet)
        ),
        "hot": lambda: any(v.hot and (not inside or _is_of(inside, v)) for v in voices),
        "ended": lambda: not any(_is_of(inside, v) for v in voices),
        "at": lambda: any(
            _is_of(inside.partition(",")[0], v)
            and v.stand.place is not None
            and str(v.stand.place.line) == inside.partition(",")[2].strip()
            for v in voices
        ),
    }
    return asks[kind]() if kind in asks else False


def _is_of(name: str, voice: Voice) -> bool:
    return name in (voice.stand.rule, voice.stand.thread)


def _variable(text: str, state: Any, network: Network) -> bool:
    thread, _, rest = text.partition(".")
    name, sign, value = rest.split()
    for automaton, local in enumerate(state):
        for who, known in network.origin.variables(automaton, local).items():
            rules = {v.stand.rule for v in network.automata[automaton].locals[local].voices}
            if name in known and (who == thread or thread in rules):
                same = known[name] == int(value)
                if same is (sign == "="):
                    return True
    return False


def atoms_for(program: Program, candidates: Iterable[str]) -> list[str]:
    """Those of the atoms that have a meaning in a program."""
    network = program.network()
    known = {str(label) for label in network.origin.labels()}
    requested = {str(label) for label in network.alphabet}
    every = [v for a in network.automata for local in a.locals for v in local.voices]
    rules = {v.stand.rule for v in every}

    def means(text: str) -> bool:
        kind, opened, inside = text.removesuffix(")").partition("(")
        if kind in ("requested", "blocked"):
            return inside in requested
        if kind in ("hot", "ended", "at"):
            return not opened or inside.partition(",")[0] in rules
        if "." in text:
            return text.partition(".")[0] in rules
        return (inside or text) in known or text == "enabled(rest)"

    return [text for text in candidates if means(text)]


@st.composite
def a_program_with_owners(draw: Any, fair: bool = False) -> Program:
    """Random programs with players, and constraints of fairness."""
    tables = draw(st.lists(p.a_table(), min_size=1, max_size=3))
    one = draw(st.lists(st.sampled_from(p.EVENTS), unique=True, max_size=3))
    other = [event for event in p.EVENTS if event not in one][: draw(st.integers(0, 3))]
    some = st.lists(a_nonempty_set(), max_size=1)
    return Program(
        *map(p.follow, tables),
        strategy=draw(st.sampled_from(p.STRATEGIES)),
        external=draw(p.a_set()),
        owners={"one": one, "two": other},
        weak=draw(some) if fair else (),
        strong=draw(some) if fair else (),
    )


def a_nonempty_set() -> st.SearchStrategy[list[Event]]:
    return st.lists(st.sampled_from(p.EVENTS), min_size=1, max_size=2, unique=True)
