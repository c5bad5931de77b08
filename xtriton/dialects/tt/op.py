"""The base of the operations of Triton's dialects: limits of tensor sizes, and layouts that match the module."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import traits_def
from xdsl.traits import OpTrait

from xtriton.ir.diagnostics import Violation
from xtriton.ir.op import Op
from xtriton.ir.traits import EachTypeTrait, Elementwise, class_has_trait, encoding_of
from xtriton.versions import ALL_VERSIONS, VersionRange, active_version

MAX_TENSOR_ELEMENTS = 1048576


@dataclass(frozen=True)
class TensorSize(EachTypeTrait):
    """Tensors of static shape have a power-of-two number of elements, at most :data:`MAX_TENSOR_ELEMENTS`."""

    def verify_value(self, op: Operation, value: SSAValue) -> None:
        if type(value.type) is not TensorType:
            return
        shape = value.type.get_shape()
        count = prod(shape) if all(extent >= 0 for extent in shape) else 0
        if count > MAX_TENSOR_ELEMENTS:
            raise Violation(
                f"Maximum allowed number of elements is {MAX_TENSOR_ELEMENTS}, but {_text(op)} has more than that",
                prefixed=False,
            )
        if count & (count - 1):
            raise Violation(
                f"Number of elements must be power-of-two, but {_text(op)} doesn't follow the rule ({count}) elements",
                prefixed=False,
            )


def _text(op: Operation) -> str:
    from xtriton.ir.printer import describe

    return describe(op)


@dataclass(frozen=True)
class SupportsGenericLayouts(OpTrait):
    """Tensors of the op may be in generic linear layouts (``#ttg.generic_linear``), as those of elementwise ops may.

    Their warps may be swizzled, and several threads may hold one element. ``versions`` are those since which Triton's
    lowering of the op has been adapted to them.
    """

    versions: VersionRange = ALL_VERSIONS


@dataclass(frozen=True)
class TensorLayouts(EachTypeTrait):
    """The encodings of the op's tensors match their shapes and the module's number of warps and threads.

    Those of memory match its number of CTAs, since Triton 3.7. ``generic`` are the versions in which tensors may be in
    generic linear layouts; none by default (:class:`SupportsGenericLayouts`).
    """

    generic: VersionRange | None = None

    def of_class(self, op_class: type[Operation]) -> TensorLayouts:
        if class_has_trait(op_class, Elementwise):
            return TensorLayouts(ALL_VERSIONS)
        supports = next((t for t in op_class.traits.traits if isinstance(t, SupportsGenericLayouts)), None)
        return self if supports is None else TensorLayouts(supports.versions)

    def verify_value(self, op: Operation, value: SSAValue) -> None:
        if encoding_of(value.type) is not None:
            from xtriton.dialects.ttg.verify import verify_tensor_layout

            verify_tensor_layout(op, value, self.generic is not None and active_version() in self.generic)
        elif value.type.name == "ttg.memdesc":
            from xtriton.dialects.ttg.verify import verify_memory_layout

            verify_memory_layout(op, value)


class TritonOp(Op):
    """Base of the operations of Triton's dialects."""

    traits = traits_def(TensorSize(), TensorLayouts())
