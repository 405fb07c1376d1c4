"""A tab of the page: a game, the rules that are off, and the commands of the person.

It is independent of the server: `handle` takes a command, and `send` gets what is to be shown. The
commands are listed at the end of this file; `screen.py` makes the messages.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import Misuse
from ..model.scope import closest
from .background import Background
from .bounds import Off
from .command import Command, flag_in, names_in, number_in, text_in
from .fault import notice_of
from .link import Link, read_link
from .loaded import Loaded
from .others import Others
from .screen import Screen, Send, scene_of
from .standing import Standing
from .walk import Walk

PAUSE = 0.24
"""Seconds before others answer, so that a person sees two moves as two."""

Later = Callable[[float, Callable[[], None]], object]
"""Calls a function after some seconds."""


class Tab:
    """The state of one tab; `send` gets messages, `later` calls a function after some seconds.

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
        later: Later,
        *,
        beside: Callable[[str], Mapping[str, Any]] = lambda player: {},
        seed: int | str | None = None,
    ) -> None:
        self.send = send
        self.lock = threading.RLock()
        self.standing = Standing(loaded)
        self.others = Others(self.standing, beside=beside, seed=seed)
        self.background = Background(lambda message: self.send(message))
        self._later = later
        self._turn = 0
        self._values = False
        self._fold = False
        self._screen = Screen()

    @property
    def loaded(self) -> Loaded:
        """The version of the target in play."""
        return self.standing.loaded

    @property
    def off(self) -> Off:
        """The rules that are off."""
        return self.standing.off

    @property
    def walk(self) -> Walk:
        """The walk that is shown: the game, or an opened run."""
        return self.standing.walk

    # Called from outside --------------------------------------------------------------------------

    def handle(self, command: Command) -> None:
        """Execute a command, send what is to be shown, and let others answer."""
        with self.lock, self.loaded.lock:
            self.others.begin()
            self.standing.to_open = None
            self._try(lambda: self._do(command))
            self._try(self._answer_soon)

    def _do(self, command: Command) -> None:
        name = text_in(command, "do")
        do = _COMMANDS.get(name)
        if do is None:
            raise Misuse(f"there is no command {name!r}; there are {closest(name, _COMMANDS)}")
        do(self, command)

    def _try(self, call: Callable[[], object]) -> None:
        """Call a function and send its exception, even one of user code: the tab lives on."""
        try:
            call()
        except Exception as error:
            self.send(notice_of(error))

    def show_all(self) -> None:
        """Send everything, to a page that was just opened or reconnected."""
        with self.lock, self.loaded.lock:
            self._screen.forget()
            self._show_checked()

    def _show_checked(self) -> None:
        """Show the walk, check it, and let others answer; each is done even if another fails."""
        for call in (self._show, self._recheck, self._answer_soon):
            self._try(call)

    def resume(self, later: Later) -> None:
        """Continue with another connection, which has its own timers."""
        self._later = later

    def follow(self, link: Link) -> None:
        """Go to the position in a link as far as possible; a notice says what is not possible."""
        with self.lock, self.loaded.lock:
            self._turn += 1
            self._screen.forget()
            said = self.standing.follow(link)
            if said:
                text = f"The link is followed as far as it goes: {'; '.join(said)}."
                self.send({"type": "notice", "kind": "link", "code": Misuse.code, "text": text})

    def reload(self, loaded: Loaded, changes: Mapping[str, Sequence[str]]) -> None:
        """Switch to another version of the target, and say what was lost of the position."""
        with self.lock, loaded.lock:
            self._turn += 1
            self._screen.forget()
            lost = self.standing.reload(loaded)
            self.send(
                {"type": "notice", "kind": "reloaded", "kept": not lost, "lost": lost, **changes}
            )
            self.others.begin()
            self._show_checked()

    def stop(self) -> None:
        """Cancel the work in the background."""
        self.background.stop()

    def wait_until_stopped(self, until: float) -> None:
        """Return when its work has ended after `stop`, or at this time of the clock."""
        self.background.wait_until_stopped(until)

    # Commands -------------------------------------------------------------------------------------

    def _step(self, command: Command) -> None:
        if self.standing.opened is not None:
            self._close(command)
        self._take(text_in(command, "name"))

    def _take(self, name: str) -> None:
        self._turn += 1
        game = self.standing.game
        at = game.at
        self.standing.take(name)
        try:
            self._show()
        except Exception:  # raised by a b-thread: the next state cannot be shown
            game.cut(at)
            raise

    def _jump(self, command: Command) -> None:
        self._go(number_in(command, "at"))

    def _undo(self, _command: Command) -> None:
        self._go(self.standing.choice_before(self.others.choosers))

    def _redo(self, _command: Command) -> None:
        self._go(self.standing.choice_after(self.others.choosers))

    def _go(self, k: int) -> None:
        self._turn += 1
        self.standing.go(k)
        self._show()

    def _restart(self, _command: Command) -> None:
        self.standing.restart()
        self._screen.forget()
        self._go(self.walk.at)

    def _select(self, command: Command) -> None:
        k = number_in(command, "step")
        self._turn += 1
        self.standing.select(k)
        self._show()

    def _switch(self, command: Command) -> None:
        names = names_in(command, "rules")
        unknown = names - set(self.loaded.rules)
        if unknown:
            name, rules = min(unknown), self.loaded.rules
            raise Misuse(f"there is no rule {name!r} to switch; there are {closest(name, rules)}")
        self._set_off(self.off - names if flag_in(command, "on") else self.off | names)

    def _restore(self, _command: Command) -> None:
        self._set_off(frozenset())

    def _set_off(self, off: Off) -> None:
        self.standing.set_off(off)
        self._turn += 1
        self._screen.forget()
        self._show()
        self._recheck()

    def _open(self, command: Command) -> None:
        name = text_in(command, "property")
        self.standing.open(name, at_end=flag_in(command, "end"))
        self._show_opened()

    def _open_followed(self) -> None:
        """Open the run that a link names, once it is known, unless the person has moved on."""
        with self.lock, self.loaded.lock:
            if self.standing.to_open is not None:
                self._try(self._open_linked)
                self._try(self._answer_soon)

    def _open_linked(self) -> None:
        self.standing.open_followed()
        self._show_opened()

    def _show_opened(self) -> None:
        self._turn += 1
        self._screen.forget()
        if self.standing.goals:
            self._solve()
        self._show()

    def _close(self, _command: Command) -> None:
        self.standing.close()
        self._screen.forget()
        self._show()

    def _play_by(self, command: Command) -> None:
        self.others.seat(text_in(command, "player"), text_in(command, "by"))
        if self.others.need_values:
            self._solve()
        self._screen.forget()
        self._show()

    def _show_values(self, command: Command) -> None:
        self._values = flag_in(command, "on")
        if self._values:
            self._solve()
        self._show()

    def _show_fold(self, command: Command) -> None:
        self._fold = flag_in(command, "on")
        self._show()

    def _check_again(self, _command: Command) -> None:
        self.loaded.verdicts.pop(self.off, None)
        self._recheck()

    def _follow(self, command: Command) -> None:
        self.follow(read_link(text_in(command, "link", "")))
        self._show()
        self._recheck()

    # Others answer --------------------------------------------------------------------------------

    def _answer_soon(self) -> None:
        if self.others.steps:
            turn = self._turn
            self._later(PAUSE, lambda: self._answer(turn))

    def _answer(self, turn: int) -> None:
        """Let others answer, unless something else was done in the meantime."""
        with self.lock, self.loaded.lock:
            if turn == self._turn:
                self._try(self._take_of_others)

    def _take_of_others(self) -> None:
        step = self.others.move(solving=self.background.solving)
        if step is not None:
            self._take(step.name)
            self._answer_soon()

    # Background -----------------------------------------------------------------------------------

    def _recheck(self) -> None:
        """Start to decide the properties and, if it is wanted, to solve the game."""
        self.background.check(self.loaded, self.off, self._open_followed)
        if self._wants_values and self.standing.goals:
            self._solve()

    @property
    def _wants_values(self) -> bool:
        """Whether the solved game is needed, to be shown or to be played."""
        return self._values or self.others.need_values

    def _solve(self) -> None:
        """Start to solve the game unless it is solved; the result is shown later."""
        self.background.solve(self.loaded, self.off, self._solved)

    def _solved(self, error: Exception | None) -> None:
        """Show the values of the solved game, or say why it was not solved."""
        with self.lock, self.loaded.lock:
            if error is not None and self._wants_values:
                self._values = False
                self.others.give_up_values()
                self._screen.forget()
                self.send(notice_of(error, "The game was not solved: "))
            self._show()
            self._answer_soon()

    # What is shown --------------------------------------------------------------------------------

    def _show(self) -> None:
        """Send the current scene."""
        scene = scene_of(self.standing, self.others, values=self._values, fold=self._fold)
        self._screen.show(scene, self.send)


_COMMANDS: Mapping[str, Callable[[Tab, Command], None]] = {
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
"""The function of each command."""
