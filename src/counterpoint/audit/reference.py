"""Reference semantics: the states and steps of a system as the system itself gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice

from ..certificate import Past, Seen
from ..data import dataclass
from ..errors import UnknownAtom
from ..logic.core import Kind
from ..logic.fragments import AT_REST
from ..model.capabilities import atoms_of, begins_of, each_step_of, takes_of
from ..model.naming import means
from ..model.network import Network
from ..model.players import PlayerOf, player_of
from ..model.system import REST, Label, State, System
from .form import Fair, Form, Truth


def form_of(system: System) -> Form:
    """The form of a system; its `atom` raises `UnknownAtom` for an unknown text."""
    if isinstance(system, Network):
        from .of_network import form_of_network  # each form is loaded only when it is used

        return form_of_network(system)
    from ..model.model import Model  # loaded late: programs need no models and terms

    if isinstance(system, Model):
        from .of_model import form_of_model

        return form_of_model(system)
    return Form(_begins(system), lambda text: _named(system, text))


def _begins(system: System) -> Truth:
    """A test whether a state is initial.

    A system may provide it as `begins`, to avoid listing its initial states.
    """
    return begins_of(system) or frozenset(system.initial()).__contains__


def _named(system: System, text: str) -> Truth:
    known = atoms_of(system)
    if text not in known:
        raise UnknownAtom(f"there is no atom {text!r}; there are {', '.join(known) or 'none'}")
    return known[text]


Holds = Callable[[Seen], bool]


@dataclass(frozen=True, slots=True)
class Taken:
    """A step: its label, and the state seen after it."""

    label: Label
    there: Seen


MANY_STEPS = "states with very many steps"
"""What an audit leaves out, since listing the steps of one such state could take for ever."""


class TooManySteps(Exception):
    """A state has more steps than are listed."""


class Reference:
    """A system with states that also record which `watched` texts are true of the run to them.

    The steps of at most `kept` states are cached, because several checks use them. A state with
    more than `most` steps is not listed: `steps` raises `TooManySteps`.
    """

    def __init__(
        self,
        system: System,
        watched: Sequence[Past] = (),
        kept: int = 1000,
        most: int | None = None,
    ) -> None:
        self.system = system
        self.watched = tuple(watched)
        self._texts = {watch.text for watch in watched}
        self._form = form_of(system)
        self._atoms: dict[str, Truth] = {}
        self._known: dict[Seen, tuple[Taken, ...]] = {}
        self._kept = kept
        self._most = most

    @property
    def fairness(self) -> tuple[Fair, ...]:
        """The fairness promised of the runs."""
        return self._form.fairness

    def starts(self) -> Iterator[Seen]:
        """The states in which a run may start; they have no facts."""
        return map(Seen, self.system.initial())

    def is_start(self, seen: Seen) -> bool:
        """Whether a run may start in a state."""
        return not seen.facts and self._form.begins(seen.state)

    def steps(self, seen: Seen) -> tuple[Taken, ...]:
        """The steps that leave a state, each once; a rest if there are none."""
        known = self._known.get(seen)
        if known is None:
            if len(self._known) > self._kept:
                self._known.clear()
            known = self._known[seen] = self._steps(seen)
        return known

    def _steps(self, seen: Seen) -> tuple[Taken, ...]:
        steps = iter(each_step_of(self.system)(seen.state))
        found = dict.fromkeys(islice(steps, self._most)) or {(REST, seen.state): None}
        if self._most is not None and next(steps, None) is not None:
            raise TooManySteps(seen)
        return tuple(Taken(label, self.after(seen, label, there)) for label, there in found)

    def _each(self, seen: Seen) -> Iterator[tuple[Label, Seen]]:
        """The steps that leave a state, one by one: often the first of very many are enough."""
        if (known := self._known.get(seen)) is not None:
            yield from ((step.label, step.there) for step in known)
            return
        some = False
        for number, (label, there) in enumerate(each_step_of(self.system)(seen.state)):
            if self._most is not None and number >= self._most:
                raise TooManySteps(seen)
            some = True
            yield label, self.after(seen, label, there)
        if not some:
            yield REST, self.after(seen, REST, seen.state)

    def takes(self, seen: Seen, label: Label, there: Seen) -> bool:
        """Whether a step with this label leads from a state to another one."""
        takes = takes_of(self.system)
        if takes is None:
            return any(step.label == label and step.there == there for step in self.steps(seen))
        leads = takes(seen.state, label, there.state)
        return leads and self.after(seen, label, there.state) == there

    def after(self, seen: Seen, label: Label, there: State) -> Seen:
        """What is seen after a step; does not check that there is such a step."""
        if not self.watched:
            return Seen(there)
        facts = (
            past.text
            for past in self.watched
            if means(past.event, label) or (past.ever and past.text in seen.facts)
        )
        return Seen(there, frozenset(facts))

    def offers(self, fair: Fair, seen: Seen) -> bool:
        """Whether a state enables steps of a fairness constraint."""
        if fair.enabled is not None:
            return fair.enabled(seen)
        return any(fair.counts(label, there) for label, there in self._each(seen))

    def atom(self, text: str, seen: Seen) -> bool:
        """Whether an atom is true in a state; raises `UnknownAtom` for an unknown one."""
        if text in self._texts:
            return text in seen.facts
        if text == AT_REST:
            return all(label is REST for label, _ in self._each(seen))
        if text.startswith("enabled(") and text.endswith(")"):
            return any(self.is_named(text[8:-1], label) for label, _ in self._each(seen))
        if text not in self._atoms:
            self._atoms[text] = self._form.atom(text)
        return bool(self._atoms[text](seen.state))

    def is_named(self, text: str, label: Label) -> bool:
        """Whether a text names the label of a step."""
        return label is REST if text == str(REST) else means(text, label)

    def leads(
        self, kind: Kind, seen: Seen, goal: Holds, label: str | None, team: frozenset[str]
    ) -> bool:
        """Whether the next state is in `goal`, in the sense of `kind`; see `logic.core.Kind`.

        With a `label` only steps with that label count; `team` is for the kinds of games.
        """
        steps = [s for s in self.steps(seen) if label is None or self.is_named(label, s.label)]
        match kind:
            case Kind.SOME:
                return any(goal(step.there) for step in steps)
            case Kind.ALL:
                return all(goal(step.there) for step in steps)
            case Kind.FORCE:
                return self._is_forced(seen, goal, team)
            case Kind.ALLOW:
                return not self._is_forced(seen, lambda there: not goal(there), team)

    def _is_forced(self, seen: Seen, goal: Holds, team: frozenset[str]) -> bool:
        """Whether the team can force the next state to be in `goal`.

        The team chooses among its own steps, but each other step may come before it chooses.
        """
        own = self.owned(seen, team)
        others = (step.there for step in self.steps(seen) if step not in own)
        return all(map(goal, others)) and (not own or any(goal(step.there) for step in own))

    def owned(self, seen: Seen, team: frozenset[str]) -> tuple[Taken, ...]:
        """The steps that leave a state and that the team chooses."""
        steps = self.steps(seen)
        owner = self._owners(seen.state, [step.label for step in steps])
        return tuple(step for step in steps if owner(step.label) in team)

    def _owners(self, state: State, labels: Sequence[Label]) -> Callable[[Label], str | None]:
        """The owner of each label in a state; a rest belongs to the owner of other steps there."""
        if self._player_of is None:
            return lambda label: None
        player = self._player_of(state)
        waits = next(
            (who for label in labels if label is not REST and (who := player(label))), None
        )
        return lambda label: waits if label is REST else player(label)

    @cached_property
    def _player_of(self) -> PlayerOf | None:
        return player_of(self.system)
