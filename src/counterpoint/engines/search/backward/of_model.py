"""The choices of a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256

import numpy as np

from ....data import dataclass
from ....errors import UnknownAtom
from ....logic.core import Kind
from ....model.model import Model
from ....model.parts import Parts
from ....tuning import Tuning
from ...base.arrays import NOTHING, U64, Bools
from ..compiled import sweepkernel
from ..compiled.code import Code, owners_of
from ..compiled.form import Form, build_for
from ..levels.leading import leads
from ..levels.model_atoms import atom_of, kinds_named
from ..levels.model_kernel import Expansion, expand
from ..levels.recipe import sendable
from .choices import Chosen
from .condition import Condition
from .kernel import ANY, EVERY
from .kernel import REST as RESTS
from .model_kernel import Choosing, classify, contested

ASKED = {
    Kind.SOME: sweepkernel.SOME,
    Kind.ALL: sweepkernel.ALL,
    Kind.FORCE: sweepkernel.FORCE,
    Kind.ALLOW: sweepkernel.ALLOW,
}


class ModelChoices:
    """The steps of a model, with their players, for states packed as in a search of it."""

    def __init__(self, model: Model, tuning: Tuning, room: int) -> None:
        self._shared = _Shared(model, tuning)
        self._room(room)

    def _room(self, room: int) -> None:
        code = self._shared.code
        room = max(room, code.most)
        self._expansion = Expansion(
            targets=np.zeros(room * code.layout.words, np.uint64),
            kinds=np.zeros(room, np.uint32),
            room=room,
            most=code.most,
        )
        self._classes = np.zeros(room, np.uint8)

    @property
    def identity(self) -> str:
        """A text that only models share in which the same players choose the same steps."""
        code = self._shared.code
        kinds = repr([(kind.label, kind.owner, kind.rests) for kind in code.kinds])
        turns = ((who, code.condition_text(term)) for who, term in code.model.parts.turns.items())
        parts = (kinds, repr(code.model.players), *("\0".join(turn) for turn in turns))
        return sha256("\0".join(parts).encode()).hexdigest()

    def apart(self) -> ModelChoices:
        """As `Choices.apart`."""
        other = ModelChoices.__new__(ModelChoices)
        other._shared = self._shared
        other._room(int(self._expansion.room))
        return other

    def expand(self, states: U64, asked: Condition) -> Iterator[Chosen]:
        """As `Choices.expand`."""
        of, words = self._expansion, self._shared.code.layout.words
        choosing = self._choosing(asked, len(states))
        for first, end in self._expanded(states):
            self._shared.library.classify(first, end, of, choosing)
            starts = of.starts[: end - first + 1]
            steps = int(starts[-1])
            targets = of.targets[: steps * words].reshape(-1, words)
            rules = choosing.rules[: end - first]
            yield Chosen(first, targets, starts, self._classes[:steps], rules)

    def _expanded(self, states: U64) -> Iterator[tuple[int, int]]:
        """Expand states: from which number up to which one after the other."""
        of, first = self._expansion, 0
        of.states = np.ascontiguousarray(states).reshape(-1)
        of.starts = np.zeros(len(states) + 1, np.uint64)
        while first < len(states):
            end = int(self._shared.library.expand(first, len(states), of))
            assert end > first, "the search expanded these states before"
            yield first, end
            first = end

    def _choosing(self, asked: Condition, states: int) -> Choosing:
        shared = self._shared
        named, rests = np.ones(len(shared.owner), np.uint8), RESTS
        if asked.label is not None:
            named = kinds_named(shared.code, asked.label)
            unnamed = EVERY if asked.kind is Kind.ALL else ANY
            rests = RESTS if named[-1] else unnamed
        ours = [0, *(int(player in asked.team) for player in shared.code.model.players), 0]
        return Choosing(
            owner=shared.owner,
            named=named,
            ours=np.array(ours, np.uint8),
            classes=self._classes,
            rules=np.zeros(max(1, states), np.uint8),
            asked=ASKED[asked.kind],
            rests=rests,
        )

    def true(self, states: U64, text: str) -> Bools:
        """As `Choices.true`; raises `UnknownAtom`."""
        atom = self._shared.atom(text)
        found = np.zeros(max(1, len(states)), np.uint8)
        if not isinstance(atom, np.ndarray):
            atom.judged(0, len(states), np.ascontiguousarray(states).reshape(-1), found)
            return found[: len(states)].astype(bool)
        of = self._expansion
        for first, end in self._expanded(states):
            found[first:end] = leads(atom, of.kinds[:], of.starts[: end - first + 1])
        return found[: len(states)].astype(bool)

    def contested(self, states: U64) -> int | None:
        """As `Choices.contested`."""
        shared, several = self._shared, len(self._shared.code.model.players) + 1
        choosing = self._choosing(Condition(Kind.SOME), len(states))
        for first, end in self._expanded(states):
            found = int(shared.library.contested(first, end, several, self._expansion, choosing))
            if found < end:
                return found
        return None


class _Shared:
    """What the choices of all threads have in common."""

    def __init__(self, model: Model, tuning: Tuning) -> None:
        self.code = Code(model, tuning)
        kernels, calls = (expand, classify, contested), {"mover": self.code.mover}
        self.library = build_for(self.code, Form.PACKED, NOTHING, *kernels, calls=calls)
        self.owner = owners_of(self.code)
        self.atom = cache(partial(atom_of, self.code))


@dataclass(frozen=True, slots=True)
class ModelChoicesRecipe:
    """A model without its pictures."""

    parts: Parts
    tuning: Tuning
    name: str

    def choices(self, room: int) -> ModelChoices:
        """As `ChoicesRecipe.choices`."""
        return ModelChoices(Model.of("model", self.parts), self.tuning, room)


def choices_recipe(model: Model, texts: Iterable[str], tuning: Tuning) -> ModelChoicesRecipe:
    """The recipe of a model, which has these atoms; raises `Refused` if it cannot be sent."""
    atoms = {}
    for text in texts:
        with suppress(UnknownAtom):  # it may be about steps
            atoms[text] = model.predicate(text)
    of = model.parts
    parts = Parts(
        variables=of.variables,
        start=of.start,
        actions=of.actions,
        atoms=atoms,
        turns=of.turns,
        owners=of.owners,
    )
    return ModelChoicesRecipe(parts, tuning, sha256(sendable(parts)).hexdigest())
