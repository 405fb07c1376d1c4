"""`build`: compiles restricted Python functions to machine code, or takes it from the cache."""

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
"""The number of libraries, those used last, that stay loaded in this process."""


def build(
    *functions: Any,
    types: Mapping[str, type[int]] | None = None,
    constants: Mapping[str, int] | None = None,
    calls: Mapping[str, Any] | None = None,
    debug: bool = False,
    cache: Path | bool = True,
) -> Library:
    """The library of the functions, compiled together with all functions that they call.

    `types` binds type parameters, `constants` int constants and `calls` callees, by name; they
    take precedence over globals. With `debug=True`, an index outside an array, a division by zero
    or a store that does not fit raises `OutOfBounds`; otherwise nothing is checked, and only
    division by zero is harmless (it gives 0). `cache` is a folder, or whether to use the default
    one. If llvmlite is missing, CPython runs the functions, with checks. Raises `NativeError` for
    functions that are not restricted Python.

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
        from .oracle import twin_library  # imported late: most machines have llvmlite

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
    """A request to compile; requests with the same key and folder are equal."""

    key: str
    folder: Path | None
    llvm: Backend = field(compare=False)
    sources: Sequence[Source] = field(compare=False)
    exported: Exported = field(compare=False)
    debug: bool = field(compare=False)

    def compiled(self) -> Image:
        """Compile the image."""
        from .translate import translate  # imported late: most images are in the cache

        made = translate(self.sources, self.exported, debug=self.debug)
        return Image(self.llvm.compile(made.text), made.symbols, made.signatures, made.faults)


def _library(wanted: _Wanted) -> Library:
    """The library in machine code, from the cache or compiled."""
    cache = Cache(wanted.folder)
    image = _kept(cache, wanted.key)
    if image is None:
        image = wanted.compiled()
        cache.write(wanted.key, image.to_bytes())
    return _linked(wanted.llvm, image, wanted.debug)


_used_lately = lru_cache(LIBRARIES_KEPT)(_library)


def _kept(cache: Cache, key: str) -> Image | None:
    """The image in the cache, None if there is none; one that cannot be read is removed."""
    data = cache.read(key)
    try:
        return from_bytes(data) if data else None
    except ValueError:
        cache.discard(key)
        return None


def _linked(llvm: Backend, image: Image, debug: bool) -> Library:
    """Load the image into memory, ready to be called."""
    engine, addresses = llvm.link(image.code, image.symbols.values())
    kernels = {}
    for signature in image.signatures:
        address = addresses[image.symbols[signature.name]]
        run = native_run(signature, address, engine, image.faults, debug=debug)
        kernels[signature.name] = Kernel(signature, run)
    return Library("native", kernels)
