"""Peterson's algorithm: two processes are never in their critical sections together.

It shows an algorithm with shared variables: how its steps are written, and what goes wrong
without one of them.

Each step of a process is one line of the algorithm. A process that has started continues (weak
fairness), but none has to start: that is why the last requirement fails.

    counterpoint check peterson                   never both at once, and each that wants to gets in
    counterpoint check peterson:careless          without the line that gives way, both get in
    counterpoint where peterson "waiting0 & waiting1"
"""

from counterpoint import Model, step

PLACES = ("idle", "flag", "turn", "wait", "critical")
"""The places of a process: what it will do next, or that it is in its critical section."""


def model(*, gives_way: bool = True) -> Model:
    """The algorithm; without `gives_way`, a process does not hand the turn to the other."""
    system = Model("peterson")
    place = system.array("place", (0, 1), PLACES, init="idle")
    wants = system.array("wants", (0, 1), bool, init=False)
    turn = system.var("turn", range(2), init=0)
    for i in (0, 1):
        system.atom(f"critical{i}", place[i] == "critical")
        system.atom(f"waiting{i}", wants[i] & (place[i] != "critical"))

    @system.action(i=(0, 1))
    def want(i: int) -> object:
        """Leave the idle state; a process never has to do that."""
        return step(when=place[i] == "idle", set={place[i]: "flag"})

    @system.action(i=(0, 1))
    def raise_flag(i: int) -> object:
        """Announce that it wants to enter."""
        return step(when=place[i] == "flag", set={wants[i]: True, place[i]: "turn"})

    @system.action(i=(0, 1))
    def give_way(i: int) -> object:
        """Let the other process go first."""
        handed = {turn: 1 - i} if gives_way else {}
        return step(when=place[i] == "turn", set={**handed, place[i]: "wait"})

    @system.action(i=(0, 1))
    def enter(i: int) -> object:
        """Enter if the other process does not want to, or if it has the turn itself."""
        return step(
            when=(place[i] == "wait", ~wants[1 - i] | (turn == i)), set={place[i]: "critical"}
        )

    @system.action(i=(0, 1))
    def leave(i: int) -> object:
        """Leave the critical section."""
        return step(when=place[i] == "critical", set={wants[i]: False, place[i]: "idle"})

    for i in (0, 1):
        system.weak(f"raise_flag({i})", f"give_way({i})", f"enter({i})", f"leave({i})")
    system.requires(
        {
            "never both": "G !(critical0 & critical1)",
            "who waits gets in": "G (waiting0 -> F critical0) & G (waiting1 -> F critical1)",
            "either can get in": "AG (EF critical0 & EF critical1)",
            "process 0 gets in again and again": "G F critical0",
        }
    )
    return system


def careless() -> Model:
    """The algorithm without the line that hands over the turn."""
    return model(gives_way=False)
