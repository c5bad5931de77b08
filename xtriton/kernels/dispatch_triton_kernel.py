"""``dispatch-triton-kernel``: calls of the contract's Triton kernels become calls of compiled ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain, count
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, ModuleOp, StringAttr, i1
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.relax import EXTERNAL_MODULES, CallDpsPackedOp, CallTirOp, external_modules, external_symbol
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, error, note
from xtriton.ir.narrowing import is_integer_attr, is_tensor_type
from xtriton.ir.symbols import symbol_name
from xtriton.ir.walk import operations_in
from xtriton.kernels.by_rows import KernelsByRows, compiled_by_rows, entry_by_rows
from xtriton.kernels.configuration import CONFIGURATIONS, BlockScaledConfig
from xtriton.kernels.external import (
    ExternalKernel,
    compile_external,
    entry_of,
    find_entry,
    read_entry,
)
from xtriton.passes.base import Pass
from xtriton.pipelines import Optimize, check_optimize
from xtriton.rewriting.rewriter import Rewriter
from xtriton.targets import Target

PREFIX = "mlc.triton."
"""The prefix of the external functions that are kernels of this project."""

_OTHER_TARGETS = ("c", "hexagon", "llvm", "metal", "opencl", "rocm", "vulkan", "webgpu")
"""The kinds of targets of MLC-LLM that Triton kernels are not compiled for."""

_ELEMENTS = {
    "*fp8e4nv": "f8E4M3FN",
    "*fp8e5": "f8E5M2",
    "*fp16": "f16",
    "*bf16": "bf16",
    "*fp32": "f32",
    "*i32": "i32",
}
"""The elements of tensors by the types of pointers to them."""


@dataclass(frozen=True)
class DispatchTritonKernel(Pass):
    """Compile the Triton kernels ``mlc.triton.*`` that a module calls, and call the compiled code.

    Each configuration is compiled once, under a name of its own, and kept in the module's ``relax.external_mods``.
    before: ``%0 = relax.call_dps_packed @mlc.triton.w8a8_block_fp8_matmul(%x, %w, %xs, %ws, 384, 512, ...) : ...``
    after:  ``%0 = relax.call_tir @w8a8_block_fp8_matmul_N384_K512_..._sm90(%x, %w, %xs, %ws) : ...``

    With ``optimize=hopper`` a call is compiled for several ranges of M, with the tiles that the cost model chooses. The
    symbol then names an entry that lists these kernels.
    """

    name: ClassVar[str] = "dispatch-triton-kernel"
    target: str = field(metadata={"help": "target GPU: cuda:90, ...; no effect for llvm, metal, ..."})
    optimize: Optimize | None = field(
        default=None, metadata={"help": "passes that Triton does not have, and tiles by the number of rows: hopper"}
    )

    def __post_init__(self) -> None:
        if not self._is_other:
            check_optimize(self.optimize, Target.parse(self.target))

    @property
    def _is_other(self) -> bool:
        """Whether the target is none that kernels are compiled for."""
        return self.target.partition(":")[0] in _OTHER_TARGETS

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if self._is_other:
            return
        found = (
            op for op in operations_in(module) if isinstance(op, CallDpsPackedOp) and op.callee_name.startswith(PREFIX)
        )
        calls = [_Call.read(op, self.target, self.optimize) for op in found]
        if not calls:
            return
        symbols = self._compiled(module, calls)
        for call in calls:
            rewriter = Rewriter()
            rewriter.start_at(call.op)
            types = [result.type for result in call.op.outputs]
            rewriter.replace_by(call.op, CallTirOp(symbols[call.config], call.op.tensors, types))

    def _compiled(self, module: ModuleOp, calls: Sequence[_Call]) -> dict[BlockScaledConfig, str]:
        """The symbols of all configurations; kernels that the module does not have yet are compiled and added."""
        if not isinstance(module.attributes.get(EXTERNAL_MODULES, ArrayAttr([])), ArrayAttr):
            raise error(module.location, f"'{EXTERNAL_MODULES}' must be an array, so that kernels can be added")
        entries = _Entries(module, self.target)
        symbols: dict[BlockScaledConfig, str] = {}
        for call in calls:
            if call.config not in symbols:
                symbols[call.config] = entries.symbol_of(call)
        if entries.added:
            module.attributes[EXTERNAL_MODULES] = ArrayAttr([*entries.all])
        return symbols


class _Entries:
    """The compiled kernels of a module, and those that are added."""

    def __init__(self, module: ModuleOp, target: str) -> None:
        self.module = module
        self.target = target
        self.all = external_modules(module)
        self.added = False
        self._taken = {symbol_name(op) for op in operations_in(module)} | {external_symbol(entry) for entry in self.all}

    def symbol_of(self, call: _Call) -> str:
        """The symbol that stands for a call's configuration."""
        config = call.config
        known = find_entry(self.all, config, self.target, by_rows=config.optimize is not None)
        if known is not None:
            return external_symbol(known) or ""
        if config.optimize is None:
            return self._add_kernel(self._kernel(call, config))
        ranges = compiled_by_rows(config, lambda tiled: self._kernel(call, tiled))
        for _, kernel in ranges:
            self._add_kernel(kernel)
        symbol = self._free(f"{config.symbol(self.target)}_by_rows")
        return self._add(symbol, entry_by_rows(KernelsByRows(config, self.target, symbol, ranges)))

    def _kernel(self, call: _Call, config: BlockScaledConfig) -> ExternalKernel:
        """The kernel of a configuration: that of an entry, or a new one."""
        known = find_entry(self.all, config, self.target)
        kernel = None if known is None else read_entry(known, self.module.location)
        return kernel or call.compile(config, self.target, self._free(config.symbol(self.target)))

    def _add_kernel(self, kernel: ExternalKernel) -> str:
        """Add the entry of a kernel, unless there is one. Returns its symbol."""
        return kernel.symbol if kernel.symbol in self._taken else self._add(kernel.symbol, entry_of(kernel))

    def _free(self, name: str) -> str:
        return next(candidate for candidate in _names(name) if candidate not in self._taken)

    def _add(self, symbol: str, entry: Attribute) -> str:
        self.all, self.added = (*self.all, entry), True
        self._taken.add(symbol)
        return symbol


def _names(first: str) -> Iterator[str]:
    """A name, and others in case that it is taken."""
    return chain([first], (f"{first}_{number}" for number in count(1)))


@dataclass(frozen=True)
class _Call:
    """A call of a kernel that is as the contract wants it."""

    op: CallDpsPackedOp
    config: BlockScaledConfig

    @classmethod
    def read(cls, op: CallDpsPackedOp, target: str, optimize: Optimize | None) -> _Call:
        """Check a call. Raises ``DiagnosticError`` at its place for the first thing that is wrong."""
        try:
            return cls(op, _configuration(op, target, optimize))
        except _MisfitError as misfit:
            message = str(misfit)
        except ValueError as refused:
            message = f"'{op.callee_name}' cannot be compiled: {refused}"
        raise error(op.location, message)

    def compile(self, config: BlockScaledConfig, target: str, symbol: str) -> ExternalKernel:
        """The compiled kernel of a configuration of the call."""
        what = f"'{self.op.callee_name}' cannot be compiled"
        try:
            return compile_external(config, target, symbol)
        except ValueError as refused:
            raise error(self.op.location, f"{what}: {refused}") from refused
        except DiagnosticError as failure:
            cause = failure.diagnostic
            notes = (note(cause.location, "in the kernel"), *cause.notes)
            raise error(self.op.location, f"{what}: {cause.message}", notes) from failure


class _MisfitError(Exception):
    """A call that is not as the contract wants it."""


def _configuration(op: CallDpsPackedOp, target: str, optimize: Optimize | None) -> BlockScaledConfig:
    """The configuration that a call asks for. Raises ``ValueError`` for one that cannot be."""
    identifier = op.callee_name.removeprefix(PREFIX)
    config_class = CONFIGURATIONS.get(identifier)
    if config_class is None:
        near = get_close_matches(identifier, CONFIGURATIONS, n=1)
        hint = f"did you mean '{PREFIX}{near[0]}'?" if near else f"there are {', '.join(CONFIGURATIONS)}"
        raise _MisfitError(f"'{op.callee_name}' is not a kernel: {hint}")
    names = [*config_class.tensors, *config_class.contract()]
    given = op.given
    if len(given) != len(names):
        raise _MisfitError(f"'{op.callee_name}' takes {len(names)} arguments, but {len(given)} are given")
    if len(op.outputs) != 1:
        raise _MisfitError(f"'{op.callee_name}' has one result, not {len(op.outputs)}")
    tensors: dict[str, SSAValue] = {}
    values: dict[str, int | str] = {}
    for index, (name, argument) in enumerate(zip(names, given, strict=True)):
        what = f"argument #{index} ('{name}') of '{op.callee_name}'"
        if name in config_class.tensors:
            tensors[name] = _tensor(what, argument)
        else:
            values[name] = _constant(what, argument, is_text=name.endswith("dtype"))
    config = config_class(**cast("dict[str, Any]", values), optimize=optimize)
    config.check_target(target)
    _check_types(op, config, tensors)
    return config


def _tensor(what: str, given: SSAValue | Attribute) -> SSAValue:
    if not isinstance(given, SSAValue):
        raise _MisfitError(f"{what} must be a tensor, but is {given}")
    return given


def _constant(what: str, given: SSAValue | Attribute, *, is_text: bool) -> int | str:
    if isinstance(given, StringAttr) and is_text:
        return given.data
    if not isinstance(given, SSAValue) and is_integer_attr(given) and given.type != i1 and not is_text:
        return given.value.data
    found = f"a {given.type}" if isinstance(given, SSAValue) else str(given)
    raise _MisfitError(f"{what} must be {'the name of a type' if is_text else 'an integer'}, but is {found}")


def _check_types(op: CallDpsPackedOp, config: BlockScaledConfig, tensors: dict[str, SSAValue]) -> None:
    """Check elements and shapes. Extents that depend on the number of rows may be dynamic, but must be consistent."""
    values = {**tensors, "out": op.outputs[0]}
    by_rows = config.shapes()
    matrices = [_shape(values[name].type) for name, shape in by_rows.items() if shape[0] is None and len(shape) == 2]
    rows = next((shape[0] for shape in matrices if len(shape) == 2 and shape[0] != DYNAMIC_INDEX), None)
    if rows is not None:
        config.grid(rows)
    expected = config.shapes(rows)
    for index, (name, pointer) in enumerate(config.pointers.items()):
        type_, element = values[name].type, _ELEMENTS[pointer]
        if _fits(type_, element, expected[name], by_rows[name]):
            continue
        wanted = "x".join("?" if extent is None else str(extent) for extent in expected[name])
        what = "the result" if name == "out" else f"argument #{index} ('{name}')"
        raise _MisfitError(f"{what} of '{op.callee_name}' must be tensor<{wanted}x{element}>, but is {type_}")


def _shape(type_: Attribute) -> tuple[int, ...]:
    return tuple(type_.get_shape()) if is_tensor_type(type_) else ()


def _fits(type_: Attribute, element: str, expected: tuple[int | None, ...], by_rows: tuple[int | None, ...]) -> bool:
    """Whether a tensor has the element and the extents that are expected of it."""
    if not is_tensor_type(type_) or str(type_.element_type) != element or len(type_.get_shape()) != len(expected):
        return False
    for actual, extent, fixed in zip(type_.get_shape(), expected, by_rows, strict=True):
        if fixed is None and (extent is None or actual == DYNAMIC_INDEX):
            continue
        if actual != extent:
            return False
    return True
