"""Runs the checks of a sweep on a cluster of Ray, each as a task with a process of its own."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from typing import Any

import ray
from ray import exceptions

from ..alarm import require_going_on
from ..engines.base.cluster import Cluster
from ..engines.search.cluster.connection import connected
from .rows import Row
from .running import LOOK, begun, failed, finished, row_of, words_of

RETRIES = 3
"""How often a check is begun again if its worker or its machine dies."""


class ClusterRunner:
    """Runs checks of one target, as many at once as the cluster has CPUs."""

    def __init__(self, target: str, given: Sequence[str], cluster: Cluster) -> None:
        """`given` are further words of the command `check`: properties and options."""
        self._target, self._given, self._cluster = target, given, cluster

    def rows(self, combinations: Sequence[Mapping[str, str]]) -> Iterator[Row]:
        """The row of each combination, as they are done; if this is ended, so are the checks.

        Raises `Refused` if there is no such cluster.
        """
        connected(self._cluster.address, self._cluster.workers)
        running: dict[Any, Mapping[str, str]] = {}
        try:
            task: Any = ray.remote(num_cpus=1, max_retries=RETRIES)(_checked)
            given = os.getcwd(), version("counterpoint")
            for settings in combinations:
                words = words_of(self._target, self._given, settings)
                running[task.remote(words, *given)] = settings
            while running:
                done, _ = ray.wait(list(running), num_returns=1, timeout=LOOK)
                require_going_on()
                for one in done:
                    yield _row(running.pop(one), one)
        finally:
            for one in running:
                with suppress(Exception):  # it is done, or its worker is lost
                    ray.cancel(one)
            with suppress(Exception):
                ray.shutdown()


def _checked(words: Sequence[str], folder: str, ours: str) -> tuple[str, str, float, float]:
    """Check one combination on a worker: why there is no answer, or what `row_of` takes."""
    theirs = version("counterpoint")
    if theirs != ours:
        return f"its worker has Counterpoint {theirs}, and this is {ours}", "", 0.0, 0.0
    began = time.perf_counter()
    try:
        process = begun(words, folder)
    except OSError as error:
        return f"its worker has no folder {folder}: {error.strerror}", "", 0.0, 0.0
    try:
        out, megabytes = finished(process)
    finally:
        if process.returncode is None:  # the task was cancelled
            process.kill()
    return "", out, time.perf_counter() - began, megabytes


def _row(settings: Mapping[str, str], task: Any) -> Row:
    try:
        why, *found = ray.get(task)
    except exceptions.RayError as error:
        return failed(settings, str(error).partition("\n")[0])
    return failed(settings, why) if why else row_of(settings, *found)
