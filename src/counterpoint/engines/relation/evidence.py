"""The evidence of an answer: the difference to show, and the audit of a relation that holds."""

from __future__ import annotations

from dataclasses import replace

from ...audit.differences import audit_difference, ran
from ...audit.observed import ObservedSide
from ...audit.reference import Reference
from ...audit.relations import Guide, audit_relation
from ...certificate import Audited, Extent, Seen
from ...logic.formula import Formula
from ...observation.view import View
from ...tuning import Tuning
from ...verdict import Answer
from ..base.task import Task
from ..decide.auditing import FAILED, effort_of
from .comparison import Comparison, Difference
from .decision import Decision
from .distinguishing import TooLong
from .parting import Way
from .reading import Readings, in_own_words, is_so
from .runs import Runs, Together
from .shrinking import plainly, shrunk
from .side import Side
from .union import CHANGE, Union


def difference_of(decision: Decision, tuning: Tuning) -> Difference:
    """The difference to show for a relation that does not hold."""
    union, way = decision.union, decision.way()
    weak = decision.relation.is_weak
    together = Runs(union, decision.quotient, weak=weak).together(way)
    by_first = decision.failing == 0 if way.last is None else way.last.by_first
    formula, own = _formulas(decision, tuning)
    return Difference(
        by_first,
        together.first,
        together.second,
        together.matched,
        _step(union, way),
        tuple(_changes(union, way, together)),
        formula,
        decision.failing == 0,
        *own,
    )


def _step(union: Union, way: Way) -> str:
    letter = 0 if way.last is None else way.last.letter
    return union.letters[letter] if letter > CHANGE else ""


def _changes(union: Union, way: Way, together: Together) -> list[tuple[str, str, str]]:
    """What is observed before and after the last step, or in both targets where they differ."""
    before, after = together.ends
    if way.last is not None:
        leader = 0 if way.last.by_first else 1
        after = together.ends[leader]
        before = together.ends[1 - leader]  # it looks as the leader did before its step
    pairs = [
        (name, str(bool(of[before])).lower(), str(bool(of[after])).lower())
        for name, of in zip(union.conditions, union.truths, strict=True)
    ]
    for number, name in enumerate(union.values):
        pairs.append((name, union.value(number, before), union.value(number, after)))
    return [pair for pair in pairs if pair[1] != pair[2]]


def _formulas(decision: Decision, tuning: Tuning) -> tuple[str, tuple[str, str]]:
    """A formula that distinguishes the two, and the same in their own words, each evaluated."""
    failing, union = decision.failing, decision.union
    assert failing is not None
    try:
        whole = decision.formula(tuning.distinguishing_parts)
    except TooLong:
        return "", ("", "")
    readings = Readings(union)

    def is_good(formula: Formula) -> bool:
        return readings.distinguishes(formula, by=failing)

    if not is_good(whole):
        return "", ("", "")
    formula = shrunk(whole, is_good, tuning.distinguishing_tries)
    own = []
    for number, side in enumerate(union.sides):
        mine = None if side.restricts else in_own_words(formula, side)
        is_true = mine is not None and is_so(mine, side, number == failing)
        own.append(str(mine) if is_true else "")
    return str(plainly(formula)), (own[0], own[1])


def audited(found: Comparison, decision: Decision, task: Task, worked: float) -> Comparison:
    """The answer after an audit by the reference semantics; unknown if it did not pass."""
    if task.audit is Extent.NONE:
        return found
    sides = tuple(_observed(side, task) for side in decision.union.sides)
    effort = effort_of(task, 2 * worked)  # of which a half is kept back, and none comes later
    if found.difference is not None:
        shown = found.difference
        runs = (
            ran(sides[0], shown.first.start, shown.first.steps),
            ran(sides[1], shown.second.start, shown.second.steps),
        )
        result = audit_difference(runs, shown.matched, decision.relation, by_first=shown.by_first)
    else:
        guide = _guide(decision)
        result = audit_relation((sides[0], sides[1]), decision.relation, guide, effort)
    return _with(found, result)


def _with(found: Comparison, result: Audited) -> Comparison:
    if result.passed:
        return replace(found, audited=result)
    return replace(
        found,
        answer=Answer.UNKNOWN,
        difference=None,
        reason=FAILED.format(fault=result.fault),
        audited=result,
    )


def _observed(side: Side, task: Task) -> ObservedSide:
    reference = Reference(side.system, side.space.memory.past, task.tuning.audited_kept)
    view: View = side.view
    return ObservedSide(side.name, reference, view)


def _guide(decision: Decision) -> Guide:
    union = decision.union

    def class_of(side: int, seen: Seen) -> int | None:
        number = union.sides[side].number(seen)
        return None if number is None else decision.block(number + side * union.offset)

    return Guide(class_of, decision.related)
