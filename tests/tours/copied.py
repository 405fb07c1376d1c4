"""A target as the implementation of itself, behind an adapter as `counterpoint tests` writes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from counterpoint.implementation.targets import oracle_of
from counterpoint.model.network import Network
from counterpoint.tours.observed import observe_of
from counterpoint.verdict import system_of


def copy_of(target: Any, adapter: type) -> type:
    """The adapter, filled in: it goes where its run expects it to go."""
    oracle, observe = oracle_of(target), observe_of(system_of(target))

    class Copy:
        expected: list[Any]

        def __init__(self) -> None:
            self.taken = 0
            self.states = [at for at in oracle.initial() if observe(at) == self.expected[0]]

        def do(self, name: str, args: tuple[Any, ...], named: Mapping[str, Any]) -> None:
            self.taken += 1
            wanted = self.expected[self.taken]
            self.states = [
                there
                for state in self.states
                for label, there in oracle.steps(state)
                for call in oracle.calls(label)
                if name in call.names and (args, named) == (call.args, call.named)
                if observe(there) == wanted
            ]
            assert self.states, f"{name} leads to no state in which {wanted} is observed"

        def seen(self) -> Mapping[str, Any]:
            return oracle.values(self.states[0])

    methods: dict[str, Any] = {
        name: method_of(name)
        for name, value in vars(adapter).items()
        if callable(value) and name not in ("__init__", "observe")
    }
    if not isinstance(system_of(target), Network):
        methods["observe"] = Copy.seen
    return type("Filled", (Copy,), methods)


def method_of(name: str) -> Callable[..., None]:
    def method(self: Any, *args: Any, **named: Any) -> None:
        self.do(name, args, named)

    return method
