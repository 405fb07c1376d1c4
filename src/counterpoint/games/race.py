"""Races: several players want to come to something, and who comes first has won.

The play is over when a goal is met. Where goals of several are met at once, nobody has won.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from ..logic.formula import Const, Formula, Junction, Junctor, Not, Temporal, Tense
from .goal import is_state_formula

Team = tuple[str, ...]


def reached(goal: Formula) -> Formula | None:
    """What a goal `p` or `F p` wants to come to, which is p; None for any other goal."""
    match goal:
        case Temporal(Tense.FINALLY, (of,)) if is_state_formula(of):
            return of
    return goal if is_state_formula(goal) else None


def first(goals: Mapping[str, Formula]) -> dict[str, Formula]:
    """For each player that he wins: those who want to come to something, that they do so first.

    >>> from counterpoint.logic.parser import parse
    >>> wanted = {"one": parse("p"), "two": parse("F q"), "three": parse("G p")}
    >>> for player, goal in first(wanted).items():
    ...     print(player, goal)
    one !(p | q) U (p & !q)
    two !(p | q) U (q & !p)
    three G p
    """
    racing = _racing(goals)
    if len(racing) < 2:
        return dict(goals)
    return {
        player: _comes_first([player], racing) if player in racing else goal
        for player, goal in goals.items()
    }


def others_first(
    goals: Mapping[str, Formula], players: Iterable[str] | None
) -> dict[str | None, tuple[Team, Formula]]:
    """For each player who the others are, where they are several, and that one of them wins.

    None stands for those who want nothing, if there are such `players`, or if that is not known.
    """
    racing = _racing(goals)
    idle = players is None or not set(players) <= goals.keys()
    if len(racing) < len(goals):
        return {}
    found: dict[str | None, tuple[Team, Formula]] = {}
    for player in (*racing, *([None] if idle else [])):
        others = tuple(other for other in racing if other != player)
        if len(others) > 1:
            found[player] = others, _comes_first(others, racing)
    return found


def _racing(goals: Mapping[str, Formula]) -> dict[str, Formula]:
    wanted = {player: reached(goal) for player, goal in goals.items()}
    return {player: goal for player, goal in wanted.items() if goal is not None}


def _comes_first(team: Iterable[str], racing: Mapping[str, Formula]) -> Formula:
    """That the first goal to be met is one of the team's, and no other is met with it."""
    none = Not(_some_of(racing.values()))
    return Temporal(Tense.UNTIL, (none, _some_of(_alone(player, racing) for player in team)))


def _alone(player: str, racing: Mapping[str, Formula]) -> Formula:
    """That the goal of the player is met, and no other one is."""
    others = _some_of(goal for other, goal in racing.items() if other != player)
    return Junction(Junctor.AND, racing[player], Not(others))


def _some_of(goals: Iterable[Formula]) -> Formula:
    found = list(goals)
    if not found:
        return Const(False)
    return reduce(lambda left, right: Junction(Junctor.OR, left, right), found)
