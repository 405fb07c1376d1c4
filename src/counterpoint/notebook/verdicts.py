"""Answers to display: a table of the properties, and the runs that show the answers, stepped."""

from __future__ import annotations

from collections.abc import Iterator

from ..report.coverage import coverage_lines
from ..report.text import figures_text, in_words, plan_said
from ..verdict import Answer, Breakdown, Trace, Verdict, Verdicts
from .pieces import code, count, cut, details, heading, pill, said, short, table
from .sheet import Sheet
from .stepped import MOST_STEPS, ending, stepped

MOST_PROPERTIES = 200
"""Rows of the table of properties."""

MOST_RUNS = 6
"""Runs of one output; the others are displayed alone."""

STEPS_OF_ALL = 90
"""Positions of all runs of one output together, and at least `LEAST_STEPS` of each run."""

LEAST_STEPS = 12

MOST_LINES = 20
"""Conditions of an invariant, and warnings, that are displayed."""


def verdicts_html(sheet: Sheet, verdicts: Verdicts) -> str:
    """A whole check: figures, a row for each property, then what shows the answers."""
    figures = figures_text(verdicts)
    stopped = str(verdicts.stopped)
    if any(stopped in verdict.reason for verdict in verdicts):
        stopped = ""  # said where it matters
    warnings = [f"<li>{said(warning)}</li>" for warning in verdicts.warnings[:MOST_LINES]]
    return "".join(
        [
            heading(verdicts.target, figures),
            f'<p class="reason">{said(stopped)}</p>' if stopped else "",
            _properties(verdicts),
            *_shown(sheet, verdicts),
            *(_breakdown(sheet, found) for found in verdicts.breakdowns[:MOST_RUNS]),
            details("Coverage", f"<pre>{said(chr(10).join(coverage_lines(verdicts)))}</pre>")
            if verdicts.coverage
            else "",
            details("Warnings", f"<ul>{''.join(warnings)}</ul>", is_open=True) if warnings else "",
        ]
    )


def verdict_html(sheet: Sheet, verdict: Verdict) -> str:
    """One answer with its reason, and the run that shows it."""
    run = "" if verdict.trace is None else f'<p class="dim">{said(ending(verdict.trace))}</p>'
    return f"{_answer(verdict)}{run}{_evidence(sheet, verdict, MOST_STEPS)}"


def trace_html(sheet: Sheet, trace: Trace) -> str:
    """A run, stepped."""
    subject = "" if trace.subject is None else f" of {cut(repr(trace.subject.target), 80)}"
    return heading("run", f"{ending(trace)}{subject}") + stepped(sheet, trace)


# The table ----------------------------------------------------------------------------------------


def _properties(verdicts: Verdicts) -> str:
    runs = any(verdict.trace is not None for verdict in verdicts)
    heads = ["answer", "property", *(["run"] if runs else [])]
    rows = [_row(verdict)[: len(heads)] for verdict in verdicts]
    return table(heads, rows, MOST_PROPERTIES, "properties")


def _row(verdict: Verdict) -> list[str]:
    run = "" if verdict.trace is None else said(ending(verdict.trace))
    return [_pill(verdict), f"{short(in_words(verdict.name), 80)}{_reason(verdict)}", run]


def _pill(verdict: Verdict) -> str:
    vacuous = pill("vacuous") if verdict.vacuous else ""
    return f"{pill(verdict.answer.value)}{vacuous}"


def _reason(verdict: Verdict) -> str:
    if not verdict.reason:
        return ""
    kind = "reason" if verdict.answer is Answer.UNKNOWN else "dim"
    return f'<br><span class="{kind}">{said(verdict.reason)}</span>'


def _answer(verdict: Verdict) -> str:
    name = f"<b>{short(in_words(verdict.name), 80)}</b>"
    return f'<div class="top">{_pill(verdict)} {name}{_reason(verdict)}</div>'


# What shows the answers ---------------------------------------------------------------------------


def _shown(sheet: Sheet, verdicts: Verdicts) -> Iterator[str]:
    """What shows each answer, failures first; the first failure is open."""
    order = (Answer.FAILS, Answer.UNKNOWN, Answer.HOLDS)
    with_more = sorted(filter(_has_evidence, verdicts), key=lambda v: order.index(v.answer))
    shown = with_more[:MOST_RUNS]
    runs = [verdict for verdict in shown if verdict.trace is not None]
    most = min(MOST_STEPS, max(LEAST_STEPS, STEPS_OF_ALL // max(1, len(runs))))
    for number, verdict in enumerate(shown):
        opened = number == 0 and verdict.answer is Answer.FAILS
        evidence = _evidence(sheet, verdict, most)
        summary = f"{_pill(verdict)} {short(in_words(verdict.name), 80)}"
        yield details(summary, evidence, is_open=opened)
    if more := with_more[MOST_RUNS:]:
        yield (
            f'<p class="dim">What shows {count(len(more), "more answer")} is displayed by the '
            f"verdict alone, such as {code(f'verdicts[{more[0].name!r}]', 120)}.</p>"
        )


def _has_evidence(verdict: Verdict) -> bool:
    return bool(verdict.trace or verdict.plans or verdict.invariant)


def _evidence(sheet: Sheet, verdict: Verdict, most: int) -> str:
    run = "" if verdict.trace is None else stepped(sheet, verdict.trace, most)
    return "".join([run, *_plans(verdict), *_branches(sheet, verdict), _invariant(verdict)])


def _plans(verdict: Verdict) -> Iterator[str]:
    for plan in verdict.plans[:MOST_LINES]:
        why = f": {plan.missing}" if plan.missing else ""
        yield f"<p>{said(plan_said(plan))}{said(why)}</p>"


def _branches(sheet: Sheet, verdict: Verdict) -> Iterator[str]:
    planned = {(plan.at, plan.claim) for plan in verdict.plans}
    for branch in verdict.branches[:MOST_RUNS]:
        where = f"After step {branch.at}" if branch.at else "At the start"
        claim = code(branch.claim, 400)
        if branch.trace is not None:
            inside = stepped(sheet, branch.trace, LEAST_STEPS)
            yield details(f"{where} also: {claim}", inside)
        elif (branch.at, branch.claim) not in planned:
            yield f"<p>{where}: {claim}</p>"


def _invariant(verdict: Verdict) -> str:
    """The conditions that prove an answer."""
    if not verdict.invariant:
        return ""
    lines = "".join(f"<li>{code(text, 400)}</li>" for text in verdict.invariant[:MOST_LINES])
    more = len(verdict.invariant) - MOST_LINES
    rest = f'<li class="dim">and {more:,} more</li>' if more > 0 else ""
    return f"<p>In every reached state it is true that</p><ul>{lines}{rest}</ul>"


def _breakdown(sheet: Sheet, found: Breakdown) -> str:
    """Where an expression has no value, and the run to that state."""
    run = "" if found.trace is None else stepped(sheet, found.trace, LEAST_STEPS)
    return details('<span class="fails">No value</span>', f"<pre>{said(found.error)}</pre>{run}")
