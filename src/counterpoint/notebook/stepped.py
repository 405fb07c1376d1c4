"""A run that is stepped without a script: a radio button for each position, and styles."""

from __future__ import annotations

from collections.abc import Sequence

from ..alarm import require_going_on
from ..errors import CounterpointError
from ..model.notation import Notation, notation_of
from ..verdict import Subject, Trace
from .picture import picture
from .pieces import count, details, said, sentence
from .reasons import reasons
from .run import Run
from .score import score
from .sheet import Sheet

MOST_STEPS = 40
"""Positions of a run that are shown."""

MOST_EVENTS = 200
"""Labels of a run that is shown without what it is a run of."""


def stepped(sheet: Sheet, trace: Trace, most: int = MOST_STEPS) -> str:
    """A run with its score, its pictures and its reasons, at its last step."""
    subject = trace.subject
    if subject is None or _is_unexplored(subject):
        return _alone(trace)
    try:
        return _stepped(sheet, Run(trace, subject, most))
    except CounterpointError as error:  # such as a value that a module does not have
        return f'{_alone(trace)}<p class="fails">The score cannot be drawn: {said(error, 400)}</p>'


def _is_unexplored(subject: Subject) -> bool:
    """Whether the b-threads of a program would have to be explored to draw its score."""
    return notation_of(subject.target) is Notation.PROGRAM and subject.network is None


def ending(trace: Trace) -> str:
    """How long a run is, and whether it comes to an end."""
    steps = count(len(trace.steps), "step")
    if trace.loop is None:
        return steps
    if trace.loop == len(trace.steps) - 1 and trace.states[-1] == trace.states[-2]:
        which = "which" if len(trace.steps) == 1 else "of which the last one"
        return f"{steps}, {which} repeats for ever"
    back = f"the state after step {trace.loop}" if trace.loop else "the start"
    return f"{steps}, then for ever again from {back}"


def _alone(trace: Trace) -> str:
    """The labels of a run, where it is not known what it is a run of."""
    labels = [label for label, _ in trace.steps]
    rows = "".join(f"<li>{said(label, 200)}</li>" for label in labels[:MOST_EVENTS])
    more = len(labels) - MOST_EVENTS
    rest = f'<p class="dim">and {more:,} more</p>' if more > 0 else ""
    return f'<ol class="events">{rows}</ol>{rest}'


def _stepped(sheet: Sheet, run: Run) -> str:
    group = sheet.new_id()
    last = run.positions[-1]
    buttons = "".join(_button(group, at, checked=at == last) for at in run.positions)
    panels = "".join(_panel(sheet, run, group, place) for place in range(len(run.positions)))
    steps = ending(run.trace)
    note = f'<p class="dim">The run has {steps}; {run.left_out}.</p>' if run.left_out else ""
    return (
        f'<div class="run" role="group" aria-label="Run of {said(steps)}">'
        f"<style>{_switches(group, run.positions)}</style>{buttons}"
        f'{score(run, group)}{note}<div class="stage">{panels}</div></div>'
    )


def _button(group: str, at: int, *, checked: bool) -> str:
    name = f"Step {at}" if at else "Start"
    on = " checked" if checked else ""
    return f'<input type="radio" name="{group}" id="{group}-{at}" aria-label="{name}"{on}>'


def _switches(group: str, positions: list[int]) -> str:
    """Styles that show the panel of the chosen position, and its column."""
    panels, columns, focused = zip(
        *(_switch(f"#{group}-{at}", at) for at in positions), strict=True
    )
    return (
        f"{','.join(panels)}{{display:grid}}{','.join(columns)}{{background:var(--sunk)}}"
        f"{','.join(focused)}{{outline:2px solid var(--focus);outline-offset:-2px}}"
    )


def _switch(button: str, at: int) -> tuple[str, str, str]:
    return (
        f"{button}:checked~.stage>.p{at}",
        f"{button}:checked~.staves .k{at}",
        f"{button}:focus-visible~.staves th.k{at}",
    )


def _panel(sheet: Sheet, run: Run, group: str, place: int) -> str:
    require_going_on()
    at = run.positions[place]
    drawn = picture(
        sheet, run.target, run.presenter, run.states[max(0, at - 1) : at + 1], run.labels[:at]
    )
    why = run.why(at)
    lead = f'<p class="say">{sentence(why["lead"])}</p>' if at else ""
    more = details("Why", reasons(why)) if at else ""
    ends = _end(run) if at == run.length else ""
    bad = f'<p class="fails">{said(why["bad"])}.</p>' if said(why["bad"]) not in ends else ""
    shown = f'<div class="picture">{drawn}</div>' if drawn else ""
    nav = _nav(run, group, place)
    return (
        f'<div class="p{at} panel">{shown}<div class="why">{nav}{lead}{more}{bad}{ends}</div></div>'
    )


def _end(run: Run) -> str:
    """What can be done where a run ends; where it goes back to, if it does not end."""
    if run.trace.loop is not None:
        back = f"after step {run.trace.loop}" if run.trace.loop else "at the start"
        return f'<p class="dim">Here everything is again as it was {back}.</p>'
    try:
        end = run.end()
    except CounterpointError as error:  # such as a step that has no value
        return f'<p class="fails">Then: {said(error.message, 400)}</p>'
    if not run.has_end and any(part["kind"] == "enabled" for part in end["sections"]):
        return ""  # the run might go on, and what it shows is over
    return f'<p class="say">Then: {sentence(end["lead"])}</p>{details("At the end", reasons(end))}'


def _nav(run: Run, group: str, place: int) -> str:
    at = run.positions[place]
    back = _arrow("◀", "the step before", group, run.positions[:place][-1:])
    forth = _arrow("▶", "the next step", group, run.positions[place + 1 :][:1])
    where = f"step {at:,} of {run.length:,}" if at else f"the start of {count(run.length, 'step')}"
    return f'<p class="nav">{back} <span>{where}</span> {forth}</p>' if run.length else ""


def _arrow(sign: str, words: str, group: str, to: Sequence[int]) -> str:
    """A label that leads to a position, if there is one."""
    if not to:
        return f'<span class="stop" aria-hidden="true">{sign}</span>'
    return f'<label for="{group}-{to[0]}" title="{words}">{sign}</label>'
