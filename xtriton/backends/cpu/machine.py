"""LLVM IR to machine code, by llvmlite."""

from __future__ import annotations

from typing import Any

from xtriton.backends.cpu.code import Code
from xtriton.backends.cpu.extrema import REDUCTION, reduce_in_trees
from xtriton.backends.cpu.host import LOCK, Host, llvmlite_binding
from xtriton.backends.cpu.libdevice import link
from xtriton.backends.cpu.lock import link_lock
from xtriton.backends.cpu.trigonometry import define_functions, keep_calls


def _machine(host: Host) -> Any:
    binding = llvmlite_binding()
    target = binding.Target.from_triple(host.triple) if host.triple else binding.Target.from_default_triple()
    return target.create_target_machine(
        cpu=host.cpu, features=host.features, opt=3, reloc="pic", codemodel="small", jit=False
    )


def machine_code(llvm_ir: str, host: Host) -> Code:
    """Optimise LLVM IR for ``host`` and assemble it.

    Raises ``RuntimeError`` with LLVM's message for text it rejects, ``ValueError`` for features that ``host`` lacks and
    for libdevice functions if libdevice is not installed.
    """
    binding = llvmlite_binding()
    with LOCK:
        machine = _machine(host)
        module = _optimized(binding, machine, keep_calls(llvm_ir))
        text = str(module)
        defined = define_functions(text)
        final = reduce_in_trees(defined) if REDUCTION in defined else defined
        if final != text:
            module = binding.parse_assembly(final)
            if defined != text:
                _inline(binding, machine, module)
                final = str(module)
        return Code(machine.emit_object(module), final)


def assembly(optimized_ir: str, host: Host) -> str:
    """The assembly of optimised LLVM IR."""
    binding = llvmlite_binding()
    with LOCK:
        return _machine(host).emit_assembly(binding.parse_assembly(optimized_ir))


def _optimized(binding: Any, machine: Any, llvm_ir: str) -> Any:
    module = binding.parse_assembly(llvm_ir)
    link(binding, module)
    link_lock(binding, module, machine.triple)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    module.verify()
    tuning = binding.PipelineTuningOptions(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_interleaving = True
    # Kernels are loops of constant length: fully unrolled they take five times as long to compile, and run no faster.
    tuning.loop_unrolling = False
    builder = binding.create_pass_builder(machine, tuning)
    manager = builder.getModulePassManager()
    manager.run(module, builder)
    _dispose(binding, manager)
    return module


def _inline(binding: Any, machine: Any, module: Any) -> None:
    """Inline the functions marked ``alwaysinline`` in a module that is otherwise optimised already."""
    builder = binding.create_pass_builder(machine, binding.PipelineTuningOptions())
    manager = binding.create_new_module_pass_manager()
    manager.add_always_inliner_pass()
    manager.run(module, builder)
    _dispose(binding, manager)


def _dispose(binding: Any, manager: Any) -> None:
    """Free a pass manager. llvmlite does not: its ``ObjectRef`` hides the ``_dispose`` of ``NewPassManager``."""
    kind: Any = manager.__class__
    if kind._dispose is binding.ffi.ObjectRef._dispose:
        binding.newpassmanagers.NewPassManager._dispose(manager)
        manager.detach()
