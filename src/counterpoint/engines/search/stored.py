"""Opens a search level by level: by threads of this process, or by the workers of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from ...stopped import NOT_STOPPED, Stopped
from ..base.cluster import Cluster
from ..base.task import Task
from .backward.backward import Backward
from .backward.choices import ChoicesRecipe
from .levels.gathered import Answered
from .levels.recipe import Recipe
from .levels.search import Enough, LevelSearch
from .levels.searched import Searched
from .levels.sizes import sizes_within
from .levels.stepper import Stepper


def never_enough(answers: Sequence[Answered]) -> Stopped:
    """Nothing that is found ends the search."""
    return NOT_STOPPED


def search_in(
    folder: Path,
    stepper: Stepper,
    recipe: Callable[[], Recipe],
    task: Task,
    cluster: Cluster | None = None,
    enough: Enough = never_enough,
    counted: Collection[int] = (),
) -> Searched:
    """The search with its states in a folder, not opened yet; on a cluster by the recipe.

    Raises `Refused` if what the cluster needs is not installed, or the target cannot be sent.
    """
    if cluster is not None:
        from .cluster.hiring import search_on  # few searches have a cluster

        return search_on(cluster, stepper, recipe(), folder, task, enough, counted)
    threads = task.tuning.workers
    sizes = sizes_within(task.limits.bytes, stepper, threads, task.tuning)
    return LevelSearch(stepper, folder, sizes, task, threads, enough, counted)


def by_workers(search: Any, recipe_of: Callable[[Sequence[str]], ChoicesRecipe]) -> Backward:
    """What computes regions of the states of a search on a cluster, with the same workers."""
    from .cluster.by_workers import ByWorkers

    return ByWorkers(search, recipe_of)
