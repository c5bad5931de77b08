"""The builder: traces Python functions into kernels, with the TTIR that Triton's front end generates.

from xtriton.frontend import builder as tb

module = tb.Module()

@module.kernel(x=tb.pointer(tb.float32, 16), y=tb.pointer(tb.float32, 16), n=tb.int32, BLOCK=1024)
def double(x, y, n, BLOCK):
    offsets = tb.program_id(0) * BLOCK + tb.arange(0, BLOCK)
    mask = offsets < n
    tb.store(y + offsets, tb.load(x + offsets, mask=mask) * 2, mask=mask)

print(module)
"""

import inspect

from xtriton.frontend.builder import arithmetic, casts, descriptors, memory, reductions, shapes, standard
from xtriton.frontend.builder.arguments import check_methods, checked
from xtriton.frontend.builder.arithmetic import (
    PropagateNan,
    add,
    clamp,
    maximum,
    minimum,
    mul,
    sub,
    where,
)
from xtriton.frontend.builder.atomic_accesses import atomic_load, atomic_poll, atomic_store
from xtriton.frontend.builder.atomics import (
    atomic_add,
    atomic_and,
    atomic_cas,
    atomic_max,
    atomic_min,
    atomic_or,
    atomic_xchg,
    atomic_xor,
)
from xtriton.frontend.builder.carried import Carried
from xtriton.frontend.builder.casts import cast
from xtriton.frontend.builder.choices import else_, if_, if_expression, return_
from xtriton.frontend.builder.constants import to_tensor
from xtriton.frontend.builder.creation import full
from xtriton.frontend.builder.debug import (
    assume,
    debug_barrier,
    device_assert,
    device_print,
    expect_zero,
    max_constancy,
    max_contiguous,
    multiple_of,
    num_programs,
    program_id,
)
from xtriton.frontend.builder.descriptors import (
    load_tensor_descriptor,
    make_tensor_descriptor,
    store_tensor_descriptor,
)
from xtriton.frontend.builder.dtypes import (
    DType,
    bfloat16,
    float8e4b8,
    float8e4nv,
    float8e5,
    float8e5b16,
    float16,
    float32,
    float64,
    int1,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
)
from xtriton.frontend.builder.elementwise import extern_elementwise, inline_asm_elementwise, map_elementwise
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.functions import (
    Function,
    Module,
    Options,
    Parameter,
    descriptor,
    function,
    pointer,
    scalar,
)
from xtriton.frontend.builder.grid_dependencies import gdc_launch_dependents, gdc_wait
from xtriton.frontend.builder.loops import for_range, while_
from xtriton.frontend.builder.mathematics import (
    abs,
    ceil,
    cos,
    div_rn,
    erf,
    exp,
    exp2,
    fdiv,
    floor,
    fma,
    log,
    log2,
    rsqrt,
    sin,
    sqrt,
    sqrt_rn,
    umulhi,
)
from xtriton.frontend.builder.memory import advance, load, make_block_ptr, store
from xtriton.frontend.builder.products import dot, dot_scaled
from xtriton.frontend.builder.random import (
    pair_uniform_to_normal,
    philox,
    philox_impl,
    rand,
    rand4x,
    randint,
    randint4x,
    randn,
    randn4x,
    uint_to_uniform_float,
)
from xtriton.frontend.builder.reductions import associative_scan, gather, histogram, reduce
from xtriton.frontend.builder.shapes import (
    arange,
    broadcast,
    broadcast_to,
    cat,
    expand_dims,
    join,
    permute,
    reshape,
    split,
    trans,
)
from xtriton.frontend.builder.sorting import bitonic_merge, flip, sort, topk
from xtriton.frontend.builder.standard import (
    argmax,
    argmin,
    cdiv,
    cumprod,
    cumsum,
    interleave,
    max,
    min,
    ravel,
    reduce_or,
    sigmoid,
    softmax,
    squeeze,
    sum,
    swizzle2d,
    unsqueeze,
    xor_sum,
    zeros,
    zeros_like,
)
from xtriton.frontend.builder.values import Descriptor, Value, operations

__all__ = [
    "BuildError",
    "Carried",
    "DType",
    "Descriptor",
    "Function",
    "Module",
    "Options",
    "Parameter",
    "PropagateNan",
    "Value",
    "abs",
    "add",
    "advance",
    "arange",
    "argmax",
    "argmin",
    "associative_scan",
    "assume",
    "atomic_add",
    "atomic_and",
    "atomic_cas",
    "atomic_load",
    "atomic_max",
    "atomic_min",
    "atomic_or",
    "atomic_poll",
    "atomic_store",
    "atomic_xchg",
    "atomic_xor",
    "bfloat16",
    "bitonic_merge",
    "broadcast",
    "broadcast_to",
    "cast",
    "cat",
    "cdiv",
    "ceil",
    "clamp",
    "cos",
    "cumprod",
    "cumsum",
    "debug_barrier",
    "descriptor",
    "device_assert",
    "device_print",
    "div_rn",
    "dot",
    "dot_scaled",
    "else_",
    "erf",
    "exp",
    "exp2",
    "expand_dims",
    "expect_zero",
    "extern_elementwise",
    "fdiv",
    "flip",
    "float8e4b8",
    "float8e4nv",
    "float8e5",
    "float8e5b16",
    "float16",
    "float32",
    "float64",
    "floor",
    "fma",
    "for_range",
    "full",
    "function",
    "gather",
    "gdc_launch_dependents",
    "gdc_wait",
    "histogram",
    "if_",
    "if_expression",
    "inline_asm_elementwise",
    "int1",
    "int8",
    "int16",
    "int32",
    "int64",
    "interleave",
    "join",
    "load",
    "load_tensor_descriptor",
    "log",
    "log2",
    "make_block_ptr",
    "make_tensor_descriptor",
    "map_elementwise",
    "max",
    "max_constancy",
    "max_contiguous",
    "maximum",
    "min",
    "minimum",
    "mul",
    "multiple_of",
    "num_programs",
    "pair_uniform_to_normal",
    "permute",
    "philox",
    "philox_impl",
    "pointer",
    "program_id",
    "rand",
    "rand4x",
    "randint",
    "randint4x",
    "randn",
    "randn4x",
    "ravel",
    "reduce",
    "reduce_or",
    "reshape",
    "return_",
    "rsqrt",
    "scalar",
    "sigmoid",
    "sin",
    "softmax",
    "sort",
    "split",
    "sqrt",
    "sqrt_rn",
    "squeeze",
    "store",
    "store_tensor_descriptor",
    "sub",
    "sum",
    "swizzle2d",
    "to_tensor",
    "topk",
    "trans",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uint_to_uniform_float",
    "umulhi",
    "unsqueeze",
    "where",
    "while_",
    "xor_sum",
    "zeros",
    "zeros_like",
]

for _module in (arithmetic, casts, descriptors, memory, reductions, shapes, standard):
    setattr(operations, _module.__name__.rpartition(".")[2], _module)

for _name in __all__:
    if inspect.isfunction(_function := globals()[_name]):
        globals()[_name] = checked(_function)
for _class in (Value, Descriptor):
    check_methods(_class)
