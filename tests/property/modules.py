"""Generates modules of ``tt``, ``arith`` and ``scf`` for property tests: verified, of any shape, with any location."""

from __future__ import annotations

import struct
from collections.abc import Callable

from hypothesis import strategies as st
from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    DictionaryAttr,
    FileLineColLoc,
    FloatAttr,
    FunctionType,
    IntAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.tt import (
    AddPtrOp,
    BroadcastOp,
    ExpandDimsOp,
    FuncOp,
    GetProgramIdOp,
    LoadOp,
    ReduceOp,
    ReduceReturnOp,
    ReturnOp,
    SplatOp,
    StoreOp,
)
from xtriton.dialects.tt.attributes import CachePolicy
from xtriton.dialects.tt.enums import CacheModifier, ProgramIDDim
from xtriton.dialects.tt.memory import hints_of
from xtriton.dialects.tt.types import PointerType, with_element_type
from xtriton.dialects.upstream.arith import AddFOp, AddIOp, CmpIOp, ConstantOp, MulFOp, SelectOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.locations import UNKNOWN, Location, compose, fuse, name_loc
from xtriton.ir.printer import PrintOptions, print_op

INTEGERS = (i1, i8, i32, i64)
FLOATS = (f16, bf16, f32, f64)
SHAPES = ((2,), (4,), (8,), (2, 4), (1, 8), (4, 4))
NAMES = st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=8)

LOAD_MODIFIERS = [modifier for modifier in CacheModifier if modifier not in (CacheModifier.WB, CacheModifier.WT)]

scalars = st.sampled_from((*INTEGERS, *FLOATS))


def floats(type_: Attribute) -> st.SearchStrategy[float]:
    """Values of a float type, those that bits spell included: NaNs, infinities, subnormals."""
    width = {f16: 16, bf16: 16, f32: 32, f64: 64}[type_]
    bits = st.integers(0, (1 << width) - 1)
    if type_ == bf16:
        return bits.map(lambda b: struct.unpack("<f", struct.pack("<I", b << 16))[0])
    code, word = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}[width]
    return bits.map(lambda b: struct.unpack(code, struct.pack(word, b))[0])


def numbers(type_: Attribute) -> st.SearchStrategy[int | float]:
    """Values of an integer or float type."""
    if type_ in FLOATS:
        return floats(type_)
    width = type_.width.data
    return st.integers(0, 1) if width == 1 else st.integers(-(1 << (width - 1)), (1 << (width - 1)) - 1)


file_locations = st.builds(
    lambda name, line, column: FileLineColLoc(StringAttr(name), IntAttr(line), IntAttr(column)),
    NAMES,
    st.integers(0, 9999),
    st.integers(0, 300),
)
locations: st.SearchStrategy[Location] = st.recursive(
    st.one_of(st.just(UNKNOWN), file_locations),
    lambda inner: st.one_of(
        st.builds(name_loc, NAMES, inner),
        st.builds(lambda callee, caller: compose(CallSiteLoc, callee, caller), inner, inner),
        st.builds(fuse, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=4,
)

attributes = st.recursive(
    st.one_of(
        st.just(UnitAttr()),
        st.builds(StringAttr, NAMES),
        st.builds(SymbolRefAttr, NAMES),
        scalars,
        scalars.flatmap(lambda t: numbers(t).map(lambda v: FloatAttr(v, t) if t in FLOATS else IntegerAttr(v, t))),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(ArrayAttr),
        st.dictionaries(NAMES, inner, max_size=3).map(DictionaryAttr),
    ),
    max_leaves=4,
)


class Grower:
    """Adds operations to a block, choosing operands among the values that are visible there."""

    def __init__(self, draw: Callable[..., object], values: list[SSAValue]) -> None:
        self.draw = draw
        self.values = list(values)

    def add(self, block: Block, op: Operation) -> Operation:
        """Put an operation at the end of the block, with any location and perhaps a further attribute."""
        op.location = self.draw(locations)
        if self.draw(st.integers(0, 5)) == 0:
            op.attributes["tt." + self.draw(st.sampled_from(("x", "y z", "ü")))] = self.draw(attributes)
        block.add_op(op)
        self.values.extend(op.results)
        return op

    def pick(self, accepts: Callable[[Attribute], bool]) -> SSAValue | None:
        """One of the visible values whose type is accepted."""
        fitting = [value for value in self.values if accepts(value.type)]
        return self.draw(st.sampled_from(fitting)) if fitting else None

    def constant(self, block: Block, type_: Attribute) -> SSAValue:
        """A constant of a scalar or tensor type."""
        if isinstance(type_, TensorType):
            element = type_.element_type
            count = 1 if self.draw(st.booleans()) else type_.element_count()
            listed = self.draw(st.lists(numbers(element), min_size=count, max_size=count))
            value = DenseElementsAttr.splat(type_, listed[0]) if count == 1 else DenseElementsAttr.of(type_, listed)
        else:
            number = self.draw(numbers(type_))
            value = FloatAttr(number, type_) if type_ in FLOATS else IntegerAttr(number, type_)
        return self.add(block, ConstantOp.create(properties={"value": value}, result_types=[type_])).results[0]

    def grow(self, block: Block, depth: int) -> None:
        """Add a few operations, nested ones while ``depth`` lasts."""
        steps = [self._constant, self._binary, self._compare, self._splat, self._pointer, self._expand, self._reduce]
        if depth:
            steps += [self._for, self._if]
        for _ in range(self.draw(st.integers(1, 5))):
            self.draw(st.sampled_from(steps))(block, depth)

    def _constant(self, block: Block, depth: int) -> None:
        element = self.draw(scalars)
        shape = self.draw(st.sampled_from((None, *SHAPES)))
        self.constant(block, element if shape is None else TensorType(element, shape))

    def _binary(self, block: Block, depth: int) -> None:
        left = self.pick(lambda t: _element(t) in (*INTEGERS, *FLOATS))
        if left is None:
            return
        right = self.pick(lambda t: t == left.type) or left
        is_float = _element(left.type) in FLOATS
        op_class = self.draw(st.sampled_from((AddFOp, MulFOp))) if is_float else AddIOp
        self.add(block, op_class.create(operands=[left, right], result_types=[left.type]))

    def _compare(self, block: Block, depth: int) -> None:
        left = self.pick(lambda t: _element(t) in INTEGERS)
        if left is None:
            return
        predicate = IntegerAttr(self.draw(st.integers(0, 9)), i64)
        condition = self.add(
            block,
            CmpIOp.create(
                operands=[left, left],
                properties={"predicate": predicate},
                result_types=[with_element_type(left.type, i1)],
            ),
        ).results[0]
        self.add(block, SelectOp.create(operands=[condition, left, left], result_types=[left.type]))

    def _splat(self, block: Block, depth: int) -> None:
        source = self.pick(lambda t: not isinstance(t, TensorType))
        if source is not None:
            type_ = TensorType(source.type, self.draw(st.sampled_from(SHAPES)))
            self.add(block, SplatOp.create(operands=[source], result_types=[type_]))

    def _pointer(self, block: Block, depth: int) -> None:
        pointer = self.pick(lambda t: isinstance(_element(t), PointerType))
        if pointer is None:
            return
        offset = self.constant(block, with_element_type(pointer.type, self.draw(st.sampled_from((i32, i64)))))
        moved = self.add(block, AddPtrOp.create(operands=[pointer, offset], result_types=[pointer.type])).results[0]
        loaded_type = with_element_type(moved.type, _element(moved.type).pointee_type)
        mask = self.constant(block, with_element_type(moved.type, i1))
        hints = hints_of(CachePolicy(self.draw(st.sampled_from(LOAD_MODIFIERS))))
        loaded = self.add(
            block, LoadOp.build(operands=[moved, mask, None], properties=hints, result_types=[loaded_type])
        )
        self.add(block, StoreOp.create(operands=[moved, loaded.results[0], mask]))

    def _expand(self, block: Block, depth: int) -> None:
        source = self.pick(lambda t: isinstance(t, TensorType) and len(t.get_shape()) == 1)
        if source is None:
            return
        axis = self.draw(st.integers(0, 1))
        extent = source.type.get_shape()[0]
        shapes = [(1, extent), (4, extent)] if axis == 0 else [(extent, 1), (extent, 4)]
        element = source.type.element_type
        expanded = self.add(
            block,
            ExpandDimsOp.create(
                operands=[source],
                properties={"axis": IntegerAttr(axis, i32)},
                result_types=[TensorType(element, shapes[0])],
            ),
        ).results[0]
        self.add(block, BroadcastOp.create(operands=[expanded], result_types=[TensorType(element, shapes[1])]))

    def _reduce(self, block: Block, depth: int) -> None:
        source = self.pick(lambda t: isinstance(t, TensorType) and t.element_type in FLOATS)
        if source is None:
            return
        element, shape = source.type.element_type, list(source.type.get_shape())
        body = Block(arg_types=[element, element])
        combined = AddFOp.create(operands=body.args, result_types=[element])
        body.add_ops([combined, ReduceReturnOp.create(operands=combined.results)])
        del shape[0]
        result = TensorType(element, shape) if shape else element
        self.add(
            block,
            ReduceOp.create(
                operands=[source],
                properties={"axis": IntegerAttr(0, i32)},
                result_types=[result],
                regions=[Region(body)],
            ),
        )

    def _for(self, block: Block, depth: int) -> None:
        bounds = [self.constant(block, i32) for _ in range(3)]
        carried = self.pick(lambda t: True)
        initial = [carried] if carried is not None and self.draw(st.booleans()) else []
        body = Block(arg_types=[i32, *(value.type for value in initial)])
        inner = Grower(self.draw, [*self.values, *body.args])
        inner.grow(body, depth - 1)
        body.add_op(YieldOp.create(operands=[inner.pick(lambda t, v=value: t == v.type) for value in initial]))
        self.add(
            block,
            ForOp.create(
                operands=[*bounds, *initial],
                result_types=[value.type for value in initial],
                regions=[Region(body)],
            ),
        )

    def _if(self, block: Block, depth: int) -> None:
        condition = self.constant(block, i1)
        then = Block()
        inner = Grower(self.draw, self.values)
        inner.grow(then, depth - 1)
        then.add_op(YieldOp.create())
        self.add(block, IfOp.create(operands=[condition], regions=[Region(then), Region()]))


def _element(type_: Attribute) -> Attribute:
    return type_.element_type if isinstance(type_, TensorType) else type_


class Generated:
    """A generated module, shown as its text in reports of failures."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module

    def __repr__(self) -> str:
        return "\n" + print_op(self.module, PrintOptions(debuginfo=True, local_scope=True))


@st.composite
def modules(draw: Callable[..., object]) -> Generated:
    """A module with a kernel or two."""
    functions: list[Operation] = []
    for number in range(draw(st.integers(1, 2))):
        inputs = [PointerType(draw(scalars)), *draw(st.lists(scalars, max_size=2))]
        block = Block(arg_types=inputs)
        for argument in block.args:
            argument.location = draw(locations)
        grower = Grower(draw, list(block.args))
        axis = draw(st.sampled_from(list(ProgramIDDim))).attr
        grower.add(block, GetProgramIdOp.create(properties={"axis": axis}, result_types=[i32]))
        grower.grow(block, draw(st.integers(0, 2)))
        grower.add(block, ReturnOp.create())
        function = FuncOp.create(
            properties={
                "sym_name": StringAttr(f"{draw(NAMES)}{number}"),
                "function_type": FunctionType.from_lists(inputs, []),
            },
            regions=[Region(block)],
        )
        function.location = draw(locations)
        functions.append(function)
    module = ModuleOp(functions)
    module.location = draw(locations)
    return Generated(module)
