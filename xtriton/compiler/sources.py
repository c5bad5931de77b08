"""Sources of a kernel: a ``@triton.jit`` function, the text of a stage, or a module."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from xdsl.dialects.builtin import (
    FileLineColLoc,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    NameLoc,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import BlockArgument

from xtriton.analysis.launch_arguments import own_arguments
from xtriton.argument_locations import set_argument_locations
from xtriton.backends.nvidia.options import Options
from xtriton.compiler.launch_types import launch_types
from xtriton.dialects.tt.function import CallOp, FuncOp
from xtriton.dialects.ttg.verify import NUM_WARPS
from xtriton.frontend.configurations import Configured, signature_of
from xtriton.frontend.jit import FrontEnd, first_ir_of, location_of
from xtriton.frontend.kernels import is_gluon, jit_function, load_kernel
from xtriton.frontend.signature import CONSTANT, AnySignature
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.symbols import lookup_symbol, symbol_name, visibility
from xtriton.ir.verifier import verify
from xtriton.ir.walk import operations_in
from xtriton.targets import Target

AS_TRITON = PrintOptions(debuginfo=True, use_nameloc_as_prefix=True)
"""The file names of Triton's cache."""

_PTX_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_$]*")

STAGE_OF_SUFFIX = {".mlir": "source", ".source": "source", ".ttir": "ttir", ".ttgir": "ttgir"}


@dataclass(frozen=True)
class Source:
    """A kernel as a module of a stage, ready for the passes that follow."""

    name: str
    """The name of the kernel function."""
    location: LocationAttr
    """The kernel's location."""
    stage: str
    """The stage of the module."""
    module: ModuleOp
    ctx: Context
    options: Options
    types: tuple[Any, ...]
    """The types of a launch's arguments, in Triton's spelling."""
    origin: str
    """The file or function that the user named."""
    text: str
    """The text of the module as given, or as Triton would print it."""
    constants: Mapping[str, Any] = field(default_factory=dict[str, Any])
    names: tuple[str, ...] = ()
    """The names of a launch's arguments; empty ones are unknown."""

    @property
    def is_gluon(self) -> bool:
        """Whether the module is TTGIR from Gluon's front end, before the first pass."""
        return self.stage == "source" and NUM_WARPS in self.module.attributes


def source_of(
    given: Any,
    signature: AnySignature | None,
    target: Target,
    options: Options,
    front_end: FrontEnd | None = None,
) -> Source:
    """The kernel that ``given`` names or is. Raises ``ValueError`` and ``DiagnosticError`` if there is none."""
    if isinstance(given, str | os.PathLike):
        text = str(cast("str | os.PathLike[str]", given))
        stage = STAGE_OF_SUFFIX.get(Path(text).suffix)
        if stage is not None:
            _refuse_signature(signature, text)
            return _from_text(Path(text), stage, target, options, front_end is None)
        return _from_function(load_kernel(text), signature, target, options, text, front_end)
    if isinstance(given, Configured):
        return _from_function(given.kernel, signature, target, options, given.origin, front_end, given.constants)
    module = getattr(given, "op", given)
    if isinstance(module, ModuleOp):
        _refuse_signature(signature, "a module")
        ctx = Context()
        verify(module, ctx)
        text = print_op(module, AS_TRITON)
        return _from_module(module.clone(), ctx, "source", target, options, "a module", text, front_end is None)
    function = jit_function(given)
    if function is None:
        raise ValueError(
            f"{type(given).__name__} is not a kernel: give a @triton.jit function, FILE.py:KERNEL, a .mlir, .ttir or "
            ".ttgir file, or a module"
        )
    return _from_function(given, signature, target, options, str(function.__name__), front_end)


def renamed(source: Source, name: str) -> Source:
    """The same kernel under another name. Raises ``ValueError`` for a name that PTX or its module does not allow."""
    if not _PTX_NAME.fullmatch(name):
        raise ValueError(f"'{name}' is not a valid kernel name: PTX takes letters, digits, _ and $, no digit first")
    kernel, old = kernel_of(source.module), source.name
    if lookup_symbol(source.module, name) not in (None, kernel):
        raise ValueError(f"'{name}' is not a valid kernel name: its module has another function of this name")
    kernel.properties["sym_name"] = StringAttr(name)
    for op in operations_in(source.module):
        if isinstance(op, CallOp) and op.properties["callee"] == SymbolRefAttr(old):
            op.properties["callee"] = SymbolRefAttr(name)
    return replace(source, name=name, text=print_op(source.module, AS_TRITON))


def _refuse_signature(signature: object, what: str) -> None:
    if signature is not None:
        raise ValueError(f"{what} says itself what its kernel takes: a signature goes with @triton.jit functions")


def _from_function(
    kernel: Any,
    signature: AnySignature | None,
    target: Target,
    options: Options,
    origin: str,
    front_end: FrontEnd | None,
    constants: Mapping[str, Any] | None = None,
) -> Source:
    """``kernel`` may have decorators around it; ``constants`` are those that a configuration sets."""
    function = jit_function(kernel)
    assert function is not None
    if is_gluon(function) and front_end is not None:
        raise _only_for_gpus(function)
    signature = signature_of(kernel, signature, origin, constants or {})
    text, locations = first_ir_of(function, signature, target, options.for_triton(), front_end)
    ctx = Context()
    module = parse_module(text, origin, ctx)
    set_argument_locations(module, locations, ctx)
    found = kernel_of(module)
    types = signature.runtime_types
    name = symbol_name(found) or ""
    names = tuple(key for key, type_ in signature.types.items() if type_ != CONSTANT)
    values = signature.named_constants
    return Source(name, found.location, "source", module, ctx, options, types, origin, text, values, names)


def _only_for_gpus(function: Any) -> DiagnosticError:
    """The error for a Gluon kernel where there is no GPU."""
    return error(
        location_of(function),
        f"'{function.__name__}' is a Gluon kernel: its layouts distribute tensors over the warps of a GPU, and its "
        "shared memory and barriers are the GPU's; the CPU compiles kernels of Triton's language only",
    )


def _from_text(path: Path, stage: str, target: Target, options: Options, whole: bool) -> Source:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as failure:
        reason = failure.strerror if isinstance(failure, OSError) else "it is no text"
        raise ValueError(f"{path} cannot be read: {reason}") from None
    ctx = Context()
    module = parse_module(text, str(path), ctx)
    verify(module, ctx)
    return _from_module(module, ctx, stage, target, options, str(path), text, whole)


def _from_module(
    module: ModuleOp, ctx: Context, stage: str, target: Target, options: Options, origin: str, text: str, whole: bool
) -> Source:
    kernel = kernel_of(module)
    if stage == "ttgir" or (stage == "source" and NUM_WARPS in module.attributes):
        _check_target(module, target)
        options = _with_sizes_of(module, options)
    types = launch_types(kernel, whole_descriptors=whole)
    names = tuple(_name_of(argument, text) for argument in own_arguments(kernel))[: len(types)]
    name = symbol_name(kernel) or ""
    return Source(name, kernel.location, stage, module, ctx, options, types, origin, text, names=names)


def _name_of(argument: BlockArgument, text: str) -> str:
    """The name of a parameter in the source: of its location, or in the text, unless a printer has numbered it."""
    location = argument.location if hasattr(argument, "location") else None
    if isinstance(location, NameLoc):
        return location.desc.data
    if not isinstance(location, FileLineColLoc):
        return ""
    lines, line = text.splitlines(), location.line.data
    found = _WRITTEN.match(lines[line - 1], location.column.data - 1) if 0 < line <= len(lines) else None
    return "" if found is None or _NUMBERED.fullmatch(found[1]) else found[1]


_WRITTEN = re.compile(r"%([A-Za-z_$][\w$.-]*)")
_NUMBERED = re.compile(r"arg\d+")


def kernel_of(module: ModuleOp) -> FuncOp:
    """The only public function of a module."""
    kernels = [op for op in module.body.ops if isinstance(op, FuncOp) and visibility(op) == "public" and op.body.blocks]
    if len(kernels) != 1:
        listed = ", ".join(f"'{symbol_name(kernel)}'" for kernel in kernels) or "none"
        raise error(module.location, f"a kernel is the only public tt.func of its module; there: {listed}")
    return kernels[0]


def _check_target(module: ModuleOp, target: Target) -> None:
    """TTGIR for another GPU may make the wheel abort."""
    made = module.attributes.get("ttg.target")
    if isinstance(made, StringAttr) and made.data != str(target):
        raise error(module.location, f"this TTGIR is made for {made.data}, not for {target}: compile it for that")


def _with_sizes_of(module: ModuleOp, options: Options) -> Options:
    """The options, with the numbers of warps and CTAs that TTGIR was generated for."""

    def number(name: str, default: int) -> int:
        attribute = module.attributes.get(name)
        return attribute.value.data if isinstance(attribute, IntegerAttr) else default

    if "ttg.num-warps" not in module.attributes:
        raise error(module.location, "TTGIR needs the attribute 'ttg.num-warps' on its module")
    return replace(options, num_warps=number("ttg.num-warps", 4), num_ctas=number("ttg.num-ctas", 1))
