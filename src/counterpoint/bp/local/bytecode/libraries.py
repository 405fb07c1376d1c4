"""The parts of the standard library and of NumPy without state that could couple b-threads."""

from __future__ import annotations

import functools

from .mentions import OURS, root_of

_KEEP_NOTHING: dict[str, str] = {
    "builtins": """
        ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup
        BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError
        ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError
        DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup
        FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError
        ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError
        KeyError KeyboardInterrupt LookupError ModuleNotFoundError NameError NotADirectoryError
        NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError
        ProcessLookupError PythonFinalizationError ReferenceError ResourceWarning RuntimeError
        RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError
        SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError
        UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning
        ValueError Warning ZeroDivisionError
        abs aiter all anext any ascii bin bool bytearray bytes callable chr classmethod complex
        delattr dict dir divmod enumerate filter float format frozenset getattr hasattr hash hex id
        input int isinstance issubclass iter len list locals map max memoryview min next object
        oct ord pow print property range repr reversed round set setattr slice sorted staticmethod
        str sum super tuple type vars zip __build_class__
        NoDefaultType NoneType NotImplementedType ellipsis function method generator mappingproxy
        module
        dict_keys dict_values dict_items wrapper_descriptor method-wrapper method_descriptor
        classmethod_descriptor getset_descriptor member_descriptor builtin_function_or_method
        """,
    "abc": "ABC ABCMeta abstractclassmethod abstractproperty abstractstaticmethod "
    "get_cache_token update_abstractmethods",
    "array": "array ArrayType",
    "base64": "*",
    "binascii": "*",
    "bisect": "*",
    "calendar": "Calendar Day HTMLCalendar IllegalMonthError IllegalWeekdayError Month "
    "TextCalendar isleap leapdays monthrange setfirstweekday timegm weekday",
    "cmath": "*",
    "collections": "*",
    "collections_abc": "*",
    "colorsys": "*",
    "contextlib": "AbstractAsyncContextManager AbstractContextManager AsyncContextDecorator "
    "AsyncExitStack ContextDecorator ExitStack aclosing asynccontextmanager closing "
    "contextmanager nullcontext suppress",
    "contextvars": "ContextVar Token",
    "copy": "Error copy deepcopy error replace",
    "copyreg": "*",
    "dataclasses": "*",
    "datetime": "date datetime time timedelta timezone tzinfo",
    "decimal": "Clamped Context ConversionSyntax Decimal DecimalException DecimalTuple "
    "DivisionByZero DivisionImpossible DivisionUndefined FloatOperation Inexact InvalidContext "
    "InvalidOperation Overflow Rounded SignalDict SignalDictMixin Subnormal Underflow",
    "difflib": "*",
    "enum": "CONTINUOUS Enum EnumCheck EnumDict EnumMeta EnumType Flag FlagBoundary IntEnum "
    "IntFlag NAMED_FLAGS ReprEnum StrEnum auto bin member nonmember pickle_by_enum_name "
    "pickle_by_global_name property show_flag_values unique verify _dataclass_repr "
    "_reduce_ex_by_global_name _proto_member",
    "fnmatch": "*",
    "fractions": "*",
    "functools": "*",
    "genericpath": "commonprefix _splitext _check_arg_types",
    "graphlib": "*",
    "hashlib": "*",
    "heapq": "*",
    "hmac": "*",
    "html": "*",
    "html.parser": "",  # it calls the user's methods
    "io": "StringIO BytesIO TextIOBase IOBase BufferedIOBase RawIOBase",
    "ipaddress": "*",
    "itertools": "*",
    "json": "*",
    "keyword": "*",
    "logging": "BufferingFormatter Filter Filterer Formatter Handler Logger LoggerAdapter "
    "Manager NullHandler PlaceHolder RootLogger StreamHandler addLevelName critical debug "
    "disable error exception fatal getLevelName getLogger getLoggerClass info log setLoggerClass "
    "warn warning",
    "math": "*",
    "nt": "fspath",
    "ntpath": "basename commonpath commonprefix dirname isabs join normcase normpath split "
    "splitdrive splitext splitroot",
    "numbers": "*",
    "numpy": """
        abs absolute acos acosh add all allclose amax amin angle any append apply_along_axis
        apply_over_axes arange argmax argmin argpartition argsort argwhere around array
        array2string array_equal array_equiv array_repr array_split array_str asanyarray asarray
        ascontiguousarray asfortranarray astype atleast_1d atleast_2d atleast_3d average bartlett
        base_repr binary_repr bincount blackman block bool bool_ broadcast_arrays broadcast_shapes
        broadcast_to byte bytes_ can_cast choose clip column_stack common_type complex128
        complex64 compress concat concatenate convolve copy copyto corrcoef correlate
        count_nonzero cov cross cumprod cumsum cumulative_prod cumulative_sum datetime64
        datetime_as_string datetime_data delete diag diag_indices diag_indices_from diagflat
        diagonal diff digitize dot double dsplit dstack dtype ediff1d einsum einsum_path
        expand_dims extract eye fill_diagonal finfo fix flatnonzero flip fliplr flipud float16
        float32 float64 floating format_float_positional format_float_scientific fromfunction
        fromiter fromstring full full_like generic geomspace gradient hamming hanning histogram
        histogram2d histogram_bin_edges histogramdd hsplit hstack i0 identity iinfo imag indices
        inner insert int16 int32 int64 int8 int_ intc integer interp intersect1d intp
        is_busday iscomplex iscomplexobj isclose isdtype isfortran isin isneginf isposinf isreal
        isrealobj isscalar issubdtype iterable ix_ kaiser kron lexsort linspace logspace long
        longdouble longlong mask_indices matrix_transpose max may_share_memory mean median
        meshgrid min min_scalar_type mintypecode moveaxis nan_to_num nanargmax nanargmin
        nancumprod nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod nanquantile
        nanstd nansum nanvar ndenumerate ndim ndindex nonzero number object_ ones ones_like outer
        packbits pad partition percentile permute_dims piecewise place poly polyadd polyder
        polydiv polyfit polyint polymul polysub polyval prod promote_types ptp put
        put_along_axis putmask quantile ravel ravel_multi_index real real_if_close repeat require
        reshape resize result_type roll rollaxis roots rot90 round round_ row_stack searchsorted
        select setdiff1d setxor1d shape shares_memory short sinc single size sort
        sort_complex split squeeze stack std str_ sum swapaxes take take_along_axis tensordot
        tile timedelta64 trace transpose trapezoid trapz tri tril tril_indices tril_indices_from
        trim_zeros triu triu_indices triu_indices_from typename ubyte ufunc uint uint16 uint32
        uint64 uint8 uintc uintp union1d unique unique_all unique_counts unique_inverse
        unique_values unpackbits unravel_index unsignedinteger signedinteger unstack unwrap
        ushort vander var vdot vectorize void vsplit vstack where zeros zeros_like
        """,
    "numpy.fft": "*",
    "numpy.linalg": "*",
    "operator": "*",
    "os": "PathLike fsdecode fsencode fspath getenv",
    "pathlib": "PurePath PurePosixPath PureWindowsPath",
    "posix": "fspath",
    "posixpath": "basename commonpath commonprefix dirname isabs join normcase normpath split "
    "splitdrive splitext splitroot _get_sep",
    "pprint": "*",
    "queue": "Empty Full LifoQueue PriorityQueue Queue SimpleQueue",
    "random": "Random",
    "re": "A Match Pattern PatternError RegexFlag compile error escape findall finditer "
    "fullmatch match search split sub subn template",
    "reprlib": "*",
    "secrets": "choice compare_digest",
    "shlex": "*",
    "statistics": "LinearRegression StatisticsError correlation covariance fmean geometric_mean "
    "harmonic_mean kde linear_regression mean median median_grouped median_high median_low mode "
    "multimode pstdev pvariance quantiles stdev variance",
    "string": "*",
    "struct": "Struct calcsize error iter_unpack pack pack_into unpack unpack_from",
    "sys": "exit getdefaultencoding intern",
    "textwrap": "*",
    "thread": "allocate_lock local lock RLock",
    "threading": "Barrier BoundedSemaphore Condition Event Lock RLock Semaphore local",
    "time": "sleep struct_time",
    "types": "DynamicClassAttribute GenericAlias SimpleNamespace UnionType coroutine "
    "get_original_bases new_class prepare_class resolve_bases",
    "typing": """
        Annotated Any BinaryIO Generic IO NamedTuple NamedTupleMeta NewType ParamSpec
        ParamSpecArgs ParamSpecKwargs Protocol SupportsAbs SupportsBytes SupportsComplex
        SupportsFloat SupportsIndex SupportsInt SupportsRound Text TextIO TypeAliasType TypeVar
        TypeVarTuple TypedDict assert_never assert_type cast clear_overloads dataclass_transform
        final get_args get_origin get_overloads is_protocol is_typeddict
        no_type_check overload override reveal_type runtime_checkable
        _no_init_or_replace_init _proto_hook _overload_dummy _namedtuple_mro_entries
        """,
    "unicodedata": "*",
    "urllib.parse": "*",
    "uuid": "SafeUUID UUID uuid3 uuid5",
    "warnings": "WarningMessage filterwarnings resetwarnings simplefilter warn warn_explicit",
    "zlib": "*",
    "zoneinfo": "InvalidTZPathWarning ZoneInfo ZoneInfoNotFoundError",
    "__future__": "*",
}
"""Functions and classes without state that could couple b-threads, and without outside input.

For each module, the names of its functions and classes, or `*` for all. Anything not listed is a
doubt. A class with a name that starts with `_`, and its methods, need not be listed if the module
lists any name: libraries make objects of such classes for the objects that they return.
"""

_INSIDE_TEXT = """
    abc array asyncio ast bisect builtins cmath codecs collections contextlib contextvars copy
    copyreg counterpoint csv dataclasses datetime decimal difflib dis enum fractions functools gc
    graphlib hashlib heapq html inspect io itertools json keyword linecache locale logging marshal
    math mmap numbers numpy opcode operator pickle platform pprint queue random re reprlib sched
    sre_compile statistics string struct symtable sys textwrap thread threading time timeit token
    tokenize traceback tracemalloc types typing unicodedata uuid warnings weakref weakrefset zlib
    zoneinfo
    """
_INSIDE = frozenset(_INSIDE_TEXT.split())
"""Modules that change nothing outside of the memory of the process."""

_LEADS_OUTSIDE = {
    "builtins": {"open", "eval", "exec", "__import__", "breakpoint", "input"},
    "io": {"open", "open_code", "FileIO", "TextIOWrapper", "BufferedReader", "BufferedWriter",
           "BufferedRandom", "BufferedRWPair"},
}  # fmt: skip
"""The exceptions in these modules."""

_ALL = "*"

_SAME_MODULE = {
    "blake2": "hashlib", "md5": "hashlib", "sha1": "hashlib", "sha2": "hashlib",
    "sha256": "hashlib", "sha512": "hashlib", "sha3": "hashlib", "pydatetime": "datetime",
    "pydecimal": "decimal", "py_abc": "abc", "typing_extensions": "typing",
}  # fmt: skip
"""Modules that implement others, by their names without `_`."""


def keeps_nothing(module: str, name: str, kind: str) -> bool:
    """Whether a function or class of a library has no state that could couple b-threads.

    `name` is its qualified name, and `kind` is "function" or "class".
    """
    if root_of(module) == OURS:
        return ".live." not in module and not module.endswith((".session", ".check"))
    owner, _, rest = name.partition(".")
    names = _names_of(module)
    is_of_class = kind == "class" or (rest and not rest.startswith("<"))
    is_inner = is_of_class and owner.startswith("_")
    return owner in names or _ALL in names or bool(is_inner and names)


def stays_inside(module: str, name: str) -> bool:
    """Whether the effects of a function or class of a library end with the process.

    `name` is its qualified name.
    """
    root = root_of(module).lstrip("_") or root_of(module)
    return root in _INSIDE and name.partition(".")[0] not in _LEADS_OUTSIDE.get(root, ())


@functools.cache
def _names_of(module: str) -> frozenset[str]:
    """The names in `_KEEP_NOTHING` for a module, else for the package that it is a part of."""
    parts = [part.lstrip("_") or part for part in module.split(".")] if module[:2] != "__" else []
    while parts and ".".join(parts) not in _KEEP_NOTHING:
        parts[:1] = [_SAME_MODULE[parts[0]]] if parts[0] in _SAME_MODULE else parts[:1]
        if ".".join(parts) not in _KEEP_NOTHING:
            parts.pop()
    return frozenset(_KEEP_NOTHING.get(".".join(parts) or module, "").split())
