"""A target as pytest sees it: a collector of its properties, which are decided together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from traceback import format_exception_only
from typing import Any, Self

import pytest

from ..engines.questions import decide, questions_of
from ..errors import CounterpointError, visible
from ..stopped import Cause
from ..target import find_target
from .asked import SEPARATOR, Asked
from .options import marked
from .places import Places
from .property import Broken, Decided, Property
from .text import said_of

Options = tuple[tuple[str, Any], ...]


class Target(pytest.Collector):
    """A target; its children are its properties. `usual` are the options of its checks."""

    def __init__(self, *, asked: Asked, usual: Mapping[str, Any], **of_pytest: Any) -> None:
        super().__init__(**of_pytest)
        self.asked = asked
        self.usual = usual
        self._target: Any = None
        self._decided: dict[Options, Decided | Exception] = {}

    @classmethod
    def of(cls, asked: Asked, session: pytest.Session, usual: Mapping[str, Any]) -> Self:
        """The collector of a target that was asked for."""
        place = {"name": asked.base, "nodeid": asked.base, "path": asked.path}
        made: Self = cls.from_parent(session, asked=asked, usual=usual, **place)
        return made

    def collect(self) -> Iterator[Property]:
        """The properties; nothing is searched."""
        try:
            names = questions_of(self.target)
            places = Places(self.target, self.path, self.asked.name)
            found = [*self._properties(names, places)]
        except (Exception, SystemExit) as error:
            raise self.CollectError(said_of(error)) from error
        if not self.asked.only:
            return iter(found)
        return iter([self._named(name, found) for name in dict.fromkeys(self.asked.only)])

    @property
    def target(self) -> Any:
        """The target itself, which is loaded on its first use."""
        if self._target is None:
            self._target = find_target(self.asked.text)
        return self._target

    def decided(self, of: Property) -> Decided:
        """The verdicts on a property and all others of the run that have the same options.

        Raises `KeyboardInterrupt` if the check was interrupted, and what the check raised, again
        for each property.
        """
        options = self._options(of)
        if options not in self._decided:
            self._decided[options] = self._decide(options)
        found = self._decided[options]
        if isinstance(found, Exception):
            raise found
        if found.verdicts.stopped.cause is Cause.INTERRUPTED:
            raise KeyboardInterrupt(f"interrupted while {self.asked.text} was checked")
        return found

    def release(self, done: Property) -> None:
        """Forget what was found, and the target, if nothing is left to be done with them."""
        done.is_done = True
        if all(each.is_done for each in self._selected):
            self._decided.clear()
            self._target = None

    def _decide(self, options: Options) -> Decided | Exception:
        alike = (each for each in self._selected if self._options(each) == options)
        names = dict.fromkeys(each.question for each in alike)
        given: Any = dict(options)
        try:
            found = decide(self.target, tuple(names), name=self.asked.text, **given)
        except CounterpointError as error:
            return error
        except Exception as error:
            headline = "".join(format_exception_only(error)[:1])
            broken = Broken(f"{headline}\n{said_of(error)}")  # its traceback begins here
            broken.__cause__ = error
            return broken
        return Decided(found, frozenset(names))

    @cached_property
    def _selected(self) -> list[Property]:
        """The properties that this run decides, once all of them are collected."""
        items = (each for each in self.session.items if isinstance(each, Property))
        return [each for each in items if each.parent is self]

    def _options(self, of: Property) -> Options:
        try:
            return tuple(sorted(marked(of, self.usual).items()))
        except pytest.fail.Exception:  # its own setup says so
            return ()

    def _properties(self, names: tuple[str, ...], places: Places) -> Iterator[Property]:
        ids: list[str] = []
        for number, question in enumerate(names):
            ids.append(_another(visible(" ".join(question.split())), ids))
            yield Property.from_parent(
                self,
                name=ids[-1],
                nodeid=f"{self.nodeid}{SEPARATOR}{ids[-1]}",
                question=question,
                alike=names[:number].count(question),
                place=places.of(question),
            )

    def _named(self, name: str, found: Sequence[Property]) -> Property:
        """The property that a node id selects; raises `CollectError`.

        In its summary, pytest takes `[` for the beginning of a parameter, and closes it by `]`.
        """
        for each in found:
            if name in (each.name, f"{each.name}]"):
                return each
        has = "; ".join(each.name for each in found)
        raise self.CollectError(f"{self.asked.text} has no property {name!r}; it has {has}")


def _another(name: str, taken: Sequence[str]) -> str:
    """The name, with a number if it is taken: two theorems may look alike."""
    names = (name, *(f"{name} ({number})" for number in range(2, len(taken) + 2)))
    return next(each for each in names if each not in taken)
