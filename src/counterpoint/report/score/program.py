"""What the score shows of a behavioral program: its rules, and what they say at each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...bp.program import Program
from ...bp.thread import Rule
from ...model.bits import mask_of
from ...model.network import Locals, Network, Voice
from ...model.property import Never
from ...model.system import REST, Label
from .moment import Moment, counted
from .reasons import Reasons
from .source import Section, lines_of, section_at, sections
from .voice import GAME, Voices, common_voice

FEW = 64
"""Local states of a rule that are looked at for whose events it asks for."""

MARKS = ("lead", "also", "can", "ask", "shut")
"""What a rule asked, the strongest first; a rule has the strongest mark of its b-threads."""


class ProgramTeller:
    """Tells of `program`, some rules of `whole` being off in it.

    >>> from counterpoint.examples.hot_cold import program
    >>> teller = ProgramTeller(program, program)
    >>> [row["name"] for group in teller.groups for row in group["rows"]]
    ['pour', 'alternate', 'stays_mild']
    >>> teller.column(program.network().initial()[0], None)["marks"]["alternate"]
    {'blk': {'game': 1}}
    """

    kind = "program"

    def __init__(self, program: Program, whole: Program) -> None:
        self.program = program
        self.network: Network = program.network()
        self.voices = Voices(self.network)
        self._rules = _rules(whole)
        self._threads = counted(thread.rule.name for thread in _threads(whole))
        self.groups = self._groups()
        self.voice_of_rule: Mapping[str, str] = {
            row["id"]: group["voice"] for group in self.groups for row in group["rows"]
        }

    # Rows -----------------------------------------------------------------------------------------

    @property
    def files(self) -> list[str]:
        """The files that the rules stand in."""
        return list(dict.fromkeys(rule.place.file for rule in self._rules))

    def _groups(self) -> list[dict[str, Any]]:
        """The rules as they stand in their files: a group for each section."""
        known: dict[str, list[Section]] = {
            file: list(sections(lines_of(file))) for file in self.files
        }
        rows: dict[str, list[Rule[Any]]] = {}
        for rule in self._rules:
            title = section_at(known[rule.place.file], rule.place.line)
            title = title or (Path(rule.place.file).name if len(known) > 1 else "Rules")
            rows.setdefault(title, []).append(rule)
        return [self._group(title, rules) for title, rules in rows.items()]

    def _group(self, title: str, rules: Sequence[Rule[Any]]) -> dict[str, Any]:
        voices = [self._voice_of(rule) for rule in rules]
        return {
            "id": title,
            "title": title,
            "kind": "rules",
            "switch": True,
            "voice": common_voice(voices) if self.voices.players else "x",
            "rows": [self._row(rule) for rule in rules],
        }

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

    def _voice_of(self, rule: Rule[Any]) -> str:
        """The voice of whom a rule speaks for: all that it ever asks for is one player's."""
        state = self.network.initial()[0]
        asked = {
            event
            for automaton in self.network.automata
            if automaton.rule == rule.name
            for local in automaton.locals[:FEW]
            for voice in local.voices
            for event in voice.request
        }
        return common_voice([self.voices.of(state, self.network.alphabet[e]) for e in asked])

    # Columns --------------------------------------------------------------------------------------

    def column(self, state: Locals, label: Label | None, there: Locals | None = None) -> Any:
        """What every rule says in a state, and who hears the event that is selected there."""
        moment = Moment(self.network, state, label)
        asker = moment.askers[0].stand if moment.askers else None
        return {
            "label": None if label is None else str(label),
            "voice": GAME if label is None else self.voices.of(state, label),
            "legal": moment.legal,
            "bad": self._broken(label, there),
            "asker": None if asker is None else asker.rule,
            "woke": len(moment.woke),
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
            return "lead" if voice.rank == moment.askers[0].rank else "also"
        free = mask_of(voice.request) & ~moment.blocked
        if not free:
            return "shut"
        return "can" if free & moment.can and voice.rank >= moment.top else "ask"

    def bands(self, moment: Moment, mask: int) -> dict[str, int]:
        """How many events of each voice are set in a mask."""
        return counted(self.voices.of(moment.state, label) for label in moment.labels(mask))

    def _broken(self, label: Label | None, there: Locals | None) -> str:
        """The requirement that a step breaks, if it can be seen from the step alone."""
        if label is None or label is REST or there is None:
            return ""
        for name, wanted in self.program.requirements.items():
            if isinstance(wanted, Never) and label in wanted.events:
                return f"“{name}” broke here"
        return Moment(self.network, there).failure

    # Reasons --------------------------------------------------------------------------------------

    def why(self, state: Locals, label: Label | None, there: Locals | None = None) -> Any:
        """Why a step could be taken and what it did, or what can be done in a state."""
        moment = Moment(self.network, state, label)
        return Reasons(moment, self).data | {"bad": self._broken(label, there)}


def _threads(whole: Program) -> list[Any]:
    return [*whole.threads, *whole.switched_off]


def _rules(whole: Program) -> list[Rule[Any]]:
    """All rules, on and off, in the order of their files."""
    rules = {thread.rule.name: thread.rule for thread in _threads(whole)}
    files = {file: n for n, file in enumerate(dict.fromkeys(r.place.file for r in rules.values()))}
    return sorted(rules.values(), key=lambda rule: (files[rule.place.file], rule.place.line))
