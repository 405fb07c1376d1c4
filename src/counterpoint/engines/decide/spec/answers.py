"""The answers to questions: what an attempt at one gives, and what needs no search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ....certificate import Audited, Extent
from ....logic.vacuity import unneeded
from ....model.capabilities import Drawn
from ....model.specified import Claim
from ....model.theory import Attempt, Question, Settled
from ....verdict import Answer, Verdict
from .auditing import together
from .run import Run

MOST_REASONS = 3
"""The number of reasons that are listed if there are many."""

PERHAPS_NO_RUN = (
    "a finite run breaks it, but it is not known whether a run of the specification begins so"
)
EVALUATED = "an answer that needed no search: there is no simpler evaluation to compare it with"

OF_TRUTH = {True: Answer.HOLDS, False: Answer.FAILS, None: Answer.UNKNOWN}
"""The answer for what is true, false or not known."""


def combined(question: Question, attempt: Attempt, run: Run) -> Verdict:
    """The answer of an attempt whose system was explored."""
    found = [run.verdict(claim) for claim in attempt.claims]
    for claim, verdict in zip(attempt.claims, found, strict=True):
        if verdict.answer is Answer.FAILS:
            return _failed(question, attempt, claim, verdict)
    unknown = next((each for each in found if each.answer is Answer.UNKNOWN), None)
    if unknown is not None:
        return replace(unknown, name=question.name)
    reasons = [reason for each in found if each.vacuous for reason in each.reason.split("; ")]
    reasons += _unneeded(attempt, run)
    if attempt.narrower:
        return Verdict(question.name, Answer.UNKNOWN, attempt.note)
    if attempt.doubt and run.explored.found.in_part:
        return Verdict(question.name, Answer.UNKNOWN, attempt.doubt)
    shown = found[0].trace if len(found) == 1 else None
    explanation = "; ".join(filter(None, (*_some(reasons), attempt.note, _condition(attempt, run))))
    vacuous = bool(reasons)
    return Verdict(
        question.name,
        Answer.HOLDS,
        explanation,
        shown,
        vacuous=vacuous,
        of=attempt.system,
        audited=together(found),
    )


def _failed(question: Question, attempt: Attempt, claim: Claim, failed: Verdict) -> Verdict:
    if attempt.tentative:
        return Verdict(question.name, Answer.UNKNOWN, PERHAPS_NO_RUN)
    if attempt.weaker:
        reason = f"it fails for a weaker specification, so it may still hold: {attempt.note}"
        return Verdict(question.name, Answer.UNKNOWN, reason)
    named = f"{failed.name} fails" if len(attempt.claims) > 1 else ""
    blame = "" if failed.trace is None else attempt.blame(claim, failed.trace.states)
    whole = ": ".join(filter(None, (named, blame)))
    reason = "; ".join(filter(None, (whole, failed.reason, attempt.note)))
    return replace(failed, name=question.name, reason=reason, of=attempt.system)


def _unneeded(attempt: Attempt, run: Run) -> list[str]:
    """Sentences about the parts that do not matter."""
    places = Counter(part for part, _ in attempt.links)
    held = (part for part, claim in attempt.links if run.held(claim))
    return [unneeded(part, places[part]) for part in dict.fromkeys(held)]


def _condition(attempt: Attempt, run: Run) -> str:
    """The condition under which an answer holds if states represent others; else empty."""
    return attempt.condition if run.explored.found.in_part else ""


def _some(reasons: Sequence[str]) -> list[str]:
    """The reasons, each once; if there are many, the first ones and how many more there are."""
    each = list(dict.fromkeys(reasons))
    if len(each) <= MOST_REASONS + 1:
        return each
    return [*each[:MOST_REASONS], f"... and {len(each) - MOST_REASONS} more"]


def unless_drawn(verdict: Verdict, drawn: Drawn | None) -> Verdict:
    """The verdict; unknown if it depends on values that were drawn at random."""
    if drawn is None or verdict.answer is Answer.UNKNOWN:
        return verdict
    why = drawn.holds if verdict.answer is Answer.HOLDS else drawn.fails
    return Verdict(verdict.name, Answer.UNKNOWN, why) if why else verdict


def of_settled(question: Question, settled: Settled, audit: Extent) -> Verdict:
    """The verdict on a question that needed no search."""
    is_audited = audit is not Extent.NONE and settled.holds is not None
    return Verdict(
        question.name,
        OF_TRUTH[settled.holds],
        settled.reason,
        vacuous=settled.vacuous,
        audited=Audited(0, 0, (EVALUATED,)) if is_audited else None,
    )
