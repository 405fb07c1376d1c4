"""Decide the questions of a module, with its states on disk where that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import Misuse, Refused
from ..verdict import Answer, Verdicts
from .base.engine import AUTO, EXPLICIT, Reads, require_reads
from .base.options import CheckOptions
from .base.storage import Storage
from .base.task import Task
from .decide.until import Check, until_stopped

if TYPE_CHECKING:
    from ..model.theory import Theory
    from .base.disk import Disk


NO_URI = (
    "the states of a module are kept in a folder, not at a URI: numbers of values must be there "
    "before any state has them"
)


def check_module(
    target: Any, name: str, options: CheckOptions, task: Task, storage: Storage | None
) -> Verdicts:
    """The verdicts on all questions of a module."""
    theory: Theory = target.theory
    questions = {question.name: question for question in theory.questions}
    if storage is not None:
        if storage.uri:
            raise Refused(NO_URI)
        if options.get("coverage") or options.get("engine", AUTO) == EXPLICIT:
            raise Misuse("with states on disk no coverage is counted, and explicit is no engine")
        task = replace(task, keeper=None)
    if not options.get("coverage") and task.limits.bytes >= task.tuning.disk_memory:
        task = replace(task, disk=_disk_of(target, storage or Storage()))

    def decide() -> Verdicts:
        return until_stopped(lambda: _of_theory(theory, options, task), name, questions, task)

    return decide() if task.disk is None else _kept(task.disk, decide)


def _disk_of(target: Any, storage: Storage) -> Disk:
    from .base.disk import Disk  # few modules need one

    storage.require_shared()
    return Disk(
        storage.place,
        lambda: str(target.signature),
        named=storage.is_named,
        cluster=storage.cluster,
    )


def _kept(disk: Disk, decide: Callable[[], Verdicts]) -> Verdicts:
    """The verdicts; what was found on disk stays if it is asked for, and something is open."""
    from .base.disk import is_of_the_target  # programs and models need none

    try:
        found = decide()
    except BaseException as error:
        disk.close(stays=not is_of_the_target(error))
        raise
    is_open = any(each.answer is Answer.UNKNOWN for each in found)
    if disk.close(stays=is_open and not found.stopped.ends_by_itself):
        return replace(found, warnings=(*found.warnings, disk.to_go_on))
    return found


def _of_theory(theory: Theory, options: CheckOptions, task: Task) -> Check:
    """The check of all questions of a theory."""
    engine = options.get("engine", AUTO)
    require_reads(engine, Reads.SPECIFICATION)
    from .decide.spec.theory_check import TheoryCheck  # programs and models need no theories

    return TheoryCheck(
        theory,
        task,
        stop_first=options.get("stop_first", False),
        engine=engine,
        coverage=options.get("coverage", False),
    )
