"""What the score shows of a model: its variables and atoms, and its actions with their guards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ...model.action import Readiness
from ...model.model import Model
from ...model.reasons import Reasons
from ...model.system import Label, State
from ...terms.evaluate import Meaning, meaning
from ...terms.sort import text_of_sort
from ...terms.text import text_of
from .cut import first_rows
from .values import SHOWN, ValuesPresenter

MOST_PARTS = 8
"""Maximum number of reasons that are given for actions that are not enabled."""


class ModelPresenter(ValuesPresenter):
    """Describes a model.

    >>> from counterpoint.examples.nim import model
    >>> presenter = ModelPresenter(model(piles=(1, 2)))
    >>> [group["title"] for group in presenter.groups]
    ['Variables', 'Actions', 'Watched']
    >>> presenter.why((0, 2, 2), None)["sections"][-1]["rows"][0]["said"]
    '0 < pile0 is false'
    """

    kind = "model"

    def __init__(self, model: Model) -> None:
        super().__init__(model, list(dict.fromkeys(action.name for action in model.actions)))
        self.model = model

    @cached_property
    def _places(self) -> dict[str, tuple[str, int]]:
        found = {action.name: action.place for action in self.model.actions if action.place}
        return {name: (place.file, place.line) for name, place in found.items()}

    @cached_property
    def _atoms(self) -> dict[str, Meaning]:
        shown = {variable.name for variable in self.model.variables}
        atoms = self.model.atoms.items()
        return {name: meaning(term) for name, term in atoms if name not in shown}

    @property
    def files(self) -> list[str]:
        """The files from which it was read, or that declare its actions."""
        return [*dict.fromkeys([*super().files, *(file for file, _ in self._places.values())])]

    def place_of(self, kind: str, name: str) -> tuple[str, int] | None:
        """The file and line where an action is declared; None if they are not known."""
        return self._places.get(name) if kind == "Actions" else None

    def places(self, state: State) -> dict[str, str]:
        """The values of variables by name; each element of an array has its own name."""
        parts = self.model.parts
        names = (variable.name for variable in parts.variables)
        found = dict(zip(names, map(parts.spells, state), strict=True))  # type: ignore[call-overload]
        return found if not parts.words else self._with_words(found, state)

    def _with_words(self, found: Mapping[str, str], state: State) -> dict[str, str]:
        """The values, with those of words in place of their bits."""
        words, shown = self.model.parts.words, self.model.show(state)  # type: ignore[arg-type]
        owner = {bit: name for name, word in words.items() for bit in word.bits}
        named = ((owner.get(name, name), text) for name, text in found.items())
        return {name: shown[name] if name in words else text for name, text in named}

    def sorts(self) -> Mapping[str, str]:
        """The sort of each variable; for an array, that of its elements."""
        parts = self.model.parts
        inside = {v.name: name for name, of in parts.arrays.items() for v in of.variables.values()}
        bits = {bit for word in parts.words.values() for bit in word.bits}
        plain = [v for v in self.model.variables if v.name not in bits]
        sorts = {inside.get(v.name, v.name): text_of_sort(v.sort) for v in plain}
        return sorts | {name: word.sort for name, word in parts.words.items()}

    def watched(self, state: State) -> dict[str, bool]:
        """The atoms, each with whether it holds in a state."""
        values = dict(
            zip((v.name for v in self.model.variables), state, strict=True)  # type: ignore[call-overload]
        )
        return {name: bool(holds(values)) for name, holds in self._atoms.items()}

    def more_why(self, state: State, label: Label | None) -> list[dict[str, Any]]:
        """A section with the actions that are not enabled, and the false parts of their guards."""
        needs: dict[str, list[Readiness]] = {}
        found = self.model.explain(state)  # type: ignore[arg-type]
        enabled = {ready.action.label for ready in found if ready.enabled}
        for ready in found:
            if ready.action.label not in enabled:
                needs.setdefault(self._said(ready), []).append(ready)
        rows = [self._need(state, said, of) for said, of in needs.items()]
        title = "Not enabled"
        return [{"kind": "needs", "title": title, "note": ""} | first_rows(rows, MOST_PARTS)]

    def _need(self, state: State, said: str, of: list[Readiness]) -> dict[str, Any]:
        labels = list(dict.fromkeys(ready.action.label for ready in of))
        listed = [self.event(state, label, "no") for label in labels[:SHOWN]]
        return {"events": {"listed": listed, "more": len(labels) - len(listed)}, "said": said}

    def _said(self, ready: Readiness) -> str:
        """Why an action is not enabled, in the model's own words if it has some for that."""
        return self._reasons.first(ready.action.guard, ready.unmet) or _in_terms(ready)

    @cached_property
    def _reasons(self) -> Reasons:
        return Reasons(self.model.parts.reasons)


def _in_terms(ready: Readiness) -> str:
    """Why an action is not enabled: the parts of its guard that are false."""
    found = []
    if parts := [text_of(part) for part in ready.unmet]:
        found.append(f"{' and '.join(parts)} {'is' if len(parts) == 1 else 'are'} false")
    if parts := [text_of(part) for part in ready.unsatisfiable]:
        found.append(f"no choice makes {' or '.join(parts)} true")
    return ", and ".join(found)
