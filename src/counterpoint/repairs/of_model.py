"""Additions to models: conditions that become part of the guards of actions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from ..errors import BadFormula, BadTerm, Misuse, OutOfSort, UnknownAtom, UnknownName
from ..model.model import Model
from ..model.property import NoDeadlock, Property, Satisfies
from ..terms.evaluate import meaning
from ..tuning import Tuning
from ..verdict import Trace
from .arena import Offer
from .counted import CountedClauses
from .cube import Cubes
from .cube_form import CubeForm
from .listed_arena import ListedArena
from .model_words import Allowed, ModelWords
from .region import LosingRegion
from .safety import Test, always_body, test_of
from .trial import Forbidden
from .work import Made


class ModelWork:
    """Additions to one model.

    `controls` are the players of whom actions may get guards, and `may_block` the actions, by name
    or label; without either, all actions, which needs that at most one player has any.
    """

    def __init__(
        self,
        model: Model,
        wanted: Iterable[Property],
        controls: Collection[str],
        may_block: Collection[str],
        tuning: Tuning,
    ) -> None:
        self.model = model
        self._labels = {str(action.label): action for action in model.actions}
        self._controls, self._may_block = self._allowed(controls, may_block)
        wanted = tuple(wanted)
        tests = [_invariant(model, each) for each in wanted]
        self.arena = ListedArena(
            model,
            self._is_free,
            [test for test in tests if test is not None],
            moves=any(isinstance(each, NoDeadlock) for each in wanted),
            apart=False,
        )
        names = dict.fromkeys(
            action.name for action in model.actions if not may_block or self._may(str(action.label))
        )
        allowed = Allowed(tuning.repair_values, tuning.repair_variables)
        self.words = ModelWords(model, self.arena, names, allowed)

    @property
    def additions(self) -> str:
        """As `Work.additions`."""
        return "conditions of actions: they forbid steps, and none may add a step"

    def forms(self, region: LosingRegion, size: int, tuning: Tuning) -> Sequence[CubeForm]:
        return [
            CubeForm(
                self.arena,
                region,
                self.words,
                CountedClauses(tuning.repair_conflicts),
                (count, size),
            )
            for count in range(1, min(size, tuning.repair_conditions) + 1)
        ]

    def made(self, proposal: Cubes) -> Made:
        said: dict[str, list[str]] = {}
        for group, literals in proposal.conditions:
            denied = [self.words.literals[literal].denied for literal in literals]
            text = denied[0] if len(denied) == 1 else " | ".join(f"({each})" for each in denied)
            said.setdefault(self.words.groups[group], []).append(text)
        whole = {
            name: texts[0] if len(texts) == 1 else " & ".join(f"({each})" for each in texts)
            for name, texts in said.items()
        }
        place = f"a guard: in step(when=...) of {' and '.join(whole)}"
        lines = [f"{name}: {text}" for name, text in whole.items()]
        source = next(iter(whole.values())) if len(whole) == 1 else "\n".join(lines)
        return Made(source, place, self.words.guarded(whole))

    def steps(self, trace: Trace) -> list[tuple[int, Offer, int]]:
        return steps_on(self.arena, trace)

    def said(self, state: int, offer: Offer, there: int) -> str:
        return str(self.arena.labels[offer.event])

    def shown(self, each: Forbidden) -> Mapping[str, Any]:
        values: Mapping[str, Any] = self.model.as_json(self.arena.states[each.state])
        return values

    def rounds(self) -> int:
        return 0

    def _allowed(
        self, controls: Collection[str], may_block: Collection[str]
    ) -> tuple[Collection[str], Collection[str]]:
        players = self.model.players
        for player in controls:
            if player not in players:
                known = ", ".join(players) or "none"
                raise UnknownName(f"there is no player {player!r}; there are {known}")
        names = {action.name for action in self.model.actions}
        for text in may_block:
            if text not in names and text not in self._labels:
                raise UnknownName(
                    f"there is no action {text!r}; there are {', '.join(dict.fromkeys(names))}"
                )
        if not controls and not may_block and len(players) > 1:
            raise Misuse(
                f"{', '.join(players)} choose steps, and it is not clear who may be restrained: "
                "say it by controls=, or --controls"
            )
        if may_block:
            self.may = f"{', '.join(may_block)}, as asked for"
        elif controls:
            self.may = f"the actions of {', '.join(controls)}, as asked for"
        else:
            self.may = "all actions"
        return controls or players, may_block

    def _may(self, label: str) -> bool:
        return label in self._may_block or self._labels[label].name in self._may_block

    def _is_free(self, state: Any, label: Any) -> bool:
        if self._may_block:
            return not self._may(str(label))
        if not self.model.players:
            return False
        owner = self._labels[str(label)].owner or self.model.owner(state)
        return owner is not None and owner not in self._controls


def steps_on(arena: ListedArena, trace: Trace) -> list[tuple[int, Offer, int]]:
    """The steps of a run on an arena, without its rests."""
    found = []
    here = arena.number(trace.start)
    for label, state in trace.steps:
        there = arena.number(state)
        offer = arena.offer(here, label, there)
        if offer is not None:
            found.append((here, offer, there))
        here = there
    return found


def _invariant(model: Model, wanted: Property) -> Callable[[Any], bool] | None:
    """A property as a test of every state; None if it is none."""
    body = always_body(wanted.formula) if isinstance(wanted, Satisfies) else None
    if body is None:
        return None
    names = [variable.name for variable in model.variables]

    def atom(text: str) -> Test:
        return meaning(model.predicate(text))

    try:
        test = test_of(body, atom)
    except (UnknownAtom, BadFormula, BadTerm, OutOfSort):
        return None
    return lambda state: test(dict(zip(names, state, strict=True)))
