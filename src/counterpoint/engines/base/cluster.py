"""Which cluster a search runs on, as users say it."""

from __future__ import annotations

import re

from ...data import dataclass
from ...errors import Misuse, Refused

FORMS = "local:N for N workers on this machine, auto for a running cluster, or ray://HOST:PORT"


@dataclass(frozen=True, slots=True)
class Cluster:
    """The address of a cluster, and how many workers there are: 0 for one per CPU."""

    address: str
    workers: int = 0

    @property
    def is_local(self) -> bool:
        """Whether it is started on this machine."""
        return self.address == "local"


def needs_ray(error: ImportError) -> Refused:
    """The error to raise if what clusters need is not installed."""
    return Refused(
        f"a cluster needs Ray and Arrow, and {error.name} is not installed: "
        'pip install "counterpoint[cluster]"'
    )


def cluster_of(text: str) -> Cluster:
    """The cluster that is meant; raises `Misuse`.

    >>> cluster_of("local:2"), cluster_of("ray://head:10001").address
    (Cluster(address='local', workers=2), 'ray://head:10001')
    """
    if local := re.fullmatch(r"local(?::([1-9]\d{0,4}))?", text):
        return Cluster("local", int(local[1] or 0))
    if text == "auto" or re.fullmatch(r"ray://[^\s/:]+:\d{1,5}", text):
        return Cluster(text)
    raise Misuse(f"{text!r} is no cluster: say {FORMS}")
