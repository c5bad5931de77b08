"""Modules of Triton's own front end for kernels, without a GPU."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend

from xtriton.frontend import builder as tb
from xtriton.frontend.builder.dtypes import BlockType, DescriptorType, DType, PointerType
from xtriton.versions import ALL_VERSIONS, VersionRange


@dataclass(frozen=True)
class Pair:
    """A kernel in both forms, and its parameters: declarations of the builder, or values of constants."""

    jit: Any
    parameters: dict[str, Any]
    options: tb.Options = field(default_factory=tb.Options)
    built: Callable[..., object] | None = None
    """The form for the builder; by default the kernel's own source, with the builder for ``tl``."""
    versions: VersionRange = ALL_VERSIONS
    """The versions whose front end accepts the kernel."""

    @property
    def name(self) -> str:
        return self.jit.__name__

    def build(self) -> tb.Module:
        module = tb.Module(self.options)
        module.kernel(name=self.name, **self.parameters)(self.built or _with_builder(self.jit.fn))
        return module

    def compile(self) -> Any:
        return triton_module(self.jit, self.parameters, self.options)


def _with_builder(kernel: FunctionType) -> FunctionType:
    return FunctionType(kernel.__code__, {**kernel.__globals__, "tl": tb}, kernel.__name__, kernel.__defaults__)


def signature_of(type_: DType | PointerType | BlockType | DescriptorType) -> str:
    """A type as Triton's signatures spell it."""
    match type_:
        case DType():
            return type_.name if type_.is_floating else f"{'i' if type_.signed else 'u'}{type_.bits}"
        case PointerType():
            return f"*{'k' if type_.const else ''}{signature_of(type_.element)}"
        case DescriptorType():
            shape = ", ".join(map(str, type_.block.shape))
            return f"tensordesc<{signature_of(type_.block.element)}[{shape}]>"
        case _:
            raise AssertionError(type_)


def triton_module(jit: Any, parameters: dict[str, Any], options: tb.Options) -> Any:
    """The module that Triton's AST stage gives."""
    signature: dict[str, str] = {}
    constants: dict[str, Any] = {}
    attributes: dict[tuple[int, ...], Any] = {}
    for index, (name, value) in enumerate(parameters.items()):
        if isinstance(value, DType):
            value = tb.Parameter(value)
        if isinstance(value, tb.Parameter):
            signature[name] = signature_of(value.type)
            if value.divisibility is not None:
                attributes[(index,)] = [["tt.divisibility", value.divisibility]]
        else:
            signature[name], constants[name] = "constexpr", value
    target = GPUTarget("cuda", options.arch, 32)
    backend = make_backend(target)
    parsed = backend.parse_options({"debug": options.debug, "sanitize_overflow": options.sanitize_overflow})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    source = ASTSource(jit, signature, constants, attributes)
    functions, modules = backend.get_codegen_implementation(parsed), backend.get_module_map()
    module = source.make_ir(target, parsed, functions, modules, context)
    module.context = context
    return module
