"""Names of files as reports have them: from the root of the repository."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

from ..data import dataclass


@dataclass(frozen=True, slots=True)
class SourceRoot:
    """The folder that names of files begin at.

    >>> root = SourceRoot(Path("/home/me/shop"))
    >>> root.path("/home/me/shop/src/a b.py"), root.uri("/home/me/shop/src/a b.py")
    ('src/a b.py', 'src/a%20b.py')
    >>> root.path("/usr/rules.py"), root.uri("/usr/rules.py")
    ('/usr/rules.py', 'file:///usr/rules.py')
    """

    folder: Path

    @classmethod
    def around(cls, folder: Path) -> SourceRoot:
        """The root of the repository that a folder is in; the folder itself if it is in none."""
        here = folder.resolve()
        found = (each for each in (here, *here.parents) if (each / ".git").exists())
        return cls(next(found, here))

    def has(self, file: str) -> bool:
        """Whether a file is below the root."""
        return self._absolute(file).is_relative_to(self.folder)

    def path(self, file: str) -> str:
        """The name of a file from the root; the whole name if it is elsewhere."""
        absolute = self._absolute(file)
        return (absolute.relative_to(self.folder) if self.has(file) else absolute).as_posix()

    def uri(self, file: str) -> str:
        """The file as a URI: relative to the root, or absolute if it is elsewhere."""
        return (
            quote(os.fsencode(self.path(file))) if self.has(file) else self._absolute(file).as_uri()
        )

    def short(self, file: str) -> str:
        """The name of a file from the root; only its own name if it is elsewhere.

        So it is the same on every machine.
        """
        return self.path(file) if self.has(file) else Path(file).name

    def _absolute(self, file: str) -> Path:
        plain = Path(os.path.abspath(file))
        return plain if plain.is_relative_to(self.folder) else Path(os.path.realpath(file))
