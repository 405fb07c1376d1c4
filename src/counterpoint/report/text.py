"""Verdicts as text for a terminal: first the answers, then the runs and plans that show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..figure import figure
from ..model.explanation import Explanation, Fate, Outside, Request
from ..model.notation import Notation, notation_of
from ..model.property import IN_WORDS
from ..verdict import Answer, Branch, Breakdown, Plan, Trace, Verdict, Verdicts
from .coverage import coverage_lines
from .priority import priority_text
from .story import story_of
from .trace import trace_lines
from .wrap import WIDTH, hanging, terminal_width

WORDS = {Answer.HOLDS: "holds", Answer.FAILS: "FAILS", Answer.UNKNOWN: "unknown"}

SAID_ENGINES = {
    "tabled": "tabled engine",
    "bounded": "bounded engine",
    "disk": "states on disk",
    "cluster": "on a cluster",
}
"""Engines that are named because they are never the default."""

MOST_CONDITIONS = 40
"""Conditions of an invariant up to which they are printed; the data of `--json` has all of them."""


def verdicts_text(
    verdicts: Verdicts, target: Any, *, width: int | None = None, full: bool = False
) -> str:
    """A whole check: a line of figures, a line for each property, then what shows the answers.

    The lines fit `width`, by default that of the terminal. With `full`, every state of a trace is
    shown whole, not by what changed.
    """
    verdict_lines = _VerdictLines(target, terminal_width() if width is None else width, full)
    lines = [f"{verdicts.target}: {figures_text(verdicts)}", ""]
    lines += (line for verdict in verdicts for line in verdict_lines.answer(verdict))
    for section in verdict_lines.sections(verdicts):
        lines += ["", *section]
        while lines[-1] == "":
            lines.pop()
    if verdicts.coverage:
        lines += ["", *coverage_lines(verdicts)]
    warnings = [line for warning in verdicts.warnings for line in verdict_lines.warning(warning)]
    if warnings and (verdicts.trace or verdicts.breakdowns or verdicts.coverage):
        lines.append("")
    return "\n".join([*lines, *warnings])


def verdict_text(verdict: Verdict, target: Any, *, width: int = WIDTH) -> str:
    """What shows one answer, as in the whole check; empty if nothing does."""
    return _joined(_VerdictLines(target, width, full=False).section(verdict))


def breakdown_text(found: Breakdown, target: Any, *, width: int = WIDTH) -> str:
    """An error in the evaluation, with the run to the state with it, as in the whole check."""
    return _joined(_VerdictLines(target, width, full=False).breakdown(found))


def when(trace: Trace, target: Any) -> str:
    """When a run shows its answer, in words; the steps of a module are not called events.

    >>> when(Trace("start", (("go", "there"),)), None), when(Trace("start"), None)
    ('after 1 event', 'at once')
    """
    count = len(trace.events)
    step = "step" if notation_of(target) is Notation.MODULE else "event"
    return f"after {count} {step}{_s(count)}" if count else "at once"


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines).rstrip()


def figures_text(verdicts: Verdicts) -> str:
    """How much was searched, in how many seconds, and by which engine if that is not the default.

    >>> figures_text(Verdicts("tap", 4, 5, True, "explicit", 0.5, ()))
    '4 states (all of them), 5 transitions, 0.50 s'
    """
    complete = "all of them" if verdicts.complete else "not all of them"
    known = [f"{figure(verdicts.states)} state{_s(verdicts.states)} ({complete})"]
    if verdicts.engine == "bounded" and verdicts.depth is not None:
        known = [f"runs of up to {verdicts.depth:,} step{_s(verdicts.depth)}"]
    if verdicts.engine == "none" and not verdicts.states:
        known = ["no search"]
    if verdicts.transitions is not None:
        known.append(f"{figure(verdicts.transitions)} transition{_s(verdicts.transitions)}")
    if verdicts.generated is not None and verdicts.depth is not None:
        known += [f"{verdicts.generated:,} generated", f"depth {verdicts.depth:,}"]
    known.append(f"{verdicts.seconds:.2f} s")
    if verdicts.engine in SAID_ENGINES:
        known.append(SAID_ENGINES[verdicts.engine])
    if (spread := verdicts.spread) is not None:
        from ..engines.base.limits import show_size  # few checks have a cluster

        sent = show_size(spread.sent)
        known.append(f"{len(spread.states)} workers, {sent} sent, skew {spread.skew:.2f}")
    return ", ".join(known)


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def in_words(name: str) -> str:
    """The name of a property as a claim: what is true if the property holds.

    >>> in_words("hot-cycle:pour(HOT)"), in_words("X never wins")
    ('no hot cycle of pour(HOT)', 'X never wins')
    """
    kind, _, threads = name.partition(":")
    known = IN_WORDS.get(kind)
    if known is None:
        return name
    return f"{known} of {threads.replace('+', ', ')}" if threads else known


class _VerdictLines:
    """Lines of text about verdicts, for a given number of columns."""

    def __init__(self, target: Any, width: int | None, full: bool) -> None:
        self.target = target
        self.width = width
        self.full = full

    def answer(self, verdict: Verdict) -> list[str]:
        """The lines of an answer, with its reason on the same line if that fits, else below."""
        reason = f"vacuously: {verdict.reason}" if verdict.vacuous else verdict.reason
        head = f"  {WORDS[verdict.answer]:7}  "
        more = f" ({reason})" if reason else ""
        whole = f"{head}{in_words(verdict.name)}{more}"
        if self.width is None or (len(whole) <= self.width and "\n" not in whole):
            return [whole]
        lines = hanging(in_words(verdict.name), self.width, head)
        return lines + (hanging(more.strip(), self.width, " " * len(head)) if more else [])

    def warning(self, warning: str) -> list[str]:
        """The lines of a warning, wrapped to the width."""
        return hanging(warning, self.width, "warning: ", rest="  ")

    def sections(self, verdicts: Verdicts) -> Iterator[Iterable[str]]:
        """The lines of what shows each answer, and of where expressions have no value."""
        shown = (verdict for verdict in verdicts if _is_shown(verdict))
        yield from map(self.section, shown)
        yield from map(self.breakdown, verdicts.breakdowns)

    def section(self, verdict: Verdict) -> Iterator[str]:
        """The lines of what shows an answer; none if nothing does."""
        if verdict.trace is not None:
            yield from self._run(verdict, verdict.trace)
        elif verdict.invariant:
            yield from self._invariant(verdict)
        elif verdict.plans:
            yield from (f"{in_words(verdict.name)}: {WORDS[verdict.answer]}", "")
            yield from map(plan_text, verdict.plans)

    def _invariant(self, verdict: Verdict) -> Iterator[str]:
        """The lines of the conditions that prove an answer, which are true in every reached state.

        A proof that is too long for readers is only counted.
        """
        count = len(verdict.invariant)
        head = f"{in_words(verdict.name)}: {WORDS[verdict.answer]}, since in every reached state"
        if count > MOST_CONDITIONS:
            yield from hanging(f"{head} {count:,} conditions are true", self.width, rest="  ")
            return
        yield from hanging(f"{head} it is true that", self.width, rest="  ")
        yield ""
        for condition in verdict.invariant:
            yield from hanging(condition, self.width, "  ", rest="      ")

    def _run(self, verdict: Verdict, trace: Trace) -> Iterator[str]:
        """The lines of the run that shows an answer, then of the plans and branches along it."""
        word = "fails" if verdict.answer is Answer.FAILS else "holds, as shown"
        where = when(trace, self.target)
        yield from hanging(f"{in_words(verdict.name)}: {word} {where}", self.width, rest="  ")
        yield ""
        yield from self._scenes(trace, verdict.of)
        yield from map(plan_text, verdict.plans)
        planned = {(plan.at, plan.claim) for plan in verdict.plans}
        for branch in verdict.branches:
            if branch.trace is not None or (branch.at, branch.claim) not in planned:
                yield from self._branch(branch, verdict.of)

    def _scenes(self, trace: Trace, of: object) -> Iterator[str]:
        scenes = story_of(trace, self.target, of)
        lines = [*trace_lines(scenes, trace.loop, self.width or WIDTH, full=self.full)]
        yield from lines
        if notation_of(self.target) is not Notation.MODULE:
            return
        from .module import chosen_lines  # imported here because only modules need TLA+

        said = [*chosen_lines(self.target, of, trace.states)]
        yield from [""] if said and lines[-1:] != [""] else []
        for line in said:
            yield from hanging(line, self.width, "  ", rest="    ")

    def _branch(self, branch: Branch, of: object) -> Iterator[str]:
        where = _place(branch.at)
        if branch.trace is None:
            yield f"  {where}: {branch.claim}"
            return
        yield f"  {where} also: {branch.claim}"
        yield ""
        yield from self._scenes(branch.trace, of)

    def breakdown(self, found: Breakdown) -> Iterator[str]:
        """The lines of an error in the evaluation, and of the run to the state with it."""
        yield from str(found.error).splitlines()
        if found.trace is not None:
            steps = found.trace.events
            where = f"reached {when(found.trace, self.target)}"
            yield ""
            yield f"{where}:" if steps else "in an initial state:"
            yield ""
            yield from self._scenes(found.trace, found.of)


def _is_shown(verdict: Verdict) -> bool:
    return verdict.trace is not None or bool(verdict.invariant or verdict.plans)


def _place(at: int) -> str:
    return "at the start" if at == 0 else f"after {at}"


def plan_text(plan: Plan) -> str:
    """A line that says what a plan achieves, for whom, its size, and where it can be read.

    >>> from ..verdict import Position
    >>> plan_text(Plan("<<me>> F won", ("me",), (Position(0, "go", (("go", 1),)), Position(1))))
    '  at the start: <<me>> F won, by a strategy of me for 1 position (--json lists it)'
    """
    return f"  {plan_said(plan)} ({'; '.join(_ways(plan))})"


def plan_said(plan: Plan) -> str:
    """What a plan achieves, for whom, and its size.

    >>> plan_said(Plan("<<me>> F won", ("me",), missing="too many positions"))
    'at the start: <<me>> F won, by a strategy of me'
    """
    return f"{_place(plan.at)}: {plan.claim}, {_by(plan)}"


def _by(plan: Plan) -> str:
    count = len(plan.moves)
    if not count and not plan.missing:
        return "whatever is done"
    size = "" if plan.missing else f" for {count:,} position{'' if count == 1 else 's'}"
    who = ", ".join(plan.team)
    if plan.chance:
        who = f"{who} together with what is nobody's choice" if who else "what is nobody's choice"
    return f"by a strategy of {who}{size}"


def _ways(plan: Plan) -> Iterator[str]:
    """Where the plan can be read, or why it cannot be."""
    yield f"not listed: {plan.missing}" if plan.missing else "--json lists it"
    if plan.goal and plan.team and not (plan.missing or plan.chance or plan.at):
        players = ",".join(plan.team)
        yield f'as rules: solve --player "{players}" --goal "{plan.goal}" --strategy'


def explanation_text(explanation: Explanation) -> Iterator[str]:
    """The requests in a state and the outcome of each, one line for each request.

    Requests of one b-thread with the same outcome share a line, and so do external events.
    """
    for requests in _by_statement(explanation.requests):
        first = requests[0]
        events = ", ".join(str(request.event) for request in requests)
        rank = "" if first.priority is None else f" at priority {priority_text(first.priority)}"
        yield f"      {first.stand.thread} requests {events}{rank}: {_fate(first)}"
    groups: dict[str, list[Outside]] = {}
    for one in explanation.outside:
        groups.setdefault(_fate(one), []).append(one)
    for fate, alike in groups.items():
        yield f"      from outside {', '.join(str(one.event) for one in alike)}: {fate}"


def _fate(request: Request | Outside) -> str:
    if request.fate is not Fate.BLOCKED:
        return str(request.fate.value)
    who = list(dict.fromkeys(stand.thread for stand in request.blocked_by))
    more = f" and {len(who) - 3} more" if len(who) > 3 else ""
    return f"blocked by {', '.join(who[:3])}{more}"


def _by_statement(requests: Iterable[Request]) -> list[list[Request]]:
    groups: dict[object, list[Request]] = {}
    for request in requests:
        key = (request.stand, request.fate, request.blocked_by)
        groups.setdefault(key, []).append(request)
    return list(groups.values())
