"""The sentences above the board: which player moves, what happened, and how the game ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..model.network import Network
from ..model.system import REST
from ..report.score.moment import Moment
from ..report.score.values import ValuesPresenter
from ..verdict import Answer, Verdict
from .goals import Goals, in_words
from .walk import Walk

Said = dict[str, Any]
"""A `title`, the `parts` of the line below it, and whether it is a `result`."""


def said_of_game(
    walk: Walk, goals: Goals, persons: Sequence[str], *, squares: int | None, values: str
) -> Said:
    """The sentences about a game: its result, or what can be done.

    `squares` is the number of squares that can be clicked, None for all empty ones, 0 if the game
    is not played on a board. `values` is a sentence about the values of moves; it may be empty.
    """
    result = result_of(walk, goals)
    if result:
        return _said(result, _after(walk), result=True)
    if not walk.choices:
        return _said(*_stuck(walk), result=True)
    return _said(_turn(walk, persons, squares), [values] if values else _last(walk))


def result_of(walk: Walk, goals: Goals) -> str:
    """The result of the game in words; empty if it is not over."""
    here: Any = walk.state
    if isinstance(walk.system, Network):
        failure = Moment(walk.system, here).failure
        if failure:
            return f"{failure[:1].upper()}{failure[1:]}."
        if walk.labels and walk.labels[-1] in walk.system.final:
            return f"{in_words(str(walk.labels[-1]))}."
        return ""
    moved = [step for step in walk.choices if step.state != walk.state]
    winners = [called(player) for player, goal in goals.items() if _is_true(walk, goal)]
    if winners:
        verb = "wins" if len(winners) == 1 else "win"
        return f"{capital(' and '.join(winners))} {verb}."
    return "Nobody wins." if goals and not moved else ""


def _is_true(walk: Walk, goal: str) -> bool:
    presenter = walk.presenter
    watched: Mapping[str, bool] = (
        presenter.watched(walk.state) if isinstance(presenter, ValuesPresenter) else {}
    )
    return watched.get(goal.strip("{}"), False)


def _after(walk: Walk) -> list[Any]:
    moves = sum(label is not REST for label in walk.labels)
    return [f"After {moves} step{'' if moves == 1 else 's'}. ", *_last(walk)]


def _stuck(walk: Walk) -> tuple[str, list[Any]]:
    lead = list(walk.presenter.why(walk.state, None)["lead"])
    here: Any = walk.state
    asked = _is_program(walk) and any(voice.request for voice in walk.system.voices(here))
    title = "Nothing can be selected." if asked else "Nothing more can happen."
    return title, [*_last(walk), " ", *lead] if asked else _last(walk)


def _turn(walk: Walk, persons: Sequence[str], squares: int | None) -> str:
    """A sentence to the person about which player moves."""
    board = squares != 0
    what = _click(squares) if board else "Choose an event" if _is_program(walk) else "Choose a step"
    owners = dict.fromkeys(step.owner for step in walk.choices if step.owner is not None)
    mine = [player for player in owners if player in persons]
    if not walk.presenter.voices.players:
        return f"{what}."
    if not owners:
        return "The program goes on." if _is_program(walk) else f"{what}."
    if not mine:
        owner = next(iter(owners))
        who = capital(called(owner))
        return f"{who} answers." if walk.at == len(walk.steps) else f"{who}'s turn."
    if len(persons) > 1:
        return f"{capital(called(mine[0]))}'s turn."
    return f"You are {called(mine[0])}. {what}." if not walk.at else "Your turn."


def called(player: str) -> str:
    """A player in a sentence.

    >>> called("X"), called("1")
    ('X', 'player 1')
    """
    return f"player {player}" if player.isdecimal() else player


def capital(text: str) -> str:
    """A sentence that begins with a capital letter, unless that is a name."""
    return f"P{text[1:]}" if text.startswith("player ") else text


def _click(squares: int | None) -> str:
    """A sentence about what to click: any square, or one of the `squares` possible ones."""
    if squares is None:
        return "Click any square"
    return "Click the one open square" if squares == 1 else f"Click one of {squares} open squares"


def _is_program(walk: Walk) -> bool:
    return isinstance(walk.system, Network)


def _last(walk: Walk) -> list[Any]:
    """The sentence about the last step: who requested it, or that it was taken."""
    if not walk.at:
        return []
    lead = list(walk.why(walk.at - 1)["lead"])
    return lead[:-1] if len(lead) > 1 else lead


def said_of_trace(walk: Walk, verdict: Verdict, lost: Sequence[int] = ()) -> Said:
    """The sentences while a counterexample or witness is played; `lost` steps lost value."""
    shown, claims = shown_at(walk, verdict), claims_at(walk, verdict)
    also = [f" {claims}"] if claims else []
    if walk.at == 0 and walk.steps:
        how = " Step with the arrow keys, or press Space."
        return _said("The run begins.", [shown, *also, how])
    if walk.at < len(walk.steps):
        title = f"{walk.steps[walk.at - 1].label} came."
        return _said(title, [*_last(walk), *also, " ", shown])
    if walk.loop is not None:
        return _said("From here it repeats for ever.", [*_last(walk), *also, " ", shown])
    is_true = verdict.answer is Answer.HOLDS
    ends = "Here it has come true." if is_true else f"Here “{verdict.name}” is broken."
    return _said(ends, [*_last(walk), *also, *_lost(lost)], result=True)


def claims_at(walk: Walk, verdict: Verdict) -> str:
    """What is true from the present position of a run on, although no run alone shows it."""
    claims = dict.fromkeys(branch.claim for branch in verdict.branches if branch.at == walk.at)
    return f"From here on: {'; '.join(claims)}." if claims else ""


def shown_at(walk: Walk, verdict: Verdict) -> str:
    """Where a run shows that the property holds or fails: at its end, or by an endless loop."""
    name, what = verdict.name, "comes true" if verdict.answer is Answer.HOLDS else "is broken"
    end, loop = len(walk.steps), walk.loop
    if loop is None:
        where = f"at step {end}, the last" if end else "at the start"
        return f"“{name}” {what} {where}."
    if all(step.label is REST for step in walk.steps[loop:]):
        after = f"after step {loop}" if loop else "at all"
        return f"“{name}” {what}: nothing happens {after}, for ever."
    steps = f"steps {loop + 1} to {end} repeat" if end > loop + 1 else f"step {end} repeats"
    return f"“{name}” {what}: {steps} for ever."


def _lost(steps: Sequence[int]) -> list[Any]:
    """The steps that lost value, as pieces of a sentence that link to them."""
    named: list[Any] = []
    for step in steps[:3]:
        named += [", " if named else " Value was lost at ", {"step": step}]
    more = f" and {len(steps) - 3} more" if len(steps) > 3 else ""
    return [*named, f"{more}."] if named else []


def _said(title: str, parts: Sequence[Any], *, result: bool = False) -> Said:
    return {"title": title, "parts": list(parts), "result": result}
