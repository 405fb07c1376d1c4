"""A model to display: its variables, its actions and what it requires."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..figure import figure
from ..model.action import Action
from ..model.model import Model
from ..model.parts import Parts
from ..terms.sort import text_of_sort
from ..terms.text import text_of
from .pieces import beside, code, count, heading, short, table
from .program import requirements

MOST_ROWS = 60
LONGEST = 160
"""Characters of a condition or of an update."""


def model_html(model: Model) -> str:
    """The model as it is declared so far; more can be declared afterwards."""
    parts = model.declared
    names = list(dict.fromkeys(action.name for action in parts.actions))
    figures = (
        f"{count(len(parts.cells), 'variable')}, {count(len(names), 'action')}, "
        f"{figure(parts.layout.size)} encoded states"
    )
    return "".join(
        [
            heading(model.name, f"model: {figures}"),
            beside(
                table(["variable", "values"], [*_variables(parts)], MOST_ROWS),
                table(["action", "when", "sets"], [*_actions(parts, names)], MOST_ROWS),
                requirements(parts.requirements),
                table(["atom", "condition"], [*_atoms(parts)], MOST_ROWS),
                table(["", "declared"], [*_declared(parts)], MOST_ROWS),
            ),
        ]
    )


def _variables(parts: Parts) -> Iterator[list[str]]:
    for name, of in parts.cells.items():
        word = parts.words.get(name)
        sort = text_of_sort(of[0].sort) if word is None else word.sort
        many = (
            f" <small>\N{MULTIPLICATION SIGN}{len(of):,}</small>"
            if word is None and name in parts.arrays
            else ""
        )
        yield [f"{short(name)}{many}", code(sort, LONGEST)]
    for chosen in parts.chosen:
        yield [
            f"{short(chosen.name)} <small>chosen</small>",
            code(text_of_sort(chosen.sort), LONGEST),
        ]


def _actions(parts: Parts, names: Sequence[str]) -> Iterator[list[str]]:
    """A row for each name: the first ground action, and how many there are."""
    by_name: dict[str, list[Action]] = {name: [] for name in names}
    for action in parts.actions:
        by_name[action.name].append(action)
    for name, alike in by_name.items():
        first = alike[0]
        many = f" <small>\N{MULTIPLICATION SIGN}{len(alike):,}</small>" if len(alike) > 1 else ""
        owner = f" <small>{short(first.owner)}</small>" if first.owner else ""
        sets = "; ".join(f"{v.name} = {text_of(term)}" for v, term in first.updates)
        label = f'<br><span class="dim">such as {short(first.label)}</span>' if many else ""
        yield [
            f"{short(name)}{many}{owner}{label}",
            code(text_of(first.guard), LONGEST),
            code(sets, LONGEST) if sets else '<span class="dim">nothing</span>',
        ]


def _atoms(parts: Parts) -> Iterator[list[str]]:
    for name, term in parts.atoms.items():
        yield [short(name), code(text_of(term), LONGEST)]


def _declared(parts: Parts) -> Iterator[list[str]]:
    yield ["initially", code(text_of(parts.start), LONGEST)]
    for player, term in parts.turns.items():
        yield [f"{short(player)} chooses when", code(text_of(term), LONGEST)]
    for fairness in parts.fairness:
        kind = "strong fairness" if fairness.strong else "weak fairness"
        yield [kind, code(", ".join(fairness.labels), LONGEST)]
    if parts.assumption is not None:
        yield ["assumption", code(parts.assumption, LONGEST)]
