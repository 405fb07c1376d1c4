"""Why a program continues as it does: who requested, blocked and resumed, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...identity import identity
from ...model.bits import mask_of
from ...model.network import Voice
from ...model.system import REST, Label
from ..priority import priority_text
from .cut import first_rows
from .moment import Moment, bits, counted, line_of
from .needs import needs_of, needs_text

if TYPE_CHECKING:
    from .program import ProgramPresenter

SHOWN = 9
"""Maximum number of events that are listed of a longer list."""

MOST_NEEDS = 6
"""Maximum number of reasons why other events could not be selected."""

ORDER = ("selected", "selectable", "outranked", "too late", "blocked")


class Reasons:
    """The reasons of one moment; `data` has all of them."""

    def __init__(self, moment: Moment, presenter: ProgramPresenter) -> None:
        self.moment = moment
        self._presenter = presenter

    @property
    def data(self) -> dict[str, Any]:
        """The leading sentence, the sections below it, and the places of b-threads."""
        sections = [self._asked(), self._vain(), self._forbade(), self._woke(), self._needs()]
        return {
            "lead": list(self._lead()),
            "sections": [section for section in sections if section["rows"]],
            "stands": self._stands(),
        }

    # The sentence ---------------------------------------------------------------------------------

    def _lead(self) -> Iterable[Any]:
        moment = self.moment
        if moment.failure:
            # pytest adds lines to what an assertion says.
            yield {"warn": f"The run ended here: {moment.failure.splitlines()[0]}."}
        elif moment.label is not None:
            yield from self._lead_of_step()
        elif moment.can:
            yield from self._lead_of_choice()
        else:
            yield from self._lead_of_end()

    def _lead_of_end(self) -> Iterable[Any]:
        """Why nothing can be selected, and why no external event is expected."""
        moment = self.moment
        asked = mask_of(e for v in moment.voices for e in v.request)
        if not moment.voices:
            yield "Every b-thread has ended"
            yield ", so nothing comes from outside." if moment.external else "."
            return
        if not asked:
            yield "Nothing is requested"
        elif asked & ~moment.blocked:
            yield "Nothing can be selected: the strategy chooses nothing of what is requested"
        else:
            yield "Nothing can be selected: "
            yield from self._blocking(asked)
            yield " all that is requested"
        if moment.external and not moment.network.timed:
            yield ", and "
            yield from self._blocking(moment.external)
            yield " all that may come from outside"
        yield "."

    def _blocking(self, mask: int) -> Iterable[Any]:
        """The rules that block some events, with their verb."""
        by = self.moment.blockers(mask)
        yield from self._named(by)
        yield f" block{'s' if len(by) == 1 else ''}"

    def _lead_of_step(self) -> Iterable[Any]:
        moment = self.moment
        yield self.event(moment.label)
        if moment.label is REST:
            yield " Nothing was selected."
            return
        if not moment.askers:
            yield f" {self._whence()}."
        else:
            first = moment.askers[0]
            yield " was requested by "
            yield self.rule(first.stand.rule)
            if first.priority is not None:
                yield f" at priority {priority_text(first.priority)}"
            yield "."
        yield from self._ties()

    def _whence(self) -> str:
        """Where an event comes from that no b-thread requests."""
        moment = self.moment
        if moment.event is None or not moment.external >> moment.event & 1:
            return "is requested by no b-thread"
        if moment.event in moment.network.of_time:
            return "comes with time"
        return "came from outside" if moment.legal else "comes from outside"

    def _ties(self) -> Iterable[Any]:
        moment, count = self.moment, self.moment.can.bit_count()
        if not moment.legal:
            yield {"warn": " Under the rules as they are now it could not happen."}
        elif count > 1:
            yield f" It is one of {count} that could be selected."
        else:
            yield " Nothing else could be selected."

    def _lead_of_choice(self) -> Iterable[Any]:
        moment = self.moment
        asking = [v for v in moment.voices if moment.offer(v) & moment.internal]
        rules = list(dict.fromkeys(v.stand.rule for v in asking if v.rank >= moment.top))
        labels = moment.labels(moment.can)
        if rules:
            yield from self._named(rules)
            yield f" request{'s' if len(rules) == 1 else ''} "
        else:
            yield "There may come " if moment.timely else "From outside there may come "
        if len(labels) == 1:
            yield self.event(labels[0])
            yield ", and it can happen." if rules else "."
        else:
            yield f"{len(labels)} events, any of which can happen."

    def _named(self, rules: Sequence[str]) -> Iterable[Any]:
        for number, rule in enumerate(rules[:4]):
            if number:
                yield " and " if number == len(rules) - 1 else ", "
            yield self.rule(rule)
        if len(rules) > 4:
            yield f" and {len(rules) - 4} more"

    # Sections -------------------------------------------------------------------------------------

    def _requests(self) -> list[dict[str, Any]]:
        """What each rule requests at each priority, with the outcome of the request."""
        found: dict[tuple[str, float], dict[str, Any]] = {}
        for voice in self.moment.voices:
            if voice.request:
                key = voice.stand.rule, voice.rank
                entry = found.setdefault(key, {"voice": voice, "mask": 0, "threads": 0})
                entry["mask"] |= mask_of(voice.request)
                entry["threads"] += 1
        rows = [self._request(**entry) for entry in found.values()]
        return sorted(rows, key=lambda row: (ORDER.index(row["fate"]), -row["rank"]))

    def _request(self, voice: Voice, mask: int, threads: int) -> dict[str, Any]:
        return {
            **self.rule(voice.stand.rule),
            "priority": None if voice.priority is None else priority_text(voice.priority),
            "rank": voice.rank,
            "line": line_of(voice.stand.place),
            "threads": threads,
            "fate": self._fate(voice, mask),
            "events": self._events(mask),
            "mask": mask,
        }

    def _fate(self, voice: Voice, mask: int) -> str:
        moment = self.moment
        free = mask & ~moment.blocked
        if moment.event is not None and mask >> moment.event & 1:
            return "selected" if moment.leads(voice) else "outranked"
        if not free:
            return "blocked"
        if moment.failure:
            return "too late"
        if not free & moment.can or voice.rank < moment.top:
            return "outranked"
        return "selectable"

    def _asked(self) -> dict[str, Any]:
        rows = [_without_internals(row) for row in self._requests() if row["fate"] != "blocked"]
        ranked = any(row["priority"] is not None for row in rows)
        return {
            "kind": "asked",
            "title": "Requested",
            "note": "with priority" if ranked else "",
            "rows": rows,
        }

    def _vain(self) -> dict[str, Any]:
        groups: dict[str, list[dict[str, Any]]] = {}
        for row in self._requests():
            if row["fate"] == "blocked":
                groups.setdefault(self._blamed(row["mask"]), []).append(_without_internals(row))
        rows = [{"by": by, "rows": rows} for by, rows in groups.items()]
        return {"kind": "vain", "title": "Requested and blocked", "note": "", "rows": rows}

    def _blamed(self, mask: int) -> str:
        """A rule that blocks all of these events, or else all rules that block some."""
        rules = self.moment.blockers(mask)
        alone = [rule for rule in rules if not mask & ~self._block_of(rule)]
        return alone[0] if alone else " and ".join(rules)

    def _block_of(self, rule: str) -> int:
        mask = 0
        for voice in self.moment.voices:
            mask |= voice.block if voice.stand.rule == rule else 0
        return mask

    def _forbade(self) -> dict[str, Any]:
        first: dict[str, Voice] = {}
        for voice in self.moment.voices:
            if voice.block:
                first.setdefault(voice.stand.rule, voice)
        rows = [self._block(rule, voice) for rule, voice in first.items()]
        count = self.moment.blocked.bit_count()
        note = f"{count} event{'' if count == 1 else 's'}"
        return {"kind": "forbade", "title": "Blocked", "note": note, "rows": rows}

    def _block(self, rule: str, voice: Voice) -> dict[str, Any]:
        mask = self._block_of(rule)
        speaking = [v for v in self.moment.voices if v.stand.rule == rule and v.block]
        return {
            **self.rule(rule),
            "line": line_of(voice.stand.place),
            "threads": len(speaking),
            "bands": self._presenter.bands(self.moment, mask),
            "events": self._events(mask),
        }

    def _woke(self) -> dict[str, Any]:
        woke = counted(voice.stand.rule for voice in self.moment.woke)
        rows = [{**self.rule(rule), "threads": times} for rule, times in woke.items()]
        count = len(self.moment.woke)
        note = f"{count} b-thread{'' if count == 1 else 's'}"
        return {"kind": "woke", "title": "Resumed", "note": note, "rows": rows}

    def _needs(self) -> dict[str, Any]:
        """A section with what each event lacks that cannot be selected."""
        rows = [] if self.moment.over else self._needed()
        past = self.moment.label is not None
        title = f"What the others would {'have needed' if past else 'need'}"
        return {"kind": "needs", "title": title, "note": ""} | first_rows(rows, MOST_NEEDS)

    def _needed(self) -> list[dict[str, Any]]:
        """The events that cannot be selected, grouped by what they lack, the easiest first."""
        moment = self.moment
        found: dict[str, int] = {}
        known = (1 << len(moment.network.alphabet)) - 1
        for event in bits(known & ~moment.can):
            if event != moment.event:
                said = needs_text(needs_of(moment, event), some_come=bool(moment.external))
                found[said] = found.get(said, 0) | 1 << event
        easiest = sorted(found.items(), key=lambda need: need[0].count(" and "))
        return [{"events": self._events(mask), "said": said} for said, mask in easiest]

    # Pieces ---------------------------------------------------------------------------------------

    def event(self, label: Label | None, state: str = "") -> dict[str, Any]:
        """An event as a piece of a sentence."""
        voice = self._presenter.voices.of(self.moment.state, label)
        return {"ev": str(label), "voice": voice, "state": state}

    def rule(self, name: str) -> dict[str, Any]:
        """A rule as a piece of a sentence."""
        return {"rule": name, "voice": self._presenter.voice_of_rule.get(name, "game")}

    def _events(self, mask: int) -> dict[str, Any]:
        numbers = list(bits(mask))
        listed = [
            self.event(self.moment.network.alphabet[n], self._state(n)) for n in numbers[:SHOWN]
        ]
        return {"listed": listed, "more": len(numbers) - len(listed)}

    def _state(self, event: int) -> str:
        if event == self.moment.event:
            return "on"
        return "no" if self.moment.blocked >> event & 1 else ""

    def _stands(self) -> list[dict[str, Any]]:
        """For each line where b-threads wait: how many, of which rule, and what they do there."""
        heard = {identity(voice) for voice in self.moment.woke}
        found: dict[tuple[str, int], dict[str, Any]] = {}
        for voice in self.moment.voices:
            place = voice.stand.place
            if place is None:
                continue
            at = found.setdefault(
                (place.file, place.line),
                {
                    "file": place.file,
                    "line": place.line,
                    **self.rule(voice.stand.rule),
                    "threads": 0,
                    "does": "wait",
                    "woke": False,
                },
            )
            at["threads"] += 1
            at["does"] = "ask" if voice.request else "block" if voice.block else at["does"]
            at["woke"] = at["woke"] or identity(voice) in heard
        return list(found.values())


def _without_internals(row: dict[str, Any]) -> dict[str, Any]:
    """A request without its internal fields; its rank may be infinite, which JSON lacks."""
    return {key: value for key, value in row.items() if key not in ("rank", "mask")}
