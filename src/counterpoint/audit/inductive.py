"""Check an inductive invariant of a system by the reference semantics.

Nothing that the engine made is used but the proof itself: see `invariants` for what is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..certificate import Audited, Effort, Inductive, Seen, Test
from ..logic.core import All, Core, Prop, Some, Step, Truth
from ..model.network import Network
from ..model.property import Never, Plain
from ..model.system import REST, Label, State
from .invariants import Invariant, audit_invariant
from .properties import is_broken
from .reference import Reference, Taken
from .wrong import Wrong

Steps = Callable[[Seen], Iterable[Taken]]
"""The steps out of a state, or a sample of them."""


def audit_inductive(
    reference: Reference,
    proof: Inductive,
    goal: Test,
    effort: Effort,
    steps: Steps | None = None,
) -> Audited:
    """Audit a proof that no state with `goal` is reached: what was checked, and the first fault.

    `steps` gives a sample of the steps out of a state, where there are too many to list.
    """
    via, all_steps = truth_of(proof.via, reference), steps or reference.steps
    conditions = proof.conditions

    def onward(seen: Seen) -> Sequence[tuple[Label, Seen]]:
        """The steps that a run may take."""
        if not via(seen):
            return ()
        return [(s.label, s.there) for s in all_steps(seen) if s.label not in proof.ends]

    claimed = Invariant(
        starts=lambda: starts_of(reference, proof.start),
        steps=onward,
        holds=lambda seen: all(condition(seen) for condition in conditions),
        goal=goal,
        apart=proof.apart,
        state=proof.state,
        encoded=proof.encoded,
        length=proof.length,
        all_steps=steps is None,
    )
    return audit_invariant(claimed, effort)


def starts_of(reference: Reference, only: State | None) -> Iterable[Seen]:
    """The initial states that a proof is about; raises `Wrong` if it names one that is none."""
    if only is None:
        return reference.starts()
    if not reference.is_start(Seen(only)):
        raise Wrong("a proof is about a state that is not initial", Seen(only))
    return [Seen(only)]


def breaks(wanted: Plain, network: Network, reference: Reference) -> Test:
    """The test whether a state of a network, or a step from it, violates a property."""
    if isinstance(wanted, Never):
        return lambda seen: any(
            step.label is not REST and step.label in wanted.events for step in reference.steps(seen)
        )
    return lambda seen: is_broken(wanted, network, seen.state)


def truth_of(goal: Core, reference: Reference) -> Test:
    """The test of a formula that asks of a state, and of a fixed number of steps from it, only.

    >>> from ..examples.peterson import model
    >>> peterson = Reference(model())
    >>> (first, *_) = peterson.starts()
    >>> truth_of(Prop("critical0"), peterson)(first)
    False
    """
    match goal:
        case Truth(value):
            return lambda seen: value
        case Prop(text, positive):
            return lambda seen: reference.atom(text, seen) is positive
        case All(parts):
            every = [truth_of(part, reference) for part in parts]
            return lambda seen: all(test(seen) for test in every)
        case Some(parts):
            some = [truth_of(part, reference) for part in parts]
            return lambda seen: any(test(seen) for test in some)
        case Step(kind, of, label, team):
            there = truth_of(of, reference)
            return lambda seen: reference.leads(kind, seen, there, label, team)
        case _:
            raise AssertionError(f"{goal} asks for more than a fixed number of steps")
