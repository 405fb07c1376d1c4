"""Finding modules: in the same file, beside it, in given folders, in the library."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ...data import dataclass
from ...errors import BadModule, NoSuchModule
from ...reading import is_file, text_in
from ..library import MODULES, Library
from ..syntax import module_names, read_module
from ..tree import Module, Span


@dataclass(frozen=True, slots=True)
class Found:
    """A module that was read, and its file."""

    module: Module
    path: Path


class Finder:
    """Finds and reads modules by name, for one root module.

    The root module is the first one in `text`, or, if that is None, in the file `path`.
    """

    def __init__(
        self,
        path: Path,
        text: str | None = None,
        folders: Iterable[Path] = (),
        library: Library = MODULES,
    ) -> None:
        self.path = path
        self.library = library
        self._folders = [path.parent, *folders]
        self._text = _text_in(path) if text is None else text
        self._found: dict[str, Found] = {}
        names = module_names(self._text, str(path))
        self.root = self._read(path, self._text, None)
        self._beside = frozenset(names[1:])

    def find(self, name: str, at: Span) -> Found | None:
        """The module with a name; None if it is a library module.

        Standard modules of the library take precedence over files, files over all others. Raises
        `NoSuchModule` if there is none.
        """
        if name in self.library and self.library[name].standard:
            return None
        if name in self._found:
            return self._found[name]
        if name in self._beside:
            return self._read(self.path, self._text, name)
        for folder in self._folders:
            if is_file(path := folder / f"{name}.tla"):
                return self._read(path, _text_in(path), name)
        if name in self.library:
            return None
        folders = ", ".join(str(folder) for folder in self._folders)
        raise NoSuchModule(
            f"module {name} is neither a file in {folders} nor a standard module", at.place()
        )

    def _read(self, path: Path, text: str, name: str | None) -> Found:
        found = Found(read_module(text, str(path), name), path)
        self._found[found.module.name] = found
        return found

    @property
    def paths(self) -> dict[str, Path]:
        """The files of the modules read so far, by the name of the module."""
        return {name: found.path for name, found in self._found.items()}


def _text_in(path: Path) -> str:
    return text_in(path, BadModule, unreadable=NoSuchModule, replaces=True)
