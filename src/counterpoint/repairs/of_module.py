"""Additions to TLA+ modules: a conjunct of the specification that restricts its steps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..errors import UnknownName
from ..tla.module import TlaModule
from ..tla.places import change
from ..tla.spec.specification import Conjunct, Kind
from ..tuning import Tuning
from ..verdict import Trace
from .arena import Offer
from .counted import CountedClauses
from .cube import Cubes
from .cube_form import CubeForm
from .listed_arena import ListedArena
from .module_words import ModuleWords
from .of_model import steps_on
from .region import LosingRegion
from .trial import Forbidden
from .work import Made


class ModuleWork:
    """Additions to one specification of a module.

    `parts` are what is claimed of it, and with `moves` it must not deadlock. `controls` are the
    values of the owner's expression at which steps may be forbidden; without them, all steps may.
    """

    def __init__(
        self,
        module: TlaModule,
        parts: Iterable[Conjunct],
        controls: Collection[str],
        *,
        moves: bool,
    ) -> None:
        self.module = module
        self._controls = controls
        if controls and module.choice.owner is None:
            raise UnknownName("it is not known whose turn it is: give the variable by --owner")
        self.may = f"the steps of {', '.join(controls)}, as asked for" if controls else "all steps"
        self.arena = ListedArena(
            module, self._is_free, list(self._invariants(parts)), moves=moves, apart=True
        )

    @property
    def additions(self) -> str:
        """As `Work.additions`."""
        return "conjuncts of the specification: they forbid steps, and none may add a step"

    def forms(self, region: LosingRegion, size: int, tuning: Tuning) -> Sequence[CubeForm]:
        steps = dict.fromkeys(
            (state, target)
            for state in region.known
            for offer in self.arena.offers(state)
            for target in offer.targets
        )
        words = ModuleWords(self.module, self.arena, steps, tuning.repair_literals)
        return [
            CubeForm(
                self.arena, region, words, CountedClauses(tuning.repair_conflicts), (count, size)
            )
            for count in range(1, min(size, tuning.repair_conditions) + 1)
        ]

    def made(self, proposal: Cubes) -> Made:
        words: Any = proposal.vocabulary
        boxes = []
        for _, literals in proposal.conditions:
            said = r" \/ ".join(words.literals[literal].denied for literal in literals)
            boxes.append(f"[][{said}]_<<{', '.join(self.module.variables)}>>")
        source = r" /\ ".join(boxes)
        return Made(source, f"a conjunct of {self._name}", self._composed(source))

    def steps(self, trace: Trace) -> list[tuple[int, Offer, int]]:
        return steps_on(self.arena, trace)

    def said(self, state: int, offer: Offer, there: int) -> str:
        names = self.module.variables
        pairs = zip(names, self.arena.states[state], self.arena.states[there], strict=True)
        changes = (change(name, was, now) for name, was, now in pairs if was != now)
        return next(changes, "nothing")

    def shown(self, each: Forbidden) -> Mapping[str, Any]:
        return self.module.as_json(self.arena.states[each.state])

    def rounds(self) -> int:
        return 0

    @property
    def _name(self) -> str:
        return self.module.specification.name

    def _composed(self, source: str) -> TlaModule:
        module = self.module
        spec = rf"{self._name} /\ {source}"
        choice = replace(module.choice, spec=spec)
        whole = TlaModule(module.loaded, module.config, choice, ruled=True)
        rules = [rule for rule in whole.rules if rule not in module.off]
        return whole if len(rules) == len(whole.rules) else whole.only(*rules)

    def _is_free(self, state: Any, label: Any) -> bool:
        return bool(self._controls) and self.module.owner(state) not in self._controls

    def _invariants(self, parts: Iterable[Conjunct]) -> Iterable[Callable[[Any], bool]]:
        facts = self.module.system.facts
        for part in parts:
            if part.kind is Kind.ALWAYS:
                yield facts.of_state(str(part), part.closed).holds
