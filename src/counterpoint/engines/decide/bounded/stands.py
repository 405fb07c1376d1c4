"""Conditions on the local states of b-threads as text: where each of them waits."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ....model.network import Automaton, Network
from ....model.networked import Conditions
from ....terms.apply import variables_of
from ....terms.evaluate import meaning
from ....terms.sort import values
from ....terms.term import Apply, Op, Term
from ...bounded.notation import condition_text, fact_text


def stands_text(condition: Term, network: Network) -> str:
    """A disjunction of conditions on single b-threads, as text.

    >>> from ....bp.event import Event
    >>> from ....bp.program import Program
    >>> from ....bp.sync import sync
    >>> from ....bp.thread import thread
    >>> @thread
    ... def once():
    ...     yield sync(request=Event("A"))
    >>> network = Program(once()).network()
    >>> _ = network.step((0,), 0)
    >>> stands_text(Conditions(network).among(0, (1,)), network)
    'once has ended'
    """
    parts: tuple[Term, ...]
    parts = condition.args if isinstance(condition, Apply) and condition.op is Op.OR else ()
    if not parts or len({v.name for v in variables_of(condition)}) == 1:
        parts = (condition,)
    by_thread: dict[int, set[int]] = {}
    past = []
    for part in parts:
        if any(fact_text(variable.name) for variable in variables_of(part)):
            past.append(condition_text(part))
            continue
        number, allowed = _allowed(part, network)
        by_thread.setdefault(number, set()).update(allowed)
    texts = (_described(network.automata[n], found) for n, found in sorted(by_thread.items()))
    return " | ".join([*texts, *past])


def _allowed(part: Term, network: Network) -> tuple[int, list[int]]:
    """The automaton that a condition speaks of, and the local states in which it is true."""
    (variable,) = {v.name: v for v in variables_of(part)}.values()
    places = [v.name for v in Conditions(network).variables]
    holds = meaning(part)
    return places.index(variable.name), [
        value for value in values(variable.sort) if holds({variable.name: value})
    ]


def _described(automaton: Automaton, allowed: Collection[int]) -> str:
    """Where an automaton is in these local states; said by the others if those are fewer."""
    every = range(len(automaton.locals))
    others = [local for local in every if local not in allowed]
    if len(others) < len(allowed):
        return f"{automaton.name} {_where(automaton, others, 'is not')}"
    return f"{automaton.name} {_where(automaton, sorted(allowed), 'is')}"


def _where(automaton: Automaton, locals_: Iterable[int], verb: str) -> str:
    """The lines where an automaton waits; with the numbers of local states that share a line."""
    wanted = set(locals_)
    by_line: dict[str, set[int]] = {}
    for local in range(len(automaton.locals)):
        by_line.setdefault(_line(automaton, local), set()).add(local)
    found = []
    for line, those in by_line.items():
        here = wanted & those
        if here == those:
            found.append(line)
        else:
            found += [f"{line} in its state {local}" for local in sorted(here)]
    if found == ["its end"]:
        return "has ended" if verb == "is" else "has not ended"
    return f"{verb} at {' or '.join(found)}"


def _line(automaton: Automaton, local: int) -> str:
    """The line where an automaton waits in a local state."""
    state = automaton.locals[local]
    if state.failure is not None or state.crash is not None:
        return "a failure"
    lines = {v.stand.place.line: None for v in state.voices if v.stand.place is not None}
    return " and ".join(f"line {line}" for line in lines) or "its end"
