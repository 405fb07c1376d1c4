"""Where the states of a search are kept if not in memory, and who searches."""

from __future__ import annotations

import re
from os import PathLike
from typing import TYPE_CHECKING

from ...data import dataclass
from ...errors import BadCheckpoint, Misuse
from .cluster import Cluster, cluster_of
from .engine import AUTO, EXPLICIT

if TYPE_CHECKING:
    from pathlib import Path

_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")

NO_FOLDER = "a cluster needs disk=, a folder that all its machines share"


@dataclass(frozen=True, slots=True)
class Storage:
    """A folder that the user named, if any, and the cluster that searches, if any."""

    folder: Path | None = None
    cluster: Cluster | None = None
    uri: str = ""
    """Where finished levels are copied: then the folder is one of this machine."""

    @property
    def is_named(self) -> bool:
        """Whether the user named the folder, so that what was found may stay there."""
        return self.folder is not None

    @property
    def to_go_on(self) -> str:
        """What to add to the reason why something ended; empty if the user named no folder."""
        if not self.is_named:
            return ""
        return f"; what was found is in {self.name}: ask the same with that folder to go on"

    @property
    def name(self) -> str:
        """What the user named."""
        return self.uri or str(self.folder)

    def require_shared(self) -> None:
        """Raise `Misuse` if a cluster has no folder that its machines share."""
        if self.folder is None and self.cluster is not None and not self.cluster.is_local:
            raise Misuse(NO_FOLDER)

    def place(self) -> Path:
        """The folder: that of the user, or one that does not exist yet, for one search."""
        self.require_shared()
        if self.folder is not None:
            return self.folder
        from .usual import usual_folder  # few searches need it

        return usual_folder()


def storage_of(folder: str | PathLike[str] | None, cluster: str | None) -> Storage | None:
    """The storage with this folder and cluster; None if neither is given.

    Raises `Misuse` for a text that is no cluster.

    >>> storage_of("states", "local:2").cluster
    Cluster(address='local', workers=2)
    """
    if folder is None and cluster is None:
        return None
    who = None if cluster is None else cluster_of(cluster)
    if is_uri(folder):
        scheme, _, path = str(folder).rstrip("/").partition(":")
        uri = f"{scheme.lower()}:{path}"
        return Storage(_beside(uri), who, uri)
    from pathlib import Path  # few checks need a folder

    return Storage(None if folder is None else Path(folder), who)


def other_search(place: object) -> BadCheckpoint:
    """The error that a place holds a search, and not the one that is asked for."""
    return BadCheckpoint(
        f"{place} holds another search, which goes on if the same is asked again: name another "
        "place"
    )


def is_uri(place: object) -> bool:
    """Whether a place for states is a URI, and no folder.

    >>> is_uri("s3://bucket/path"), is_uri("C:/states"), is_uri("states")
    (True, False, False)
    """
    return isinstance(place, str) and _URI.match(place) is not None


def _beside(uri: str) -> Path:
    """The folder of this machine for what is copied to a URI."""
    from hashlib import sha256  # few searches need these

    from .usual import disk_folder

    return disk_folder() / f"uri-{sha256(uri.encode()).hexdigest()[:12]}"


def require_stores(engine: str) -> None:
    """Raise `Misuse` for an engine that keeps no states on disk."""
    if engine not in {AUTO, EXPLICIT}:
        raise Misuse(f"the {engine} engine keeps no states on disk: ask auto or explicit")
