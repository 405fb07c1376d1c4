"""Which workers search on which cluster, and with how much memory."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

from ....errors import Refused
from ...base.cluster import Cluster, needs_ray
from ...base.task import Task
from ..levels.recipe import Recipe
from ..levels.search import Enough
from ..levels.shared_values import Numbers
from ..levels.sizes import Sizes, sizes_within
from ..levels.stepper import Stepper
from .crew import Crew
from .search import ClusterSearch

SHARE = 0.5
"""The part of the memory that workers may use; the rest is for what is sent between them."""


def search_on(
    cluster: Cluster,
    stepper: Stepper,
    recipe: Recipe,
    folder: Path,
    task: Task,
    enough: Enough,
    counted: Collection[int],
) -> ClusterSearch:
    """A search by the workers of a cluster, with what they share beside the folder.

    Raises `Refused` if Ray is not installed.
    """
    try:
        from .with_ray import RayCrew
    except ImportError as error:
        raise needs_ray(error) from None
    from .place import Place

    workers = cluster.workers or task.tuning.workers
    share = int(task.limits.bytes * SHARE / workers)
    if share < task.tuning.disk_memory // 4:
        raise Refused(
            f"{workers} workers would have {share >> 20} MB each: name fewer workers, or raise "
            "--limit-memory"
        )
    sizes = sizes_within(share, stepper, 1, task.tuning)
    bits = min(stepper.bits, max(sizes.bits, (workers - 1).bit_length() + 1))
    sizes = replace(sizes, bits=bits)  # enough shards for all, if there are so many keys

    uri = "" if task.storage is None else task.storage.uri

    def made(numbers: Numbers | None, number: int, size: int) -> tuple[Recipe, Place, Sizes]:
        its = recipe if numbers is None else recipe.sharing(numbers)
        return its, Place(number, size, folder.resolve(), uri), sizes

    def hire(look: Callable[[], None]) -> Crew:
        return RayCrew(
            cluster.address,
            cluster.workers,
            share,
            made,
            look,
            None if recipe.values is None else (recipe.values, shared_file(folder)),
        )

    return ClusterSearch(stepper, folder, sizes, task, hire, enough, counted)


def shared_file(folder: Path) -> Path:
    """A file beside the folder of a search, for the numbers of values; of another name each time.

    What was numbered for levels that were not finished means nothing to a later search.
    """
    return folder.resolve().with_name(f"{folder.name}-values-{secrets.token_hex(4)}")
