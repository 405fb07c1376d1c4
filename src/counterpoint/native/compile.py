"""`build`: restricted Python functions as machine code, from the cache where it has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..data import dataclass
from . import backend
from .backend import Backend
from .cache import Cache, default_folder
from .image import Image, from_bytes
from .key import key_of
from .library import Kernel, Library, native_run
from .source import Bindings, Source, gather

if TYPE_CHECKING:
    from .translate import Exported

LIBRARIES_KEPT = 64
"""So many that were used last stay ready to be called in this process."""


def build(
    *functions: Any,
    types: Mapping[str, type[int]] | None = None,
    constants: Mapping[str, int] | None = None,
    calls: Mapping[str, Any] | None = None,
    debug: bool = False,
    cache: Path | bool = True,
) -> Library:
    """The library of the functions, compiled together with all that they call.

    `types` binds type parameters, `constants` int constants and `calls` callees, by name and
    before the functions' own globals. With `debug=True` a run that would leave an array, divide
    by zero or store what does not fit raises `OutOfBounds`; without it such a run is checked by
    nobody, and only division by zero is harmless (it gives 0). `cache` is a folder, or whether to
    use the usual one. Where llvmlite is missing, CPython runs the functions, checked.

    >>> from array import array
    >>> from counterpoint.native import Ptr, define, u64
    >>> text = '''
    ... def total(p: Ptr[u64], n: u64) -> u64:
    ...     sum = 0
    ...     for i in range(n):
    ...         sum += p[i]
    ...     return sum
    ... '''
    >>> library = build(define(text, "total", Ptr=Ptr, u64=u64), cache=False)
    >>> library.total(array("Q", [5, 6, 7]), 3)
    18
    """
    sources = gather(functions, Bindings(types or {}, constants or {}, calls or {}))
    is_of_one_model = any(source.is_defined for source in sources)
    try:
        llvm = Backend(backend.load(), backend.compiles_quickly() and is_of_one_model)
    except ImportError:
        from .oracle import twin_library  # most machines have llvmlite

        return twin_library(sources, functions)
    key = key_of(sources, functions, llvm.identity, debug=debug)
    wanted = _Wanted(key, _folder(cache), llvm, sources, functions, debug)
    return _used_lately(wanted) if cache is True else _library(wanted)


def _folder(cache: Path | bool) -> Path | None:
    if isinstance(cache, bool):
        return default_folder() if cache else None
    return Path(cache)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is to be compiled; whatever has the same key is the same."""

    key: str
    folder: Path | None
    llvm: Backend = field(compare=False)
    sources: Sequence[Source] = field(compare=False)
    exported: Exported = field(compare=False)
    debug: bool = field(compare=False)

    def compiled(self) -> Image:
        """The image made anew."""
        from .translate import translate  # most images are in the cache

        made = translate(self.sources, self.exported, debug=self.debug)
        return Image(self.llvm.compile(made.text), made.symbols, made.signatures, made.faults)


def _library(wanted: _Wanted) -> Library:
    """The library in machine code."""
    cache = Cache(wanted.folder)
    image = _kept(cache, wanted.key)
    if image is None:
        image = wanted.compiled()
        cache.write(wanted.key, image.to_bytes())
    return _linked(wanted.llvm, image, wanted.debug)


_used_lately = lru_cache(LIBRARIES_KEPT)(_library)


def _kept(cache: Cache, key: str) -> Image | None:
    """The image in the cache; one that cannot be read is removed from it."""
    data = cache.read(key)
    try:
        return from_bytes(data) if data else None
    except ValueError:
        cache.discard(key)
        return None


def _linked(llvm: Backend, image: Image, debug: bool) -> Library:
    """The image in memory, ready to be called."""
    engine, addresses = llvm.link(image.code, image.symbols.values())
    kernels = {}
    for signature in image.signatures:
        address = addresses[image.symbols[signature.name]]
        run = native_run(signature, address, engine, image.faults, debug=debug)
        kernels[signature.name] = Kernel(signature, run)
    return Library("native", kernels)
