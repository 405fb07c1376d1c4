"""The library as a whole: which modules there are, and what they need of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpoint.errors import NoValue
from counterpoint.tla.evaluate.reader import VOLATILE
from counterpoint.tla.library import LANGUAGE, MODULES, Library, Surroundings
from counterpoint.tla.scope import Builtin
from counterpoint.tla.values import TRUE, record

from .reading import names_of, value_of


@pytest.mark.parametrize("name", list(MODULES))
def test_each_module_is_made_under_its_name_and_extends_others(name: str) -> None:
    module = MODULES[name]
    assert module.name == name
    assert all(extended in MODULES for extended in module.extends)


def test_unknown_modules_are_not_there() -> None:
    assert "Nonsense" not in MODULES
    with pytest.raises(KeyError):
        MODULES["Nonsense"]


def test_modules_that_tlc_has_itself_are_marked() -> None:
    standard = {name for name, module in MODULES.items() if module.standard}
    assert standard == {
        "Naturals", "Integers", "Reals", "Sequences", "FiniteSets", "Bags", "TLC", "TLCExt",
        "Randomization",
    }  # fmt: skip


def test_operators_know_which_parameters_are_operators() -> None:
    known = {
        name: (one.arity, sorted(one.operators))
        for module in ("FiniteSetsExt", "Folds", "VectorClocks", "WellFoundedInduction")
        for name, one in MODULES[module].operators.items()
        if isinstance(one, Builtin) and one.operators
    }
    assert known["FoldSet"] == (3, [0])
    assert known["MapThenFoldSet"] == (5, [0, 2, 3])
    assert known["CausalOrder"] == (4, [1, 2, 3])
    assert known["Quantify"] == (2, [1])
    assert known["WFDefOn"] == (3, [2])


def test_the_language_needs_no_module() -> None:
    assert {"=", "\\in", "SUBSET", "BOOLEAN", "\\X"} <= LANGUAGE.keys()
    assert "+" not in LANGUAGE


def test_operators_whose_values_are_never_cached_exist() -> None:
    known = {name for module in MODULES.values() for name in module.operators}
    assert known >= VOLATILE


def test_a_run_has_registers_of_its_own() -> None:
    one, other = Library(), Library()
    value_of("TLCSet(1, 5)", names_of(one, "TLC"))
    assert value_of("TLCGet(1)", names_of(one, "TLC")) == 5
    with pytest.raises(NoValue):
        value_of("TLCGet(1)", names_of(other, "TLC"))


def test_a_run_tells_what_it_knows_and_takes_orders() -> None:
    library = Library()
    orders: list[object] = []
    library.around.registers.entries["level"] = lambda: 4
    library.around.registers.orders["exit"] = orders.append
    names = names_of(library, "TLC")
    assert value_of('TLCGet("level") = 4 /\\ TLCSet("exit", TRUE)', names) is TRUE
    assert orders == [TRUE]


def test_what_is_printed_goes_to_the_run() -> None:
    around = Surroundings()
    names = names_of(Library(around), "TLC", "TLCExt")
    value_of('PrintT(<<"a", {1}>>)', names)
    value_of('Print("b", 3)', names)
    value_of("AssertEq(1, 2)", names)
    assert list(around.printed) == [
        '<<"a", {1}>>', '"b"  3', '"Assertion failed"', "1", "2"
    ]  # fmt: skip
    lines: list[str] = []
    around.print = lines.append
    value_of("PrintT(7)", names)
    assert lines == ["7"]


def test_chance_depends_on_the_seed_and_the_state_alone() -> None:
    def drawn(seed: int, state: tuple[int, ...]) -> object:
        around = Surroundings(seed=seed)
        around.begin(state)
        return value_of(
            "RandomSubset(9, 1..999)", names_of(Library(around), "Randomization", "TLC", "Integers")
        )

    assert drawn(1, (1, 2)) == drawn(1, (1, 2))
    assert drawn(1, (1, 2)) != drawn(1, (1, 3))
    assert drawn(1, (1, 2)) != drawn(2, (1, 2))


def test_files_are_read_relative_to_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"x": [1, true, "s"]}', encoding="utf-8")
    (tmp_path / "b.ndjson").write_text("1\n\n[2]\n", encoding="utf-8")
    (tmp_path / "c.csv").write_text("1,2\n3,4\n", encoding="utf-8")
    library = Library(Surroundings(folder=tmp_path))
    names = names_of(library, "Json", "IOUtils", "CSV")
    assert value_of('JsonDeserialize("a.json")', names) == record(x=(1, TRUE, "s"))
    assert value_of('ndJsonDeserialize("b.ndjson")', names) == (1, (2,))
    rows = value_of('CSVRead(<<"p", "q">>, ",", "c.csv")', names)
    assert rows == (record(p="1", q="2"), record(p="3", q="4"))
    assert value_of('CSVRecords("c.csv")', names) == 2
    text = value_of('Deserialize("b.ndjson", [format |-> "TXT"]).stdout', names)
    assert text == "1\n\n[2]\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [("{", "f.json is not JSON"), ("null", "f.json: null is no value"), ("1.5", "is no value")],
)
def test_files_that_hold_no_value_are_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "f.json").write_text(content, encoding="utf-8")
    names = names_of(Library(Surroundings(folder=tmp_path)), "Json")
    with pytest.raises(NoValue, match=message):
        value_of('JsonDeserialize("f.json")', names)


def test_errors_do_not_show_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSWORD_OF_A_TEST", "secret")
    names = names_of(Library(), "IOUtils")
    assert value_of("IOEnv.PASSWORD_OF_A_TEST", names) == "secret"
    with pytest.raises(NoValue) as raised:
        value_of("IOEnv.NO_SUCH_VARIABLE", names)
    assert "secret" not in str(raised.value)
