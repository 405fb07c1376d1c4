"""Races: several players want to reach something, and the first to do so wins.

The play is over when a goal is met. If several goals are met at once, no player wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from ..logic.formula import Const, Formula, Junction, Junctor, Not, Temporal, Tense
from .goal import ParityGoal, is_state_formula

Team = tuple[str, ...]


def reached(goal: Formula) -> Formula | None:
    """The p of a goal `p` or `F p`; None for any other goal."""
    match goal:
        case ParityGoal():
            return None
        case Temporal(Tense.FINALLY, (of,)) if is_state_formula(of):
            return of
    return goal if is_state_formula(goal) else None


def first(goals: Mapping[str, Formula]) -> dict[str, Formula]:
    """For each player the formula that it wins: in a race, that it is the first to reach its goal.

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
    """For each player with several opponents: the opponents, and the formula that one of them wins.

    The key None is for players without a goal, if there are such `players`, or if `players` is
    None. Empty unless all goals belong to the race.
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
    """The formula that the first goal to be met is one of the team's, and that it is met alone."""
    none = Not(_some_of(racing.values()))
    return Temporal(Tense.UNTIL, (none, _some_of(_alone(player, racing) for player in team)))


def _alone(player: str, racing: Mapping[str, Formula]) -> Formula:
    """The formula that the player's goal is met and no other goal is."""
    others = _some_of(goal for other, goal in racing.items() if other != player)
    return Junction(Junctor.AND, racing[player], Not(others))


def _some_of(goals: Iterable[Formula]) -> Formula:
    found = list(goals)
    if not found:
        return Const(False)
    return reduce(lambda left, right: Junction(Junctor.OR, left, right), found)
