"""Where a tab stands in a target: the rules that are off, the game, and a run that is opened."""

from __future__ import annotations

from collections.abc import Collection

from ..data import dataclass
from ..errors import Misuse
from ..games.advice import Advisor
from ..model.scope import closest
from ..verdict import Answer, Verdict
from .fault import said_of
from .goals import Goals
from .link import Link
from .loaded import Loaded, Off
from .walk import Walk, replayed


@dataclass(frozen=True, slots=True)
class Opened:
    """A counterexample or a witness that is played: the property, and its run."""

    verdict: Verdict
    walk: Walk


class Standing:
    """A position in a version of a target; `selected` is the step that is asked about.

    `to_open` is a link to a run that is not known yet: it is opened when it is.

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
        self.game = self._game_under(self.off)

    def _game_under(self, off: Off) -> Walk:
        variant = self.loaded.variant(off)
        return Walk(variant.target, self.loaded.whole, teller=variant.teller)

    @property
    def walk(self) -> Walk:
        """The walk that is shown: the game, or a run that was opened."""
        return self.game if self.opened is None else self.opened.walk

    @property
    def is_playing(self) -> bool:
        """Whether the game goes on: no run is opened, nor about to be."""
        return self.opened is None and self.to_open is None

    @property
    def goals(self) -> Goals:
        """What the players want under the rules as they are; empty if that is not known."""
        return self.loaded.goals(self.off)

    @property
    def advisor(self) -> Advisor | None:
        """What knows the values of moves under the rules as they are, if the game is solved."""
        return self.loaded.advisor(self.off)

    @property
    def why_unsolved(self) -> str:
        """Why nobody can know who wins where, under the rules as they are; empty if one can."""
        return self.loaded.why_unsolved(self.off)

    @property
    def link(self) -> Link:
        """The position, its rules, and the run that is played, to come back to."""
        steps = tuple(step.name for step in self.game.steps)
        opened = self.opened
        run, step = ("", 0) if opened is None else (opened.verdict.name, opened.walk.at)
        return Link(steps, self.game.at, tuple(sorted(self.off)), run, step)

    # Along the steps ------------------------------------------------------------------------------

    def take(self, name: str) -> None:
        """Take a step of the game; raises `Misuse` where there is none of that name."""
        self.selected = None
        self.game.take(name)

    def go(self, k: int) -> None:
        """Stand after the first `k` steps, as near to that as there is."""
        self.selected = None
        self.walk.jump(k)

    def choice_before(self, persons: Collection[str] | None) -> int:
        """After how many steps a person chose last before here; every step counts for None."""
        k = self.walk.at - 1
        while k > 0 and not self._was_chosen(k, persons):
            k -= 1
        return k

    def choice_after(self, persons: Collection[str] | None) -> int:
        """After how many steps a person chose next after here; every step counts for None."""
        k = self.walk.at + 1
        while k < len(self.walk.steps) and not self._was_chosen(k, persons):
            k += 1
        return k

    def _was_chosen(self, k: int, persons: Collection[str] | None) -> bool:
        return persons is None or self.walk.steps[k].owner in persons

    def select(self, k: int) -> None:
        """Stand after step number `k`, counted from 0, and ask about it."""
        self.selected = k if 0 <= k < len(self.walk.steps) else None
        self.walk.jump(k + 1 if self.selected is not None else k)

    def restart(self) -> None:
        """Begin the game anew."""
        self.opened, self.selected = None, None
        self.game = self._game_under(self.off)

    # Rules, runs, links ---------------------------------------------------------------------------

    def set_off(self, off: Off) -> None:
        """Switch rules; raises `CounterpointError`, and changes nothing, where nothing is left."""
        variant = self.loaded.variant(off)
        game = self.game.under(variant.target, self.loaded.whole, variant.teller)
        opened = self.opened
        if opened is not None:
            walk = opened.walk.under(variant.target, self.loaded.whole, variant.teller)
            self.opened = Opened(opened.verdict, walk)
        self.off, self.game = off, game

    def open(self, name: str, *, at_end: bool = False) -> None:
        """Open the run that a check found for a property; raises `Misuse` where there is none."""
        verdict = self._verdict(name)
        if verdict.trace is None:
            raise Misuse(f"there is no run to play for {name!r}: {_without_run(verdict)}")
        variant = self.loaded.variant(self.off)
        walk = Walk.along(verdict.trace, variant.target, self.loaded.whole, teller=variant.teller)
        walk.jump(len(walk.steps) if at_end else 0)
        self.opened, self.selected = Opened(verdict, walk), None

    def _verdict(self, name: str) -> Verdict:
        """The verdict on a property; raises `Misuse` where there is none."""
        found = self.loaded.verdicts.get(self.off)
        if found is None:
            raise Misuse(f"there is no run to play for {name!r}: nothing has been checked yet")
        for verdict in found:
            if verdict.name == name:
                return verdict
        names = closest(name, [verdict.name for verdict in found])
        raise Misuse(f"there is no run to play for {name!r}; there are the properties {names}")

    def close(self) -> None:
        """Come back from a run to the game."""
        self.opened, self.selected = None, None

    def follow(self, link: Link) -> list[str]:
        """Stand where a link says, as far as that can be; what cannot is told.

        The run that it names is opened later, by `open_followed`.
        """
        unknown = [rule for rule in link.off if rule not in self.loaded.rules]
        said = [*link.unread, *([f"there is no rule {', '.join(unknown)}"] if unknown else [])]
        said += self._begin_under(frozenset(link.off) - set(unknown))
        self.to_open = link if link.run else None
        why = self._replay(link)
        return said + ([why] if why else [])

    def _begin_under(self, off: Off) -> list[str]:
        """Begin the game under these rules; where nothing is left to play, tell so and switch none.

        A program's own exceptions are told as well.
        """
        self.opened, self.selected, self.to_open = None, None, None
        try:
            self.game, self.off = self._game_under(off), off
        except Exception as error:
            self.game = self._game_under(self.off)
            return [said_of(error)]
        return []

    def _replay(self, link: Link) -> str:
        """Take the steps of a link, and say why not all could be taken; empty if they were."""
        why = replayed(self.game, link.steps)
        self.game.jump(len(link.steps) if link.at is None else link.at)
        return why

    def open_followed(self) -> None:
        """Open the run that a link names, now that it is known, unless something else was done."""
        link, self.to_open = self.to_open, None
        if link is not None:
            self.open(link.run)
            self.go(link.step)

    def reload(self, loaded: Loaded) -> str:
        """Go on in another version of the target; what became of the position, if it is lost."""
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
