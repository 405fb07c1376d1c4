"""Properties of programs as conditions that a state must satisfy to break them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ....data import dataclass
from ....errors import Refused
from ....model.network import Local, Locals, Network, Voice
from ....model.networked import Conditions, Making
from ....model.property import (
    Never,
    NoDeadlock,
    NoFailedAssertion,
    NoHotCycle,
    NoHotTermination,
    Plain,
)
from ....terms.apply import all_true, any_true, apply
from ....terms.term import Op, Term
from ..network.judge import hot_threads, why_stuck


@dataclass(frozen=True, slots=True)
class Breach:
    """The states that break a property; `hollow` says why no state ever could, if that is plain."""

    condition: Term
    hollow: str = ""


def breach_of(wanted: Plain, network: Network) -> Breach:
    """The states that break a property of a network with all its local states known."""
    making, at = Making(network), Conditions(network)
    match wanted:
        case Never(events):
            numbers = [n for n, label in enumerate(network.alphabet) if label in events]
            asked = any(set(numbers) & set(v.request) for v in _voices(network)) or set(
                numbers
            ) & set(network.unrequested)
            why = "" if asked else "no b-thread ever requests it"
            return Breach(any_true(map(making.enabled, numbers)), why)
        case NoFailedAssertion():
            able = any(local.failure is not None for local in _locals(network))
            why = "" if able else "no b-thread has an assertion that could fail"
            return Breach(at.somewhere(lambda local: local.failure is not None), why)
        case NoDeadlock():
            asks = at.somewhere(lambda local: any(v.request for v in local.voices))
            why = "" if any(v.request for v in _voices(network)) else "nothing is ever requested"
            every = map(making.enabled, range(len(network.alphabet)))
            stuck = apply(Op.NOT, any_true(every))
            return Breach(all_true((asks, making.alive, stuck)), why)
        case NoHotTermination():
            hot = at.somewhere(lambda local: any(v.hot for v in local.voices))
            why = "" if any(v.hot for v in _voices(network)) else "no b-thread is ever hot"
            fair = any_true(map(making.enabled, (*network.fair_external, *network.of_time)))
            rests = (making.alive, making.quiet, apply(Op.NOT, fair))
            return Breach(all_true((hot, *rests)), why)
        case NoHotCycle():
            raise Refused(
                "hot cycles are not searched by the bounded engine: ask the explicit engine, or "
                "by a formula such as F G hot"
            )
        case _:
            assert_never(wanted)


def why_broken(wanted: Plain, network: Network, state: Locals, last: object) -> str:
    """What is wrong in a state that breaks a property; `last` is the event that led there."""
    match wanted:
        case Never():
            return f"{last} can be selected"
        case NoFailedAssertion():
            failures = (local.failure for local in network.locals_of(state))
            return "; ".join(str(failure) for failure in failures if failure is not None)
        case NoDeadlock():
            return why_stuck(network, state)
        case NoHotTermination():
            return f"{', '.join(hot_threads(network, state))} must go on, and nothing is selected"
        case NoHotCycle():
            return ""
        case _:
            assert_never(wanted)


def crashes(network: Network) -> Term:
    """The condition that a b-thread raised an exception."""
    return Conditions(network).somewhere(lambda local: local.crash is not None)


def _locals(network: Network) -> Iterator[Local]:
    return (local for automaton in network.automata for local in automaton.locals)


def _voices(network: Network) -> Iterator[Voice]:
    return (voice for local in _locals(network) for voice in local.voices)
