"""The ``llvm`` dialect, as far as Triton's IR uses it before and after its conversion to LLVM."""

from xdsl.ir import Dialect

from xtriton.dialects.upstream.llvm import arithmetic, control, functions, intrinsics, memory, values
from xtriton.dialects.upstream.llvm.attributes import (
    CConvAttr,
    ConstantRangeAttr,
    FastMathFlagsAttr,
    LinkageAttr,
    TailCallKindAttr,
)
from xtriton.dialects.upstream.llvm.debug import DEBUG_ATTRIBUTES
from xtriton.dialects.upstream.llvm.loops import LOOP_ATTRIBUTES
from xtriton.dialects.upstream.llvm.types import TYPES

Llvm = Dialect(
    "llvm",
    [
        *arithmetic.OPS,
        *control.OPS,
        *functions.OPS,
        *intrinsics.OPS,
        *memory.OPS,
        *values.OPS,
    ],
    [
        *TYPES,
        *DEBUG_ATTRIBUTES,
        *LOOP_ATTRIBUTES,
        CConvAttr,
        ConstantRangeAttr,
        FastMathFlagsAttr,
        LinkageAttr,
        TailCallKindAttr,
    ],
)
