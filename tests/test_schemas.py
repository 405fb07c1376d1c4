"""All that is printed, written or read as JSON has a schema, which names each key that there is."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest
from jsonschema import Draft202012Validator, ValidationError

from counterpoint import check, solve
from counterpoint.bundled import FOLDER
from counterpoint.cli import cli
from counterpoint.errors import BadLog, BadMap
from counterpoint.examples.hot_cold import program
from counterpoint.examples.nim import model
from counterpoint.implementation.answer import Standing
from counterpoint.implementation.entry import entry_of
from counterpoint.implementation.mapping import read_mapping
from counterpoint.model.notation import Notation
from counterpoint.observation.map_file import map_of
from counterpoint.observation.relation import Relation
from counterpoint.repairs.results import Outcome
from counterpoint.report.json import verdicts_data
from counterpoint.report.plain import to_text
from counterpoint.schemas import forms, read, schema_of
from counterpoint.stopped import Cause
from counterpoint.verdict import Answer, Spread

from .command_line import Run

ROOT = Path(__file__).parents[1]

READ = ("log", "mapping", "map")
"""Forms that are read, and never written."""

RELATIONS = {relation.value for relation in Relation}
NOTHING = Cause.NOTHING

FILES = {
    "counter.py": """
from counterpoint import Model, step


def model(most: int = 3, start: int = 0) -> Model:
    made = Model("counter")
    n = made.var("n", range(most + 1), init=start)

    @made.action
    def up():
        return step(when=n < most, set={n: n + 1})

    made.requires({"small": f"AG n < {most}", "it may stay": "AG n <= 99"})
    return made
""",
    "greedy.py": """
from counterpoint.games.certificate import Certificate, Take, TakeAway, xor

certificate = Certificate(
    TakeAway(2),
    invariant=lambda x: xor(x) == 0,
    witness=lambda x: [Take(j, to=x[j] ^ xor(x) ^ 1, when=x[j] > 0) for j in range(2)],
    name="greedy",
)
""",
    "picks.py": """
from counterpoint import Program, events, sync, thread

GOOD, BAD, WON = events("GOOD BAD WON")


@thread
def may():
    yield sync(request=[GOOD, BAD])


@thread
def referee():
    event = yield sync(wait_for=[GOOD, BAD])
    if event == GOOD:
        yield sync(request=WON)


@thread
def asks_for_the_bad():
    yield sync(wait_for=BAD, block=GOOD)


game = Program(may(), referee(), owners={"me": [GOOD, BAD]})
program = Program(may(), referee(), asks_for_the_bad(), owners={"me": [GOOD, BAD]})
""",
    "Counts.tla": r"""---- MODULE Counts ----
EXTENDS Naturals
VARIABLE n
Init == n = 0
Up == n < 2 /\ n' = n + 1
By(k) == n < k /\ n' = n + k
Next == Up \/ \E k \in 1..2 : By(k)
Spec == Init /\ [][Next]_n
Small == n < 3
THEOREM Spec => []Small
====
""",
    "wrong.py": "from counterpoint import Model\n\nmodel = Model(\n",
    "raises.py": "1 / 0\n",
    "Divides.tla": r"""---- MODULE Divides ----
EXTENDS Naturals
VARIABLES n, seen
Init == n = 3 /\ seen = {}
Next == n' = n - 1 /\ seen' = seen \cup {6 \div n}
Spec == Init /\ [][Next]_<<n, seen>>
Small == n < 9
THEOREM Spec => []Small
====
""",
    "game.pg": 'parity 3;\n0 0 0 1 "a";\n1 1 1 2,0 "b";\n2 2 0 2 "c";\n',
    "log.jsonl": '{"event": "COLD"}\n{"event": "HOT"}\n',
    "bad.jsonl": '{"event": "COLD"}\n{"event": "COLD"}\n',
    "torn.jsonl": '{"event": \n',
    "states.jsonl": '{"state": {"n": 1}}\n{"state": {"n": 3}}\n',
}


class Asked(NamedTuple):
    """A command that prints JSON: the words, and its exit code."""

    words: str
    code: int = 0

    @property
    def form(self) -> str:
        command = self.words.partition(" ")[0]
        return "rules" if command == "stages" else command


ASKED = [
    Asked("check hot_cold"),
    Asked("check hot_cold:scalding", 1),
    Asked("check hot_cold:stuck", 1),
    Asked("check junction:rude hot-cycle", 1),
    Asked("check tictactoe --limit-states 9", 3),
    Asked("check peterson", 1),
    Asked('check nim "<<player2>> F p2_wins"', 1),
    Asked('check nim "<<player1>> F p1_wins"'),
    Asked('check counter.py "EF n = 2 & EF n = 3"'),
    Asked('check peterson "never both" --engine bounded'),
    Asked("check counter.py --engine portfolio", 1),
    Asked("check Counts.tla --coverage", 1),
    Asked("check Divides.tla", 3),
    Asked("check tictactoe.led --limit-time 1ms", 3),
    Asked("check hot_cold --junit no_such_folder/x.xml", 2),
    Asked("check wrong.py", 2),
    Asked("check raises.py", 2),
    Asked("check no_such_target", 2),
    Asked('check nim "AG ("', 2),
    Asked("check hot_cold --no-such-option", 2),
    Asked("check hot_cold --limit-time soon", 2),
    Asked("rules hot_cold"),
    Asked("rules junction --limit-states 3"),
    Asked("stages hot_cold"),
    Asked("rules nim", 2),
    Asked('where peterson "critical0 & critical1"'),
    Asked('where peterson "waiting0" --all --audit all'),
    Asked('where hot_cold "once(HOT)"'),
    Asked("where StrategicTicTacToe '{Won(\"X\")}'"),
    Asked('where tictactoe "once(DRAW)" --limit-states 9', 3),
    Asked('differ ttt_model ttt_model:from_one "p1_wins"', 1),
    Asked("differ nim nim"),
    Asked("differ nim hot_cold", 2),
    Asked("compare hot_cold hot_cold"),
    Asked("compare hot_cold hot_cold --second-without alternate", 1),
    Asked('compare nim nim --first-set "piles=[1,2]" --second-set "piles=[1,3]"', 1),
    Asked("compare counter.py counter.py --second-set most=2", 1),
    Asked("compare ttt_model tictactoe.led --map one_game.toml --limit-states 9", 3),
    Asked("solve nim --player player1 --goal p1_wins --strategy"),
    Asked("solve tictactoe:free --player O --goal 'G !X_WINS' --limit-states 5", 3),
    Asked("solve game.pg --strategy"),
    Asked("solve game.pg --player 1 --goal parity"),
    Asked("solve hot_cold", 2),
    Asked("advise nim"),
    Asked("advise nim --depth 2"),
    Asked("advise mnk --limit-states 5", 3),
    Asked("criticize picks.py picks.py:game --player me --outcome 'F once(WON)'", 1),
    Asked("criticize picks.py picks.py:game --player me --outcome true --limit-states 1", 3),
    Asked("certificate nim --set k=2 --unbounded"),
    Asked("certificate nim --set k=2 --unbounded --super"),
    Asked("certificate greedy.py --unbounded", 1),
    Asked("certificate greedy.py --unbounded --super", 1),
    Asked("certificate nobody", 2),
    Asked("repair philosophers deadlock --set n=2 --count 1"),
    Asked("repair hot_cold assertions"),
    Asked("repair hot_cold:scalding 'AG !once(HOT)'", 3),
    Asked("repair philosophers deadlock --set n=3 --size 1", 3),
    Asked("repair philosophers deadlock --set n=2 --may-block TakeLeft", 1),
    Asked("sweep philosophers deadlock --set n=2,3 --workers 1", 1),
    Asked("tests hot_cold"),
    Asked('tests nim --set "piles=[1,2]" --cover states'),
    Asked("tests philosophers --set n=2 --max 1"),
    Asked("tests tictactoe --limit-states 9", 3),
    Asked("conform hot_cold log.jsonl --coverage"),
    Asked("conform hot_cold bad.jsonl", 1),
    Asked("conform counter.py states.jsonl", 1),
    Asked("conform hot_cold log.jsonl --limit-states 1"),
    Asked("conform hot_cold torn.jsonl", 2),
    Asked("conform hot_cold no.jsonl", 2),
]
"""At least one command of each kind that answers, that fails, that does not know, and that errs."""


def words_of(text: str) -> list[str]:
    """The words of a command, which is to print JSON."""
    return [*shlex.split(text), "--json"]


def faults(form: str, data: Any) -> list[str]:
    """What of the data its schema does not allow."""
    found = Draft202012Validator(schema_of(form)).iter_errors(data)
    return [f"{error.json_path}: {error.message[:300]}" for each in found for error in _deep(each)]


def _deep(error: ValidationError) -> Iterator[ValidationError]:
    """The errors in each of some alternatives, or the error itself."""
    for each in error.context or ():
        yield from _deep(each)
    if not error.context:
        yield error


# Which keys there are ---------------------------------------------------------------------------

Key: TypeAlias = tuple[str, str]
"""A place in a schema, by the names of its part and of the keys around, and a key there."""

MET: set[Key] = set()
"""The keys that were met in some answer."""

DONE: set[str] = set()
"""The commands whose answers were looked at."""


def look(form: str, data: Any) -> None:
    """Require that the data are of a form, and note which keys they have."""
    assert faults(form, data) == []
    MET.update(_met(schema_of(form), _Whole(form), data, form))


class _Whole:
    """The schema of a form, which its parts refer to."""

    def __init__(self, form: str) -> None:
        self.parts = schema_of(form).get("$defs", {})

    def allows(self, schema: Mapping[str, Any], data: Any) -> bool:
        return bool(Draft202012Validator({**schema, "$defs": self.parts}).is_valid(data))


def _met(schema: Mapping[str, Any], whole: _Whole, data: Any, at: str) -> Iterator[Key]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield from _met(whole.parts[name], whole, data, name)
    for each in schema.get("anyOf", ()):
        if whole.allows(each, data):
            yield from _met(each, whole, data, at)
    for step, below, values in inside(schema):
        if isinstance(data, dict) and step in data and step in schema.get("properties", {}):
            yield at, step
            yield from _met(below, whole, data[step], f"{at}.{step}")
        elif step == "*" and isinstance(data, dict):
            for value in values(data):
                yield from _met(below, whole, value, f"{at}.*")
        elif step == "[]" and isinstance(data, list):
            for value in data:
                yield from _met(below, whole, value, f"{at}[]")


def inside(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any, Callable[[Any], Iterable[Any]]]]:
    """The schemas of what is in an object or a list: by key, `*` for any other, or `[]`."""
    named = schema.get("properties", {})
    for key, below in named.items():
        yield key, below, lambda data: ()
    if isinstance(other := schema.get("additionalProperties"), dict):
        yield "*", other, lambda data: [data[key] for key in data if key not in named]
    if isinstance(items := schema.get("items"), dict):
        yield "[]", items, lambda data: data


def keys_of(form: str) -> Iterator[Key]:
    """All keys that a schema names."""
    whole = schema_of(form)
    yield from _keys(whole, form)
    for name, part in whole.get("$defs", {}).items():
        yield from _keys(part, name)


def _keys(schema: Mapping[str, Any], at: str) -> Iterator[Key]:
    for each in schema.get("anyOf", ()):
        yield from _keys(each, at)
    for step, below, _ in inside(schema):
        if step in schema.get("properties", {}):
            yield at, step
        yield from _keys(below, f"{at}{'' if step == '[]' else '.'}{step}")


# What schemas are -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [*forms(), "parts"])
def test_a_schema_is_one_and_describes_each_key(form: str) -> None:
    schema = read(form)
    Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"].endswith(".")
    parts = {**read("parts")["$defs"], **schema.get("$defs", {})}
    described = [*_undescribed(schema, form, parts)]
    for name, part in schema.get("$defs", {}).items():
        assert part["title"]
        described += _undescribed(part, name, parts)
    assert described == []


def _undescribed(schema: Mapping[str, Any], at: str, parts: Mapping[str, Any]) -> Iterator[str]:
    for step, below, _ in inside(schema):
        if step in schema.get("properties", {}):
            part = parts.get(below.get("$ref", "").rpartition("/")[2], {})
            if not (below.get("description") or part.get("description")):
                yield f"{at}.{step}"
        yield from _undescribed(below, f"{at}.{step}", parts)


def test_no_part_has_the_name_of_a_part_of_a_form() -> None:
    shared = read("parts")["$defs"].keys()
    for form in forms():
        assert not shared & read(form).get("$defs", {}).keys(), form


def test_each_shared_part_is_used() -> None:
    used = {name for form in forms() for name in schema_of(form).get("$defs", {})}
    assert read("parts")["$defs"].keys() <= used


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        (read("parts")["$defs"]["cause"], {*(c.value for c in Cause if c is not NOTHING), None}),
        (read("parts")["$defs"]["property"]["properties"]["answer"], {a.value for a in Answer}),
        (read("compare")["$defs"]["comparison"]["properties"]["relation"], RELATIONS),
        (read("map")["properties"]["relation"], RELATIONS),
        (read("baseline")["properties"]["notation"], {each.value for each in Notation}),
        (read("repair")["$defs"]["repairs"]["properties"]["outcome"], {o.value for o in Outcome}),
        (
            read("conform")["$defs"]["conformed"]["properties"]["answer"],
            {each.value for each in Standing},
        ),
    ],
)
def test_words_that_a_key_may_have_are_all_there(schema: Any, names: set[str | None]) -> None:
    assert {*schema["enum"]} == names


def test_an_unknown_key_is_a_fault() -> None:
    data = verdicts_data(check(program), program)
    assert faults("check", data) == []
    assert "('more' was unexpected)" in " ".join(faults("check", {**data, "more": 1}))
    del data["states"]
    assert faults("check", data) != []


# What is printed --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("asked", ASKED, ids=[each.words for each in ASKED])
def test_what_a_command_prints_is_as_its_schema_says(run: Run, asked: Asked) -> None:
    said = run(*words_of(asked.words))
    look(asked.form, json.loads(said.out))
    assert said.code == asked.code, said.out[-2000:]
    DONE.add(asked.words)


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, command in cli.commands.items()
        for each in command.params
        if each.name == "as_json"
    ],
)
def test_each_command_with_json_is_asked(name: str) -> None:
    assert name in {each.words.split()[0] for each in ASKED}


@pytest.mark.parametrize(
    ("words", "interrupted"),
    [
        ("check hot_cold", "counterpoint.cli.checking._decided"),
        ("where hot_cold true", "counterpoint.engines.where.StateSpace"),
        ("solve nim --player player1 --goal p1_wins", "counterpoint.games.solve.solve"),
        ("compare nim nim", "counterpoint.engines.compare.compare"),
        ("conform hot_cold log.jsonl", "counterpoint.implementation.conform.conform"),
        ("tests hot_cold", "counterpoint.tours.covering.covering_runs"),
        ("repair hot_cold deadlock", "counterpoint.repairs.repair.repair"),
        ("certificate nim", "counterpoint.games.certificate.check_certificate"),
    ],
)
def test_what_a_command_prints_that_is_interrupted_is_as_its_schema_says(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: str, interrupted: str
) -> None:
    def press(*_args: Any, **_options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(interrupted, press)
    said = run(*words_of(words))
    data = json.loads(said.out)
    assert (said.code, data["answer"], data["cause"]) == (3, "unknown", "interrupted")
    look(words.partition(" ")[0], data)


def test_a_strategy_without_rules_is_as_its_schema_says(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("counterpoint.games.strategy.LARGEST_LIST", 1)
    data = json.loads(
        run("solve", "nim", "--player=player1", "--goal=p1_wins", "--strategy", "--json").out
    )
    assert "rules are learned from at most 1 positions" in data["no_rules"]
    look("solve", data)


def test_a_check_on_a_cluster_has_what_its_schema_says() -> None:
    spread = Spread((600, 400), crossed=100, sent=500)
    verdicts = replace(check(program), spread=spread)
    look("check", json.loads(to_text(verdicts_data(verdicts, program))))


# What is written --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "graph hot_cold",
        "graph nim --set piles=[1,2]",
        "graph mnk --limit-states 9",
        "graph StrategicTicTacToe --limit-states 9",
    ],
)
def test_a_graph_is_written_as_its_schema_says(run: Run, words: str) -> None:
    run(*shlex.split(words), "-o", "x.json")
    look("graph", json.loads(Path("x.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("words", ["hot_cold", "nim --set piles=[1,2]", "philosophers --set n=2"])
def test_tests_are_written_as_their_schema_says(run: Run, words: str) -> None:
    run("tests", *shlex.split(words), "-o", "x.json")
    look("tests", json.loads(Path("x.json").read_text(encoding="utf-8")))


def test_baselines_are_written_and_compared_as_their_schemas_say(run: Run) -> None:
    asked = ("small", "deadlock")
    for saved, now in (
        (("counter.py:model", *asked), ("counter.py:model", "small", "it may stay")),
        (("counter.py:model",), ("counter.py:model", "--set", "start=1")),
        (("hot_cold:scalding",), ("hot_cold:scalding",)),
        (("hot_cold",), ("hot_cold", "--without", "alternate")),
        (("tictactoe", "--limit-states", "5"), ("tictactoe", "--limit-states", "6")),
    ):
        assert run("check", *saved, "--save", "was.json").code != 2
        look("baseline", json.loads(Path("was.json").read_text(encoding="utf-8")))
        said = run("check", *now, "--against", "was.json", "--json")
        data = json.loads(said.out)
        assert "against" in data
        look("check", data)


def test_a_strategy_is_written_as_its_schema_says() -> None:
    solution = solve(model(piles=(1, 2)), player="player1", goal="p1_wins")
    look("strategy", json.loads(solution.strategy.to_json()))


@pytest.mark.slow
def test_each_key_of_a_schema_is_met_in_some_answer() -> None:
    if {each.words for each in ASKED} - DONE:
        pytest.skip("not all commands were run before")
    written = [form for form in forms() if form not in READ]
    assert {key for form in written for key in keys_of(form)} - MET == set()


# What is read -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        {"event": "X"},
        {"action": "put(3)", "time": 4},
        {"event": "X", "args": [1, "a"]},
        {"event": "X", "args": {"player": "X"}},
        {"state": {"t": 2}},
        {"event": None, "state": {"t": 2}},
        {"event": "X", "state": None, "args": None},
        {"event": 3},
        {"event": " "},
        {"state": {}},
        {"args": [1], "state": {"t": 2}},
        {"event": "X", "args": 3},
        {"event": "X", "state": [1]},
        {"time": 4},
        {},
    ],
)
def test_a_line_of_a_log_is_read_if_its_schema_allows_it(line: Mapping[str, Any]) -> None:
    try:
        entry_of(line)
        is_read = True
    except BadLog:
        is_read = False
    assert is_read is (faults("log", line) == [])


@pytest.mark.parametrize(
    "text",
    [
        'event = "msg"',
        'action = "msg"\nargs = ["who", "order.id"]\nhidden = ["X"]\norder = "end"',
        'args = {player = "who"}\nstate = {t = "turn"}\nothers = "skip"',
        '[names]\n"order placed" = "Place"\n[only]\nservice = "shop"\nlevel = 3',
        "",
        'event = "a"\naction = "b"',
        'events = "msg"',
        "args = 3",
        "names = [1]",
        'others = "drop"',
        'order = "first"',
        "hidden = [1]",
        "only = 3",
        "[state]\nt = 3",
    ],
)
def test_a_mapping_is_read_if_its_schema_allows_it(tmp_path: Path, text: str) -> None:
    (tmp_path / "m.toml").write_text(text)
    try:
        read_mapping(tmp_path / "m.toml")
        is_read = True
    except BadLog:
        is_read = False
    assert is_read is (faults("mapping", tomllib.loads(text)) == [])


@pytest.mark.parametrize(
    "text",
    [
        (FOLDER / "one_game.toml").read_text(),
        '[[condition]]\nname = "lit"\nfirst = "on"\nsecond = "bright"',
        '[[value]]\nname = "a"\nfirst = "x"\nas = {first = {0 = "-"}}',
        '[[label]]\nname = "go$n"\nfor = {n = [0, "a"]}\nfirst = ["up", "down"]\nsecond = []',
        'relation = "traces"',
        'relation = "alike"\n[[label]]\nname = "go"',
        'relations = "traces"\n[[label]]\nname = "go"',
        '[[label]]\nfirst = "go"',
        '[[label]]\nname = " "',
        '[[value]]\nname = "a"\nfirst = ["x", "y"]',
        '[[label]]\nname = "go"\nfor = {n = []}',
        '[targets]\na = 3\n[[label]]\nname = "go"',
    ],
)
def test_a_map_is_read_if_its_schema_allows_it(text: str) -> None:
    data = tomllib.loads(text)
    try:
        map_of(data)
        is_read = True
    except BadMap:
        is_read = False
    assert is_read is (faults("map", data) == [])


@pytest.mark.parametrize("document", ["logs.md", "comparing.md"])
def test_what_documents_show_is_as_schemas_say(document: str) -> None:
    text = (ROOT / "docs" / "how_to" / document).read_text(encoding="utf-8")
    blocks = re.findall(r"<!-- file: (\S+) -->\n```(?:toml|json)\n(.*?)^```$", text, re.M | re.S)
    assert blocks
    for name, block in blocks:
        if name.endswith(".toml"):
            form = "mapping" if document == "logs.md" else "map"
            assert faults(form, tomllib.loads(block)) == []
        elif name != "service.jsonl":  # which a mapping makes a log
            for line in filter(None, block.splitlines()):
                assert faults("log", json.loads(line)) == []


# The command ------------------------------------------------------------------------------------


def test_the_command_prints_a_schema_that_needs_no_other_file(run: Run) -> None:
    said = run("schema", "check")
    assert json.loads(said.out) == schema_of("check")
    for form in forms():
        assert "parts.json" not in json.dumps(schema_of(form))


def test_the_command_lists_the_forms(run: Run) -> None:
    lines = run("schema").out.splitlines()
    assert [line.split()[0] for line in lines] == [*forms()]
    assert "where        What `counterpoint where TARGET FORMULA --json` prints" in lines


def test_a_form_that_is_not_there_is_an_error_that_names_those_that_are(run: Run) -> None:
    said = run("schema", "chek")
    assert said.code == 2
    assert "there is no schema of chek; there are advise, baseline, " in said.err
