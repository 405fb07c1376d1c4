"""Finding the program that a target names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from counterpoint import Program, check
from counterpoint.bundled import bundled_examples
from counterpoint.errors import BadTarget
from counterpoint.model.system import System
from counterpoint.target import file_of, find_target, parse_settings, parts_of
from counterpoint.verdict import Answer


def test_every_bundled_example_can_be_found() -> None:
    for example in bundled_examples():
        if example.name != "reachability":  # values only, nothing to run
            assert isinstance(find_target(example.name), Program | System)
        assert file_of(example.name) == example.file


def test_settings_reach_an_example() -> None:
    philosophers = find_target("philosophers", parse_settings(("n=3",)))
    assert isinstance(philosophers, Program)
    assert len(philosophers.threads) == 6


def test_values_that_are_not_python_are_texts() -> None:
    assert parse_settings(("a=[1, 2]", "b=two words", "c=")) == {
        "a": [1, 2],
        "b": "two words",
        "c": "",
    }


SETTINGS = [
    ("mnk", "rows=4", None),
    ("mnk", "rows=abc", "mnk: rows takes a whole number such as 3, and 'abc' is none"),
    ("mnk", "rows=2.5", "mnk: rows takes a whole number such as 3, and 2.5 is none"),
    ("mnk", "rows=True", "mnk: rows takes a whole number such as 3, and True is none"),
    ("mnk", "rows=", "mnk: rows takes a whole number such as 3, and '' is none"),
    ("mnk", "rows=0", "mnk: rows, columns and k are numbers from 1 up"),
    ("mnk", "columns=-1", "mnk: rows, columns and k are numbers from 1 up"),
    ("mnk", "k=100", None),
    ("mnk", "height=3", "mnk: got an unexpected keyword argument 'height'; its settings are rows,"),
    ("connect_four", "k=0", "connect_four: rows, columns and k are numbers from 1 up"),
    ("connect_four", "rows=1", None),
    ("nim", "piles=[1, 2]", None),
    ("nim", "piles=1,2", None),
    ("nim", "piles=3", "nim: piles takes a list such as (3, 4, 5), and 3 is none"),
    ("nim", "piles=['a']", "nim: piles takes a whole number such as 3, and 'a' is none"),
    ("nim", "piles=[]", "nim: piles are one or more numbers of matches, from 0 up"),
    ("nim", "piles=[-1]", "nim: piles are one or more numbers of matches, from 0 up"),
    ("elevator", "floors=0", "elevator: floors is a number from 1 up"),
    ("elevator:nearest", "floors=1", None),
    ("philosophers", "n=0", "philosophers: n is a number of philosophers from 1 up"),
    ("philosophers:with_waiter", "n=-1", "philosophers:with_waiter: n is a number of philosophers"),
    ("peterson", "gives_way=no", None),
    ("peterson", "gives_way=2", "peterson: gives_way takes true or false, such as True, and 2 is"),
    ("alternating_bit", "lucky=false", None),
    ("hot_cold", "n=3", "hot_cold is not made by a function, so it has no settings"),
]


@pytest.mark.parametrize(("target", "setting", "refused"), SETTINGS)
def test_a_setting_is_like_the_default_of_its_parameter(
    target: str, setting: str, refused: str | None
) -> None:
    settings = parse_settings((setting,))
    if refused is None:
        assert isinstance(find_target(target, settings), Program | System)
        return
    with pytest.raises(BadTarget) as raised:
        find_target(target, settings)
    assert raised.value.message.startswith(refused)


MADE = """
from counterpoint import Program, sync, thread


@thread
def told(what):
    yield sync()


def made(share=0.5, name="tap", sizes=[1.5], maker=None, **others):
    if share > 1:
        raise ValueError("more than everything")
    return Program(told((share, name, sizes, maker, others)))
"""


def made_with(*settings: str, folder: Path) -> object:
    (folder / "made_of_settings.py").write_text(MADE)
    found = find_target(f"{folder / 'made_of_settings.py'}:made", parse_settings(settings))
    assert isinstance(found, Program)
    return found.threads[0].args[0]


def test_a_number_can_be_a_fraction_and_what_has_no_default_can_be_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [*sys.path])
    given = ("share=1", "name=round", "sizes=(2, 3)", "maker=[1]", "more=2")
    assert made_with(*given, folder=tmp_path) == (1.0, "round", [2.0, 3.0], [1], {"more": 2})
    with pytest.raises(BadTarget, match="name takes a text in quotes such as 'tap', and 5 is none"):
        made_with("name=5", folder=tmp_path)
    with pytest.raises(ValueError, match="more than everything"):
        made_with("share=2", folder=tmp_path)


def test_a_specification_of_a_module_is_named_behind_it() -> None:
    from counterpoint.tla.module import Choice, TlaModule

    found = find_target("BehavioralTicTacToe:TicTacToe5")
    assert isinstance(found, TlaModule)
    assert found.rules[-1] == "BlockOpponentFromWinning"
    again = find_target("BehavioralTicTacToe", choice=Choice(spec="TicTacToe5"))
    assert isinstance(again, TlaModule)
    assert again.specification.conjuncts[0].rule == found.specification.conjuncts[0].rule == "Board"
    with pytest.raises(BadTarget, match="names the specification TicTacToe5, and --spec says Spec"):
        find_target("BehavioralTicTacToe:TicTacToe5", choice=Choice(spec="Spec"))


@pytest.mark.parametrize("ending", ["", ".py", ".tla", ".led", ".py:program", ":program"])
def test_a_name_that_no_file_can_have_is_of_no_target(ending: str) -> None:
    with pytest.raises(BadTarget):
        find_target("n" * 5000 + ending)


def test_a_folder_and_a_configuration_say_what_to_name_instead(tmp_path: Path) -> None:
    with pytest.raises(BadTarget, match=r"is a folder, .* it has no Python file and no module"):
        find_target(str(tmp_path))
    for name in ("b.tla", "a.py", "c.txt"):
        (tmp_path / name).write_text("")
    with pytest.raises(BadTarget, match=r"it has a\.py, b\.tla$"):
        find_target(str(tmp_path))
    (tmp_path / "b.cfg").write_text("")
    with pytest.raises(
        BadTarget, match=r"is a configuration, and a target is the module: .*b\.tla"
    ):
        find_target(str(tmp_path / "b.cfg"))
    with pytest.raises(BadTarget, match=r"a TLA\+ module is named with its ending: .*b\.tla$"):
        find_target(str(tmp_path / "b"))


def in_a_package(folder: Path, text: str) -> Path:
    inner = folder / "a_shop" / "inside"
    inner.mkdir(parents=True)
    for place in (inner, inner.parent):
        (place / "__init__.py").write_text("")
    (inner / "names.py").write_text("NAMES = {'a', 'b', 'c'}\n")
    (inner / "of_a_package.py").write_text(text)
    return inner / "of_a_package.py"


PACKAGED = """
from counterpoint import Event, Program, sync, thread
from .names import NAMES
@thread
def tell():
    for name in {}:
        yield sync(request=Event("TELL", name))
program = Program(tell())
"""


@pytest.mark.hash_seeds
@pytest.mark.parametrize(
    ("names", "answer"), [("sorted(NAMES)", Answer.HOLDS), ("list(NAMES)", Answer.UNKNOWN)]
)
def test_a_file_of_a_package_is_loaded_as_such_here_and_in_other_processes(
    names: str, answer: Answer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [*sys.path])
    for name in ("a_shop", "a_shop.inside", "a_shop.inside.names", "a_shop.inside.of_a_package"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    program = find_target(str(in_a_package(tmp_path, PACKAGED.format(names))))
    assert isinstance(program, Program)
    found = check(program, "deadlock")["deadlock"]
    assert found.answer is answer, found.reason
    if answer is Answer.UNKNOWN:
        assert "under another PYTHONHASHSEED" in found.reason


def test_a_file_beside_another_package_of_that_name_is_loaded_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [*sys.path])
    folder = tmp_path / "json"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "beside.py").write_text(MADE)
    find_target(f"{folder / 'beside.py'}:made", parse_settings(("share=1",)))
    assert "json.beside" not in sys.modules


def test_the_file_of_a_target_is_known_without_loading_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text("raise AssertionError")
    Path("odd:name").write_text("")
    assert file_of("own.py") == file_of("own.py:other") == Path("own.py")
    assert file_of("odd:name") == Path("odd:name")
    assert file_of("none.py") is None
    assert file_of("../own") is None
    bundled = ("tictactoe", "tictactoe.led", "MendedTicTacToe", "ttt", "tictactoe:free")
    files = [file_of(name) for name in bundled]
    assert [file.name for file in files if file is not None] == [
        "tictactoe.py",
        "tictactoe.led",
        "MendedTicTacToe.tla",
        "ttt.smv",
        "tictactoe.py",
    ]


def test_a_target_has_a_name_after_the_colon_unless_it_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("odd:name").write_text("")
    assert parts_of("own.py:other") == ("own.py", "other")
    assert parts_of("odd:name") == ("odd:name", None)
    assert parts_of("odd:not a name") == ("odd:not a name", None)
