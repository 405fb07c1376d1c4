"""What the score shows of a behavioral program: its rules, and what they say at each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...bp.program import Program
from ...bp.thread import Rule
from ...model.bits import mask_of
from ...model.explanation import Stand
from ...model.network import Locals, Network, Voice
from ...model.property import Never
from ...model.system import REST, Label
from .moment import Moment, counted
from .reasons import Reasons
from .source import Section, definition_above, lines_of, section_at, sections
from .voice import GAME, Voices, common_voice

MARKS = ("lead", "also", "can", "ask", "shut")
"""The marks of requests, the strongest first; a rule has the strongest mark of its b-threads."""

STARTED = "Started on the way"
"""The group of the rules of b-threads that only other b-threads start."""


class ProgramPresenter:
    """Describes `program`, in which some rules of `whole` may be switched off.

    The states that it is asked about are those of `network`, by default the program's own.

    >>> from counterpoint.examples.hot_cold import program
    >>> presenter = ProgramPresenter(program, program)
    >>> [row["name"] for group in presenter.groups for row in group["rows"]]
    ['pour', 'alternate', 'stays_mild']
    >>> presenter.column(program.network().initial()[0], None)["marks"]["alternate"]
    {'blk': {'game': 1}}
    """

    kind = "program"

    def __init__(self, program: Program, whole: Program, network: Network | None = None) -> None:
        self.program = program
        self.network: Network = program.network() if network is None else network
        self.voices = Voices(self.network)
        self._rules = _rules(whole)
        self._threads = counted(thread.rule.name for thread in _threads(whole))
        self._written = self._groups()
        self._started: dict[str, dict[str, Any]] = {}
        self.voice_of_rule: dict[str, str] = {
            row["id"]: group["voice"] for group in self._written for row in group["rows"]
        }

    # Rows -----------------------------------------------------------------------------------------

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The rules in their groups, and the started rules met so far, which have no switch.

        A `passing` row is visible only at columns that list it in `runs`.
        """
        rows = list(self._started.values())
        if not rows:
            return self._written
        voice = self._shared([self.voice_of_rule[row["id"]] for row in rows])
        started = _group_data(STARTED, voice, rows) | {"switch": False, "passing": True}
        return [*self._written, started]

    @property
    def files(self) -> list[str]:
        """The files that define the rules."""
        return list(dict.fromkeys(rule.place.file for rule in self._rules))

    def _groups(self) -> list[dict[str, Any]]:
        """The rules in the order of their files: a group for each section."""
        known: dict[str, list[Section]] = {
            file: list(sections(lines_of(file))) for file in self.files
        }
        rows: dict[str, list[Rule[Any]]] = {}
        for rule in self._rules:
            title = section_at(known[rule.place.file], rule.place.line)
            title = title or (Path(rule.place.file).name if len(known) > 1 else "Rules")
            rows.setdefault(title, []).append(rule)
        asked = self._asked()
        return [self._group(title, rules, asked) for title, rules in rows.items()]

    def _group(
        self, title: str, rules: Sequence[Rule[Any]], asked: Mapping[str, set[int]]
    ) -> dict[str, Any]:
        voice = self._shared([self._voice_of(rule.name, asked) for rule in rules])
        return _group_data(title, voice, list(map(self._row, rules)))

    def _shared(self, voices: Sequence[str]) -> str:
        return common_voice(voices) if self.voices.players else "x"

    def _row(self, rule: Rule[Any]) -> dict[str, Any]:
        return {
            "id": rule.name,
            "name": rule.name,
            "doc": (rule.function.__doc__ or "").strip().partition("\n")[0],
            "threads": self._threads[rule.name],
            "file": rule.place.file,
            "line": rule.place.line,
            "on": rule.name in self.program.rules,
        }

    def _voice_of(self, rule: str, asked: Mapping[str, set[int]]) -> str:
        """The voice of the player to whom all requests of a rule belong; else the game's voice."""
        state = self.network.initial()[0]
        events = (self.network.alphabet[event] for event in asked.get(rule, ()))
        return common_voice([self.voices.of(state, event) for event in events])

    def _asked(self) -> dict[str, set[int]]:
        """The events that each rule requests in any local state known so far."""
        asked: dict[str, set[int]] = {}
        for automaton in self.network.automata:
            for local in automaton.locals:
                for voice in local.voices:
                    asked.setdefault(voice.stand.rule, set()).update(voice.request)
        return asked

    def _running(self, moment: Moment) -> dict[str, int]:
        """The number of running b-threads of each started rule; each such rule gets a row."""
        running = counted(v.stand.rule for v in moment.voices if v.stand.rule not in self._threads)
        for voice in moment.voices:
            rule = voice.stand.rule
            if rule in running and rule not in self._started:
                self.voice_of_rule[rule] = self._shared([self._voice_of(rule, self._asked())])
                self._started[rule] = _started_row(voice.stand)
        return running

    # Columns --------------------------------------------------------------------------------------

    def column(self, state: Locals, label: Label | None, there: Locals | None = None) -> Any:
        """What every rule says in a state, and which rules hear the selected event."""
        moment = Moment(self.network, state, label)
        asker = moment.askers[0].stand if moment.askers else None
        return {
            "label": None if label is None else str(label),
            "voice": GAME if label is None else self.voices.of(state, label),
            "legal": moment.legal,
            "bad": self._broken(label, there),
            "asker": None if asker is None else asker.rule,
            "woke": len(moment.woke),
            "runs": self._running(moment),
            "marks": self._marks(moment),
        }

    def _marks(self, moment: Moment) -> dict[str, dict[str, Any]]:
        marks: dict[str, dict[str, Any]] = {}
        blocks: dict[str, int] = {}
        for voice in moment.voices:
            rule = voice.stand.rule
            if voice.request:
                said = marks.setdefault(rule, {})
                mark = self._mark(moment, voice)
                said["ask"] = min(said.get("ask", mark), mark, key=MARKS.index)
            if voice.block:
                blocks[rule] = blocks.get(rule, 0) | voice.block
        for rule, mask in blocks.items():
            marks.setdefault(rule, {})["blk"] = self.bands(moment, mask)
        for rule, times in counted(voice.stand.rule for voice in moment.woke).items():
            marks.setdefault(rule, {})["woke"] = times
        return marks

    def _mark(self, moment: Moment, voice: Voice) -> str:
        if moment.event is not None and moment.event in voice.request:
            return "lead" if moment.leads(voice) else "also"
        free = mask_of(voice.request) & ~moment.blocked
        if not free:
            return "shut"
        return "can" if free & moment.can and voice.rank >= moment.top else "ask"

    def bands(self, moment: Moment, mask: int) -> dict[str, int]:
        """The number of events of each voice in a bit mask."""
        return counted(self.voices.of(moment.state, label) for label in moment.labels(mask))

    def _broken(self, label: Label | None, there: Locals | None) -> str:
        """The requirement or assertion that visibly fails in a step; empty if there is none."""
        if label is None or label is REST or there is None:
            return ""
        for name, wanted in self.program.requirements.items():
            if isinstance(wanted, Never) and label in wanted.events:
                return f"“{name}” broke here"
        return Moment(self.network, there).failure

    # Reasons --------------------------------------------------------------------------------------

    def why(self, state: Locals, label: Label | None, there: Locals | None = None) -> Any:
        """Why a step could be taken and what it did; without a label, what can be done."""
        moment = Moment(self.network, state, label)
        self._running(moment)
        return Reasons(moment, self).data | {"bad": self._broken(label, there)}


def _group_data(title: str, voice: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": title,
        "title": title,
        "kind": "rules",
        "switch": True,
        "voice": voice,
        "rows": rows,
    }


def _started_row(stand: Stand) -> dict[str, Any]:
    """The row of a rule that is known only from a running b-thread."""
    place = stand.place
    return {
        "id": stand.rule,
        "name": stand.rule,
        "doc": "",
        "threads": 1,
        "file": None if place is None else place.file,
        "line": None if place is None else definition_above(place, stand.rule),
        "on": True,
    }


def _threads(whole: Program) -> list[Any]:
    return [*whole.threads, *whole.switched_off]


def _rules(whole: Program) -> list[Rule[Any]]:
    """All rules, on and off, in the order of their files and lines."""
    rules = {thread.rule.name: thread.rule for thread in _threads(whole)}
    files = {file: n for n, file in enumerate(dict.fromkeys(r.place.file for r in rules.values()))}
    return sorted(rules.values(), key=lambda rule: (files[rule.place.file], rule.place.line))
