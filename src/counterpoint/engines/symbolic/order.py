"""The order of variables in decision diagrams: variables that occur together are near each other.

FORCE (Aloul, Markov and Sakallah, GLSVLSI 2003): each variable moves to the center of its groups,
repeatedly, and the order with the least total span is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...model.parts import Parts
from ...terms.apply import conjuncts
from ...tuning import USUAL, Tuning
from .support import Supports

Groups = Mapping[frozenset[str], float]

NOTHING: Mapping[str, str] = {}


def order_of(
    parts: Parts,
    supports: Supports,
    tuning: Tuning = USUAL,
    stands: Mapping[str, str] = NOTHING,
) -> list[str]:
    """The names of the variables, from the top of the diagrams to the bottom.

    Variables that most actions change, such as the player to move, are above all others. Chosen
    variables are among them, except those that stand for the next value of a variable.
    """
    names = [variable.name for variable in parts.variables]
    hubs = _hubs(parts)
    others = [name for name in names if name not in hubs]
    others += [variable.name for variable in parts.chosen if variable.name not in stands]
    return [name for name in names if name in hubs] + arranged(
        others, groups(parts, supports, tuning, stands), tuning
    )


def _hubs(parts: Parts) -> set[str]:
    actions = [action for action in parts.actions if action.updates]
    changes: dict[str, int] = {}
    for action in actions:
        for variable, _ in action.updates:
            changes[variable.name] = changes.get(variable.name, 0) + 1
    hubs = {name for name, times in changes.items() if 2 * times > len(actions) >= 4}
    return set() if len(hubs) == len(parts.variables) else hubs


def groups(
    parts: Parts, supports: Supports, tuning: Tuning = USUAL, stands: Mapping[str, str] = NOTHING
) -> Groups:
    """The sets of variables that occur together in actions, atoms and their parts, with weights.

    A variable that `stands` for the next value of another one is that other one.
    """
    found: dict[frozenset[str], float] = {}

    def add(names: frozenset[str]) -> None:
        if stands:
            names = frozenset(stands.get(name, name) for name in names)
        if 2 <= len(names) <= tuning.group_widest:
            found[names] = found.get(names, 0.0) + 1 / (len(names) - 1)

    for action in parts.actions:
        changed = frozenset(variable.name for variable, _ in action.updates)
        near = [supports.of(term) for term in conjuncts(action.guard)]
        if not action.chosen:
            add(changed.union(*(names for names in near if len(names) <= 2)))
        for variable, term in action.updates:
            add(supports.of(term) | {variable.name})
        for names in supports.within(action.guard):
            add(names)
    for term in (*parts.atoms.values(), parts.start):
        for names in supports.within(term):
            add(names)
    return found


def arranged(names: Sequence[str], groups: Groups, tuning: Tuning = USUAL) -> list[str]:
    """The names in an order in which the members of each group are near each other.

    >>> near = {frozenset("ac"): 1.0, frozenset("cb"): 1.0}
    >>> arranged("abc", near)
    ['a', 'c', 'b']
    """
    places = {name: number for number, name in enumerate(names)}
    inside = {group.intersection(places): weight for group, weight in groups.items()}
    forces = _Forces(
        len(places),
        [(w, [places[name] for name in group]) for group, w in inside.items() if len(group) > 1],
    )
    best = order = list(range(len(places)))
    least, patience = forces.span(order), tuning.order_patience
    while patience and forces.pulls:
        order = forces.moved(order)
        span = forces.span(order)
        patience -= 1
        if span < least:
            best, least, patience = order, span, tuning.order_patience
    return [names[number] for number in best]


class _Forces:
    """Groups of numbered variables, which pull their members together with their weights."""

    def __init__(self, count: int, pulls: Sequence[tuple[float, Sequence[int]]]) -> None:
        self.pulls = pulls
        self._weights = [0.0] * count
        for weight, members in pulls:
            for number in members:
                self._weights[number] += weight

    def span(self, order: Sequence[int]) -> float:
        """How far the members of groups are apart, in all."""
        place = _places(order)
        span = 0.0
        for weight, members in self.pulls:
            here = [place[number] for number in members]
            span += weight * (max(here) - min(here))
        return span

    def moved(self, order: Sequence[int]) -> list[int]:
        """One round of FORCE: each moves to the weighted mean of the centers of its groups."""
        place = _places(order)
        pull = [0.0] * len(order)
        for weight, members in self.pulls:
            middle = weight * (sum([place[number] for number in members]) / len(members))
            for number in members:
                pull[number] += middle
        aims = [
            (force / weight if weight else at, at)
            for force, weight, at in zip(pull, self._weights, place, strict=True)
        ]
        return sorted(order, key=aims.__getitem__)


def _places(order: Sequence[int]) -> list[int]:
    """The place of each number in an order."""
    place = [0] * len(order)
    for at, number in enumerate(order):
        place[number] = at
    return place
