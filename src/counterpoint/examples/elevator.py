"""An elevator: whoever calls it is served, if it keeps its direction while calls are ahead.

It shows weak fairness and requirements over time: with another strategy some calls are never
served.

It goes on as long as it has something to do (weak fairness). The last requirement fails: people
may call again and again, so that it may never come to rest, though it serves everybody.

    counterpoint check elevator --set floors=5    whoever calls is served
    counterpoint check elevator:nearest           goes to the nearest call: some wait for ever
"""

from collections.abc import Sequence

from counterpoint import Model, any_of, step


def model(*, floors: int = 4) -> Model:
    """An elevator that keeps its direction as long as there are calls ahead."""
    return _elevator(floors, keeps_direction=True)


def nearest(*, floors: int = 4) -> Model:
    """An elevator that goes to the nearest call; of two equally near calls, to the lower one."""
    return _elevator(floors, keeps_direction=False)


def picture(at: int, open: bool, up: bool, moved: bool, called: Sequence[bool]) -> str:
    """The shaft, one line per floor: where the elevator is, its direction, and the calls.

    >>> print(picture(1, False, True, True, [True, False, True]))
    2     call
    1 [^]
    0     call
    """
    cabin = "[ ]" if open else "[^]" if up else "[v]"
    lines = [
        f"{floor} {cabin if floor == at else '   '}{' call' * call}"
        for floor, call in enumerate(called)
    ]
    return "\n".join(line.rstrip() for line in reversed(lines))


def _elevator(floors: int, *, keeps_direction: bool) -> Model:
    if floors < 1:
        raise ValueError("floors is a number from 1 up")
    lift = Model("elevator", show=picture)
    at = lift.var("at", range(floors), init=0)
    door_open = lift.var("open", bool, init=False)
    up = lift.var("up", bool, init=True)
    moved = lift.var("moved", bool, init=True)  # since the door was last open
    called = lift.array("called", range(floors), bool, init=False)
    for floor in range(floors):
        lift.atom(f"served{floor}", door_open & (at == floor))
    lift.atom("idle", ~any_of(called[floor] for floor in range(floors)) & ~door_open)

    above = any_of(called[f] & (at < f) for f in range(floors))
    below = any_of(called[f] & (at > f) for f in range(floors))
    nearest_is_above = any_of(
        (at == a) & called[f] & ~any_of(called[g] for g in range(max(0, 2 * a - f), a))
        for a in range(floors)
        for f in range(a + 1, floors)
    )
    on_up = up if keeps_direction else nearest_is_above
    here = any_of(called[f] & (at == f) for f in range(floors)) & (moved | ~(above | below))

    @lift.action(floor=range(floors))
    def call(floor: int) -> object:
        """A passenger presses a button, unless the door is open at that floor."""
        return step(when=(~called[floor], ~(door_open & (at == floor))), set={called[floor]: True})

    @lift.action
    def open_door() -> object:
        """Stop at a floor with a call; not twice in a row while there are calls elsewhere."""
        return [
            step(
                when=(here, called[f], at == f, ~door_open),
                set={door_open: True, called[f]: False},
            )
            for f in range(floors)
        ]

    @lift.action
    def close_door() -> object:
        """Close the door and continue."""
        return step(when=door_open, set={door_open: False, moved: False})

    @lift.action
    def move_up() -> object:
        """Go one floor up, unless it has to stop here."""
        return step(
            when=(~door_open, ~here, above & (on_up | ~below), at < floors - 1),
            set={at: at + 1, up: True, moved: True},
        )

    @lift.action
    def move_down() -> object:
        """Go one floor down, unless it has to stop here."""
        return step(
            when=(~door_open, ~here, below & ~(above & on_up), at > 0),
            set={at: at - 1, up: False, moved: True},
        )

    lift.weak("open_door", "close_door", "move_up", "move_down")
    responses = " & ".join(f"G (called[{f}] -> F served{f})" for f in range(floors))
    lift.requires(
        {
            "the door is closed on the way": "AG (open -> !enabled(move_up) & !enabled(move_down))",
            "who calls is served": responses,
            "the top floor can be reached": f"AG EF served{floors - 1}",
            "it comes to rest in the end": "F G idle",
        }
    )
    return lift
