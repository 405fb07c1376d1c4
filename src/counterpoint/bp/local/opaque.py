"""What a b-thread can reach whose state can be neither read nor watched: opaque things.

A queue made in C, a database, a file or a call that reaches any variable by its name may couple
b-threads unseen. So of Python's own library only what is known to keep nothing is let pass; all
else is a doubt, which keeps a check from answering "holds" and has its counterexamples confirmed in
a fresh process.
"""

from __future__ import annotations

import contextvars
import enum
import sys
import types
import weakref
from typing import Any

from ...data import dataclass
from ...errors import Place
from .builtin_state import is_constant, layout_of
from .mentions import OURS, Libraries, root_of


class Doubt(enum.Enum):
    """What may be wrong with an answer, and what is to be done about it."""

    OPAQUE = "is opaque"
    FOREIGN = "is foreign"
    UNORDERED = "has no order"
    TIED = "has no order where two have the same text"


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Something that casts a doubt: what it is, and where it was found if that is known."""

    doubt: Doubt
    what: str
    place: Place | None = None

    def at(self, place: Place | None) -> Doubtful:
        """The same, at a place if it was found at none."""
        return self if self.place else Doubtful(self.doubt, self.what, place)


_KEEP_NOTHING_TEXT = """
    builtins math cmath operator _operator itertools functools _functools collections _collections
    _collections_abc re sre_compile string _string copy copyreg dataclasses enum typing types abc
    _abc numbers fractions decimal _decimal _pydecimal statistics heapq _heapq bisect _bisect json
    _json textwrap random _random datetime _datetime calendar contextlib array struct _struct base64
    binascii hashlib _hashlib _blake2 _sha1 _sha2 _sha256 _sha512 _sha3 _md5 hmac zlib html difflib
    unicodedata keyword pprint reprlib colorsys graphlib time logging warnings posixpath ntpath
    genericpath pathlib uuid contextvars _contextvars weakref _weakref _weakrefset _thread ast
    ipaddress shlex fnmatch urllib zoneinfo secrets os sys __future__ _io io numpy posix nt
    typing_extensions traceback threading queue _queue
    """
_KEEP_NOTHING = frozenset(_KEEP_NOTHING_TEXT.split())
"""The modules whose functions and classes keep nothing that b-threads could be coupled by."""

_BUT = {
    "builtins": "open exec eval compile globals __import__ breakpoint help RecursionError",
    "decimal": "getcontext setcontext localcontext",
    "_decimal": "getcontext setcontext localcontext",
    "time": "strftime asctime tzset clock_gettime clock_gettime_ns clock_settime",
    "posixpath": "realpath abspath expanduser expandvars ismount lexists samefile relpath",
    "ntpath": "realpath abspath expanduser expandvars ismount lexists samefile relpath",
    "genericpath": "exists isfile isdir islink getsize getmtime getatime getctime samefile",
    "pathlib": "Path PosixPath WindowsPath",
    "weakref": "finalize",
    "numpy": "load save savez savetxt loadtxt genfromtxt memmap fromfile "
    "seterr geterr seterrcall geterrcall seterrobj geterrobj setbufsize getbufsize "
    "set_printoptions get_printoptions set_string_function",
    "urllib": "urlopen urlretrieve install_opener",
    "logging": "getLogRecordFactory setLogRecordFactory LogRecord makeLogRecord",
    "traceback": "walk_stack extract_stack format_stack print_stack StackSummary",
    "zoneinfo": "reset_tzpath",
}
"""And those among them that do."""

_ONLY = {
    "os": "_Environ fspath PathLike getenv fsencode fsdecode",
    "posix": "fspath",
    "nt": "fspath",
    "sys": "exit intern exc_info exception getdefaultencoding",
    "_thread": "_local lock allocate_lock RLock",
    "threading": "local Lock RLock Condition Event Semaphore BoundedSemaphore Barrier",
    "io": "StringIO BytesIO TextIOBase",
    "_io": "StringIO BytesIO _IOBase _TextIOBase _BufferedIOBase _RawIOBase",
    "secrets": "choice SystemRandom compare_digest",
}
"""Modules of which these alone keep nothing."""

_REACHES_ANYTHING_TEXT = """
    __globals__ __builtins__ __subclasses__ __code__ __closure__ __loader__ __spec__ f_globals
    f_locals f_back f_builtins gi_frame gi_code cr_frame tb_frame cache_info
    """
_REACHES_ANYTHING = frozenset(_REACHES_ANYTHING_TEXT.split())
"""Attributes by which code gets at what it does not name."""

_HARMLESS: tuple[type, ...] = (
    weakref.ref, contextvars.Token, types.MethodWrapperType,
)  # fmt: skip

_HARMLESS_NAMES = {
    "abc._abc_data", "collections._tuplegetter", "struct.Struct", "re.Match",
    "zoneinfo.ZoneInfo",
}  # fmt: skip
"""Instances of these classes made in C never change, or only remember."""


def logs(value: object, *classes: str) -> bool:
    """Whether a value is of one of these classes of `logging`, or of any that only log.

    What nobody has loaded made no value: to load it takes longer than most checks.
    """
    logging = sys.modules.get("logging")
    names = classes or ("Logger", "Handler", "LoggerAdapter")
    return logging is not None and isinstance(value, tuple(getattr(logging, n) for n in names))


def reaches_anything(names: frozenset[str]) -> str | None:
    """The name in code that leads to variables which the code does not name; None without any."""
    return min(names & _REACHES_ANYTHING, default=None)


def doubt_about(path: str, value: Any, libraries: Libraries) -> Doubtful | None:
    """What is doubtful about a thing that a b-thread can reach by `path`; None if nothing is."""
    if isinstance(value, types.BuiltinFunctionType):
        return _of_builtin(path, value, libraries)
    if isinstance(value, types.FunctionType):
        module = value.__globals__.get("__name__")
        return _of_library(path, module, value.__qualname__, "function", libraries)
    if isinstance(value, type):
        return _of_library(path, value.__module__, value.__qualname__, "class", libraries)
    return _of_object(path, value, libraries)


def _of_builtin(
    path: str, value: types.BuiltinFunctionType, libraries: Libraries
) -> Doubtful | None:
    owner = value.__self__
    if isinstance(owner, type):
        return _of_library(path, owner.__module__, owner.__qualname__, "class", libraries)
    if owner is not None and not isinstance(owner, types.ModuleType):
        return None  # what it belongs to is looked at
    module = value.__module__ or getattr(owner, "__name__", None)
    return _of_library(path, module, value.__name__, "function", libraries)


def _of_library(
    path: str, module: str | None, name: str, kind: str, libraries: Libraries
) -> Doubtful | None:
    if not libraries.wrote(module) or _keeps_nothing(module or "", name):
        return None
    root = root_of(module)
    if root in sys.stdlib_module_names or root == OURS or root in _BUT:
        public = (module or "").lstrip("_")  # CPython has the C part of io in _io
        return Doubtful(Doubt.OPAQUE, f"{path}, a {kind} of the library {public}")
    return Doubtful(Doubt.FOREIGN, f"{path}, a {kind} of the package {root}")


def _keeps_nothing(module: str, name: str) -> bool:
    root, first = root_of(module), name.partition(".")[0]
    if root == OURS:
        return ".live." not in module and not module.endswith((".session", ".check"))
    if root in _ONLY:
        return first in _ONLY[root].split()
    return root in _KEEP_NOTHING and first not in _BUT.get(root, "").split()


def _of_object(path: str, value: object, libraries: Libraries) -> Doubtful | None:
    kind = type(value)
    name = f"{kind.__module__}.{kind.__qualname__}"
    known = name.lstrip("_")  # CPython 3.12 has in collections what 3.11 has in _collections
    if (
        is_output(value)
        or (isinstance(value, _HARMLESS) or logs(value))
        or known in _HARMLESS_NAMES
    ):
        return None
    if root_of(kind.__module__) in ("numpy", "typing") or is_constant(value):
        return None
    if not libraries.wrote(kind.__module__) and layout_of(kind) is not None:
        return None
    if layout_of(kind) is None or _is_doubtful_class(kind, libraries):
        return Doubtful(Doubt.OPAQUE, f"{path}, which is of {name}")
    return None


def _is_doubtful_class(kind: type, libraries: Libraries) -> bool:
    found = _of_library("", kind.__module__, kind.__qualname__, "class", libraries)
    return found is not None and found.doubt is Doubt.OPAQUE


def is_output(value: object) -> bool:
    """Whether a value is where `print` writes to: what is written there comes back to nobody."""
    outputs = (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__)
    return value is not None and any(value is each for each in outputs)
