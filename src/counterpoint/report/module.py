"""States and steps of TLA+ modules, as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, TypeAlias

from ..data import dataclass
from ..model.system import REST, Label
from ..tla.module import TlaModule
from ..tla.steps import Action, Taken
from ..tla.system import ModuleSystem
from ..tla.values import grid, listed, show, to_json
from .changed import Change, How, changes
from .spread import spread


@dataclass(frozen=True)
class Values:
    """The values of the variables in a state, and in the one before it.

    >>> look = Values({"pc": ("cs", "e1")}, {"pc": ("e1", "e1")})
    >>> look.changed(80), look.places
    (['pc[1] = "cs"  (was "e1")'], ['pc[1]'])
    """

    now: Mapping[str, Any]
    before: Mapping[str, Any] | None = None

    @cached_property
    def _changes(self) -> list[Change]:
        return [] if self.before is None else changes(self.before, self.now)

    @property
    def is_board(self) -> bool:
        """Whether one of the values looks like a board."""
        return any(grid(value) is not None for value in self.now.values())

    @property
    def picture(self) -> str:
        """Boards as grids, other values on one line each."""
        blocks: list[str] = []
        for name, value in self.now.items():
            rows = grid(value)
            blocks += [f"{name} = {show(value)}"] if rows is None else [f"{name} =", *rows]
        return "\n".join(blocks)

    def whole(self, width: int) -> list[str]:
        """The lines of the state, where a value that does not fit is broken between its parts."""
        lines: list[str] = []
        for name, value in self.now.items():
            rows = grid(value)
            if rows is None:
                lines += _said(f"{name} =", value, width)
            else:
                lines += [f"{name} =", *(f"  {row}" for row in rows)]
        return lines

    def changed(self, width: int) -> list[str]:
        """The lines of the places that changed, including those inside values."""
        return [line for change in self._changes for line in _change_lines(change, width)]

    @property
    def values(self) -> dict[str, Any]:
        """The values by name, as `to_json` writes them."""
        return {name: to_json(value) for name, value in self.now.items()}

    @property
    def places(self) -> list[str]:
        """The places that changed."""
        return list(dict.fromkeys(change.at for change in self._changes))


def _change_lines(change: Change, width: int) -> list[str]:
    match change.how:
        case How.IS:
            return _with(_said(f"{change.at} =", change.now, width), change.was, width)
        case How.NEW:
            return _said(f"{change.at} =", change.now, width - len("  (new)"), "  (new)")
        case How.GONE:
            return _with([f"{change.at} is gone"], change.was, width)
        case How.DROPS:
            return _said(f"{change.at} drops", change.now, width)
        case How.GAINS | How.LOSES:
            return _elements(f"{change.at} {change.how.value}", listed(change.now), width)


def _elements(head: str, elements: Sequence[Any], width: int) -> list[str]:
    """The lines of elements that came or went: one if they fit, else one or more for each."""
    together = f"{head} {', '.join(map(show, elements))}"
    if len(together) <= width:
        return [together]
    return [line for one in elements for line in _said(head, one, width)]


def _with(lines: list[str], was: Any, width: int) -> list[str]:
    """The lines, followed by the value before if that fits on a single line."""
    before = "" if was is None else f"  (was {show(was)})"
    fits = len(lines) == 1 and len(lines[0]) + len(before) <= width
    return [lines[0] + before] if fits else lines


def _said(head: str, value: Any, width: int, end: str = "") -> list[str]:
    """The lines of a value: after its head, or below it if it does not fit there."""
    inside = spread(value, width - len(head) - 1)
    if len(inside) > 1 and len(head) > 12:
        return [head, *(f"  {line}" for line in spread(value, width - 2))]
    blank = " " * len(head)
    lines = [f"{blank if n else head} {line}" for n, line in enumerate(inside)]
    return [*lines[:-1], lines[-1] + end]


Moved: TypeAlias = Sequence[AbstractSet[str]]
"""For each rule of a label, the variables that the rule is about and that the step changed."""


def actions(label: Label, boxes: tuple[str, ...], moved: Moved = ()) -> list[dict[str, Any]]:
    """The actions of a step as plain data, each with its rule if there are several.

    A rule without a named action has None for it, if a variable changed that only it is about.

    >>> actions(Taken((Action("Put", ("who",), (1,)), None)), ("Board", "Turns"))
    [{'rule': 'Board', 'action': 'Put', 'arguments': {'who': 1}}]
    """
    return [
        {
            "rule": rule,
            "action": None if action is None else action.name,
            "arguments": {
                name: None if value is None else to_json(value)
                for name, value in _arguments(action)
            },
        }
        for rule, action in _acting(label, boxes, moved)
    ]


def title(label: Label, boxes: tuple[str, ...], moved: Moved = ()) -> str:
    """A step as text: its action, or which rules acted and how.

    >>> title(Taken((Action("Put"), Action("Turn"))), ("Board", "Turns"))
    'Board: Put, Turns: Turn'
    >>> title(Taken((None, Action("Turn"))), ("Board", "Turns"), ({"b"}, {"t"}))
    'Board, Turns: Turn'
    """
    if label is REST:
        return "stuttering"
    several = len(set(boxes)) > 1
    acting = _acting(label, boxes, moved)
    names = (_named(rule if several else "", action) for rule, action in acting)
    return ", ".join(filter(None, names)) or "a step"


def _named(rule: str, action: Action | None) -> str:
    if action is None:
        return rule
    return f"{rule}: {action}" if rule and rule != action.name else str(action)


def _arguments(action: Action | None) -> Iterable[tuple[str, Any]]:
    return () if action is None else zip(action.parameters, action.arguments, strict=True)


def _acting(label: Label, boxes: tuple[str, ...], moved: Moved) -> list[tuple[str, Action | None]]:
    """The rules that acted, each with its named action or None.

    A rule without a named action acted if it is about a variable that changed, and no named action
    is about that variable.
    """
    if not isinstance(label, Taken):
        return []
    count = len(label.actions)
    rules = boxes if len(boxes) == count else ("",) * count
    changed = moved if len(moved) == count > 1 else (set(),) * count
    triples = list(zip(rules, label.actions, changed, strict=True))
    named = {one for _, action, ones in triples if action is not None for one in ones}
    return [(rule, action) for rule, action, ones in triples if action is not None or ones - named]


def chosen_lines(module: TlaModule, of: object, states: Iterable[Any]) -> Iterator[str]:
    """What the values in some states are that CHOOSE without a set has chosen."""
    system = system_of(module, of)
    found = {text: name for state in states for text, name in system.chosen_in(state).items()}
    for text, name in found.items():
        yield f"{text} is the value of {name}: it equals nothing else"


def system_of(module: TlaModule, of: object) -> ModuleSystem:
    """The system that labels belong to: `of` if that is one, else that of the module."""
    return of if isinstance(of, ModuleSystem) else module.system
