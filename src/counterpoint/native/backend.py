"""LLVM, through llvmlite: text to object code, object code to addresses. Nobody else imports it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def load() -> Any:
    """The package llvmlite with its binding; raises ImportError where it is missing or too old."""
    import llvmlite.binding

    # Before LLVM 20 llvmlite wants pointers with types.
    if llvmlite.binding.llvm_version_info < (20,):
        raise ImportError("llvmlite 0.45 or newer is needed")
    return llvmlite


class Backend:
    """LLVM for the processor at hand."""

    def __init__(self, llvmlite: Any) -> None:
        self._version = llvmlite.__version__
        self._llvm = llvmlite.binding
        self._llvm.initialize_native_target()
        self._llvm.initialize_native_asmprinter()
        self._triple = self._llvm.get_process_triple()
        # Not the host's own name: objects on disk may be read by a sibling machine.
        self._cpu = "x86-64-v2" if self._triple.startswith("x86_64") else "generic"

    @property
    def identity(self) -> str:
        """Everything about LLVM that object code depends on."""
        version = ".".join(map(str, self._llvm.llvm_version_info))
        return f"llvmlite {self._version} llvm {version} {self._triple} {self._cpu}"

    def _machine(self) -> Any:
        target = self._llvm.Target.from_triple(self._triple)
        return target.create_target_machine(cpu=self._cpu, opt=2)

    def compile(self, text: str) -> bytes:
        """The optimised object code of LLVM IR."""
        module = self._llvm.parse_assembly(text)
        module.verify()
        machine = self._machine()
        options = self._llvm.create_pipeline_tuning_options(speed_level=2)
        builder = self._llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
        code: bytes = machine.emit_object(module)
        return code

    def link(self, code: bytes, symbols: Iterable[str]) -> tuple[Any, dict[str, int]]:
        """The engine that holds the code in memory while it lives, and the symbols' addresses."""
        engine = self._llvm.create_mcjit_compiler(self._llvm.parse_assembly(""), self._machine())
        engine.add_object_file(self._llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return engine, {symbol: engine.get_function_address(symbol) for symbol in symbols}
