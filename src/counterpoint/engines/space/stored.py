"""Opens a space with its states on disk."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from ...errors import BadCheckpoint, LimitReached, Undecided
from ...stopped import Stopped
from ..base.storage import Storage
from ..base.task import Task
from ..search.backward.algebra import LevelAlgebra
from ..search.backward.backward import Backward
from ..search.backward.by_threads import ByThreads
from ..search.backward.of_model import ModelChoices, choices_recipe
from ..search.backward.places import Places
from ..search.levels.of_model import ModelStepper
from ..search.levels.recipe import recipe_of
from ..search.levels.searched import Searched
from ..search.levels.sizes import Sizes, sizes_within
from ..search.stored import by_workers, search_in
from .levelspace import LevelSpace
from .prepared import Prepared

MADE = "states-made"
"""A file: that the folder was made for states, and goes with them."""

REGIONS, MARKS = 8, 4
"""How many regions there are at once, and how many bytes there are for each state of a level."""


def opened_in(of: Prepared, task: Task, in_layers: bool) -> LevelSpace:
    """The space of a model after a search with its states in a folder of their own.

    That is in the folder that the user named, if any. If each step must lead to the next level, as
    they must be `in_layers`, raises `Refused` if one does not.
    """
    storage = task.storage or Storage()
    model, top = of.model, storage.place()
    _make(top)
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
        if not stays:
            _remove(top)
        raise
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


def _make(folder: Path) -> None:
    """Make a folder if there is none, and note that in it; raises `BadCheckpoint`."""
    try:
        if not folder.exists():
            folder.mkdir(parents=True)
            (folder / MADE).touch()
    except OSError as error:
        raise BadCheckpoint(f"{folder} cannot be written: {error.strerror}") from None


def _remove(folder: Path) -> None:
    """Remove a folder that was made for states, if there are no others in it."""
    made = folder / MADE
    if made.exists() and list(folder.iterdir()) == [made]:
        made.unlink()
        with suppress(OSError):  # somebody put something else there
            folder.rmdir()


def _space(
    of: Prepared, search: Searched, task: Task, storage: Storage, stopped: Stopped
) -> LevelSpace:
    if stopped and storage.is_named:
        kept = f"what was found is in {storage.name}: ask again with it to go on"
        stopped = Stopped(f"{stopped}; {kept}", stopped.cause)
    places = Places(search.levels)

    def here() -> Backward:
        threads = task.tuning.workers
        sizes = sizes_beside(search, task, threads)
        choices = ModelChoices(of.model, task.tuning, sizes.piece)
        return ByThreads(search.levels, search.files, search.keys, sizes, choices, threads)

    def on_cluster() -> Backward:
        return by_workers(search, lambda texts: choices_recipe(of.model, texts, task.tuning))

    backward = here() if storage.cluster is None else on_cluster()
    folder = search.folder if storage.is_named else None
    algebra = LevelAlgebra(of.model, places, backward, search.stepper.state, stopped, folder)
    return LevelSpace(of, search, places, algebra, task, here)


def sizes_beside(search: Searched, task: Task, threads: int) -> Sizes:
    """The sizes to compute regions with, which are in memory too."""
    largest = max((level.states for level in search.levels), default=0)
    taken = REGIONS * search.states // 8 + MARKS * largest
    left = max(task.limits.bytes - taken, task.limits.bytes // 4)
    sizes = sizes_within(left, search.stepper, threads, task.tuning)
    return replace(sizes, bits=search.sizes.bits)
