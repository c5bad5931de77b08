"""Program ids, printing, assertions, barriers, and hints to the compiler."""

from __future__ import annotations

import string
from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tt.enums import ProgramIDDim
from xtriton.dialects.tt.program import GetNumProgramsOp, GetProgramIdOp, PrintOp
from xtriton.frontend.builder import arithmetic
from xtriton.frontend.builder.checks import check
from xtriton.frontend.builder.constants import to_tensor
from xtriton.frontend.builder.dtypes import DType, int1, int32
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.libraries import builtin_since
from xtriton.frontend.builder.session import emit, session
from xtriton.frontend.builder.values import Number, Value
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.dense import DenseElementsAttr
from xtriton.versions import V3_6, V3_7, V3_8, by_version


def _axis(axis: int) -> ProgramIDDim:
    if axis not in (0, 1, 2):
        raise BuildError(f"the axes of the grid are 0, 1 and 2, not {axis}")
    return ProgramIDDim(axis)  # pyright: ignore[reportCallIssue]


def program_id(axis: int) -> Value:
    """The program id along an axis of the grid, an int32."""
    op = GetProgramIdOp(axis=_axis(axis))
    return emit(op, int32)


def num_programs(axis: int) -> Value:
    """The number of programs along an axis of the grid, an int32."""
    op = GetNumProgramsOp(axis=_axis(axis))
    return emit(op, int32)


def device_print(prefix: str, *args: Value | Number, hex: bool = False) -> None:
    """Print values at run time, after ``prefix``, which is formatted as `` prefix: ``."""
    if not all(char in string.printable for char in prefix):
        raise BuildError(f"the prefix of device_print is ASCII, not {prefix!r}")
    values = [to_tensor(arg) for arg in args]
    if not prefix.endswith(" ") and values:
        prefix += " "
    if not prefix.endswith(": ") and values:
        prefix = prefix[:-1] + ": "
    if len(prefix) > 2 and not prefix.startswith(" "):
        prefix = " " + prefix
    signed = [int(isinstance(value.dtype, DType) and value.dtype.signed) for value in values]
    session().emit(PrintOp([value.handle for value in values], prefix=prefix, hex=hex, isSigned=signed))


def device_assert(cond: Value | Number, msg: str = "", mask: Value | Number | None = None) -> None:
    """Abort the program unless the condition holds where ``mask`` is true. Generated in debug mode only."""
    session().settle()
    mask_value = None if mask is None else to_tensor(mask)
    condition = to_tensor(cond)
    if session().module.options.debug:
        if mask_value is not None:
            condition = arithmetic.bitwise("or", condition, arithmetic.logical_not(mask_value))
        check(condition, msg)


@builtin_since(V3_8)
def expect_zero(x: Value | Number, mask: Value | Number) -> Value | Number:
    """``x``, which is expected to be zero where ``mask`` is true: asserted in debug mode. Since Triton 3.8."""
    where_true = to_tensor(mask)
    if session().module.options.debug:
        holds = arithmetic.bitwise("or", arithmetic.compare("eq", to_tensor(x), 0), arithmetic.logical_not(where_true))
        device_assert(holds, "expect_zero expected x == 0 where mask is true")
    return x


def _gpu_barrier() -> Operation:
    from xtriton.dialects.upstream.gpu import BarrierOp

    return BarrierOp()


def _ttg_barrier() -> Operation:
    from xtriton.dialects.ttg.barrier import ALL_ADDRESS_SPACES, BarrierOp

    return BarrierOp(addrSpace=ALL_ADDRESS_SPACES)


_BARRIER = by_version({V3_6: _gpu_barrier, V3_7: _ttg_barrier})


def debug_barrier() -> None:
    """A barrier for all threads of the program."""
    session().emit(_BARRIER.now()())


def assume(cond: Value | Number) -> None:
    """Let the compiler assume a condition."""
    from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp

    condition = to_tensor(cond)
    if condition.type != int1:
        raise BuildError(f"an assumption is a scalar of type int1, not {condition.type}")
    session().emit(AssumeOp(condition.handle, op_bundle_sizes=[]))


def _hint(name: str, x: Value, values: int | Sequence[int], rank: int) -> Value:
    numbers = [values] if isinstance(values, int) else list(values)
    if len(numbers) != rank:
        raise BuildError(f"a hint on {x.type} takes {rank} numbers, not {len(numbers)}")
    for number in numbers:
        if not int32.min_value <= number <= int32.max_value:
            raise BuildError(f"a hint is a number of 32 bits, not {number}")
    attr = DenseElementsAttr.of(TensorType(i32, [len(numbers)]), numbers)
    s = session()
    # A placeholder stands for the induction variable until the body is complete: the hint stays on the placeholder.
    is_index = any(x.handle is scope.index for scope in s.scopes)
    for value in s.with_stand_ins(x.handle)[is_index:]:
        _note(name, attr, value)
    return x


def _note(name: str, attr: Attribute, value: SSAValue) -> None:
    """Attach a hint to the definition of a value: an operation, or the loop of a block argument. Functions get none."""
    owner = value.owner
    if is_operation(owner):
        owner.attributes[name] = attr
        return
    assert is_block_argument(value)
    for scope in session().scopes[1:]:
        if owner is scope.blocks[0]:
            scope.attributes[f"{name}_arg{value.index}"] = attr


def multiple_of(x: Value, values: int | Sequence[int]) -> Value:
    """Hint that the values are multiples of a number, one number for each dimension."""
    return _hint("tt.divisibility", x, values, max(1, len(x.shape)))


def max_contiguous(x: Value, values: int | Sequence[int]) -> Value:
    """Hint that runs of this many values are contiguous, for each dimension."""
    return _hint("tt.contiguity", x, values, len(x.shape))


def max_constancy(x: Value, values: int | Sequence[int]) -> Value:
    """Hint that runs of this many values are equal, for each dimension."""
    return _hint("tt.constancy", x, values, len(x.shape))
