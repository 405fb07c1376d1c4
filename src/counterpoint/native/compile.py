"""`build`: compiles restricted Python functions to machine code, or takes it from the cache."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..data import dataclass
from . import backend
from .backend import Backend, Effort
from .cache import Cache, default_folder
from .image import Image, from_bytes
from .improving import SECONDS_A_BYTE, SOONER_AGAIN, Improving
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
    try:
        llvmlite = backend.load()
    except ImportError:
        from .oracle import twin_library  # imported late: most machines have llvmlite

        return twin_library(sources, functions)
    preferred = backend.preferred()
    is_of_one_model = any(source.is_defined for source in sources)
    effort = preferred if preferred and is_of_one_model else Effort.OPTIMISED
    wanted = _Wanted.of(sources, functions, Backend(llvmlite, effort), _folder(cache), debug)
    improves = preferred is None and not debug
    return (_used_lately if cache is True else _made)(wanted, improves)


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

    @classmethod
    def of(
        cls,
        sources: Sequence[Source],
        exported: Exported,
        llvm: Backend,
        folder: Path | None,
        debug: bool,
    ) -> _Wanted:
        """The request for these functions, compiled by `llvm`."""
        key = key_of(sources, exported, llvm.identity, debug=debug)
        return cls(key, folder, llvm, sources, exported, debug)

    def quickly(self) -> _Wanted:
        """The same request for code that is compiled quickly."""
        return self.of(self.sources, self.exported, self.llvm.quick, self.folder, self.debug)

    def compiled(self) -> Image:
        """Compile the image."""
        from .translate import translate  # imported late: most images are in the cache

        made = translate(self.sources, self.exported, debug=self.debug)
        return Image(self.llvm.compile(made.text), made.symbols, made.signatures, made.faults)


def _made(wanted: _Wanted, improves: bool) -> Library:
    """The library in machine code, from the cache or compiled.

    If it `improves` and is not in the cache, it is compiled quickly, and replaced when that pays.
    """
    if improves and _kept(wanted) is None:
        quick = wanted.quickly()
        before = _kept(quick)
        image = before or _compiled(quick)
        seconds = len(image.code) * SECONDS_A_BYTE
        pays_after = seconds if before is None else seconds / SOONER_AGAIN
        return Improving(_linked(quick, image), partial(_made, wanted, False), pays_after).library
    return _linked(wanted, _kept(wanted) or _compiled(wanted))


_used_lately = lru_cache(LIBRARIES_KEPT)(_made)


def _compiled(wanted: _Wanted) -> Image:
    """The image, compiled and written to the cache."""
    image = wanted.compiled()
    Cache(wanted.folder).write(wanted.key, image.to_bytes())
    return image


def _kept(wanted: _Wanted) -> Image | None:
    """The image in the cache, None if there is none; one that cannot be read is removed."""
    cache = Cache(wanted.folder)
    data = cache.read(wanted.key)
    try:
        return from_bytes(data) if data else None
    except ValueError:
        cache.discard(wanted.key)
        return None


def _linked(wanted: _Wanted, image: Image) -> Library:
    """Load the image into memory, ready to be called."""
    engine, addresses = wanted.llvm.link(image.code, image.symbols.values())
    kernels = {}
    for signature in image.signatures:
        address = addresses[image.symbols[signature.name]]
        run = native_run(signature, address, engine, image.faults, debug=wanted.debug)
        kernels[signature.name] = Kernel(signature, run)
    return Library("native", kernels)
