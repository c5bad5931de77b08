"""``DispatchTritonKernel``: calls of Triton kernels in Relax functions become calls of compiled kernels."""

# TVM is not typed.
# pyright: reportUnknownMemberType=false, reportUntypedBaseClass=false, reportUntypedClassDecorator=false

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Any, cast

from xtriton.backends.cpu.host import Host
from xtriton.compiler.result import CompiledKernel
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.targets import CPU, Target
from xtriton.tvm import contract, triton_calls
from xtriton.tvm.cpu_module import cpu_module
from xtriton.tvm.errors import Place, RelaxError, cause_of
from xtriton.tvm.library import (
    call_tir,
    dps_call,
    is_constant,
    name_of,
    plain,
    prim_value,
    relax,
    tvm,
    wide,
)
from xtriton.tvm.packed import Slot
from xtriton.tvm.prim_func import (
    cuda_module,
    function_name,
    is_by_rows,
    launching_function,
    needs_zeroing,
    passed_integer,
)
from xtriton.tvm.requests import Parameter, Request, Variant
from xtriton.tvm.zeros import zeroing_kernel

_EXTERNAL = "external_mods"
"""The attribute of a module with the external modules linked to it."""

_AXES = 3
"""The extents of a grid."""

_READERS: Mapping[str, Callable[[Any, str, Place], Request]] = {
    contract.PREFIX: contract.read_call,
    triton_calls.PREFIX: triton_calls.read_call,
}
"""The functions that read calls of external functions, by the prefix of their names."""


def target_of(target: Any) -> str | None:
    """``cuda:90`` or ``cpu`` for a target of TVM; None for targets that kernels are not compiled for.

    Raises ``ValueError`` for GPUs that Triton does not know, and for processors unlike that of this machine.
    """
    kind = target.kind.name
    if kind == "llvm":
        triple, here = str(target.attrs.get("mtriple", "")), Host.here().llvm_triple
        if triple and _machine_of(triple) != _machine_of(here):
            raise ValueError(f"the target is for {triple}, but CPU kernels are compiled for this machine, {here}")
        return CPU
    if kind != "cuda":
        return None
    return str(Target.parse(str(target.attrs["arch"])))


def _machine_of(triple: str) -> tuple[str, str]:
    """The processor and the operating system of a triple of LLVM."""
    processor = triple.partition("-")[0]
    system = next((name for name in ("android", "linux", "windows") if name in triple), "darwin")
    return {"arm64": "aarch64", "amd64": "x86_64"}.get(processor, processor), system


@tvm.transform.module_pass(opt_level=0, name="DispatchTritonKernel")
class DispatchTritonKernel:
    """Compile the Triton kernels that the Relax functions of a module call.

    It replaces MLC-LLM's pass of this name: each ``relax.call_dps_packed`` of ``mlc.triton.w8a8_block_fp8_matmul`` or
    ``mlc.triton.w8a8_block_fp8_group_matmul``, and of kernels of :func:`xtriton.tvm.call_triton`.

    - For CUDA targets it becomes a ``relax.call_tir`` of a PrimFunc that launches the kernel; the modules of the
      kernels follow those in the module's ``external_mods``.
    - For ``llvm`` targets it becomes a ``relax.call_dps_packed`` of a function in ``external_mods`` that runs machine
      code for the host.
    - For other targets the module is not modified.

    Equal configurations are compiled once. Raises ``RelaxError``, a ``ValueError``, at a call that cannot be compiled.
    """

    def __init__(self, target: Any) -> None:
        """``target`` is a ``tvm.target.Target``, or its text."""
        self.target = tvm.target.Target(target)

    def transform_module(self, mod: Any, _ctx: Any) -> Any:
        """Transform a ``tvm.IRModule``. Called by TVM."""
        target = target_of(self.target)
        return mod if target is None else _Rewriter(mod, target).transform()


@dataclass(frozen=True)
class _OnCuda:
    """A configuration as a PrimFunc, and for each scalar and extent of the grid whether it is passed."""

    function: Any
    given: tuple[bool, ...]


@dataclass(frozen=True)
class _OnCpu:
    """A configuration as a packed function, and the extents of its grid."""

    symbol: str
    grid: Callable[..., tuple[Any, Any, Any]]


@dataclass
class _Kernels:
    """The kernels that a module gains."""

    taken: set[str]
    modules: list[Any] = field(default_factory=list[Any])
    on_cuda: dict[tuple[Any, ...], _OnCuda] = field(default_factory=dict[tuple[Any, ...], _OnCuda])
    on_cpu: dict[tuple[Any, ...], _OnCpu] = field(default_factory=dict[tuple[Any, ...], _OnCpu])
    variants: dict[str, Sequence[Variant]] = field(default_factory=dict[str, "Sequence[Variant]"])
    """Compiled kernels by the names of requests."""
    added: set[str] = field(default_factory=set[str])
    """The names of compiled kernels among the modules."""

    def free_name(self, name: str) -> str:
        """The name, or with a number if it is taken."""
        candidates = chain([name], (f"{name}_{number}" for number in count(1)))
        free = next(candidate for candidate in candidates if candidate not in self.taken)
        self.taken.add(free)
        return free


@relax.expr_functor.mutator
class _Rewriter(relax.expr_functor.PyExprMutator):
    """Rewrites all Relax functions of a module."""

    def __init__(self, mod: Any, target: str) -> None:
        super().__init__(mod)
        self.mod = mod
        self.target = target
        self.kernels = _Kernels({global_var.name_hint for global_var in mod.get_global_vars()})
        self.linked: list[Any] = list(mod.attrs[_EXTERNAL]) if mod.attrs and _EXTERNAL in mod.attrs else []
        self.function: tuple[str, Any] = ("", None)
        self.bindings: list[Any] = []

    def transform(self) -> Any:
        """The module with calls of compiled kernels."""
        for global_var, function in self.mod.functions_items():
            if isinstance(function, relax.Function):
                self.function = (global_var.name_hint, function)
                self.builder_.update_func(global_var, self.visit_expr(function))
        module = self.builder_.finalize()
        return module.with_attr(_EXTERNAL, [*self.linked, *self.kernels.modules])

    def visit_var_binding_(self, binding: Any) -> None:
        """Remember the binding for errors in its value."""
        self.bindings.append(binding)
        super().visit_var_binding_(binding)
        self.bindings.pop()

    def visit_match_cast_(self, binding: Any) -> None:
        """Remember the binding for errors in its value."""
        self.bindings.append(binding)
        super().visit_match_cast_(binding)
        self.bindings.pop()

    def visit_call_(self, call: Any) -> Any:
        """Replace a call of a Triton kernel."""
        call = cast("Any", super().visit_call_(call))
        if call.op != tvm.ir.Op.get("relax.call_dps_packed") or not isinstance(call.args[0], relax.ExternFunc):
            return call
        name = str(call.args[0].global_symbol)
        reader = next((reader for prefix, reader in _READERS.items() if name.startswith(prefix)), None)
        if reader is None:
            return call
        place = self._place(call)
        if not isinstance(call.args[1], relax.Tuple):
            raise place.error(f"the arguments of '{name}' must be a tuple in the call, but are {call.args[1]}")
        request = reader(call, self.target, place)
        try:
            return self._on_cpu(request) if self.target == CPU else self._on_cuda(request)
        except (ValueError, DiagnosticError) as failure:
            if isinstance(failure, RelaxError):
                raise
            raise place.error(f"'{name}' cannot be compiled: {cause_of(failure)}") from failure

    def _place(self, call: Any) -> Place:
        binding = self.bindings[-1] if self.bindings else None
        name, function = self.function
        spans = [call.span, *([binding.span, binding.var.span] if binding is not None else []), function.span]
        return Place(name, name_of(binding.var) if binding is not None else None, spans)

    def _on_cuda(self, request: Request) -> Any:
        """A call of a PrimFunc that launches the kernel."""
        numbers = [] if is_by_rows(request) else [*request.scalars, *request.grid]
        given = tuple(not is_constant(number) for number in numbers)
        constants = tuple(repr(plain(number)) for number in numbers if is_constant(number))  # 0.0 is equal to -0.0
        key = (*request.key, given, constants)
        known = self.kernels.on_cuda.get(key)
        if known is None:
            variants = self._variants(request)
            zeroing = zeroing_kernel(self.target) if needs_zeroing(variants) else None
            function = launching_function(request, variants, given, zeroing)
            for kernel in (*(variant.kernel for variant in variants), *([zeroing] if zeroing is not None else [])):
                self._add(kernel)
            added = self.builder_.add_func(function, self.kernels.free_name(function_name(request)))
            known = self.kernels.on_cuda[key] = _OnCuda(added, given)
        passed = [passed_integer(number) for number, is_given in zip(numbers, known.given, strict=True) if is_given]
        return call_tir(known.function, request.inputs, passed, request.outputs, request.call.span)

    def _variants(self, request: Request) -> Sequence[Variant]:
        """The kernels of a request, which others may have with tensors of other shapes."""
        if request.name not in self.kernels.variants:
            self.kernels.variants[request.name] = request.variants(self.target)
        return self.kernels.variants[request.name]

    def _add(self, kernel: CompiledKernel) -> None:
        """Add the module of a kernel, unless another configuration or an earlier run has added it."""
        if kernel.name not in self.kernels.added:
            self.kernels.added.add(kernel.name)
            if not any(_defines(module, kernel.name, "cuda") for module in self.linked):
                self.kernels.modules.append(cuda_module(kernel))

    def _on_cpu(self, request: Request) -> Any:
        """A call of a packed function: the tensors, the scalars, the grid; results are passed last."""
        known = self.kernels.on_cpu.get(request.key)
        if known is None:
            known = self.kernels.on_cpu[request.key] = self._cpu_function(request)
        numbers = [*request.scalars, *known.grid(*request.grid)]
        arguments = [*request.inputs, *(prim_value(wide(number)) for number in numbers)]
        callee = relax.ExternFunc(known.symbol)
        return dps_call("call_dps_packed", callee, arguments, request.outputs, request.call.span)

    def _cpu_function(self, request: Request) -> _OnCpu:
        """The packed function of a configuration: that of a module that an earlier run has added, or new."""
        variant = request.variants(CPU)[-1]
        symbol = request.name
        if not any(_defines(module, symbol, "llvm") for module in self.linked):
            slots = [_slot(request, parameter) for parameter in request.parameters]
            grid = len(request.inputs) + len(request.scalars)
            self.kernels.modules.append(cpu_module(variant.kernel, symbol, slots, grid))
        return _OnCpu(symbol, variant.grid)


def _slot(request: Request, parameter: Parameter) -> Slot:
    """The source of a kernel's argument among the arguments of the packed function."""
    inputs, scalars = len(request.inputs), len(request.scalars)
    if parameter.kind == "scalar":
        return Slot(inputs + parameter.index, parameter.type)
    is_output = parameter.kind == "output"
    tensor = request.tensors[parameter.index + (inputs if is_output else 0)]
    first = inputs + scalars + _AXES if is_output else 0
    return Slot(first + parameter.index, "ptr", tensor.name, tensor.shape)


def _defines(module: Any, symbol: str, kind: str) -> bool:
    """Whether a module of machine code for the CPU (``llvm``) or a GPU (``cuda``) has a function."""
    if module.kind != kind:
        return False
    try:
        return module.get_function(symbol) is not None
    except AttributeError:
        return False
