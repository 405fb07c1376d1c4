"""A tab of the page: a game, the rules that are off, and what the person in front of it asks for.

It knows of no server: `handle` takes a command, and what is to be shown goes to `send`. The
commands stand at the end of this file; `screen.py` makes the messages.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..data import dataclass
from ..errors import Misuse
from ..model.naming import NamedStep
from ..verdict import Verdict, Verdicts
from .background import Background
from .fault import said_of
from .link import Link, read_link
from .loaded import Loaded, Off
from .players import AS, BEST, PERSON, RULES, chosen, steps_of_others
from .screen import Scene, Screen, Send
from .walk import Walk, replayed

LONGEST_REACTION = 500
"""Steps that others take one after the other before somebody has to ask for more."""

PAUSE = 0.24
"""Seconds before others answer, so that two moves are seen as two."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A counterexample or a witness that is played: the property, and its run."""

    verdict: Verdict
    walk: Walk


class Tab:
    """What one tab shows; `send` takes messages, `later` calls a function after some seconds.

    >>> from counterpoint.examples.hot_cold import program
    >>> messages = []
    >>> tab = Tab(Loaded("hot_cold", program), messages.append, lambda pause, call: None)
    >>> tab.handle({"do": "step", "name": "COLD"})
    >>> messages[-1]["at"], [event["name"] for event in messages[-1]["events"]]
    (1, ['HOT', 'COLD'])
    """

    def __init__(
        self,
        loaded: Loaded,
        send: Send,
        later: Callable[[float, Callable[[], None]], object],
        *,
        beside: Callable[[str], Mapping[str, Any]] = lambda player: {},
        seed: int | str | None = None,
    ) -> None:
        self.loaded = loaded
        self.send = send
        self.off: Off = loaded.off
        self.lock = threading.RLock()
        self._later = later
        self._beside = beside
        self._chance = random.Random(seed)
        self._turn = 0
        self._reaction = 0
        self._by: dict[str, str] = {}
        self._opened: Opened | None = None
        self._to_open: Link | None = None
        self._selected: int | None = None
        self._values = False
        self._fold = False
        self.background = Background(lambda message: self.send(message))
        self._screen = Screen()
        self.game = self._new_game()

    # Where it stands ------------------------------------------------------------------------------

    def _new_game(self) -> Walk:
        variant = self.loaded.variant(self.off)
        return Walk(variant.target, self.loaded.whole, teller=variant.teller)

    @property
    def walk(self) -> Walk:
        """The walk that is shown: the game, or a run that was opened."""
        return self.game if self._opened is None else self._opened.walk

    @property
    def players(self) -> tuple[str, ...]:
        """The players, the first of whom is in front of the page."""
        return self.game.teller.voices.players

    def by(self, player: str) -> str:
        """Who plays for a player."""
        return self._by.get(player, PERSON if player == self.players[0] else RULES)

    @property
    def persons(self) -> list[str]:
        """The players who are persons."""
        return [player for player in self.players if self.by(player) == PERSON]

    @property
    def link(self) -> Link:
        """The position, its rules, and the run that is played, to come back to."""
        steps = tuple(step.name for step in self.game.steps)
        opened = self._opened
        run, step = ("", 0) if opened is None else (opened.verdict.name, opened.walk.at)
        return Link(steps, self.game.at, tuple(sorted(self.off)), run, step)

    # Commands -------------------------------------------------------------------------------------

    def handle(self, command: Mapping[str, Any]) -> None:
        """Do what a command says, send what there is to show, and let others answer."""
        with self.lock, self.loaded.lock:
            self._reaction, self._to_open = 0, None
            self._try(lambda: self._do(command))
            self._try(self._answer_soon)

    def _do(self, command: Mapping[str, Any]) -> None:
        do = _COMMANDS.get(str(command.get("do")))
        if do is None:
            raise Misuse(f"there is no command {command.get('do')!r}")
        do(self, command)

    def _try(self, call: Callable[[], object]) -> None:
        """Call it; what it raises is said, a program's own exceptions too: the page lives on."""
        try:
            call()
        except Exception as error:
            self.send({"type": "notice", "kind": "misuse", "text": said_of(error)})

    def show_all(self) -> None:
        """Send everything: to a page that has just been opened, or has come back."""
        with self.lock, self.loaded.lock:
            self._screen.forget()
            self._try(self._show)
            self._try(self._recheck)
            self._try(self._answer_soon)

    def resume(self, later: Callable[[float, Callable[[], None]], object]) -> None:
        """Go on with another connection, which has a clock of its own."""
        self._later = later

    def _step(self, command: Mapping[str, Any]) -> None:
        if self._opened is not None:
            self._close(command)
        self._take(str(command.get("name")))

    def _take(self, name: str) -> None:
        self._turn += 1
        self._selected = None
        at = self.game.at
        self.game.take(name)
        try:
            self._show()
        except Exception:  # a b-thread's own: what it would lead to cannot be shown
            self.game.cut(at)
            raise

    def _jump(self, command: Mapping[str, Any]) -> None:
        self._go(_number(command, "at"))

    def _go(self, k: int) -> None:
        self._turn += 1
        self._selected = None
        self.walk.jump(k)
        self._show()

    def _undo(self, _command: Mapping[str, Any]) -> None:
        k = self.walk.at - 1
        while k > 0 and not self._is_mine(k):
            k -= 1
        self._go(k)

    def _redo(self, _command: Mapping[str, Any]) -> None:
        k = self.walk.at + 1
        while k < len(self.walk.steps) and not self._is_mine(k):
            k += 1
        self._go(k)

    def _is_mine(self, k: int) -> bool:
        """Whether a step was a person's choice; where there are no players every one was."""
        return not self.players or self.walk.steps[k].owner in self.persons

    def _restart(self, _command: Mapping[str, Any]) -> None:
        self._opened = None
        self.game = self._new_game()
        self._screen.forget()
        self._go(0)

    def _select(self, command: Mapping[str, Any]) -> None:
        k = _number(command, "step")
        self._turn += 1
        self._selected = k if 0 <= k < len(self.walk.steps) else None
        self.walk.jump(k + 1 if self._selected is not None else k)
        self._show()

    def _switch(self, command: Mapping[str, Any]) -> None:
        names = frozenset(map(str, command.get("rules", ())))
        unknown = names - set(self.loaded.rules)
        if unknown:
            raise Misuse(f"there is no rule {min(unknown)!r} to switch")
        self._set_off(self.off - names if command.get("on") else self.off | names)

    def _restore(self, _command: Mapping[str, Any]) -> None:
        self._set_off(frozenset())

    def _set_off(self, off: Off) -> None:
        variant = self.loaded.variant(off)
        game = self.game.under(variant.target, self.loaded.whole, variant.teller)
        opened = self._opened
        if opened is not None:
            walk = opened.walk.under(variant.target, self.loaded.whole, variant.teller)
            self._opened = Opened(opened.verdict, walk)
        self.off, self.game = off, game
        self._turn += 1
        self._screen.forget()
        self._show()
        self._recheck()

    def _open(self, command: Mapping[str, Any]) -> None:
        found = self.loaded.verdicts.get(self.off)
        verdict = None if found is None else _named(found, str(command.get("property")))
        if verdict is None or verdict.trace is None:
            raise Misuse("there is no run to play for this property")
        variant = self.loaded.variant(self.off)
        walk = Walk.along(verdict.trace, variant.target, self.loaded.whole, teller=variant.teller)
        walk.jump(len(walk.steps) if command.get("end") else 0)
        self._opened = Opened(verdict, walk)
        self._turn += 1
        self._selected = None
        self._screen.forget()
        if self.loaded.goals(self.off):
            self._solve()
        self._show()

    def _open_followed(self) -> None:
        """Open the run that a link names, now that it is known, unless something else was done."""
        with self.lock, self.loaded.lock:
            link, self._to_open = self._to_open, None
            if link is not None:
                self._try(lambda: self._open_at(link.run, link.step))
                self._try(self._answer_soon)

    def _open_at(self, name: str, step: int) -> None:
        self._open({"property": name})
        self._go(step)

    def _close(self, _command: Mapping[str, Any]) -> None:
        self._opened = None
        self._selected = None
        self._screen.forget()
        self._show()

    def _play_by(self, command: Mapping[str, Any]) -> None:
        player, how = str(command.get("player")), str(command.get("by"))
        if player not in self.players or how not in self._ways(player):
            raise Misuse(f"{player!r} cannot be played by {how!r}")
        self._by[player] = how
        if how == BEST:
            self._solve()
        self._screen.forget()
        self._show()

    def _ways(self, player: str) -> dict[str, str]:
        """Who can play for a player: for each way, how the page calls it."""
        ways = {RULES: "by its rules"}
        if self.loaded.goals(self.off):
            ways[BEST] = "the best strategy"
        ways |= {f"{AS}{name}": f"as {name} does" for name in self._beside(player)}
        return ways | {PERSON: "a person"}

    def _show_values(self, command: Mapping[str, Any]) -> None:
        self._values = bool(command.get("on"))
        if self._values:
            self._solve()
        self._show()

    def _show_fold(self, command: Mapping[str, Any]) -> None:
        self._fold = bool(command.get("on"))
        self._show()

    def _check_again(self, _command: Mapping[str, Any]) -> None:
        self.loaded.verdicts.pop(self.off, None)
        self._recheck()

    def _follow(self, command: Mapping[str, Any]) -> None:
        self.follow(read_link(str(command.get("link", ""))))
        self._screen.forget()
        self._show()
        self._recheck()

    def follow(self, link: Link) -> None:
        """Stand where a link says, as far as that can be; a notice says what cannot."""
        with self.lock, self.loaded.lock:
            unknown = [rule for rule in link.off if rule not in self.loaded.rules]
            self.off = frozenset(link.off) - set(unknown)
            self._turn += 1
            self._opened, self._selected = None, None
            self._to_open = link if link.run else None
            self.game = self._new_game()
            why = replayed(self.game, link.steps)
            self.game.jump(len(self.game.steps) if link.at is None else link.at)
            said = [f"there is no rule {', '.join(unknown)}"] if unknown else []
            said += [why] if why else []
            if said:
                text = f"The link is followed as far as it goes: {'; '.join(said)}."
                self.send({"type": "notice", "kind": "link", "text": text})

    # Others play ----------------------------------------------------------------------------------

    def _answer_soon(self) -> None:
        if self._others():
            turn = self._turn
            self._later(PAUSE, lambda: self._answer(turn))

    def _answer(self, turn: int) -> None:
        """Let others answer, unless something else was done meanwhile."""
        with self.lock, self.loaded.lock:
            if turn == self._turn:
                self._try(self._take_others)

    def _take_others(self) -> None:
        """Take a step that is not the person's."""
        steps = self._others()
        if steps and not self._thinks(steps):
            self._reaction += 1
            self._take(self._chosen(steps).name)
            self._answer_soon()

    def _thinks(self, steps: Sequence[NamedStep]) -> bool:
        """Whether the game is being solved for whoever is to play best; he answers then."""
        best = any(step.owner is not None and self.by(step.owner) == BEST for step in steps)
        return best and self.background.solving

    def _others(self) -> list[NamedStep]:
        """The steps that others could take now; none if it is a person's turn, or has been long."""
        too_long = self._reaction >= LONGEST_REACTION
        if self._opened is not None or self._to_open is not None or too_long:
            return []
        return steps_of_others(self.game, self.players, self.persons)

    def _chosen(self, steps: Sequence[NamedStep]) -> NamedStep:
        """The step that is taken among those of others."""
        owner = next((step.owner for step in steps if step.owner is not None), None)
        how = RULES if owner is None else self.by(owner)
        programs = {} if owner is None else self._beside(owner)
        advisor = self.loaded.advisor(self.off)
        return chosen(self.game, steps, owner, how, advisor, programs, self._chance)

    # Background -----------------------------------------------------------------------------------

    def _recheck(self) -> None:
        """Have the properties decided, if they are not, and the game solved, if that is wanted."""
        self.background.check(self.loaded, self.off, self._open_followed)
        wanted = self._values or BEST in self._by.values()
        if wanted and self.loaded.goals(self.off):
            self._solve()

    def _solve(self) -> None:
        """Have the game solved, if it is not; what is shown follows."""
        self.background.solve(self.loaded, self.off, self._solved)

    def _solved(self, why: str) -> None:
        """Show what the solved game tells, or say why it was not solved."""
        with self.lock, self.loaded.lock:
            if why and (self._values or BEST in self._by.values()):
                self._values = False
                text = f"The game was not solved: {why}"
                self.send({"type": "notice", "kind": "misuse", "text": text})
            self._show()
            self._answer_soon()

    def reload(self, loaded: Loaded, changes: Mapping[str, Sequence[str]]) -> None:
        """Go on with another version of the target, and say what became of the position."""
        with self.lock, loaded.lock:
            link, before = self.link, self.loaded
            self.loaded = loaded
            self._turn += 1
            self._opened, self._to_open, self._selected = None, None, None
            self._screen.forget()
            self.off = loaded.known(self.off if before.off == loaded.off else loaded.off)
            self.game = self._new_game()
            lost = replayed(self.game, link.steps)
            self.game.jump(link.at if link.at is not None else len(link.steps))
            self.send(
                {"type": "notice", "kind": "reloaded", "kept": not lost, "lost": lost, **changes}
            )
            self._reaction = 0
            self._try(self._show)
            self._try(self._recheck)
            self._try(self._answer_soon)

    def stop(self) -> None:
        """Give up what goes on in the background."""
        self.background.stop()

    # What is shown --------------------------------------------------------------------------------

    def _show(self) -> None:
        """Send what is to be seen now."""
        scene = Scene(
            loaded=self.loaded,
            off=self.off,
            walk=self.walk,
            opened=None if self._opened is None else self._opened.verdict,
            selected=self._selected,
            persons=self.persons,
            by={player: self.by(player) for player in self.players},
            ways={player: self._ways(player) for player in self.players},
            link=self.link,
            values=self._values,
            fold=self._fold,
        )
        self._screen.show(scene, self.send)


def _number(command: Mapping[str, Any], name: str) -> int:
    value = command.get(name)
    if type(value) is not int:
        raise Misuse(f"{command.get('do')!r} takes a number as {name!r}, not {value!r}")
    return value


def _named(found: Verdicts, name: str) -> Verdict | None:
    return next((verdict for verdict in found if verdict.name == name), None)


_COMMANDS: Mapping[str, Callable[[Tab, Mapping[str, Any]], None]] = {
    "step": Tab._step,
    "jump": Tab._jump,
    "undo": Tab._undo,
    "redo": Tab._redo,
    "restart": Tab._restart,
    "select": Tab._select,
    "switch": Tab._switch,
    "restore": Tab._restore,
    "open": Tab._open,
    "close": Tab._close,
    "by": Tab._play_by,
    "values": Tab._show_values,
    "fold": Tab._show_fold,
    "check": Tab._check_again,
    "follow": Tab._follow,
}
"""What each command does."""
