"""Connects to a cluster of Ray, or starts one on this machine."""

from __future__ import annotations

import os
import sys
from typing import Any

import ray
from ray import exceptions

from ....errors import Refused
from ...base.limits import show_size

BEGIN = 120.0
"""Seconds in which workers begin, or begin again."""

LOST = (
    exceptions.RayActorError,
    exceptions.WorkerCrashedError,
    exceptions.ObjectLostError,
    exceptions.NodeDiedError,
    exceptions.OutOfMemoryError,
)
"""What is raised if a worker or its machine is lost."""


def connected(address: str, workers: int) -> bool:
    """Connect to a cluster; whether it was begun for this.

    The address is `local`, to start Ray on this machine with so many workers (0 for one per CPU),
    or that of a running cluster. Raises `Refused` if there is none.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")  # they are raised here
    os.environ.setdefault("RAY_worker_niceness", "0")  # the driver only waits for workers
    os.environ.setdefault("RAY_TQDM_PATCH_PRINT", "0")  # the print of the user stays as it is
    quiet: dict[str, Any] = {"logging_level": "error", "log_to_driver": False}
    if ray.is_initialized():
        raise Refused("this process uses Ray already, and can be in one cluster at a time")
    if address == "local":
        path = os.pathsep.join(each for each in sys.path if each)
        quiet |= {"runtime_env": {"env_vars": {"PYTHONPATH": path}}, "include_dashboard": False}
        quiet["num_cpus"] = workers or None
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, TimeoutError, ValueError, RuntimeError, OSError) as error:
        said = str(error).strip().partition("\n")[0].rstrip(".")
        raise Refused(_why_not(address, said)) from None
    return address == "local"


def _why_not(address: str, said: str) -> str:
    if address == "local":
        return f"Ray cannot be started on this machine: {said}"
    token = " If it asks for a token, set RAY_AUTH_MODE=token." if "://" in address else ""
    return (
        f"there is no cluster at {address}: {said}. Start one with `ray start --head`, or let "
        f"--cluster local:N start it.{token}"
    )


def require_memory(bytes_: float | None, workers: int, each: int) -> None:
    """Raise `Refused` if machines with so many bytes of memory have too few for all workers.

    >>> require_memory(8 << 30, 4, 1 << 30)
    """
    if bytes_ is not None and workers * each > bytes_:
        raise Refused(
            f"{workers} workers would use {show_size(workers * each)} of memory, and the "
            f"machines of the cluster have {show_size(bytes_)} for them: lower "
            "--limit-memory, which all workers share, or name fewer workers"
        )
