"""A session: a walk through a system, step by step, with undo, in which players can choose steps.

The name of a step is its label as text without blanks, with a number if the label leads to several
states, as in `toss#2`. Names can be kept in a link and replayed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from .arguments import require_seed, says_what_it_takes
from .bp.tick import events_among
from .errors import BadTrace, Misuse, NotAGame
from .model.capabilities import explain_of, explain_step_of
from .model.checked import why_no_system, why_not_called
from .model.naming import NamedStep, matching, named, spelt
from .model.network import Network
from .model.notation import Notation, notation_of
from .model.picture import picture_of
from .model.players import player_of, players_of
from .model.scope import closest
from .model.states import require_state
from .model.system import REST, Label, State, System
from .verdict import Subject, Trace, retaken, system_of

LONGEST_PLAY = 1000
"""The default maximum number of steps of a play."""


@runtime_checkable
class Player(Protocol):
    """Anything that can choose steps: a strategy, an advisor, or an object of your own.

    If it has a method `after(trace)`, `choose` gets the result of that instead of the state. A
    strategy needs this if its states record past events.
    """

    def choose(self, state: Any, labels: Sequence[Label]) -> Label:
        """The label of the next step from `state`, one of `labels`."""


@runtime_checkable
class ReadsRuns(Protocol):
    """A player that chooses by more of a run than its last state."""

    def after(self, trace: Trace) -> Any:
        """What `choose` gets at the end of a run in place of its last state."""


class Session:
    """A walk through `system`: a program, a model, or any system.

    It begins in `state`, by default in the first initial state. `seed` determines the random
    choices in a play; without one it is drawn, and `session.seed` has it.

    >>> from counterpoint.examples.nim import model
    >>> session = Session(model(piles=(1, 2)))
    >>> session.owner, session.names
    ('player1', ('take(0,0)', 'take(1,0)', 'take(1,1)'))
    >>> session.step("take(0,0)"), session.step("take(1, 1)")
    ((0, 2, 2), (0, 1, 1))
    >>> print(session.shown)
    .
    |  t = 1
    >>> session.jump(0), session.redo()
    ((1, 2, 1), (0, 2, 2))
    >>> session.labels, session.ahead
    (('take(0,0)',), (('take(1,1)', (0, 1, 1)),))
    """

    @says_what_it_takes
    def __init__(
        self, system: Any, *, seed: int | str | None = None, state: State | None = None
    ) -> None:
        require_seed(seed)
        self.target = system
        self.system: Any = _walkable(system)
        self.seed = random.randrange(1 << 32) if seed is None else seed
        if state is not None:
            require_state(self.system, state)
        self._start = _first(self.system) if state is None else state
        self._chooser = player_of(self.system)
        self._steps: list[NamedStep] = []
        self._at = 0
        self._possible: tuple[State, tuple[NamedStep, ...]] | None = None
        self._chance = random.Random(self.seed)

    @classmethod
    @says_what_it_takes
    def replay(
        cls,
        system: Any,
        labels: Iterable[Label] | str | Trace,
        *,
        seed: int | str | None = None,
        state: State | None = None,
    ) -> Session:
        """A session in which the given steps have been taken.

        They are given as labels, as a text with the names of steps, separated by blanks, or as a
        run. Raises `Misuse` at the first step that is not possible.

        >>> from counterpoint.examples.nim import model
        >>> Session.replay(model(piles=(1, 2)), "take(0,0) take(1,1)").state
        (0, 1, 1)
        """
        if isinstance(labels, Trace):
            return cls._along(labels, system, seed, state)
        if isinstance(labels, bytes) or not isinstance(labels, Iterable):
            raise Misuse(f"replay(): labels in a list or in a text are needed, not {labels!r}")
        session = cls(system, seed=seed, state=state)
        for label in labels.split() if isinstance(labels, str) else labels:
            session.step(label)
        return session

    @classmethod
    def _along(
        cls, trace: Trace, system: Any, seed: int | str | None, state: State | None
    ) -> Session:
        """A session that has taken the steps of a run; raises `Misuse` if it is not a run."""
        if state is not None and state != trace.start:
            raise Misuse(f"replay(): the run begins in {trace.start!r}, not in {state!r}")
        session = cls(system, seed=seed, state=trace.start)
        for label, there in session._own(trace):
            session._take(session._found(label, there))
        return session

    def _own(self, trace: Trace) -> Iterable[tuple[Label, State]]:
        """The steps of a run; in a program, with the numbers that its local states have here."""
        if self.system is self.target or not isinstance(self.system, Network):
            return trace.steps
        try:
            return retaken(trace, self.system).steps
        except BadTrace:
            return trace.steps  # the first impossible step will be refused

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the run and the steps ahead, which are taken again."""
        run = Trace(self._start, tuple(step.pair for step in self._steps))
        return _again, (self.target, self.seed, run, self._at, self._chance.getstate())

    def __repr__(self) -> str:
        return f"<session after {', '.join(self.labels) or 'no step'}>"

    # The current state.

    @property
    def state(self) -> State:
        """The current state of the walk."""
        return self._steps[self._at - 1].state if self._at else self._start

    @property
    def shown(self) -> str:
        """The state as text: as a program's `show` draws it, or else as the system shows it."""
        draw = self.target.show if _is_program(self.target) else None
        if draw is not None and self._start in self.system.initial():
            return str(draw(events_among(self.trace.events)))
        return picture_of(self.system, self.state)

    @property
    def choices(self) -> tuple[tuple[Label, State], ...]:
        """The possible steps, each with the state it leads to; `REST` steps are left out."""
        return tuple(step.pair for step in self._here if step.label is not REST)

    @property
    def names(self) -> tuple[str, ...]:
        """For each of `choices`, the text that denotes this step and no other from here."""
        return tuple(step.name for step in self._here if step.label is not REST)

    @property
    def owners(self) -> tuple[str | None, ...]:
        """For each of `choices`, the player who chooses it; None if no player does."""
        return tuple(step.owner for step in self._here if step.label is not REST)

    @property
    def owner(self) -> str | None:
        """The only player with a choice in this state; None if there is none, or several."""
        owners = set(self.owners) - {None}
        return owners.pop() if len(owners) == 1 else None

    @property
    def over(self) -> bool:
        """Whether the walk is at its end.

        In a program, that is where no event can be selected. In other systems, it is where no step
        leads to another state: a step that changes nothing counts as a rest, whatever its label.
        """
        if isinstance(self.system, Network):
            return not self.choices
        return all(there == self.state for _, there in self.choices)

    def explain(self) -> Any:
        """The system's explanation of the possible steps; None if it explains nothing."""
        explain = explain_of(self.system)
        return None if explain is None else explain(self.state)

    def explain_step(self) -> Any:
        """The system's explanation of the last step; None if there is none."""
        explain = explain_step_of(self.system)
        if explain is None or not self._at or self._steps[self._at - 1].label is REST:
            return None
        return explain(self.trace.states[-2], self._steps[self._at - 1].label)

    # The path to the current state, and undone steps.

    @property
    def at(self) -> int:
        """The number of steps taken."""
        return self._at

    @property
    def trace(self) -> Trace:
        """The run from the start to here."""
        network = self.system if isinstance(self.system, Network) else None
        steps = tuple(step.pair for step in self._steps[: self._at])
        return Trace(self._start, steps, subject=Subject(self.target, network))

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the steps from the start to here, for `replay`."""
        return tuple(step.name for step in self._steps[: self._at])

    @property
    def ahead(self) -> tuple[tuple[Label, State], ...]:
        """The steps that were undone, which `redo` takes again."""
        return tuple(step.pair for step in self._steps[self._at :])

    def step(self, label: Label) -> State:
        """Take a step, given by its label or its name, and return the new state; clear `ahead`.

        Raises `Misuse`, and takes no step, if no step matches or more than one.
        """
        found = matching(self._here, label)
        if not found:
            raise self._impossible(label)
        if len(found) > 1:
            which = " or ".join(step.name for step in found)
            raise Misuse(f"step {self._at + 1}: {label} leads to {len(found)} states: say {which}")
        return self._take(found[0])

    def _impossible(self, label: Label) -> Misuse:
        names = self.names
        there = f"possible are {closest(spelt(label), names)}" if names else "nothing is"
        return Misuse(f"step {self._at + 1}: {label} is not possible; {there}")

    def undo(self) -> State:
        """Undo the last step and return the state before it; raises `Misuse` at the start."""
        if not self._at:
            raise Misuse("there is no step to take back: this is the start")
        return self.jump(self._at - 1)

    def redo(self) -> State:
        """Take the next undone step again and return the state after it, or raise `Misuse`."""
        if self._at == len(self._steps):
            raise Misuse("there is no step to take again: none was taken back, or another was made")
        return self.jump(self._at + 1)

    def jump(self, k: int) -> State:
        """Go to the state after the first `k` steps and return it; later steps stay `ahead`."""
        if type(k) is not int or not 0 <= k <= len(self._steps):
            raise Misuse(f"there are the steps 0 to {len(self._steps)} to jump to, not {k!r}")
        self._at = k
        return self.state

    def restart(self) -> State:
        """Go back to the start and return that state; all steps and random choices are reset."""
        self._steps.clear()
        self._chance = random.Random(self.seed)
        return self.jump(0)

    # Playing.

    def play(
        self,
        players: Mapping[Any, Player] | None = None,
        *,
        steps: int | None = LONGEST_PLAY,
    ) -> Trace:
        """Play from here to the end, or for at most `steps` steps, and return the whole run.

        `players` maps the name of a player to the object that chooses for that player, and None to
        the object that chooses the steps of no player. All other choices are random: the steps of
        players that are not given, which player moves if several can, and which state follows a
        chosen label that leads to several.

        >>> from counterpoint.examples.nim import model
        >>> from counterpoint.games.solve import solve
        >>> game = model()
        >>> expert = solve(game, player="player1", goal="p1_wins").strategy
        >>> session = Session(game, seed=4)
        >>> session.play({"player1": expert}).events[0]
        'take(0,1)'
        >>> print(session.shown)
        .
        .
        .  t = 2
        """
        if steps is not None and (type(steps) is not int or steps < 0):
            raise Misuse(f"play(): steps is a number of steps or None, not {steps!r}")
        if players is not None and not isinstance(players, Mapping):
            raise Misuse(f"play(): players map names to who chooses for them, not {players!r}")
        chosen: dict[str | None, Player] = {**(players or {})}
        self._check_players(chosen)
        end = None if steps is None else self._at + steps
        while self._at != end and not self.over:
            self._move(chosen)
        return self.trace

    def _move(self, players: Mapping[str | None, Player]) -> None:
        """Take one step of a play: at random one of the owners moves, and chooses the step."""
        mover = self._chance.choice(self.owners)
        player = players.get(mover)
        if player is None:
            moves = [s for s in self._here if s.owner == mover and s.label is not REST]
        else:
            moves = self._chosen(player, mover)
        self._take(self._chance.choice(moves))

    def _chosen(self, player: Player, mover: str | None) -> list[NamedStep]:
        """The steps with the label that a player chooses: several if it leads to several states.

        If a player is the only one with steps here, the choices include a `REST` step.
        """
        rests = self.owner
        mine = [s for s in self._here if (rests if s.label is REST else s.owner) == mover]
        labels = list(dict.fromkeys(step.label for step in mine))
        state = player.after(self.trace) if isinstance(player, ReadsRuns) else self.state
        label = player.choose(state, labels)
        found = matching(mine, label)
        if not found:
            who = "for nobody" if mover is None else f"for {mover}"
            raise Misuse(
                f"step {self._at + 1}: {label!r} was chosen {who}, and could not be; there are "
                f"{', '.join(step.name for step in mine)}"
            )
        return found

    def _check_players(self, players: Mapping[str | None, object]) -> None:
        known = players_of(self.system)
        for name, player in players.items():
            if name is not None and known is not None and name not in known:
                who = f"there are {closest(str(name), known)}" if known else "there are no players"
                raise NotAGame(f"there is no player {name!r}; {who}")
            if not (isinstance(player, Player) and callable(player.choose)):
                raise Misuse(
                    f"play(): {player!r} cannot play: it needs a method choose(state, labels), as "
                    "solve(...).strategy and Advisor(...) have"
                )
            if why := why_not_called(player.choose, ("state", "labels")):
                raise Misuse(f"play(): {player!r} is called as choose(state, labels): {why}")

    # Internals.

    @property
    def _here(self) -> tuple[NamedStep, ...]:
        """All distinct steps from here, including rests."""
        state = self.state
        if self._possible is None or self._possible[0] is not state:
            steps = dict.fromkeys(self.system.successors(state)) or {(REST, state): None}
            chooser = None if self._chooser is None else self._chooser(state)
            self._possible = state, named(steps, chooser)
        return self._possible[1]

    def _found(self, label: Label, there: State) -> NamedStep:
        """The matching step for a step of a run; in a program, the event alone determines it."""
        alike = [step for step in self._here if step.label == label]
        found = [step for step in alike if step.state == there]
        if isinstance(self.system, Network):
            found = found or alike
        if not found and alike:
            raise Misuse(f"step {self._at + 1}: {label} does not lead to {there!r}")
        if not found:
            raise self._impossible(label)
        return found[0]

    def _take(self, step: NamedStep) -> State:
        self._steps[self._at :] = [step]
        return self.jump(self._at + 1)


def _again(target: Any, seed: int | str, run: Trace, at: int, chance: Any) -> Session:
    session = Session.replay(target, run, seed=seed)
    session.jump(at)
    session._chance.setstate(chance)
    return session


def _walkable(target: Any) -> System:
    system = system_of(target)
    if isinstance(system, type) or not isinstance(system, System):
        raise Misuse(why_no_system(target))
    return system


def _first(system: System) -> State:
    for state in system.initial():
        return state
    raise Misuse("there is no initial state to begin in")


def _is_program(target: Any) -> bool:
    return notation_of(target) is Notation.PROGRAM
