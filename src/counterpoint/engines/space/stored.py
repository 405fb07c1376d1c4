"""Opens a space with its states on disk."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from ...errors import BadCheckpoint
from ...stopped import Stopped
from ..base.storage import Storage
from ..base.task import Task
from ..search.backward.algebra import LevelAlgebra
from ..search.backward.backward import Backward
from ..search.backward.by_threads import ByThreads
from ..search.backward.finished import Finished
from ..search.backward.places import Places
from ..search.levels.searched import Searched
from ..search.levels.sizes import Sizes, sizes_within
from ..search.stored import by_workers, search_in
from .levelspace import LevelSpace, Then, stays
from .sources import Searchable, Source

MADE = "states-made"
"""A file: that the folder was made for states, and goes with them."""

REGIONS, MARKS = 8, 4
"""How many regions there are at once, and how many bytes there are for each state of a level."""


def opened_in(of: Searchable, task: Task, in_layers: bool) -> LevelSpace:
    """The space of a target after a search with its states in a folder of their own.

    That is in the folder that the user named, if any. If each step must lead to the next level, as
    they must be `in_layers`, raises `Refused` if one does not.
    """
    top = (task.storage or Storage()).place()
    _make(top)
    space = None
    try:
        search = _search(of, task, top / f"states-{_name(of)}")
        search.in_layers = in_layers
        space = _run(of, search, task, lambda stays: None if stays else _remove(top))
    finally:
        if space is None:
            _remove(top)
    return space


def _search(of: Searchable, task: Task, folder: Path) -> Searched:
    cluster = None if task.storage is None else task.storage.cluster
    return search_in(folder, of.stepper(task), lambda: of.recipe(task), task, cluster)


def _run(of: Searchable, search: Searched, task: Task, then: Then) -> LevelSpace:
    """The space of a search that is opened, and run; after an error it is closed."""
    search.__enter__()
    was_there = bool(search.levels)
    try:
        return space_of(of, search, task, search.run(), was_there=was_there, then=then)
    except BaseException as error:
        if not stays(error, task, was_there):
            search.discard()
        search.__exit__()
        raise


def _name(of: Source) -> str:
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


def space_of(
    of: Source,
    search: Searched,
    task: Task,
    stopped: Stopped,
    *,
    was_there: bool,
    then: Then,
    threads: int | None = None,
) -> LevelSpace:
    """The space of a search that was run, and is open; `stopped` says why it ended early.

    `was_there` says whether the search found levels in its folder, and `then` is called when it was
    closed. Up to `threads` compute regions; by default as many as are allowed.
    """
    threads = task.tuning.workers if threads is None else threads
    storage, places = task.storage or Storage(), Places(search.levels)
    if stopped:
        stopped = Stopped(f"{stopped}{storage.to_go_on}", stopped.cause)
    sizes = sizes_beside(search, task, threads)
    choices = of.choices(task, sizes.piece)

    def here() -> Backward:
        return ByThreads(
            search.levels, search.files, search.keys, sizes, choices, threads,
            task.tuning.disk_reserve,
        )  # fmt: skip

    def on_cluster() -> Backward:
        return by_workers(search, lambda texts: of.choices_recipe(task, texts))

    def kept(name: str) -> Finished:
        full = sha256(f"{choices.identity} {name}".encode()).hexdigest()
        return Finished(search.folder, full[:16])

    backward = here() if storage.cluster is None else on_cluster()
    algebra = LevelAlgebra(
        of.game, places, backward, search.stepper.state, stopped,
        kept if storage.is_named else None, of.counted,
    )  # fmt: skip
    return LevelSpace(of, search, places, algebra, task, here, was_there=was_there, then=then)


def sizes_beside(search: Searched, task: Task, threads: int) -> Sizes:
    """The sizes to compute regions with, which are in memory too."""
    largest = max((level.states for level in search.levels), default=0)
    taken = REGIONS * search.states // 8 + MARKS * largest
    left = max(task.limits.bytes - taken, task.limits.bytes // 4)
    sizes = sizes_within(left, search.stepper, threads, task.tuning)
    return replace(sizes, bits=search.sizes.bits)
