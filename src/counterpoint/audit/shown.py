"""Runs shown against a claim about a specification: whether they are runs, and break the claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ..certificate import Said, Seen, Shown, Steps, Test
from ..errors import CounterpointError
from ..logic.core import All, Core, Prop, Some, Truth
from ..logic.formula import Formula, atoms_of
from ..logic.lower import to_linear
from ..logic.premises import is_linear
from ..model.specified import About, Claim, Probe, Specified, StateProbe, StepProbe
from ..model.system import REST, Label, State
from .wrong import Wrong

if TYPE_CHECKING:
    from .reference import Reference

HOWEVER = "that what a run shows stays so however it goes on"
BRANCHING = "what else there is to see along a run"


def require_shown(system: Specified, said: Said, *, in_part: bool) -> Iterator[str]:
    """Raise `Wrong` unless a run shows that a claim fails; yields what could not be checked."""
    claim, run = said.claim, said.shown
    if run is None:
        raise Wrong("no run shows it")
    if claim is not None and claim.about is About.RUNS:
        yield from _require_broken(system, claim, run, in_part)
        return
    _require_run(system, run)
    last = run.states[-1]
    if claim is None:
        broken = system.within(last) and not system.successors(last)
    elif claim.about is About.STEPS:
        probe = claim.probe
        assert isinstance(probe, StepProbe)
        broken = bool(run.steps) and not probe.holds(*run.states[-2:])
    else:
        assert isinstance(claim.probe, StateProbe)
        broken = not claim.probe.holds(last) and not (run.steps and claim.about is About.START)
    if not broken:
        raise Wrong("the run that is shown does not show it", Seen(last))


def require_breakdown(system: Specified, run: Shown, message: str, probes: Sequence[Probe]) -> None:
    """Raise `Wrong` unless an evaluation fails with this `message` in the last state of a run."""
    _require_run(system, run)
    try:
        _ask_all(system, run.states[-1], probes)
    except CounterpointError as error:
        if error.message == message:
            return
    raise Wrong("everything has a value where a run that is shown ends", Seen(run.states[-1]))


def _ask_all(system: Specified, state: State, probes: Sequence[Probe]) -> None:
    """Evaluate everything that a search evaluates in a state."""
    for probe in probes:
        if isinstance(probe, StateProbe):
            probe.holds(state)
    system.within(state)
    for _, there in system.successors(state):
        system.allows(state, there)
        for probe in probes:
            if isinstance(probe, StepProbe):
                probe.holds(state, there)


def _require_run(system: Specified, run: Shown) -> None:
    """Raise `Wrong` unless a search takes these steps.

    The search leaves only states inside the constraints. It evaluates every step of such a state,
    so the last step need not be one that the constraints allow.
    """
    if not system.begins(run.start):
        raise Wrong("a run that is shown begins in no initial state", Seen(run.start))
    for number, (label, there) in enumerate(run.steps, 1):
        here = run.states[number - 1]
        follows = number == len(run.steps) or system.allows(here, there)
        if not (system.within(here) and follows and (label, there) in system.successors(here)):
            raise Wrong(f"a run that is shown takes {label}, which does not lead on so", Seen(here))


def _require_broken(system: Specified, claim: Claim, run: Shown, in_part: bool) -> Iterator[str]:
    """Like `require_shown`, for a claim about runs."""
    from .of_specified import Stutters  # loaded late: most claims are about states
    from .runs import require_run, satisfies

    assert claim.formula is not None
    reference = Stutters(system, probes_of(system, claim))
    start = Seen(run.start)
    if not reference.is_start(start):
        raise Wrong("a run that is shown begins in no initial state", start)
    seen = [start]
    for label, there in run.steps:
        seen.append(reference.after(seen[-1], label, there))
    steps: Steps = tuple(zip((label for label, _ in run.steps), seen[1:], strict=True))
    if not all(map(is_linear, (claim.formula, *system.assumptions))):
        require_run(reference, start, steps)
        yield BRANCHING
        return
    loop: Steps
    if run.loop is None:
        require_run(reference, start, steps)
        if in_part:
            yield HOWEVER
            return
        rest: tuple[Label, Seen] = (REST, reference.after(seen[-1], REST, seen[-1].state))
        steps, loop = (*steps, rest), (rest,)
        if not _is_lost(claim.formula, seen, reference):
            yield HOWEVER
    else:
        if run.states[run.loop] != run.states[-1]:
            raise Wrong("the loop of a run that is shown does not come back", seen[-1])
        # Facts record the step into a state, so those of the first state of the loop may differ
        # when it comes back. Begin the loop one step later, where they are the same every time.
        loop = (*steps[run.loop + 1 :], steps[run.loop])
        steps = steps[: run.loop + 1]
        require_run(reference, start, steps, loop)

    def holds(formula: Formula) -> bool:
        test = partial(_test, reference)
        return satisfies(to_linear(formula), start, steps, loop, test)

    if not all(map(holds, system.assumptions)):
        raise Wrong("the run that is shown is none that is asked about", start)
    if holds(claim.formula):
        raise Wrong("the run that is shown does not show it", start)


def probes_of(system: Specified, claim: Claim) -> dict[str, Probe]:
    """The probes that the atoms of a claim about runs, and of the assumptions, refer to."""
    assert claim.formula is not None
    formulas = (claim.formula, *system.assumptions)
    texts = [atom.text for formula in formulas for atom in atoms_of(formula)]
    return {text: system.probes[text] for text in texts}


def _test(reference: Reference, core: Core) -> Test:
    """A test of a state formula without temporal steps; raises `Wrong` for other formulas."""
    match core:
        case Truth(value):
            return lambda seen: value
        case Prop(text, positive):
            return lambda seen: reference.atom(text, seen) is positive
        case All(parts) | Some(parts):
            tests = [_test(reference, part) for part in parts]
            among = all if isinstance(core, All) else any
            return lambda seen: among(test(seen) for test in tests)
        case _:
            raise Wrong(f"{core} is not of linear time")


def _is_lost(formula: Formula, seen: Sequence[Seen], reference: Reference) -> bool:
    """Whether the automaton of a formula rules out every run with this beginning."""
    from ..logic.automata.ltl_to_automaton import ltl_to_automaton

    automaton = ltl_to_automaton(to_linear(formula))
    tests = [_test(reference, letter) for letter in automaton.letters]
    modes = set(automaton.initial)
    for at in seen:
        true = {number for number, test in enumerate(tests) if test(at)}
        modes = {
            move.target
            for move in automaton.transitions
            if move.source in modes and move.true <= true and not move.false & true
        }
    return not modes
