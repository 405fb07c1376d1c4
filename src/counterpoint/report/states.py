"""Sets of states, as text and as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ..engines.disagreement import Disagreement
from ..engines.space.stateset import StateSet
from ..figure import counted, figure
from ..model.notation import Notation, notation_of
from ..model.system import State
from .audit import audited_data
from .wrap import WIDTH, near, terminal_width

GAP = "   "


def states_text(found: StateSet, shown: Sequence[State], target: object = None) -> str:
    """The size of a set, the number of all states, and the shown ones, one line each.

    States of a TLA+ module, the `target`, are shown as pictures side by side if any has a board.
    """
    lines = [f"{figure(found.count)} of {figure(found.space.states)} states"]
    if found.note:
        lines.append(f"  ({found.note})")
    pictures = _boards([_seen(found, state) for state in shown], target)
    lines += pictures or (f"  {state_line(found.space.show(state))}" for state in shown)
    return "\n".join([*lines, *(_more(found.count, shown) if shown else ())])


def _seen(found: StateSet, state: Any) -> tuple[Any, frozenset[str] | None]:
    """A state of the system, and the facts about its past; None for facts that it does not have."""
    return (state[0], state[1]) if found.note else (state, None)


def _boards(shown: Sequence[tuple[Any, frozenset[str] | None]], target: Any) -> list[str]:
    """The lines of the pictures of states with a board, with a blank line above and below.

    Below each picture are the facts about the state's past, if it has them.
    """
    if notation_of(target) is not Notation.MODULE or not shown:
        return []
    from .module import Values  # imported here because only modules need TLA+

    looks = [Values(target.seen(state)) for state, _ in shown]
    if not any(look.is_board for look in looks):
        return []
    blocks = [
        [*look.picture.splitlines(), *_so_far(past)]
        for look, (_, past) in zip(looks, shown, strict=True)
    ]
    return ["", *_beside(blocks, (terminal_width() or WIDTH) - 2), ""]


def _so_far(past: frozenset[str] | None) -> Iterator[str]:
    if past is not None:
        yield f"so far: {', '.join(sorted(past)) or 'nothing'}"


def _beside(blocks: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Blocks of lines side by side, as many in a row as fit."""
    row: list[Sequence[str]] = []
    for block in blocks:
        if row and sum(_wide(each) + len(GAP) for each in row) + _wide(block) > width:
            yield from (*_joined(row), "")
            row = []
        row.append(block)
    yield from _joined(row)


def _joined(row: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [_wide(block) for block in row]
    for line in zip_longest(*row, fillvalue=""):
        cells = (text.ljust(width) for text, width in zip(line, widths, strict=True))
        yield f"  {GAP.join(cells)}".rstrip()


def _wide(block: Sequence[str]) -> int:
    return max(map(len, block), default=0)


def _more(count: int, shown: Sequence[State]) -> Iterator[str]:
    """A line with the number of states that are not shown, if there are any."""
    if count > len(shown):
        yield f"  ... and {figure(count - len(shown))} more"


def states_data(
    target: str, formula: str, over: str, found: StateSet, shown: Sequence[State]
) -> dict[str, Any]:
    """The answer to `where` as plain data: target, formula, over, states, satisfying, sample."""
    return {
        "target": target,
        "formula": formula,
        "over": over,
        "states": found.space.states,
        "satisfying": found.count,
        "note": found.note,
        "audited": audited_data(found.audited),
        "sample": [found.space.as_json(state) for state in shown],
    }


def state_line(shown: object) -> str:
    """A state, as its system shows it, on one line.

    >>> state_line({"x": "1", "turn": "2"})
    'x = 1, turn = 2'
    """
    if isinstance(shown, Mapping):
        return near(", ".join(f"{name} = {value}" for name, value in shown.items()))
    return " / ".join(str(shown).splitlines())


def disagreement_text(
    found: Disagreement,
    first: str,
    second: str,
    show: Callable[[Any], object],
    target: object = None,
) -> Iterator[str]:
    """The states in which two targets give different answers, as lines; `target` is one of them."""
    yield f"{counted(found.both, 'state')} in both"
    for name, count, sample in (
        (first, found.first_only, found.first_sample),
        (second, found.second_only, found.second_sample),
    ):
        yield f"{figure(count)} in {name} only"
        pictures = _boards([(state, None) for state in sample], target)
        yield from pictures or (f"  {state_line(show(state))}" for state in sample)
        yield from _more(count, sample)


def disagreement_data(
    found: Disagreement, first: str, second: str, as_json: Callable[[Any], object]
) -> dict[str, Any]:
    """The same comparison as plain data: counts for both and for each alone, with samples."""
    return {
        "first": first,
        "second": second,
        "both": found.both,
        "first_only": found.first_only,
        "second_only": found.second_only,
        "first_sample": list(map(as_json, found.first_sample)),
        "second_sample": list(map(as_json, found.second_sample)),
    }
