"""The same game in a terminal: the state, numbered events, and commands for everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from ..engines.base.task import Watcher
from ..model.notation import Notation, notation_of
from ..model.scope import closest
from ..model.system import State
from ..report.exit_code import ExitCode
from ..report.text import verdicts_text
from ..verdict import Trace
from .bounds import NO_BOUNDS, Bounds, Off
from .fault import caret_lines, notice_of
from .goals import Goals
from .loaded import Loaded
from .others import Others
from .players import programs_of
from .tab import Tab

T = TypeVar("T")

PROMPT = "> "
"""The prompt before a command, if a person types it."""

LEAVE = ("quit", "q", "exit")

MOST_NAMED = 12
"""Maximum number of possible steps that are named in an error."""

HELP = """\
  NUMBER or NAME      take a step
  undo, redo          to your choice before, and after
  back N, on N        so many steps back, and on; one without N
  why                 why the last step could be taken, and what can be done
  values              what each move is worth
  rules               the rules; without RULE, with RULE switch one off, and on
  by PLAYER WAY       who plays for a player; by alone says who does, and who can
  check               what holds, and what fails
  run PROPERTY        play a counterexample; end leaves it
  link                the position and the rules, for the page
  new                 a new game
  help                this
  quit                leave; so does the end of the input"""


def play_in_terminal(
    target: Any,
    seed: int | None,
    lines: Iterable[str],
    say: Callable[[str], object] = print,
    *,
    name: str = "program",
    goals: Goals | None = None,
    bounds: Bounds = NO_BOUNDS,
    begin: Callable[[Any], State | Trace] | None = None,
) -> ExitCode:
    """Play `target` by commands, one per line, to the end of the lines.

    `begin` gives the state in which games begin, or the run after which they do. The exit code is
    `WRONG_INPUT` if the first state cannot be shown.

    >>> from counterpoint.examples.hot_cold import program
    >>> play_in_terminal(program, 1, ["1", "quit"])
      1  COLD
    Step 1: COLD, requested by pour.
      1  HOT
    <ExitCode.HOLDS: 0>
    """
    loaded = Loaded(name, target, goals=goals, bounds=bounds, begin=begin)
    loaded.try_out()
    shown = Terminal(loaded, seed, say).run(lines)
    return ExitCode.HOLDS if shown else ExitCode.WRONG_INPUT


def typed() -> Iterator[str]:
    """The lines that a person types, up to the end of the input."""
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            print()
            return


class Terminal:
    """A tab with its messages printed in a terminal; others answer immediately."""

    def __init__(self, loaded: Loaded, seed: int | None, say: Callable[[str], object]) -> None:
        self._say = say
        self._waiting: list[Callable[[], None]] = []
        self._message: dict[str, Any] = {}
        self._target: dict[str, Any] = {}
        self._steps = 0
        self._refused = False
        self._loaded = loaded
        beside = partial(programs_of, loaded)
        self._tab = Tab(loaded, self._take, self._later, beside=beside, seed=seed)

    def _take(self, message: dict[str, Any]) -> None:
        """Store a message of the tab; print it if it is a notice."""
        if message["type"] == "walk":
            self._message = message
        elif message["type"] == "target":
            self._target = message
        elif message["type"] == "notice":
            self._refused = True
            for line in _notice_lines(message):
                self._say(line)

    def _later(self, _pause: float, call: Callable[[], None]) -> None:
        self._waiting.append(call)

    def run(self, lines: Iterable[str]) -> bool:
        """Execute commands until one of `LEAVE`; returns whether the first state could be shown."""
        for line in self._done("close"):
            self._say(line)
        for line in lines if self._message else ():
            words = line.split(maxsplit=1)
            if not words:
                continue
            word, rest = words[0], words[1].strip() if len(words) > 1 else ""
            if word in LEAVE and not rest:
                break
            for said in self._obey(word, rest):
                self._say(said)
        return bool(self._message)

    # Commands -------------------------------------------------------------------------------------

    def _obey(self, word: str, rest: str) -> Iterable[str]:
        """Execute a line; returns the lines to print."""
        if rest and word in (*_ALONE, *LEAVE):
            return [f"{word} takes nothing after it, not {rest!r}"]
        if word in _ALONE:
            return _ALONE[word](self)
        if word in _WITH_MORE:
            return _WITH_MORE[word](self, rest)
        return self._step(f"{word} {rest}".strip())

    def _done(self, do: str, **more: Any) -> Iterator[str]:
        """Execute a command with all answers of others; then the lines that show the game."""
        self._refused = False
        self._tab.handle({"do": do, **more})
        while self._waiting or self._tab.background.solving:
            if self._waiting:
                self._waiting.pop(0)()
            else:
                self._tab.background.wait_until_solved()
        if not self._refused:
            yield from self._shown()

    def _step(self, text: str) -> Iterable[str]:
        """Take the step given by a number or a name."""
        listed = [str(event["name"]) for event in self._events]
        name = "".join(text.split())
        if name.isdecimal() and 0 < int(name) <= len(listed):
            name = listed[int(name) - 1]
        names = [step.name for step in self._tab.walk.choices]  # may be more than are listed
        if name not in names:
            possible = closest(name, names, MOST_NAMED) if names else "nothing"
            what = f"{text} is neither a command nor possible here"
            return [f"{what}; possible: {possible}; help lists the commands"]
        return self._done("step", name=name)

    def _back(self, rest: str) -> Iterable[str]:
        return self._along("back", rest, -1)

    def _on(self, rest: str) -> Iterable[str]:
        return self._along("on", rest, 1)

    def _along(self, word: str, rest: str, sign: int) -> Iterable[str]:
        """Move along the steps that were taken, by the number in `rest` or by one."""
        if rest and not (rest.isdecimal() and int(rest)):
            return [f"{word} takes a number of steps, as in `{word} 3`, not {rest!r}"]
        at, end = self._message["at"], self._message["length"]
        there = at + sign * int(rest or 1)
        if not 0 <= there <= end:
            steps = at if sign < 0 else end - at
            return [f"There {_steps(steps)} to go {word}."]
        return self._done("jump", at=there)

    def _undo(self) -> Iterable[str]:
        return self._done("undo") if self._message["at"] else ["There is nothing to undo."]

    def _redo(self) -> Iterable[str]:
        is_end = self._message["at"] == self._message["length"]
        return ["There is nothing to redo."] if is_end else self._done("redo")

    def _new(self) -> Iterable[str]:
        self._steps = 0
        return self._done("restart")

    def _end(self) -> Iterable[str]:
        is_game = self._message["mode"] == "game"
        return ["There is no run to leave."] if is_game else self._done("close")

    def _run(self, rest: str) -> Iterable[str]:
        if not self._is_checked():
            return []
        if rest:
            return self._done("open", property=rest)
        found = self._loaded.verdicts[self._tab.off]
        names = [verdict.name for verdict in found if verdict.trace is not None]
        return [f"run takes a property; those with a run are: {', '.join(names) or 'none'}"]

    def _without(self, rest: str) -> Iterable[str]:
        return self._switch("without", rest, on=False)

    def _with(self, rest: str) -> Iterable[str]:
        return self._switch("with", rest, on=True)

    def _switch(self, word: str, rest: str, *, on: bool) -> Iterable[str]:
        rules = [rule for rule in self._loaded.rules if (rule in self._tab.off) == on]
        if not rest:
            state = "off" if on else "on"
            return [f"{word} takes rules; those that are {state}: {', '.join(rules) or 'none'}"]
        return self._done("switch", rules=rest.split(), on=on)

    def _by(self, rest: str) -> Iterable[str]:
        player, _, how = rest.partition(" ")
        others = self._tab.others
        known = others.players
        if not known:
            return ["There are no players here: every step is yours."]
        if player and player not in known:
            return [f"there is no player {player!r}; there are {', '.join(known)}"]
        if how:
            return self._done("by", player=player, by=how.strip())
        return [line for name in known if player in ("", name) for line in _ways(others, name)]

    # Output ---------------------------------------------------------------------------------------

    @property
    def _events(self) -> list[Any]:
        return [event for event in self._message["events"] if event["enabled"]]

    def _shown(self) -> Iterator[str]:
        """The lines of the last steps, the state, and what can be done."""
        yield from (*self._taken(), *self._state())
        said = self._message["say"]
        if said["result"] or self._message["mode"] == "trace":
            yield said["title"]
        if self._message["mode"] == "trace":
            yield self._message["trace"]["shown"]
            if self._message["trace"]["claims"]:
                yield self._message["trace"]["claims"]
        is_drawn = bool(self._message["view"].get("text"))  # then a label alone says enough
        width = max((len(event["name"]) for event in self._events), default=0)
        for number, event in enumerate(self._events, start=1):
            says = event["leads"] and not (is_drawn and event["name"] == event["label"])
            leads = f"  {event['leads']}" if says else ""
            yield f"{number:3}  {event['name']:<{width}}{leads}".rstrip()
        if self._message["more_events"]:
            yield f"     and {self._message['more_events']:,} more, which their names take"
        if not self._message["is_listed"]:
            yield "     There may be more: the inputs have too many values to try all of them."

    def _taken(self) -> Iterator[str]:
        """The lines of the steps since the last call, with the rules that requested them."""
        at, walk = self._message["at"], self._tab.walk
        first = self._steps if self._steps < at else at - 1
        self._steps = at
        for k in range(max(0, first), at):
            column = walk.columns[k]
            asked = f", requested by {column['asker']}" if column["asker"] else ""
            impossible = "" if column["legal"] else " (impossible under the rules as they are)"
            yield f"Step {k + 1}: {column['label']}{asked}.{impossible}"

    def _state(self) -> Iterator[str]:
        view, walk = self._message["view"], self._tab.walk
        has_window = notation_of(walk.target) is Notation.LED
        picture = walk.target.sketch(walk.state) if has_window else view.get("text", "")
        yield from (f"  {line}" for line in picture.splitlines())
        drawn = view["kind"] == "svg"  # which a terminal cannot show
        for row in view["values" if drawn else "rows"] if has_window or not picture else ():
            was = f"  (was {row['was']})" if row["changed"] else ""
            yield f"  {row['name']} = {row['value']}{was}"

    def _why(self) -> Iterator[str]:
        why = self._message["why"]
        yield _plain(why["lead"])
        yield from _section_lines(why["sections"])
        at, walk = self._message["at"], self._tab.walk
        if self._message["selected"] < at == len(walk.steps):  # above is the step before
            now = walk.why(at)
            yield f"Now: {_plain(now['lead'])}"
            yield from _section_lines(part for part in now["sections"] if part["kind"] == "needs")

    def _values(self) -> Iterator[str]:
        advisor = self._tried(self._loaded.advising)
        if advisor is None:
            return
        from .worth import Worth  # imported here because a short game never needs it

        moves = Worth(advisor, self._tab.walk).moves
        if not moves:
            yield "Nobody is to move here."
        for name, worth in moves.items():
            ends = "" if worth["in"] is None else f" in {worth['in']}" if worth["in"] else " now"
            replies = f"; {worth['losing']} of {worth['replies']} replies lose value"
            yield f"  {name}  {worth['value']}{ends}{replies if worth['replies'] else ''}"

    def _rules(self) -> Iterator[str]:
        if not self._loaded.rules:
            yield "There are no rules to switch."
        for group in self._target["groups"]:
            if group["switch"]:
                yield f"{group['title']}:"
                for row in group["rows"]:
                    sign = "+" if row["on"] else "-"
                    times = f" x{row['threads']}" if row["threads"] > 1 else ""
                    yield f"  {sign} {row['name']}{times}"

    def _check(self) -> Iterator[str]:
        if self._is_checked():
            found = self._loaded.verdicts[self._tab.off]
            yield verdicts_text(found, self._loaded.variant(self._tab.off).target)

    def _is_checked(self) -> bool:
        """Check the properties if they are not known; returns whether they are known now."""
        if self._tab.off not in self._loaded.verdicts:
            self._tried(self._loaded.checking)
        return self._tab.off in self._loaded.verdicts

    def _tried(self, prepare: Callable[[Off], Callable[[Watcher], T]]) -> T | None:
        """The result of work under the current rules; None if it fails, after printing why."""
        try:
            return prepare(self._tab.off)(lambda progress: None)
        except Exception as error:  # even one of user code: the game continues
            self._take(notice_of(error))
            return None

    def _link(self) -> Iterator[str]:
        yield f"  #{self._tab.standing.link}"

    def _help(self) -> Iterator[str]:
        yield HELP


_ALONE: Mapping[str, Callable[[Terminal], Iterable[str]]] = {
    "undo": Terminal._undo,
    "redo": Terminal._redo,
    "new": Terminal._new,
    "end": Terminal._end,
    "why": Terminal._why,
    "values": Terminal._values,
    "rules": Terminal._rules,
    "check": Terminal._check,
    "link": Terminal._link,
    "help": Terminal._help,
}
"""Commands without arguments."""

_WITH_MORE: Mapping[str, Callable[[Terminal, str], Iterable[str]]] = {
    "back": Terminal._back,
    "on": Terminal._on,
    "run": Terminal._run,
    "without": Terminal._without,
    "with": Terminal._with,
    "by": Terminal._by,
}
"""Commands that may have an argument."""


def _steps(count: int) -> str:
    return {0: "is no step", 1: "is only one step"}.get(count, f"are only {count} steps")


def _ways(others: Others, player: str) -> Iterator[str]:
    """Lines with who plays for a player, and who could."""
    ways = others.ways(player)
    can = [how for how, way in ways.items() if not way.why_not]
    yield f"  {player}: {others.by(player)}  (of {', '.join(can)})"
    for how, way in ways.items():
        if way.why_not:
            yield f"    not {how}: {way.why_not}"


def _notice_lines(notice: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a notice: its text, and the source line that it blames."""
    yield str(notice["text"])
    yield from caret_lines(notice)


def _plain(parts: Sequence[Any]) -> str:
    """A sentence as plain text."""
    return "".join(
        part
        if isinstance(part, str)
        else str(
            part.get("ev") or part.get("rule") or part.get("warn") or f"step {part['step'] + 1}"
        )
        for part in parts
    )


def _section_lines(sections: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Lines of reasons below their titles."""
    for section in sections:
        yield f"{section['title']}:"
        yield from (f"  {line}" for line in map(_row, section["rows"]))
        if section.get("more"):
            yield f"  and {section['more']} more"


def _row(row: Mapping[str, Any]) -> str:
    """A reason as one line."""
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
