"""Opens the check of a model or a program with its states on disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ....model.model import Model
from ....model.network import Network
from ....model.system import System
from ....stopped import Cause
from ....verdict import Verdicts, system_of
from ...base.storage import Storage
from ...base.task import Task
from ..until import until_stopped
from .asked import PackedTarget
from .check import LevelsCheck
from .of_models import PackedModel
from .of_programs import PackedProgram
from .past_memory import going_on


def by_levels(target: Model | Network, task: Task) -> LevelsCheck:
    """The check of a target with its states in the storage of a task, or in a folder of its own.

    In a folder that nobody named nothing stays.
    """
    storage = task.storage or Storage()
    packed = _packed(target, task)
    folder = storage.place()
    return LevelsCheck(packed, folder, task, stays=storage.is_named, cluster=storage.cluster)


def past_memory(found: Verdicts, target: Any, wanted: Mapping[str, Any], task: Task) -> Verdicts:
    """The verdicts, with those of a search on disk of what there was no memory for.

    There is none if very little memory is allowed, or if a person or a limit of time ended all.
    """
    seconds = task.limits.seconds
    left = None if seconds is None else seconds - found.seconds
    is_over = found.stopped.cause in {Cause.INTERRUPTED, Cause.TIME} or (left or 1.0) <= 0
    if is_over or task.limits.bytes < task.tuning.disk_memory:
        return found
    if isinstance(target, System) and not isinstance(target, Model | Network):
        return found
    system: Any = target if isinstance(target, Model) else system_of(target, task.tuning)
    timed = replace(task, limits=replace(task.limits, seconds=left), meter=None)
    return going_on(
        found,
        wanted,
        task,
        lambda less: by_levels(system, less),
        lambda opened, open_: until_stopped(opened, found.target, open_, timed),
    )


def _packed(target: Model | Network, task: Task) -> PackedTarget:
    return PackedProgram(target, task) if isinstance(target, Network) else PackedModel(target, task)
