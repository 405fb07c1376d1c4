"""Opens the space of a module with its states on disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from ...errors import Refused
from ...model.capabilities import as_json_of
from ...model.specified import Following, everywhere
from ..base.disk import Disk
from ..base.memory import NO_MEMORY
from ..base.storage import Storage
from ..base.task import Task
from ..search.backward.choices import NO_STEPS
from ..search.levels.of_factored import FactoredStepper
from ..search.levels.searched import Searched
from ..search.spec.choices import Atom, Judge, JudgingRecipe, SpecifiedChoices, judging_recipe
from ..search.spec.explore import explore
from ..search.spec.explored import Wanted
from ..search.spec.on_disk import OnDisk
from .ground import Ground
from .levelspace import LevelSpace, stays
from .stored import space_of

COUNTED = "no constraint leaves out the state"
"""The text of an atom that no formula has."""


class ModuleSource:
    """A module of which the states were found."""

    game, note, memory, counts_steps = None, "", NO_MEMORY, False

    def __init__(self, of: Following, search: Searched) -> None:
        assert isinstance(search.stepper, FactoredStepper)
        self._of, self._search, self._stepper = of, search, search.stepper
        self._recipes: dict[str, JudgingRecipe] = {}

    def show(self, state: Any) -> object:
        """As `Space.show`."""
        return self._of.system.show(state)

    def as_json(self, state: Any) -> object:
        """As `Space.as_json`."""
        return as_json_of(self._of.system)(state)

    def ground(self, space: Any) -> Ground:
        """As `Source.ground`: refused."""
        raise Refused(NO_STEPS)

    @property
    def counted(self) -> str | None:
        """As `Source.counted`."""
        return None if self._of.system.within is everywhere else COUNTED

    def choices(self, task: Task, room: int) -> SpecifiedChoices:
        """As `Source.choices`."""
        return SpecifiedChoices(lambda text: Judge(self._atom(text), self._stepper.saved, task))

    def choices_recipe(self, task: Task, texts: Sequence[str]) -> JudgingRecipe:
        """As `Source.choices_recipe`, for one atom."""
        text = texts[0] if texts else COUNTED
        if text not in self._recipes:
            recipe = judging_recipe(self._atom(text), text, self._stepper, task)
            self._recipes = {text: recipe}
        return self._recipes[text]

    def _atom(self, text: str) -> Atom:
        probe = None if text == COUNTED else self._of.probe(text)
        return Atom(self._of.system, probe, self._start)

    @cached_property
    def _start(self) -> Any:
        """An initial state."""
        return self._stepper.state(self._search.row(0))


def module_opened_in(of: Following, task: Task) -> LevelSpace | None:
    """The space of a module after a search with its states in a folder of their own.

    That is in the folder that the user named, if any. None if the search was done before anything
    was written, as there are few states.
    """
    storage = task.storage or Storage()
    if storage.uri:
        raise Refused("the states of a module are kept in a folder, not at a URI")
    storage.require_shared()
    disk = Disk(
        storage.place,
        lambda: of.signature,
        named=storage.is_named,
        cluster=storage.cluster,
        at_once=True,
    )
    disk.begin("states")
    try:
        disk.take()
        found = explore(of.system, Wanted(), replace(task, disk=disk, keeper=None))
        space = _space(of, found, task, disk) if isinstance(found, OnDisk) else None
    except BaseException as error:
        disk.close(stays=stays(error, task, disk.was_there))
        raise
    if space is None:
        disk.close(stays=False)
    return space


def _space(of: Following, found: OnDisk, task: Task, disk: Disk) -> LevelSpace:
    assert found.search is not None
    if found.trouble is not None:
        raise found.trouble.error
    return space_of(
        ModuleSource(of, found.search),
        found.search,
        task,
        found.stopped,
        was_there=disk.was_there,
        then=lambda stays: disk.close(stays=stays),
        threads=1,
    )
