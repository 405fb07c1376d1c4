"""Methods that are called without their names in the code, and other parts of classes."""

from __future__ import annotations

import abc
import contextlib
import copy
import dataclasses
import enum
import functools
import sys
import textwrap
import time
import types
import typing
from typing import Any

import pytest

from counterpoint import (
    Body,
    Event,
    Program,
    check,
    no_failed_assertion,
    sync,
    thread,
)
from counterpoint.bp.local.outside.opaque import Doubt
from counterpoint.bp.local.outside.surroundings import Surroundings
from counterpoint.errors import ImpureThread

from .brute_force import A, B

CALLED = {
    "a format": (
        """
        class T:
            @property
            def tick(self):
                SEEN.append(1)
                return ""
        OBJ = T()
        """,
        "'{0.tick}'.format(OBJ)",
    ),
    "a format by a global": (
        """
        class T:
            @property
            def tick(self):
                SEEN.append(1)
                return ""
        OBJ = T()
        FORM = '{0.tick}'
        """,
        "FORM.format(OBJ)",
    ),
    "a format from elsewhere": (
        """
        class T:
            @property
            def tick(self):
                SEEN.append(1)
                return ""
        OBJ = T()
        FORMS = ['{0.tick}']
        """,
        "FORMS[0].format(OBJ)",
    ),
    "an attrgetter": (
        """
        import operator
        class T:
            @property
            def tick(self):
                SEEN.append(1)
                return ""
        OBJ = T()
        G = operator.attrgetter('tick')
        """,
        "G(OBJ)",
    ),
    "a methodcaller": (
        """
        import operator
        class T:
            @property
            def tick(self):
                SEEN.append(1)
                return ""
        OBJ = T()
        class T:
            def tick(self):
                SEEN.append(1)
                return None
        OBJ = T()
        G = operator.methodcaller('tick')
        """,
        "G(OBJ)",
    ),
    "a methodcaller with names": (
        """
        import operator
        class T:
            def tick(self, n):
                SEEN.append(1)
                return None
        OBJ = T()
        G = operator.methodcaller('tick', n=1)
        """,
        "G(OBJ)",
    ),
    "an attrgetter of a name worked out": (
        """
        import operator
        class T:
            @property
            def tick(self):
                SEEN.append(1)
                return ""
        OBJ = T()
        P = ['tick']
        """,
        "operator.attrgetter(P[0])(OBJ)",
    ),
    "getattr as a value": (
        """
        class T:
            def tick(self):
                SEEN.append(1)
                return None
        OBJ = T()
        G, P = {'g': getattr}, ['tick']
        """,
        "G['g'](OBJ, P[0])()",
    ),
    "__getattribute__": (
        """
        class T:
            def tick(self):
                SEEN.append(1)
                return None
        OBJ = T()
        P = ['tick']
        """,
        "OBJ.__getattribute__(P[0])()",
    ),
    "a case": (
        """
        class T:
            @property
            def tick(self):
                SEEN.append(1)
                return ""
        OBJ = T()
        T.__match_args__ = ('tick',)
        """,
        """
        match OBJ:
            case T(q): pass
        """,
    ),
    "items": (
        """
        import json
        class T(dict):
            def items(self):
                SEEN.append(1)
                return None
        OBJ = T(a=1)
        """,
        """
        try: json.dumps(OBJ)
        except TypeError: pass
        """,
    ),
    "default": (
        """
        import json
        class Q:
            def __repr__(self): return 'q'
        class T(json.JSONEncoder):
            def default(self, o):
                SEEN.append(1)
                return None
        OBJ = Q()
        """,
        "json.dumps(OBJ, cls=T)",
    ),
    "keys": (
        """
        class T:
            def keys(self):
                SEEN.append(1)
                return None
        OBJ = T()
        """,
        """
        try: dict(OBJ)
        except TypeError: pass
        """,
    ),
    "send": (
        """
        class T:
            def __iter__(self): return self
            def __next__(self):
                return sync(request=B)
            def send(self, value):
                SEEN.append(1)
                raise StopIteration
        OBJ = T()
        """,
        "yield from OBJ",
    ),
    "_missing_": (
        """
        import enum
        class T(enum.Enum):
            X = 1
            @classmethod
            def _missing_(cls, value):
                SEEN.append(1)
                return cls.X
        """,
        "T(99)",
    ),
    "mro": (
        """
        class M(type):
            def mro(cls):
                SEEN.append(1)
                return super().mro()
        class T(metaclass=M): pass
        """,
        "M('U', (), {})",
    ),
    "write": (
        """
        class T:
            def write(self, text):
                SEEN.append(1)
                return None
        OBJ = T()
        """,
        "print('x', file=OBJ)",
    ),
    "close": (
        """
        import contextlib
        class T:
            def close(self):
                SEEN.append(1)
                return None
        OBJ = T()
        """,
        "with contextlib.closing(OBJ): pass",
    ),
    "visit_Name": (
        """
        import ast
        class T(ast.NodeVisitor):
            def visit_Name(self, n):
                SEEN.append(1)
                return None
        OBJ = T()
        """,
        "T().visit(ast.parse('x'))",
    ),
    "handle_data": (
        """
        import html.parser
        class T(html.parser.HTMLParser):
            def handle_data(self, data):
                SEEN.append(1)
                return None
        OBJ = T()
        """,
        "T().feed('<a>b</a>')",
    ),
    "emit": (
        """
        import logging
        class T(logging.Handler):
            def emit(self, record):
                SEEN.append(1)
                return None
        OBJ = T()
        LOG = logging.getLogger('members.a')
        LOG.addHandler(OBJ)
        """,
        "LOG.error('x')",
    ),
    "emit above": (
        """
        import logging
        class T(logging.Handler):
            def emit(self, record):
                SEEN.append(1)
                return None
        OBJ = T()
        logging.getLogger('members').addHandler(OBJ)
        LOG = logging.getLogger('members.b')
        """,
        "LOG.error('x')",
    ),
    "emit by name": (
        """
        import logging
        class T(logging.Handler):
            def emit(self, record):
                SEEN.append(1)
                return None
        OBJ = T()
        logging.getLogger('members.c').addHandler(OBJ)
        """,
        "logging.getLogger('members.c').error('x')",
    ),
    "getrandbits": (
        """
        import random
        class T(random.Random):
            def getrandbits(self, k):
                SEEN.append(1)
                return None
        OBJ = T(1)
        """,
        """
        try: OBJ.choice([1, 2])
        except TypeError: pass
        """,
    ),
    "get_value": (
        """
        import string
        class T(string.Formatter):
            def get_value(self, *a):
                SEEN.append(1)
                return None
        OBJ = T()
        """,
        "OBJ.format('{a}', a=1)",
    ),
    "utcoffset": (
        """
        import datetime
        class T(datetime.tzinfo):
            def utcoffset(self, when):
                SEEN.append(1)
                return None
        OBJ = T()
        WHEN = datetime.datetime(2020, 1, 1, tzinfo=OBJ)
        """,
        "WHEN.isoformat()",
    ),
    "numerator": (
        """
        import fractions, numbers
        class T:
            denominator = 1
            @property
            def numerator(self):
                SEEN.append(1)
                return 1
        numbers.Rational.register(T)
        OBJ = T()
        """,
        "fractions.Fraction(OBJ)",
    ),
    "a partial method": (
        """
        import functools
        class T:
            def _t(self, n): SEEN.append(n)
            tick = functools.partialmethod(_t, 1)
        OBJ = T()
        """,
        "OBJ.tick()",
    ),
    "__call__ of something": (
        """
        class T:
            __call__ = SEEN.append
        OBJ = T()
        """,
        "OBJ(1)",
    ),
    "__call__ of an object": (
        """
        class H:
            def __call__(self, *given): SEEN.append(1)
        class T:
            __call__ = H()
        OBJ = T()
        """,
        "OBJ()",
    ),
    "a decorating object": (
        """
        import contextlib
        class T(contextlib.ContextDecorator):
            def __enter__(self): SEEN.append(1)
            def __exit__(self, *error): pass
        @T()
        def work(): pass
        """,
        "work()",
    ),
    "a decorating context": (
        """
        import contextlib
        @contextlib.contextmanager
        def scope():
            SEEN.append(1)
            yield
        @scope()
        def work(): pass
        """,
        "work()",
    ),
    "a made dataclass": (
        """
        import dataclasses
        def tick(self): SEEN.append(1)
        OBJ = dataclasses.make_dataclass('T', ['x'], namespace={'tick': tick})(1)
        """,
        "OBJ.tick()",
    ),
    "a new class": (
        """
        import types
        tick = lambda self: SEEN.append(1)
        OBJ = types.new_class('T', (), {}, lambda names: names.update(tick=tick))()
        """,
        "OBJ.tick()",
    ),
    "a class that lies": (
        """
        class T:
            __module__ = 'math'
            def tick(self): SEEN.append(1)
        OBJ = T()
        """,
        "OBJ.tick()",
    ),
}

A_FLAG = """
import enum
class T(enum.Flag):
    X = 1
"""

CHANGED = {
    "T.__seen__": (
        """
        class T:
            __seen__ = []
        """,
        "T.__seen__.append(1)",
    ),
    "T._order_": (
        """
        class T:
            _order_ = []
        """,
        "T._order_.append(1)",
    ),
    "T.__limits__": (
        """
        class T:
            __limits__ = {'a': 1}
        """,
        "T.__limits__['a'] = 2",
    ),
    "I.__limits__": (
        """
        class T:
            class I:
                __limits__ = {}
        """,
        "T.I.__limits__[1] = 1",
    ),
    "T.__reg__.n": (
        """
        class R: pass
        class T:
            __reg__ = R()
        """,
        "T.__reg__.n = 1",
    ),
    "_value2member_map_": (
        """
        import enum
        class T(enum.Enum):
            X = 1
        """,
        "T._value2member_map_[99] = T.X",
    ),
    "T._value2member_map_": (
        A_FLAG,
        "T._value2member_map_[99] = T.X",
    ),
    "T._flag_mask_": (
        A_FLAG,
        "T._flag_mask_ = 7",
    ),
    "T.X.marked": (
        A_FLAG,
        "T.X.marked = 7",
    ),
    "T._member_names_": (
        """
        import enum
        class T(enum.Enum):
            X = 1
            Y = 2
        """,
        "T._member_names_.reverse()",
    ),
    "T.__dataclass_fields__": (
        """
        import dataclasses
        @dataclasses.dataclass
        class T:
            x: int = 0
        """,
        "T.__dataclass_fields__['y'] = T.__dataclass_fields__['x']",
    ),
    "T.__dataclass_transform__": (
        """
        import typing
        class T: pass
        """,
        "typing.dataclass_transform()(T)",
    ),
    "T.seen": (
        """
        import types
        T = types.new_class('T')
        """,
        "T.seen = 1",
    ),
    "T().seen": (
        """
        class T:
            __module__ = 'logging'
        OBJ = T()
        OBJ.seen = []
        """,
        "OBJ.seen.append(1)",
    ),
}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A b-thread of a module of its own that does something between A and B."""

    def write(setup: Any, act: Any) -> Any:
        module = types.ModuleType("written_for_members")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        lines = (
            "from counterpoint import events, sync, thread\nA, B = events('A B')\nSEEN = []",
            textwrap.dedent(setup),
            "@thread\ndef live():",
            "    yield sync(request=A)",
            textwrap.indent(textwrap.dedent(act), "    "),
            "    yield sync(request=B)",
        )
        exec("\n".join(lines), vars(module))
        return Program(module.live())

    return write


@pytest.mark.parametrize(("setup", "act"), CALLED.values(), ids=CALLED)
def test_a_method_that_is_called_without_its_name_in_the_code_is_followed(
    written: Any, setup: Any, act: Any
) -> None:
    with pytest.raises(ImpureThread, match=r"it changed (SEEN|T\.__call__)"):
        check(written(setup, act))


@pytest.mark.parametrize(("setup", "act"), CHANGED.values(), ids=CHANGED)
def test_a_part_of_a_class_with_a_name_like_pythons_own_is_watched(
    written: Any, setup: Any, act: Any
) -> None:
    with pytest.raises(ImpureThread, match="it changed "):
        check(written(setup, act))


def test_a_set_of_a_class_is_seen_in_its_order(written: Any) -> None:
    names = ", ".join(f"'name{number}'" for number in range(9))
    setup = f"class T:\n    __names__ = frozenset([{names}])"
    program = written(setup, "for each in T.__names__:\n    assert each != 'name9'")
    (live,) = program.threads
    doubts = Surroundings(live.rule.function).doubts
    assert any(each.doubt is Doubt.UNORDERED and "__names__" in each.what for each in doubts)


# No false alarms


class Rights(enum.Flag):
    READ = 1
    WRITE = 2
    EXECUTE = 4

    told: bool


class Named(typing.Protocol):
    name: str

    def tell(self) -> str: ...


class Pupil(Named):
    """Its `__init__` is given by `typing` when it is first made."""

    name = "Ada"

    def tell(self) -> Any:
        return self.name


class Counted(abc.ABC):
    @abc.abstractmethod
    def count(self) -> None: ...


@dataclasses.dataclass
class Pair(Counted):
    left: int
    right: list[int] = dataclasses.field(default_factory=list, metadata={"kept": 1})

    def count(self) -> Any:
        return self.left + len(self.right)

    def clocked(self) -> Any:
        return time.time()

    def saved(self) -> Any:
        return open(str(self.left))


class Level(enum.IntEnum):
    LOW = 1

    @property
    def told(self) -> Any:
        return f"level {self.value}"

    @classmethod
    def now(cls) -> Any:
        return cls(int(time.time()) % 1)


T = typing.TypeVar("T")


class Boxed(typing.Generic[T]):
    __slots__ = {"value"}

    def __init__(self, value: Any) -> None:
        self.value = value


class Point(typing.NamedTuple):
    x: int
    y: int = 0


class Options(typing.TypedDict, total=False):
    loud: bool


@contextlib.contextmanager
def scope() -> Any:
    yield 1


@scope()
def scoped() -> Any:
    return 2


@functools.singledispatch
def shown(value: Any) -> Any:
    return repr(value)


def test_ordinary_classes_raise_no_alarm() -> None:
    @thread
    def live() -> Body:
        both = Rights.READ | Rights.EXECUTE
        assert both & ~Rights.WRITE in Rights(7)
        yield sync(request=A)
        pair = copy.copy(Pair(1))
        changed = dataclasses.replace(pair, left=len(dataclasses.fields(Pair)))
        options: Options = {"loud": True}
        told = Pupil().tell(), Level(1).told, Boxed(3).value, Point(1).x, options["loud"]
        assert changed.count() + scoped() == 4, both
        text = "{0.name} {1}".format(Pupil, shown(1))  # noqa: UP030, UP032
        yield sync(request=Event("Told", *map(str, told), text))
        yield sync(request=Event("Again", str(Rights.READ | Rights.WRITE), repr(~both)))

    for _ in range(2):
        assert check(Program(live()), no_failed_assertion())


def test_composed_flags_are_one_for_all() -> None:
    @thread
    def live() -> Body:
        yield sync(request=A)
        (Rights.WRITE | Rights.EXECUTE).told = True
        yield sync(request=B)

    assert (Rights.WRITE | Rights.EXECUTE).value
    with pytest.raises(ImpureThread, match="it changed Rights"):
        check(Program(live()))
