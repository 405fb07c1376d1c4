"""LLVM, through llvmlite: IR to object code to addresses. Only this module imports llvmlite."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any


def load() -> Any:
    """The package llvmlite with its binding; raises ImportError if it is missing or too old."""
    import llvmlite.binding

    # With LLVM before 20, llvmlite requires typed pointers.
    if llvmlite.binding.llvm_version_info < (20,):
        raise ImportError("llvmlite 0.45 or newer is needed")
    return llvmlite


class Effort(Enum):
    """How much time is spent on compiling, to make code fast."""

    QUICK = "quick"
    OPTIMISED = "optimised"


def preferred(environment: Mapping[str, str] = os.environ) -> Effort | None:
    """The effort that the user prefers; None if code is to be improved when that pays.

    >>> preferred({"COUNTERPOINT_COMPILE": "quick"}), preferred({})
    (<Effort.QUICK: 'quick'>, None)
    """
    name = environment.get("COUNTERPOINT_COMPILE")
    return next((effort for effort in Effort if effort.value == name), None)


class Backend:
    """LLVM for the processor of this machine.

    With `Effort.QUICK`, compilation takes a tenth of the time, and code runs half as fast.
    """

    def __init__(self, llvmlite: Any, effort: Effort = Effort.OPTIMISED) -> None:
        self._llvmlite, self._effort = llvmlite, effort
        self._quick = effort is Effort.QUICK
        self._version = llvmlite.__version__
        self._llvm = llvmlite.binding
        self._llvm.initialize_native_target()
        self._llvm.initialize_native_asmprinter()
        self._triple = self._llvm.get_process_triple()
        # Not the exact processor: other machines may share the cache on disk.
        self._cpu = "x86-64-v2" if self._triple.startswith("x86_64") else "generic"

    @property
    def quick(self) -> Backend:
        """The same that compiles quickly."""
        return Backend(self._llvmlite, Effort.QUICK)

    @property
    def identity(self) -> str:
        """A text with all properties of LLVM that object code depends on."""
        version = ".".join(map(str, self._llvm.llvm_version_info))
        effort = self._effort.value
        return f"llvmlite {self._version} llvm {version} {self._triple} {self._cpu} {effort}"

    def _machine(self) -> Any:
        target = self._llvm.Target.from_triple(self._triple)
        return target.create_target_machine(cpu=self._cpu, opt=0 if self._quick else 2)

    def compile(self, text: str) -> bytes:
        """The object code of LLVM IR."""
        module = self._llvm.parse_assembly(text)
        module.verify()
        machine = self._machine()
        options = self._llvm.create_pipeline_tuning_options(speed_level=2)
        builder = self._llvm.create_pass_builder(machine, options)
        passes = self._few_passes() if self._quick else builder.getModulePassManager()
        passes.run(module, builder)
        code: bytes = machine.emit_object(module)
        return code

    def _few_passes(self) -> Any:
        """The most effective passes: variables in registers, fewer jumps, simpler arithmetic."""
        passes = self._llvm.create_new_module_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
        return passes

    def link(self, code: bytes, symbols: Iterable[str]) -> tuple[Any, dict[str, int]]:
        """Load code; returns the engine, which must stay alive, and the addresses of symbols."""
        engine = self._llvm.create_mcjit_compiler(self._llvm.parse_assembly(""), self._machine())
        engine.add_object_file(self._llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return engine, {symbol: engine.get_function_address(symbol) for symbol in symbols}
