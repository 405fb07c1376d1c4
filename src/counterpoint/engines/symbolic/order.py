"""The order of variables in decision diagrams: variables that occur together are near each other.

FORCE (Aloul, Markov and Sakallah, GLSVLSI 2003): each variable moves to the center of its groups,
repeatedly, and the order with the least total span is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

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
    known = set(names)
    inside = {group & known: weight for group, weight in groups.items() if len(group & known) > 1}
    best = order = list(names)
    least, patience = _span(order, inside), tuning.order_patience
    while patience and inside:
        order = _moved(order, inside)
        span = _span(order, inside)
        patience -= 1
        if span < least:
            best, least, patience = order, span, tuning.order_patience
    return best


def _span(order: Sequence[str], groups: Groups) -> float:
    place = {name: n for n, name in enumerate(order)}
    return sum(weight * _width([place[name] for name in group]) for group, weight in groups.items())


def _width(places: Sequence[int]) -> int:
    return max(places) - min(places)


def _moved(order: Sequence[str], groups: Groups) -> list[str]:
    """One round of FORCE: each name moves to the weighted mean of the centers of its groups."""
    place = {name: n for n, name in enumerate(order)}
    pull = dict.fromkeys(order, 0.0)
    weights = dict.fromkeys(order, 0.0)
    for group, weight in groups.items():
        middle = _mean([place[name] for name in group])
        for name in group:
            pull[name] += weight * middle
            weights[name] += weight
    aim = {name: pull[name] / weights[name] if weights[name] else place[name] for name in order}
    return sorted(order, key=lambda name: (aim[name], place[name]))


def _mean(places: Iterable[int]) -> float:
    listed = sorted(places)
    return sum(listed) / len(listed)
