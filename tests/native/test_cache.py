"""Object code on disk: found again, never trusted when damaged, shared between processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from counterpoint.native import build, u8, u16
from counterpoint.native import cache as cache_module
from counterpoint.native import compile as compile_module
from counterpoint.native import translate as translate_module
from counterpoint.native.backend import Backend
from counterpoint.native.cache import Cache, default_folder

from .kernels import fill, mix, source


@pytest.fixture
def translations(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A list that grows by one entry with every translation."""
    made: list[Any] = []
    translate = translate_module.translate

    def counted(*args: Any, **options: Any) -> Any:
        made.append(args)
        return translate(*args, **options)

    monkeypatch.setattr(translate_module, "translate", counted)
    return made


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_a_second_build_translates_nothing(tmp_path: Path, translations: list[Any]) -> None:
    libraries = [build(mix, cache=tmp_path) for _ in range(2)]
    assert [library.mix(5) for library in libraries] == [mix(5)] * 2
    assert (len(translations), len(files(tmp_path))) == (1, 1)


def test_a_second_debug_build_still_knows_its_faults(
    tmp_path: Path, translations: list[Any]
) -> None:
    function = source("def f(p: Ptr[u8]) -> u64:\n    return p[9]")
    messages = []
    for _ in range(2):
        library = build(function, cache=tmp_path, debug=True)
        with pytest.raises(Exception, match="index 9 is outside p") as error:
            library.f(bytearray(1))
        messages.append(str(error.value))
    assert messages[0] == messages[1]
    assert len(translations) == 1


def test_everything_that_code_depends_on_is_in_its_key(
    tmp_path: Path, translations: list[Any]
) -> None:
    def variant(step: int = 1, **options: Any) -> FunctionType:
        helper = source(f"def g(x: u64) -> u64:\n    return x + {step}", "g")
        f = source("def f(p: Ptr[Cell]) -> u64:\n    return g(K)", g=helper, K=1)
        given: dict[str, Any] = {"types": {"Cell": u8}, "cache": tmp_path, **options}
        build(f, **given)
        return f

    f = variant()
    variant()
    assert len(translations) == 1
    variant(step=2)
    variant(types={"Cell": u16})
    variant(constants={"K": 2})
    variant(debug=True)
    variant(calls={"g": mix})
    build(f, f.__globals__["g"], types={"Cell": u8}, cache=tmp_path)
    assert len(translations) == len(files(tmp_path)) == 7


def test_a_global_constant_that_changes_makes_other_code(tmp_path: Path) -> None:
    f = source("def f() -> u64:\n    return K", K=1)
    assert build(f, cache=tmp_path).f() == 1
    f.__globals__["K"] = 2
    assert build(f, cache=tmp_path).f() == 2


def test_another_llvm_makes_other_code(
    tmp_path: Path, translations: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    build(mix, cache=tmp_path)
    monkeypatch.setattr(Backend, "identity", "another")
    build(mix, cache=tmp_path)
    assert len(translations) == 2


HEAD = len(cache_module._MAGIC) + sha256().digest_size
"""Where the contents of a file begin."""


Damage = Callable[[bytes, str], bytes]


def sealed(payload: bytes) -> Damage:
    """What makes a file of a name whose sum is right."""
    return lambda data, key: cache_module.sealed(key, payload)


DAMAGE: dict[str, Damage] = {
    "empty": lambda data, key: b"",
    "truncated": lambda data, key: data[:-7],
    "only the head": lambda data, key: data[:HEAD],
    "longer": lambda data, key: data + b"\0",
    "flipped in the code": lambda data, key: data[:-99] + bytes([data[-99] ^ 1]) + data[-98:],
    "flipped in the sum": lambda data, key: data[:30] + bytes([data[30] ^ 1]) + data[31:],
    "flipped in the magic": lambda data, key: bytes([data[0] ^ 1]) + data[1:],
    "garbage": lambda data, key: os.urandom(1000),
    "garbage after the head": lambda data, key: data[:HEAD] + b"\1" * 999,
    "a sum without the name": lambda data, key: (
        cache_module._MAGIC + sha256(data[HEAD:]).digest() + data[HEAD:]
    ),
    "sealed garbage": sealed(b"\1" * 999),
    "sealed emptiness": sealed(b""),
    "sealed JSON of nothing": sealed(b"{}\n"),
    "sealed JSON of a list": sealed(b"[1]\n"),
    "sealed JSON of wrong fields": sealed(b'{"symbols": 1, "signatures": 2, "faults": 3}\n'),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_corrupt_object_file_is_rebuilt(
    damage: Damage, tmp_path: Path, translations: list[Any]
) -> None:
    build(mix, cache=tmp_path)
    (path,) = files(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(damage(whole, path.stem))
    assert build(mix, cache=tmp_path).mix(5) == mix(5)
    assert len(translations) == 2
    assert path.read_bytes() == whole


def two_of_one_name() -> list[FunctionType]:
    """Two functions of one name and signature that differ in one number."""
    return [source(f"def f(x: u64) -> u64:\n    return x + {step}") for step in (1, 2)]


@pytest.mark.parametrize("debug", [False, True])
def test_a_whole_file_under_another_name_is_rebuilt(
    debug: bool, tmp_path: Path, translations: list[Any]
) -> None:
    made = []
    for number, function in enumerate(two_of_one_name()):
        assert build(function, cache=tmp_path / str(number), debug=debug).f(5) == 6 + number
        made += files(tmp_path / str(number))
    whole = made[1].read_bytes()
    made[1].write_bytes(made[0].read_bytes())
    assert build(two_of_one_name()[1], cache=tmp_path / "1", debug=debug).f(5) == 7
    assert len(translations) == 3
    assert made[1].read_bytes() == whole


def test_a_file_of_other_functions_under_the_name_of_these_is_rebuilt(tmp_path: Path) -> None:
    build(mix, cache=tmp_path / "mix")
    build(fill, types={"Cell": u8}, cache=tmp_path / "fill")
    (ours,), (other,) = files(tmp_path / "mix"), files(tmp_path / "fill")
    ours.write_bytes(other.read_bytes())
    assert build(mix, cache=tmp_path / "mix").mix(5) == mix(5)


def test_an_object_file_that_cannot_be_read_is_rebuilt(tmp_path: Path) -> None:
    build(mix, cache=tmp_path)
    (path,) = files(tmp_path)
    path.unlink()
    path.mkdir()
    assert build(mix, cache=tmp_path).mix(5) == mix(5)


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    for folder in (blocker, blocker / "deeper"):
        assert build(mix, cache=folder).mix(5) == mix(5)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert build(mix, cache=tmp_path).mix(5) == mix(5)


def test_a_failed_write_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*names: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert build(mix, cache=tmp_path).mix(5) == mix(5)
    assert files(tmp_path) == []


def test_the_cache_can_be_switched_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, translations: list[Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    kernels = (
        source("def f(x: u64) -> u64:\n    return x"),
        source("def g() -> u64:\n    return 1", "g"),
    )
    for value, kernel in zip(("", "off"), kernels, strict=True):
        monkeypatch.setenv("COUNTERPOINT_CACHE_DIR", value)
        build(kernel)
    monkeypatch.setenv("COUNTERPOINT_CACHE_DIR", str(tmp_path / "unused"))
    build(mix, cache=False)
    build(mix, cache=False)
    assert len(translations) == 4
    assert files(tmp_path) == []


def test_what_a_process_used_lately_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, translations: list[Any]
) -> None:
    monkeypatch.setenv("COUNTERPOINT_CACHE_DIR", str(tmp_path))
    kept = compile_module.LIBRARIES_KEPT
    kernels = [source(f"def f() -> u64:\n    return {n}") for n in range(kept + 1)]
    first, *others = kernels
    library = build(first)
    for file in files(tmp_path):
        file.unlink()
    assert build(first) is library
    assert len(translations) == 1
    for each in others[1:]:
        build(each)
    assert build(first) is library
    assert [build(each).f() for each in others] == list(range(1, kept + 1))
    assert build(first) is not library


def test_quick_code_and_optimised_code_are_kept_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNTERPOINT_CACHE_DIR", str(tmp_path))
    kernel = source("def f(x: u64) -> u64:\n    return x + 1")
    built = []
    for effort in ("quick", "optimised", "quick"):
        monkeypatch.setenv("COUNTERPOINT_COMPILE", effort)
        built.append(build(kernel))
    assert built[0] is built[2]
    assert built[0] is not built[1]
    assert built[0].f(5) == built[1].f(5) == 6
    assert len(files(tmp_path)) == 2


def test_what_is_the_same_for_all_models_is_optimised_however_quickly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNTERPOINT_CACHE_DIR", str(tmp_path))
    built = []
    for effort in ("quick", "optimised"):
        monkeypatch.setenv("COUNTERPOINT_COMPILE", effort)
        built.append(build(mix))
    assert built[0] is built[1]


def test_the_cache_uses_the_folder_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNTERPOINT_CACHE_DIR", str(tmp_path / "deep" / "er"))
    build(mix)
    assert len(files(tmp_path / "deep" / "er")) == 1


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({"COUNTERPOINT_CACHE_DIR": "/here", "XDG_CACHE_HOME": "/x"}, "linux", Path("/here")),
        ({"COUNTERPOINT_CACHE_DIR": "off", "XDG_CACHE_HOME": "/x"}, "linux", None),
        ({"COUNTERPOINT_CACHE_DIR": ""}, "linux", None),
        ({"XDG_CACHE_HOME": "/x"}, "linux", Path("/x/counterpoint")),
        ({}, "linux", Path.home() / ".cache" / "counterpoint"),
        ({}, "darwin", Path.home() / "Library" / "Caches" / "counterpoint"),
        ({"LOCALAPPDATA": "/local"}, "win32", Path("/local/counterpoint")),
    ],
)
def test_the_usual_folder_is_the_platform_s(
    environment: dict[str, str], platform: str, folder: Path | None
) -> None:
    assert default_folder(environment, platform) == folder


def test_the_files_not_used_for_longest_are_removed(tmp_path: Path) -> None:
    cache = Cache(tmp_path, max_files=3)
    for age, key in enumerate("abc"):
        cache.write(key, key.encode())
        os.utime(tmp_path / f"{key}.cpo", (1000 + age, 1000 + age))
    assert cache.read("a") == b"a"
    cache.write("d", b"d")
    assert [cache.read(key) for key in "abcd"] == [b"a", None, b"c", b"d"]


def test_a_cache_keeps_within_its_size(tmp_path: Path) -> None:
    cache = Cache(tmp_path, max_bytes=5000)
    for age, key in enumerate("abcdef"):
        cache.write(key, bytes(2000))
        os.utime(tmp_path / f"{key}.cpo", (1000 + age, 1000 + age))
    assert [path.stem for path in files(tmp_path)] == ["e", "f"]


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    cache = Cache(tmp_path, max_files=0)
    cache.write("a", b"a")
    assert [path.name for path in files(tmp_path)] == ["notes.txt"]


@pytest.mark.slow
def test_processes_that_build_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from counterpoint.native import build, u64\n"
        "def f(x: u64) -> u64:\n    return x * 3 + 1\n"
        "for _ in range(5):\n    print(build(f).f(7))\n"
    )
    folder = tmp_path / "objects"
    environment = os.environ | {"COUNTERPOINT_CACHE_DIR": str(folder)}
    command = [sys.executable, str(program)]
    runs = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert [run.communicate()[0].split() for run in runs] == [["22"] * 5] * 3
    assert len(files(folder)) == 1


def test_a_build_finds_what_another_variant_left_alone(tmp_path: Path) -> None:
    for cell, size in ((u8, 1), (u16, 2)):
        library = build(fill, types={"Cell": cell}, cache=tmp_path)
        cells = memoryview(bytearray(4 * size)).cast("B" if size == 1 else "H")
        library.fill(cells, 2, 200)
        assert cells.tolist() == [200, 200, 0, 0]
    assert len(files(tmp_path)) == 2
