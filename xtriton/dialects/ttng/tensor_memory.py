"""Operations of ``ttng`` on tensor memory: allocation, loads, stores, copies and views."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, f32, i32
from xdsl.ir import Attribute, Operation
from xdsl.irdl import AttrSizedResultSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from xtriton.dialects.tt.effects import (
    SHARED_MEMORY,
    TENSOR_MEMORY,
    Effect,
    Effects,
    OwnEffects,
    allocate,
    read,
    write,
)
from xtriton.dialects.tt.types import Tensor
from xtriton.dialects.ttg.attributes import EncodingAttr, encoding_attr, layout_of
from xtriton.dialects.ttg.op import LayoutOp, verify_allocation, verify_transfer
from xtriton.dialects.ttg.types import AsyncToken, AsyncTokenType, MemDesc, MemDescType, bit_width, shape_and_encoding
from xtriton.dialects.ttg.verify import maybe_num_warps
from xtriton.dialects.ttng.attributes import TMEMLoadReduceModifierAttr
from xtriton.dialects.ttng.copy_checks import verify_copied_layouts
from xtriton.dialects.ttng.register_limit import max_registers
from xtriton.dialects.ttng.slices import VERIFY_SLICE
from xtriton.dialects.ttng.target import RequiresTcgen05
from xtriton.ir.constraints import I1, AttrPredicate, BoolAttribute, I32Attr, I32Enum, enum_attr
from xtriton.ir.definitions import (
    Operand,
    OptionalOperand,
    OptionalProperty,
    OptionalResult,
    Property,
    Result,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    result_def,
)
from xtriton.ir.diagnostics import Violation, listed, note
from xtriton.ir.narrowing import int_value
from xtriton.ir.syntax import ParsedParts
from xtriton.ir.traits import values_of
from xtriton.knobs import Knobs
from xtriton.layouts.distributed import to_linear_encoding
from xtriton.layouts.encodings import (
    CTALayout,
    DistributedEncoding,
    Linear,
    TensorMemory,
    TensorMemoryScales,
)
from xtriton.layouts.tensor_memory_access import AccessedMemory, Atom, access_layout, can_access, compatible_layouts
from xtriton.layouts.tile import REGISTER
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, VersionRange, before, by_version, since

if TYPE_CHECKING:
    from xtriton.ir.op import CustomDirective

COLUMN_OFFSET = "tensor_memory_col_offset"
"""The attribute with the column offset of an allocation, once assigned."""


def token_directive(name: str) -> CustomDirective:
    """The (parse, print) pair of ``custom<Token>``: ``[%dep]``, ``[]`` or nothing.

    ``name`` is the dependency operand; with brackets the operation also returns a token.
    """

    def parse(parser: Parser, parts: ParsedParts) -> None:
        if parser.parse_optional_punctuation("[") is None:
            return
        parts.types["token"] = [AsyncTokenType()]
        if parser.parse_optional_punctuation("]") is None:
            parts.operands[name] = [parser.parse_unresolved_operand()]
            parser.parse_punctuation("]")

    def print_(printer: Printer, op: Operation) -> None:
        if values_of(op, "token"):
            printer.print_string("[")
            for value in values_of(op, name):
                printer.print_ssa_value(value)
            printer.print_string("]")

    return parse, print_


def accessed_memory(memory: MemDescType) -> AccessedMemory:
    """Tensor memory as described for :mod:`xtriton.layouts.tensor_memory_access`."""
    return AccessedMemory(
        cast("TensorMemory | TensorMemoryScales", memory.layout()),
        memory.get_shape(),
        memory.get_alloc_shape()[-memory.rank :],
        bit_width(memory.element_type),
    )


def registers_suit(op: Operation, tensor: Attribute, memory: MemDescType) -> bool:
    """Whether registers laid out like ``tensor`` can be loaded from, or stored to, the tensor memory by ``op``."""
    shape, encoding = shape_and_encoding(tensor)
    layout = layout_of(encoding)
    return not isinstance(layout, DistributedEncoding) or can_access(
        layout, shape, accessed_memory(memory), max_registers(op)
    )


def default_registers(memory: MemDescType, num_warps: int, cta: CTALayout, knobs: Knobs) -> EncodingAttr:
    """The preferred register encoding for accesses to the memory, with whole rows per warp.

    Raises ``ValueError`` if there is none.
    """
    atoms = (Atom.X16_256B, Atom.X32_32B) if knobs.prefer_tmem_16x256_layout else (Atom.X32_32B,)
    for atom in atoms:
        layout = access_layout(accessed_memory(memory), atom, num_warps, cta)
        if layout is not None:
            return encoding_attr(Linear(layout))
    raise ValueError(f"no registers suit {memory}")


def _verify_registers(op: Operation, tensor: Attribute, memory: MemDescType, name: str) -> None:
    """Verify that registers laid out like ``tensor`` can be loaded from, or stored to, the tensor memory."""
    shape, encoding = shape_and_encoding(tensor)
    if len(shape) != 2:
        raise Violation(f"{name} must be a 2D tensor")
    if memory.rank != len(shape):
        return  # such transfers are rejected for their shapes
    if registers_suit(op, tensor, memory):
        return
    layout = layout_of(encoding)
    assert isinstance(layout, DistributedEncoding)
    accessed = accessed_memory(memory)
    warps = maybe_num_warps(op)
    hints = compatible_layouts(accessed, warps, layout.cta_layout) if warps is not None else []
    texts = [f"Got: {encoding}", *(f"potential TMEM layout: {encoding_attr(hint)}" for hint in hints)]
    raise Violation(name, notes=tuple(note(op.location, text) for text in texts))


def _is_tensor_memory(memory: MemDescType) -> bool:
    return isinstance(memory.layout(), TensorMemory | TensorMemoryScales)


_LOAD = "$src `` custom<Token>($dep, type($token)) attr-dict `:` qualified(type($src)) `->` type($result)"
_HALF_WORD = 16
_WORD = 32
"""The bits of an element of tensor memory, of which 16-bit values may take half."""

ReductionAttr = AttrPredicate("", lambda attr: isinstance(attr, TMEMLoadReduceModifierAttr))


def _verify_reduction(op: TMEMLoadOp) -> None:
    """The modifiers and the result of a reduction require a reduction, of f32 where modified."""
    if op.redOp is not None and op.red is None:
        raise Violation("redOp is set but 'red' result is not present")
    if op.red is not None and op.redOp is None:
        raise Violation("'red' result is present but redOp is not set")
    modifiers = [name for name in ("abs", "NaN") if name in op.properties and int_value(op.properties[name])]
    for name in modifiers:
        if op.redOp is None:
            raise Violation(f"'{name}' requires 'redOp' to be set")
    for name in modifiers:
        if cast("MemDescType", op.src.type).element_type != f32:
            raise Violation(f"'{name}' requires floating-point element type (f32)")
    if op.redOp is not None and (problem := row_reduction_problem(op.result.type, cast("MemDescType", op.src.type))):
        raise Violation(f"tmem_load reduction {problem}")


_SEVERAL_ROWS = by_version(
    {
        V3_6: "with N dimension sharded across threads is not supported.",
        V3_8: "with multiple M rows per thread is not supported.",
    }
)


def row_reduction_problem(tensor: Attribute, memory: MemDescType) -> str | None:
    """The reason why a load cannot reduce each row within a thread; ``None`` if it can."""
    shape, encoding = shape_and_encoding(tensor)
    layout, stored = layout_of(encoding), memory.layout()
    bits = bit_width(memory.element_type)
    if isinstance(stored, TensorMemory) and bits == _HALF_WORD and stored.col_stride * bits == _WORD:
        return "requires packed format (unpacked=false)"
    if not isinstance(layout, DistributedEncoding):
        return None
    rows, columns = to_linear_encoding(layout, shape).bases_per_dim(REGISTER)
    if columns != shape[1]:
        return "with N dimension sharded across threads is not supported."
    return _SEVERAL_ROWS.now() if rows != 1 else None


class WaitKind(I32Enum):
    """Which accesses to tensor memory are waited for."""

    LOAD = 0, "load"
    STORE = 1, "store"


@irdl_op_definition
class TMEMWaitOp(LayoutOp):
    """Wait for the loads from or stores to tensor memory that the executing threads have issued."""

    name = "ttng.tmem_wait"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    kind: Property[WaitKind] = prop_def(enum_attr(WaitKind, "tensor memory wait kind"))
    traits = traits_def(RequiresTcgen05())
    SYNTAX: ClassVar = "$kind attr-dict"


@irdl_op_definition
class TMEMLoadOp(LayoutOp):
    """Load tensor memory into registers."""

    name = "ttng.tmem_load"
    src: Operand = operand_def(MemDesc)
    dep: OptionalOperand = opt_operand_def(AsyncToken, default=None)
    redOp: OptionalProperty = opt_prop_def(ReductionAttr, default=None, versions=since(V3_7))
    abs: OptionalProperty[bool] = opt_prop_def(BoolAttribute, default=None, versions=since(V3_7))
    NaN: OptionalProperty[bool] = opt_prop_def(BoolAttribute, default=None, versions=since(V3_7))
    result: Result = result_def(Tensor)
    token: OptionalResult = opt_result_def(AsyncToken, default=None)
    red: OptionalResult = opt_result_def(Tensor, default=None, versions=since(V3_7))
    irdl_options = (AttrSizedResultSegments(as_property=True),)
    traits = traits_def(RequiresTcgen05(), Effects(read(TENSOR_MEMORY, "src")))
    CUSTOM: ClassVar = {"Token": token_directive("dep")}
    SYNTAX: ClassVar = by_version({V3_6: _LOAD, V3_7: f"{_LOAD} (`,` type($red)^)?"})

    def verify_in_context(self) -> None:
        source = cast("MemDescType", self.src.type)
        if not source.in_tensor_memory:
            raise Violation("source must be a tensor memory buffer.")
        if not isinstance(source.layout(), TensorMemory):
            raise Violation("should use tensor memory encoding.")
        _verify_registers(self, self.result.type, source, "result")
        _verify_reduction(self)
        verify_transfer(source, self.result.type)


@irdl_op_definition
class TMEMStoreOp(LayoutOp):
    """Store registers into tensor memory."""

    name = "ttng.tmem_store"
    dst: Operand = operand_def(MemDesc)
    dep: OptionalOperand = opt_operand_def(AsyncToken)
    src: Operand = operand_def(Tensor)
    pred: Operand = operand_def(I1)
    token: OptionalResult = opt_result_def(AsyncToken, default=None)
    traits = traits_def(RequiresTcgen05(), Effects(write(TENSOR_MEMORY, "dst")))
    CUSTOM: ClassVar = {"Token": token_directive("dep")}
    SYNTAX: ClassVar = (
        "$src `,` $dst `` custom<Token>($dep, type($token)) `,` $pred attr-dict `:` type($src) `->` "
        "qualified(type($dst))"
    )

    def verify_in_context(self) -> None:
        target = cast("MemDescType", self.dst.type)
        if not _is_tensor_memory(target):
            raise Violation("should use tensor memory encoding.")
        if not target.mutable:
            raise Violation("Cannot store into an immutable alloc")
        _verify_registers(self, self.src.type, target, "source")
        verify_transfer(self.src.type, target)


@irdl_op_definition
class TMEMAllocOp(LayoutOp):
    """Allocate tensor memory, initialised with ``src`` if given."""

    name = "ttng.tmem_alloc"
    src: OptionalOperand = opt_operand_def(Tensor, default=None)
    result: Result = result_def(MemDesc)
    token: OptionalResult = opt_result_def(AsyncToken, default=None)
    traits = traits_def(RequiresTcgen05(), OwnEffects())
    SYNTAX: ClassVar = "($src^)? attr-dict `:` functional-type(operands, results)"

    @property
    def type(self) -> MemDescType:
        """The type of the memory."""
        return cast("MemDescType", self.result.type)

    def effects(self) -> tuple[Effect, ...]:
        """An immutable allocation is pure until its offset is assigned."""
        if not self.type.mutable and COLUMN_OFFSET not in self.attributes:
            return ()
        initial = (write(TENSOR_MEMORY, "result"),) if self.src is not None else ()
        return (allocate(TENSOR_MEMORY, "result"), *initial)

    def verify_in_context(self) -> None:
        if not _is_tensor_memory(self.type):
            raise Violation("should use tensor memory encoding")
        source = self.src.type if self.src is not None else None
        if source is not None:
            _verify_registers(self, source, self.type, "source")
        verify_allocation(source, self.type)


_SUBSLICE_START = by_version({V3_6: "N", V3_9: "offset"})
"""The property with the first position of a subslice."""


@irdl_op_definition
class TMEMSubSliceOp(LayoutOp):
    """The part from ``offset`` on along ``dim``; before Triton 3.9 the columns from ``N`` on."""

    name = "ttng.tmem_subslice"
    src: Operand = operand_def(MemDesc)
    N: OptionalProperty[int] = opt_prop_def(I32Attr, default=None, versions=before(V3_9))
    offset: OptionalProperty[int] = opt_prop_def(I32Attr, default=None, versions=since(V3_9))
    dim: Property[int] = prop_def(I32Attr, default=IntegerAttr(1, i32), versions=since(V3_9))
    result: Result = result_def(MemDesc)
    traits = traits_def(RequiresTcgen05(), Pure())
    SYNTAX: ClassVar = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))"

    @staticmethod
    def start_property() -> str:
        """The property with the first position, in the version in effect."""
        return _SUBSLICE_START.now()

    @property
    def start(self) -> int:
        """The first position along ``dim``."""
        return int_value(self.properties[_SUBSLICE_START.now()])

    def verify_op(self) -> None:
        if _SUBSLICE_START.now() not in self.properties:
            raise Violation(f"requires attribute '{_SUBSLICE_START.now()}'")
        source, result = cast("MemDescType", self.src.type), cast("MemDescType", self.result.type)
        VERIFY_SLICE.now()(source, result, self.start, int_value(self.dim))


@irdl_op_definition
class TMEMCopyOp(LayoutOp):
    """Copy shared memory into tensor memory; arrives at ``barrier`` on completion."""

    name = "ttng.tmem_copy"
    src: Operand = operand_def(MemDesc)
    dst: Operand = operand_def(MemDesc)
    barrier: OptionalOperand = opt_operand_def(MemDesc, default=None, versions=before(V3_8))
    traits = traits_def(RequiresTcgen05(), Effects(read(SHARED_MEMORY, "src"), write(TENSOR_MEMORY, "dst")))
    SYNTAX: ClassVar = by_version(
        {
            V3_6: "$src `,` $dst (`,` $barrier^)? attr-dict `:` qualified(type(operands))",
            V3_8: "$src `,` $dst attr-dict `:` qualified(type(operands))",
        }
    )

    def verify_in_context(self) -> None:
        source, target = cast("MemDescType", self.src.type), cast("MemDescType", self.dst.type)
        if not source.in_shared_memory:
            raise Violation("The source must be a shared memory buffer")
        if source.get_shape() != target.get_shape():
            raise Violation(
                f"source shape {listed(source.get_shape())} must match destination shape {listed(target.get_shape())}"
            )
        if self.barrier is not None and not cast("MemDescType", self.barrier.type).in_shared_memory:
            raise Violation("The optional barrier should be a shared memory buffer")
        if not target.mutable:
            raise Violation("Cannot copy into an immutable alloc")
        verify_copied_layouts(self, source, target)
