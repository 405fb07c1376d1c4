"""Coverage: how often each action was taken, by each conjunct of a specification."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..identity import Identity, identity
from ..model.system import Label as Taken
from ..model.theory import Covered
from .steps.step import Branch, Call, Choice, Done, Fail, Label, Plan, Step

STUTTERS = "(stutters, or acts without a name)"
"""The name for what one of several conjuncts does in a step without a named action of it."""

UNNAMED = "(without a name)"
"""The name for what the only conjunct does if its action has no name."""


def coverage(
    plan: Plan, rules: Sequence[str], counts: Iterable[tuple[Taken, int, int]]
) -> list[Covered]:
    """How often each action of a plan was taken, including those that were never taken.

    `rules` are the names of the conjuncts. `counts` gives for each label how often its step was
    taken, and how often it led to a new state.
    """
    found = {(rule, name): [0, 0] for rule, name in endings(plan)}
    nameless = STUTTERS if plan.rules > 1 else UNNAMED
    for label, taken, fresh in counts:
        for rule, action in enumerate(getattr(label, "actions", ())):
            name = nameless if action is None else action.name
            count = found.setdefault((rule, name), [0, 0])
            count[0] += taken
            count[1] += fresh
    rows = sorted(found.items(), key=_in_order)
    return [Covered(rules[rule], name, *count) for (rule, name), count in rows]


def _in_order(row: tuple[tuple[int, str], list[int]]) -> tuple[int, list[tuple[bool, int, str]]]:
    """The sort key of a row: the rule, then the name, with numbers in names compared by value."""
    (rule, name), _ = row
    parts = re.split(r"(\d+)", name)
    return rule, [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]


def endings(plan: Plan) -> set[tuple[int, str]]:
    """Pairs of the number of a conjunct and the name of an action that it may take."""
    return {
        (rule, name)
        for rule in range(plan.rules)
        for name in _Endings(plan, rule).names
        if name is not None
    }


class _Endings:
    """The actions that one conjunct may have taken when a step is complete; None for no name."""

    def __init__(self, plan: Plan, rule: int) -> None:
        self.names: set[str | None] = set()
        self._shared = plan.shared
        self._rule = rule
        self._seen: set[tuple[Identity, str | None]] = set()
        self._follow(plan.root)

    def _follow(self, root: Step) -> None:
        todo: list[tuple[Step, str | None]] = [(root, None)]
        while todo:
            step, name = todo.pop()
            if (identity(step), name) in self._seen:
                continue
            self._seen.add((identity(step), name))
            if isinstance(step, Label) and step.rule == self._rule:
                name = step.name
            if isinstance(step, Done):
                self.names.add(name)
            todo += [(after, name) for after in self._after(step)]

    def _after(self, step: Step) -> Iterator[Step]:
        match step:
            case Done() | Fail():
                return
            case Branch(ways):
                yield from ways
            case Choice(_, then, otherwise):
                yield from (then, otherwise)
            case Call(number):
                yield self._shared[number]
            case _:
                yield step.then
