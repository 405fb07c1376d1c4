"""How the number of states grows with a parameter, and where memory would end."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..data import dataclass
from .rows import Row

FEWEST = 3
"""Points without which nothing is fitted."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A fitted curve: ln(states) = `start` + `slope` * x, or * ln(x) for a power.

    `error` is the root of the mean square of what it leaves, in units of ln.
    """

    is_power: bool
    start: float
    slope: float
    error: float

    def states(self, at: float) -> float:
        """The number of states that it foretells."""
        return math.exp(min(700.0, self.start + self.slope * self._scaled(at)))

    def reaches(self, states: float) -> float | None:
        """Where it foretells so many states; None if it does not grow."""
        if self.slope <= 0:
            return None
        found = (math.log(states) - self.start) / self.slope
        return math.exp(min(700.0, found)) if self.is_power else found

    def _scaled(self, at: float) -> float:
        return math.log(at) if self.is_power else at

    @property
    def words(self) -> str:
        """What it says, in words."""
        if self.is_power:
            return f"grows like the power {self.slope:.2f}"
        return f"is multiplied by {math.exp(self.slope):.2f} with each step"


@dataclass(frozen=True, slots=True)
class Series:
    """The rows with the same values of all parameters but `name`, by the values of that."""

    name: str
    others: tuple[tuple[str, str], ...]
    points: tuple[tuple[float, Row], ...]

    @property
    def known(self) -> list[tuple[float, int]]:
        """Where all states were found, with how many there are."""
        return [(x, row.states) for x, row in self.points if row.complete and row.states > 0]

    @property
    def title(self) -> str:
        """The other parameters in words; empty if there are none."""
        return ", ".join(f"{name} = {value}" for name, value in self.others)


def series_of(rows: Sequence[Row]) -> list[Series]:
    """The series by the first parameter that has several values, if they are all numbers."""
    name = _grows(rows)
    if name is None:
        return []
    found: dict[tuple[tuple[str, str], ...], list[tuple[float, Row]]] = {}
    for row in rows:
        others = tuple((key, value) for key, value in row.settings.items() if key != name)
        found.setdefault(others, []).append((float(row.settings[name]), row))
    return [
        Series(name, others, tuple(sorted(points, key=lambda point: point[0])))
        for others, points in found.items()
    ]


def _grows(rows: Sequence[Row]) -> str | None:
    for name in rows[0].settings if rows else ():
        values = {row.settings[name] for row in rows}
        if len(values) > 1 and all(map(_is_number, values)):
            return name
    return None


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def fitted(points: Sequence[tuple[float, float]]) -> Curve | None:
    """The better of an exponential and a power through some points; None if they are too few.

    >>> fitted([(1, 10), (2, 100), (3, 1000)]).words
    'is multiplied by 10.00 with each step'
    >>> round(fitted([(2, 8), (4, 64), (8, 512), (9, 729)]).slope, 6)
    3.0
    """
    if len(points) < FEWEST:
        return None
    curves = [_line(points, is_power=False)]
    if all(x > 0 for x, _ in points):
        curves.append(_line(points, is_power=True))
    return min(curves, key=lambda curve: curve.error)


def _line(points: Sequence[tuple[float, float]], *, is_power: bool) -> Curve:
    """The least squares line through the logarithms."""
    xs = [math.log(x) if is_power else x for x, _ in points]
    ys = [math.log(y) for _, y in points]
    middle, height = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - middle) ** 2 for x in xs)
    both = sum((x - middle) * (y - height) for x, y in zip(xs, ys, strict=True))
    slope = both / spread if spread else 0.0
    start = height - slope * middle
    left = sum((y - start - slope * x) ** 2 for x, y in zip(xs, ys, strict=True))
    return Curve(is_power, start, slope, math.sqrt(left / len(xs)))


def bytes_of_state(rows: Sequence[Row]) -> float | None:
    """About how many bytes a state takes: those of the largest check beyond the smallest.

    None if no check was so large that this can be seen.
    """
    known = [row for row in rows if row.complete and row.states]
    if not known:
        return None
    least, most = (pick(known, key=lambda row: row.states) for pick in (min, max))
    more = (most.megabytes - least.megabytes) * (1 << 20)
    if most.states < 10 * max(1, least.states) or more < 8 << 20:
        return None
    return more / most.states


def said_of(series: Series, memory: int, rows: Sequence[Row]) -> str:
    """What the growth of a series says, and where so many bytes of memory would end."""
    curve = fitted([(x, float(states)) for x, states in series.known])
    if curve is None:
        return f"fewer than {FEWEST} checks were complete, so nothing is foretold"
    said = f"the number of states {curve.words} of {series.name}"
    each = bytes_of_state(rows)
    if each is None:
        return said
    end = curve.reaches(memory / each)
    if end is None:
        return said
    gigabytes = memory / (1 << 30)
    return (
        f"{said}; at about {each:.0f} bytes a state, {gigabytes:.1f} GB of memory end near "
        f"{series.name} = {end:.1f}"
    )
