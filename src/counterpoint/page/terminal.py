"""The same game in a terminal: the state, numbered events, and commands for all else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import CounterpointError
from ..report.exit_code import ExitCode
from ..report.text import verdicts_text
from .fault import said_of
from .link import Link
from .loaded import Loaded
from .tab import Tab

PROMPT = "> "
"""What is shown before a command, to a person."""

HELP = """\
  NUMBER or NAME      take a step
  undo, redo          to your choice before, and after
  back, on            one step back, and on
  why                 why the last step could be taken, and what can be done
  values              what each move is worth
  rules               the rules; without RULE, with RULE switch one off, and on
  by PLAYER WAY       who plays for a player
  check               what holds, and what fails
  run PROPERTY        play a counterexample; end leaves it
  link                the position and the rules, for the page
  new                 a new game
  quit                leave; so does the end of the input"""


def play_in_terminal(
    target: Any,
    seed: int | None,
    lines: Iterable[str],
    say: Callable[[str], None] = print,
    *,
    name: str = "program",
) -> ExitCode:
    """Play `target` by commands, a line each, to the end of the lines.

    >>> from counterpoint.examples.hot_cold import program
    >>> play_in_terminal(program, 1, ["1", "quit"])
      1  COLD
    Step 1: COLD, asked for by pour.
      1  HOT
    <ExitCode.HOLDS: 0>
    """
    Terminal(target, seed, say, name).run(lines)
    return ExitCode.HOLDS


def typed() -> Iterator[str]:
    """The lines that a person types, to the end of the input."""
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            print()
            return


class Terminal:
    """A tab whose messages are said in a terminal; others answer at once."""

    def __init__(
        self, target: Any, seed: int | None, say: Callable[[str], None], name: str
    ) -> None:
        self._say = say
        self._waiting: list[Callable[[], None]] = []
        self._message: dict[str, Any] = {}
        self._target: dict[str, Any] = {}
        self._steps = 0
        self._refused = False
        self._loaded = Loaded(name, target)
        self._tab = Tab(self._loaded, self._take, self._later, seed=seed)

    def _take(self, message: dict[str, Any]) -> None:
        """Remember what was sent; what was not possible is said."""
        if message["type"] == "walk":
            self._message = message
        elif message["type"] == "target":
            self._target = message
        elif message["type"] == "notice":
            self._refused = True
            self._say(f"{message['text']}")

    def _later(self, _pause: float, call: Callable[[], None]) -> None:
        self._waiting.append(call)

    def run(self, lines: Iterable[str]) -> None:
        """Take commands until one says to leave, or there are no more."""
        self._do("close")
        self._show()
        for line in lines:
            words = line.split(maxsplit=1)
            if words[:1] in (["quit"], ["q"], ["exit"]):
                return
            if words:
                self._obey(words[0], words[1].strip() if len(words) > 1 else "")

    # Commands -------------------------------------------------------------------------------------

    def _obey(self, word: str, rest: str) -> None:
        told = _TOLD.get(word)
        if told is not None:
            for line in told(self, rest):
                self._say(line)
            return
        at = self._message["at"]
        simple = {
            "undo": ("undo", {}),
            "redo": ("redo", {}),
            "back": ("jump", {"at": at - 1}),
            "on": ("jump", {"at": at + 1}),
            "new": ("restart", {}),
            "end": ("close", {}),
            "run": ("open", {"property": rest}),
            "without": ("switch", {"rules": rest.split(), "on": False}),
            "with": ("switch", {"rules": rest.split(), "on": True}),
        }
        do, more = simple.get(word) or ("step", {"name": self._named(f"{word}{rest}")})
        if word == "run" and self._tab.off not in self._loaded.verdicts:
            self._loaded.checking(self._tab.off)(lambda progress: None)
        self._do(do, more)
        if not self._refused:
            self._show()

    def _do(self, do: str, more: Mapping[str, Any] | None = None) -> None:
        """Have a command done, and all answers of others too."""
        self._refused = False
        self._tab.handle({"do": do, **(more or {})})
        while self._waiting:
            self._waiting.pop(0)()

    def _named(self, text: str) -> str:
        """The name of the step that a number or a text means."""
        events = self._events
        if text.isdecimal() and 0 < int(text) <= len(events):
            return str(events[int(text) - 1]["name"])
        return "".join(text.split())

    # What is said ---------------------------------------------------------------------------------

    @property
    def _events(self) -> list[Any]:
        return [event for event in self._message["events"] if event["enabled"]]

    def _show(self) -> None:
        """Say where the game stands: the last steps, the state, and what can be done."""
        for line in (*self._taken(), *self._state()):
            self._say(line)
        said = self._message["say"]
        if said["result"]:
            self._say(said["title"])
        width = max((len(event["name"]) for event in self._events), default=0)
        for number, event in enumerate(self._events, start=1):
            leads = f"  {event['leads']}" if event["leads"] else ""
            self._say(f"{number:3}  {event['name']:<{width}}{leads}".rstrip())

    def _taken(self) -> Iterator[str]:
        """The steps since the last time, with who asked for them."""
        at, walk = self._message["at"], self._tab.walk
        first = self._steps if self._steps < at else at - 1
        self._steps = at
        for k in range(max(0, first), at):
            column = walk.columns[k]
            asked = f", asked for by {column['asker']}" if column["asker"] else ""
            impossible = "" if column["legal"] else " (impossible under the rules as they are)"
            yield f"Step {k + 1}: {column['label']}{asked}.{impossible}"

    def _state(self) -> Iterator[str]:
        view = self._message["view"]
        yield from (f"  {line}" for line in view.get("text", "").splitlines())
        if not view.get("text"):
            for row in view.get("rows", ()):
                was = f"  (was {row['was']})" if row["changed"] else ""
                yield f"  {row['name']} = {row['value']}{was}"

    def _why(self, _rest: str) -> Iterator[str]:
        yield _plain(self._message["why"]["lead"])
        for section in self._message["why"]["sections"]:
            yield f"{section['title']}:"
            yield from (f"  {line}" for line in map(_row, section["rows"]))

    def _values(self, _rest: str) -> Iterator[str]:
        try:
            advisor = self._loaded.advising(self._tab.off)(lambda progress: None)
        except CounterpointError as error:
            yield said_of(error)
            return
        from .worth import Worth  # a short game never needs it

        for name, worth in Worth(advisor, self._tab.walk).moves.items():
            ends = f" in {worth['in']}" if worth["in"] else ""
            replies = f"; {worth['losing']} of {worth['replies']} replies lose value"
            yield f"  {name}  {worth['value']}{ends}{replies if worth['replies'] else ''}"

    def _rules(self, _rest: str) -> Iterator[str]:
        for group in self._target["groups"]:
            if group["switch"]:
                yield f"{group['title']}:"
                for row in group["rows"]:
                    sign = "+" if row["on"] else "-"
                    times = f" x{row['threads']}" if row["threads"] > 1 else ""
                    yield f"  {sign} {row['name']}{times}"

    def _check(self, _rest: str) -> Iterator[str]:
        try:
            found = self._loaded.verdicts.get(self._tab.off)
            if found is None:
                found = self._loaded.checking(self._tab.off)(lambda progress: None)
        except CounterpointError as error:
            yield said_of(error)
            return
        yield verdicts_text(found, self._loaded.variant(self._tab.off).target)

    def _by(self, rest: str) -> Iterator[str]:
        words = rest.split()
        for player in self._target["players"]:
            if words[:1] != [player["name"]] or len(words) < 2:
                ways = ", ".join(way["id"] for way in player["ways"])
                yield f"  {player['name']}: {player['by']}  (of {ways})"
        if len(words) > 1:
            self._do("by", {"player": words[0], "by": words[1]})
            self._show()

    def _link(self, _rest: str) -> Iterator[str]:
        link: Link = self._tab.link
        yield f"  #{link}"

    def _help(self, _rest: str) -> Iterator[str]:
        yield HELP


_TOLD: Mapping[str, Callable[[Terminal, str], Iterator[str]]] = {
    "why": Terminal._why,
    "values": Terminal._values,
    "rules": Terminal._rules,
    "check": Terminal._check,
    "by": Terminal._by,
    "link": Terminal._link,
    "help": Terminal._help,
}


def _plain(parts: Sequence[Any]) -> str:
    """A sentence without colours."""
    return "".join(
        part
        if isinstance(part, str)
        else str(part.get("ev") or part.get("rule") or part.get("warn"))
        for part in parts
    )


def _row(row: Mapping[str, Any]) -> str:
    """A reason on one line."""
    if "by" in row:
        return f"blocked by {row['by']}: {', '.join(each['rule'] for each in row['rows'])}"
    if "now" in row:
        return f"{row['name']}: {row['was']} -> {row['now']}"
    who = row.get("rule") or row.get("name") or ""
    priority = f" at {row['priority']}" if row.get("priority") else ""
    events = ", ".join(event["ev"] for event in row.get("events", {}).get("listed", ()))
    more = row.get("events", {}).get("more", 0)
    events += f" and {more} more" if more else ""
    said = ": ".join(filter(None, (f"{who}{priority}", events, row.get("said", ""))))
    return f"{said} ({row['fate']})" if row.get("fate") else said
