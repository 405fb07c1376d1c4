"""The position of a tab in a target: the rules that are off, the game, and an opened run."""

from __future__ import annotations

from collections.abc import Collection

from ..data import dataclass
from ..errors import Misuse
from ..games.advice import Advisor
from ..model.scope import closest
from ..verdict import Answer, Verdict
from .bounds import Off
from .fault import said_of
from .goals import Goals
from .link import Link
from .loaded import Loaded
from .walk import Walk, replayed


@dataclass(frozen=True, slots=True)
class Opened:
    """A counterexample or witness that is played: its verdict, and its run."""

    verdict: Verdict
    walk: Walk


class Standing:
    """A position in a version of a target; `selected` is the step that is explained.

    `to_open` is a link to a run that is not known yet; the run is opened once it is known.

    >>> from counterpoint.examples.hot_cold import program
    >>> standing = Standing(Loaded("hot_cold", program))
    >>> standing.game.take("COLD")
    >>> str(standing.link)
    'p=COLD'
    """

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.off: Off = loaded.off
        self.opened: Opened | None = None
        self.to_open: Link | None = None
        self.selected: int | None = None
        self.game = loaded.game(self.off)

    @property
    def walk(self) -> Walk:
        """The walk that is shown: the game, or an opened run."""
        return self.game if self.opened is None else self.opened.walk

    @property
    def is_playing(self) -> bool:
        """Whether the game is played: no run is open, or about to be opened."""
        return self.opened is None and self.to_open is None

    @property
    def goals(self) -> Goals:
        """The goals of the players under the current rules; empty if they are not known."""
        return self.loaded.goals(self.off)

    @property
    def advisor(self) -> Advisor | None:
        """The advisor on moves under the current rules; None if the game is not solved."""
        return self.loaded.advisor(self.off)

    @property
    def why_unsolved(self) -> str:
        """Why the game cannot be solved under the current rules; empty if no reason is known."""
        return self.loaded.why_unsolved(self.off)

    @property
    def link(self) -> Link:
        """A link to the position, the rules, and the run that is played."""
        steps = tuple(step.name for step in self.game.steps)
        opened = self.opened
        run, step = ("", 0) if opened is None else (opened.verdict.name, opened.walk.at)
        return Link(steps, self.game.at, tuple(sorted(self.off)), run, step)

    # Along the steps ------------------------------------------------------------------------------

    def take(self, name: str) -> None:
        """Take a step of the game; raises `Misuse` if there is none with that name."""
        self.selected = None
        self.game.take(name)

    def go(self, k: int) -> None:
        """Go to the position after the first `k` steps, or the nearest one that exists."""
        self.selected = None
        self.walk.jump(k)

    def choice_before(self, persons: Collection[str] | None) -> int:
        """The position before this one at which a person last chose; None: at every position."""
        k = self.walk.at - 1
        while k > 0 and not self._was_chosen(k, persons):
            k -= 1
        return k

    def choice_after(self, persons: Collection[str] | None) -> int:
        """The next position after this one at which a person chose; None: at every position."""
        k = self.walk.at + 1
        while k < len(self.walk.steps) and not self._was_chosen(k, persons):
            k += 1
        return k

    def _was_chosen(self, k: int, persons: Collection[str] | None) -> bool:
        return persons is None or self.walk.steps[k].owner in persons

    def select(self, k: int) -> None:
        """Go to the position after step number `k`, counted from 0, and select that step."""
        self.selected = k if 0 <= k < len(self.walk.steps) else None
        self.walk.jump(k + 1 if self.selected is not None else k)

    def restart(self) -> None:
        """Start the game again."""
        self.opened, self.selected = None, None
        self.game = self.loaded.game(self.off)

    # Rules, runs, links ---------------------------------------------------------------------------

    def set_off(self, off: Off) -> None:
        """Switch rules; raises `CounterpointError`, and changes nothing, if no rule is left."""
        variant = self.loaded.variant(off)
        game = self.game.under(variant.target, self.loaded.whole, variant.presenter)
        opened = self.opened
        if opened is not None:
            walk = opened.walk.under(variant.target, self.loaded.whole, variant.presenter)
            self.opened = Opened(opened.verdict, walk)
        self.off, self.game = off, game

    def open(self, name: str, *, at_end: bool = False) -> None:
        """Open the run that a check found for a property; raises `Misuse` if there is none."""
        verdict = self._verdict(name)
        if verdict.trace is None:
            raise Misuse(f"there is no run to play for {name!r}: {_without_run(verdict)}")
        variant = self.loaded.variant(self.off)
        walk = Walk.along(
            verdict.trace, variant.target, self.loaded.whole, presenter=variant.presenter
        )
        walk.jump(len(walk.steps) if at_end else 0)
        self.opened, self.selected = Opened(verdict, walk), None

    def _verdict(self, name: str) -> Verdict:
        """The verdict on a property; raises `Misuse` if there is none."""
        found = self.loaded.verdicts.get(self.off)
        if found is None:
            raise Misuse(f"there is no run to play for {name!r}: nothing has been checked yet")
        for verdict in found:
            if verdict.name == name:
                return verdict
        names = closest(name, [verdict.name for verdict in found])
        raise Misuse(f"there is no run to play for {name!r}; there are the properties {names}")

    def close(self) -> None:
        """Return from a run to the game."""
        self.opened, self.selected = None, None

    def follow(self, link: Link) -> list[str]:
        """Go to the position in a link as far as possible; returns messages about what is not.

        The run that the link names is opened later, by `open_followed`.
        """
        unknown = [rule for rule in link.off if rule not in self.loaded.rules]
        said = [*link.unread, *([f"there is no rule {', '.join(unknown)}"] if unknown else [])]
        said += self._begin_under(frozenset(link.off) - set(unknown))
        self.to_open = link if link.run else None
        why = self._replay(link)
        return said + ([why] if why else [])

    def _begin_under(self, off: Off) -> list[str]:
        """Start the game under these rules; returns an error message if that is not possible.

        Then the rules stay as they are. Exceptions of the user's program are caught as well.
        """
        self.opened, self.selected, self.to_open = None, None, None
        try:
            self.game, self.off = self.loaded.game(off), off
        except Exception as error:
            self.game = self.loaded.game(self.off)
            return [said_of(error)]
        return []

    def _replay(self, link: Link) -> str:
        """Take the steps of a link; returns why not all could be taken, or an empty text."""
        if link.steps:  # they are counted from the start, which may lie before the beginning
            self.game.jump(0)
        why = replayed(self.game, link.steps)
        self.game.jump(len(link.steps) if link.at is None else link.at)
        return why

    def open_followed(self) -> None:
        """Open the run that a link names, once it is known, unless the person has moved on."""
        link, self.to_open = self.to_open, None
        if link is not None:
            self.open(link.run)
            self.go(link.step)

    def reload(self, loaded: Loaded) -> str:
        """Switch to another version of the target; returns what was lost of the position."""
        link, before, off = self.link, self.loaded, self.off
        self.loaded, self.off = loaded, loaded.off
        said = self._begin_under(loaded.known(off) if before.off == loaded.off else loaded.off)
        lost = self._replay(link)
        return "; ".join((*said, lost) if lost else said)


def _without_run(verdict: Verdict) -> str:
    """Why no run shows the answer to a property."""
    if verdict.answer is Answer.UNKNOWN:
        return f"whether it holds is unknown, {verdict.reason}"
    return f"it {verdict.answer.value}, which no single run shows"
