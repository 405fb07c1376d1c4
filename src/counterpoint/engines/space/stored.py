"""Opens a space with its states on disk."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from ...errors import LimitReached, Undecided
from ...stopped import Stopped
from ..base.storage import Storage
from ..base.task import Task
from ..search.backward.algebra import LevelAlgebra
from ..search.backward.backward import Backward
from ..search.backward.by_threads import ByThreads
from ..search.backward.of_model import ModelChoices
from ..search.backward.places import Places
from ..search.levels.of_model import ModelStepper
from ..search.levels.recipe import recipe_of
from ..search.levels.searched import Searched
from ..search.levels.sizes import Sizes, sizes_within
from ..search.stored import search_in
from .levelspace import LevelSpace
from .prepared import Prepared

REGIONS, MARKS = 8, 4
"""How many regions there are at once, and how many bytes there are for each state of a level."""


def opened_in(of: Prepared, task: Task, in_layers: bool) -> LevelSpace:
    """The space of a model after a search with its states in a folder of their own.

    That is in the folder that the user named, if any. If each step must lead to the next level, as
    they must be `in_layers`, raises `Refused` if one does not.
    """
    storage = task.storage or Storage()
    model, top = of.model, storage.place()
    is_made = not top.exists()
    folder = top / f"states-{_name(of)}"
    stepper = ModelStepper(model, (), task.limits, task.tuning)
    search = search_in(
        folder,
        stepper,
        lambda: recipe_of(model, (), task.limits, task.tuning),
        task,
        storage.cluster,
    )
    search.in_layers = in_layers
    search.__enter__()
    try:
        stopped = search.run()
        space = _space(of, search, task, storage, stopped)
    except BaseException as error:
        stays = is_to_go_on(error, task)
        if not stays:
            search.discard()
        search.__exit__()
        if is_made and not stays:
            _remove(top)
        raise
    if is_made:
        space.then(lambda: _remove(top))
    return space


def is_to_go_on(error: BaseException, task: Task) -> bool:
    """Whether what was found stays: a person, a limit or the disk ended a search in a folder of
    the user."""
    is_named = task.storage is not None and task.storage.is_named
    ended = isinstance(error, Undecided) and bool(error.stopped)
    return is_named and (ended or isinstance(error, KeyboardInterrupt | OSError | LimitReached))


def _name(of: Prepared) -> str:
    """A name for what the states record."""
    return sha256(of.note.encode()).hexdigest()[:12]


def _remove(folder: Path) -> None:
    """Remove a folder, if it is empty."""
    with suppress(OSError):
        folder.rmdir()


def _space(
    of: Prepared, search: Searched, task: Task, storage: Storage, stopped: Stopped
) -> LevelSpace:
    if stopped and storage.is_named:
        kept = f"what was found is in {storage.folder}: ask again with it to go on"
        stopped = Stopped(f"{stopped}; {kept}", stopped.cause)
    places = Places(search.levels)
    backward = _backward(of, search, task)
    algebra = LevelAlgebra(of.model, places, backward, search.stepper.state, stopped)
    return LevelSpace(of, search, places, algebra, task.tuning, stopped)


def _backward(of: Prepared, search: Searched, task: Task) -> Backward:
    threads = task.tuning.workers
    sizes = sizes_beside(search, task, threads)
    choices = ModelChoices(of.model, task.tuning, sizes.piece)
    return ByThreads(search.levels, search.files, search.keys, sizes, choices, threads)


def sizes_beside(search: Searched, task: Task, threads: int) -> Sizes:
    """The sizes to compute regions with, which are in memory too."""
    largest = max((level.states for level in search.levels), default=0)
    taken = REGIONS * search.states // 8 + MARKS * largest
    left = max(task.limits.bytes - taken, task.limits.bytes // 4)
    sizes = sizes_within(left, search.stepper, threads, task.tuning)
    return replace(sizes, bits=search.sizes.bits)
