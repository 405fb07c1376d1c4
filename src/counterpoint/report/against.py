"""What has changed between a saved check and another one, as data and as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..data import dataclass
from ..figure import figure
from ..verdict import Answer
from .baseline import Answered, Baseline
from .digests import changed_names
from .text import WORDS, in_words


@dataclass(frozen=True, slots=True)
class Against:
    """A check beside an earlier one, which was read from `file`.

    >>> was = Baseline("tap.py", "0.1.0", "model", 7, 6, True, (Answered("p", "holds"),), {}, {})
    >>> now = Baseline("tap.py", "0.1.0", "model", 9, 8, True, (Answered("p", "fails"),), {}, {})
    >>> print(Against("main.json", was, now).text)
    against main.json
    <BLANKLINE>
      changed  p: holds -> FAILS
      states   7 -> 9, transitions 6 -> 8
    """

    file: str
    before: Baseline
    now: Baseline

    @property
    def pairs(self) -> list[tuple[Answered, Answered]]:
        """The properties that were decided both times: how before, and how now."""
        before = {each.name: each for each in self.before.properties}
        return [(before[one.name], one) for one in self.now.properties if one.name in before]

    @property
    def turned(self) -> list[tuple[Answered, Answered]]:
        """Those pairs with another answer than before; a vacuous one is another one."""
        return [pair for pair in self.pairs if _kind(pair[0]) != _kind(pair[1])]

    @property
    def new(self) -> list[Answered]:
        """The properties that were not decided before."""
        known = {each.name for each in self.before.properties}
        return [each for each in self.now.properties if each.name not in known]

    @property
    def gone(self) -> list[Answered]:
        """The properties that are not decided now."""
        known = {each.name for each in self.now.properties}
        return [each for each in self.before.properties if each.name not in known]

    @property
    def still_failing(self) -> list[tuple[Answered, Answered]]:
        """The pairs that failed before and fail now."""
        return self._still(Answer.FAILS)

    @property
    def still_unknown(self) -> list[tuple[Answered, Answered]]:
        """The pairs that were unknown before and are unknown now."""
        return self._still(Answer.UNKNOWN)

    def _still(self, answer: Answer) -> list[tuple[Answered, Answered]]:
        return [(old, new) for old, new in self.pairs if old.answer == new.answer == answer.value]

    @property
    def rules(self) -> dict[str, list[str]]:
        """The names of rules that are changed, added and removed."""
        return changed_names(self.before.rules, self.now.rules)

    @property
    def files(self) -> dict[str, list[str]]:
        """The names of files that are changed, added and removed."""
        return changed_names(self.before.files, self.now.files)

    @property
    def worse(self) -> list[tuple[str, str]]:
        """What is worse than before, as names with sentences: answers, properties, and rules.

        >>> was = Baseline("t.py", "1", "model", 7, 6, True, (Answered("p", "holds"),), {}, {})
        >>> now = Baseline("t.py", "1", "model", 7, 6, True, (), {}, {})
        >>> Against("main.json", was, now).worse
        [('p', 'p: gone, holds before')]
        """
        return [
            *(
                (new.name, f"{in_words(new.name)}: {_word(old)} -> {_word(new)}")
                for old, new in self.turned
                if _rank(old) < _rank(new)
            ),
            *((of.name, f"{in_words(of.name)}: gone, {_word(of)} before") for of in self.gone),
            *((rule, f"rule {rule}: removed") for rule in self.rules["removed"]),
        ]

    @property
    def data(self) -> dict[str, Any]:
        """The comparison as plain data."""
        before, now = self.before, self.now
        return {
            "file": self.file,
            "version": before.version,
            "changed": [
                {
                    "name": new.name,
                    "before": old.answer,
                    "now": new.answer,
                    "vacuous": {"before": old.vacuous, "now": new.vacuous},
                    "reason": {"before": old.reason, "now": new.reason},
                }
                for old, new in self.turned
            ],
            "new": [{"name": each.name, "now": each.answer} for each in self.new],
            "gone": [{"name": each.name, "before": each.answer} for each in self.gone],
            "fails_as_before": [
                {"name": new.name, "before": _run(old), "now": _run(new)}
                for old, new in self.still_failing
            ],
            "unknown_as_before": [{"name": new.name} for _, new in self.still_unknown],
            "states": {"before": before.states, "now": now.states},
            "transitions": {"before": before.transitions, "now": now.transitions},
            "complete": {"before": before.complete, "now": now.complete},
            "rules": self.rules,
            "files": self.files,
        }

    @property
    def text(self) -> str:
        """The comparison as lines of text."""
        lines = [*self._lines()] or ["  nothing has changed"]
        other = self.before.version != self.now.version
        saved = f", saved by version {self.before.version}" if other else ""
        return "\n".join((f"against {self.file}{saved}", "", *lines))

    def _lines(self) -> Iterator[str]:
        for old, new in self.turned:
            yield f"  changed  {in_words(new.name)}: {_word(old)} -> {_word(new)}"
        for each in self.new:
            yield f"  new      {in_words(each.name)}: {_word(each)}"
        for each in self.gone:
            yield f"  gone     {in_words(each.name)}: {_word(each)} before"
        for old, new in self.still_failing:
            yield f"  as was   {in_words(new.name)}: {_by_which_run(old, new)}"
        for _, new in self.still_unknown:
            yield f"  as was   {in_words(new.name)}: {_word(new)}"
        if figures := [*self._figures()]:
            yield f"  {', '.join(figures)}"
        for what, names in (("rules", self.rules), ("files", self.files)):
            if said := "; ".join(f"{how} {', '.join(of)}" for how, of in names.items() if of):
                yield f"  {what}    {said}"

    def _figures(self) -> Iterator[str]:
        """The numbers of states and transitions, if one of them is another one than before."""
        before, now = self.before, self.now
        pairs = {
            "states  ": (before.states, before.complete, now.states, now.complete),
            "transitions": (before.transitions, True, now.transitions, True),
        }
        for name, (old, old_all, new, new_all) in pairs.items():
            if (old, old_all) != (new, new_all):
                yield f"{name} {_count(old, old_all)} -> {_count(new, new_all)}"


def _kind(answered: Answered) -> tuple[str, bool]:
    return answered.answer, answered.vacuous


def _rank(answered: Answered) -> int:
    """How bad an answer is: a property should hold, and not vacuously."""
    order = [("holds", False), ("holds", True), ("unknown", False), ("fails", False)]
    return order.index((answered.answer, answered.vacuous and answered.answer == "holds"))


def _word(answered: Answered) -> str:
    word = WORDS[Answer(answered.answer)]
    return f"{word} vacuously" if answered.vacuous else word


def _run(answered: Answered) -> list[str] | None:
    return None if answered.events is None else list(answered.events)


def _by_which_run(old: Answered, new: Answered) -> str:
    """How a property fails that failed before: by the same run, or by another one."""
    if (old.events, old.loop) == (new.events, new.loop):
        return "FAILS by the same run"
    lengths = [None if each.events is None else len(each.events) for each in (old, new)]
    if None in lengths or lengths[0] == lengths[1]:
        return "FAILS by another run"
    steps = "step" if lengths[1] == 1 else "steps"
    return f"FAILS by another run: {lengths[1]} {steps}, not {lengths[0]}"


def _count(number: int | None, is_all: bool) -> str:
    if number is None:
        return "(not counted)"
    return figure(number) if is_all else f"{figure(number)} (not all)"
