"""Operators, casts and functions of all types give what Triton's semantic layer gives, or are refused like there.

Triton's operators are called as its front end calls them, on arguments of a function that is never finished.
"""

from __future__ import annotations

import operator
import re
import warnings
from collections.abc import Callable
from typing import Any

import pytest
import triton.language as tl
from selection import slow_unless, some
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import make_backend
from triton.language.semantic import TritonSemantic

from xtriton.frontend import builder as tb
from xtriton.frontend.builder.dtypes import BlockType, DType, PointerType, ValueType

NAMES = {
    "int1": tb.int1,
    **{f"{sign}int{bits}": getattr(tb, f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{name: getattr(tb, name) for name in ("float16", "bfloat16", "float32", "float64", "float8e5", "float8e4nv")},
}
TYPES = list(NAMES.values())
TRITON_TYPES = {dtype: getattr(tl, name) for name, dtype in NAMES.items()}
NUMBERS = [True, False, 0, 1, -1, 200, -70000, 1 << 31, (1 << 32) - 1, -(1 << 40), (1 << 64) - 1, 0.0, 1.5, -2.0, 1e-50]

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "__add__": operator.add,
    "__sub__": operator.sub,
    "__mul__": operator.mul,
    "__truediv__": operator.truediv,
    "__floordiv__": operator.floordiv,
    "__mod__": operator.mod,
    "__and__": operator.and_,
    "__or__": operator.or_,
    "__xor__": operator.xor,
    "__lshift__": operator.lshift,
    "__rshift__": operator.rshift,
    "__lt__": operator.lt,
    "__le__": operator.le,
    "__gt__": operator.gt,
    "__ge__": operator.ge,
    "__eq__": operator.eq,
    "__ne__": operator.ne,
}


def triton_type(type_: ValueType) -> Any:
    match type_:
        case DType():
            return TRITON_TYPES[type_]
        case PointerType():
            return tl.pointer_type(triton_type(type_.element))
        case BlockType():
            return tl.block_type(triton_type(type_.element), list(type_.shape))


class Wheel:
    """Triton's semantic layer, with a function for each thing asked."""

    def __init__(self) -> None:
        target = GPUTarget("cuda", 90, 32)
        backend = make_backend(target)
        self.context = ir.context()
        ir.load_dialects(self.context)
        backend.load_dialects(self.context)
        self.options = backend.parse_options({"sanitize_overflow": False})
        self.functions = backend.get_codegen_implementation(self.options)

    def ask(self, types: list[ValueType], body: Callable[..., Any]) -> tuple[list[str], str] | None:
        """The operations that ``body`` makes from arguments of these types, and its result's type; none if refused."""
        builder = ir.builder(self.context)
        builder.set_loc("wheel.py", 1, 0)
        builder.options, builder.codegen_fns = self.options, self.functions
        module = builder.create_module()
        wanted = [triton_type(type_) for type_ in types]
        kind = builder.get_function_ty([each.to_ir(builder) for each in wanted], [])
        function = builder.get_or_insert_function(module, "f", kind, "public", False)
        module.push_back(function)
        builder.set_insertion_point_to_start(function.add_entry_block())
        arguments = [tl.tensor(function.args(index), each) for index, each in enumerate(wanted)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                result = body(TritonSemantic(builder), *arguments)
            except (ValueError, TypeError, AssertionError, AttributeError) as exc:
                assert "has no attribute" not in str(exc) or "get_fp8" in str(exc), exc
                return None
            except Exception as exc:  # Triton's own class for operands that do not go together
                assert type(exc).__name__ == "IncompatibleTypeErrorImpl", exc
                return None
        builder.ret([])
        if not module.verify():
            return None
        return _operations(str(module.str_nodebug())), _type_text(result.type)


def _operations(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if re.match(r"\s+(%|tt\.(?!func|return))", line)]


def _type_text(type_: Any) -> str:
    """A type of Triton as the builder writes it."""
    if type_.is_block():
        return f"{type_.element_ty}[{', '.join(map(str, type_.shape))}]"
    return str(type_)


def ours(types: list[ValueType], body: Callable[..., Any]) -> tuple[list[str], str] | None:
    module = tb.Module(tb.Options(sanitize_overflow=False))
    results: list[Any] = []

    def f(*arguments: Any) -> None:
        results.append(body(*arguments))

    parameters = {f"p{index}": tb.Parameter(type_) for index, type_ in enumerate(types)}
    names = ", ".join(parameters)
    scope: dict[str, Any] = {"f": f}
    exec(f"def kernel({names}): f({names})", scope)
    try:
        module.kernel(name="f", **parameters)(scope["kernel"])
    except tb.BuildError:
        return None
    return _operations(module.text()), str(results[0].type)


@pytest.fixture(scope="module")
def wheel() -> Wheel:
    return Wheel()


def compare(wheel: Wheel, types: list[ValueType], theirs: Callable[..., Any], own: Callable[..., Any]) -> None:
    label = f"{', '.join(map(str, types))}"
    assert (label, ours(types, own)) == (label, wheel.ask(types, theirs))


@pytest.mark.parametrize("name", some(OPERATORS, 6))
def test_every_pair_of_types(wheel: Wheel, name: str) -> None:
    """Tensors that must be broadcast, and some scalars."""
    for a in TYPES:
        for b in TYPES:
            for types in ([a, b], [BlockType(a, (4, 1)), BlockType(b, (8,))]):
                if types == [a, b] and b not in (tb.int32, tb.uint8, tb.float16):
                    continue  # types of scalars are promoted as those of tensors are: a sample will do
                compare(
                    wheel,
                    types,
                    lambda semantic, x, y: getattr(x, name)(y, _semantic=semantic),
                    lambda x, y: OPERATORS[name](x, y),
                )


@pytest.mark.parametrize("name", some(OPERATORS, 6))
def test_every_type_with_numbers(wheel: Wheel, name: str) -> None:
    reverse = name.replace("__", "__r", 1)
    for a in TYPES:
        for number in NUMBERS:
            compare(
                wheel,
                [BlockType(a, (8,))],
                lambda semantic, x, number=number: getattr(x, name)(number, _semantic=semantic),
                lambda x, number=number: OPERATORS[name](x, number),
            )
            if name in ("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__"):
                continue  # Python turns these round: the pairs in basics.py have them
            compare(
                wheel,
                [a],
                lambda semantic, x, number=number: getattr(x, reverse)(number, _semantic=semantic),
                lambda x, number=number: OPERATORS[name](number, x),
            )


@pytest.mark.parametrize("name", some(OPERATORS, 6))
def test_pointers(wheel: Wheel, name: str) -> None:
    pointers: list[ValueType] = [PointerType(tb.float32), BlockType(PointerType(tb.int8), (16,))]
    for pointer in pointers:
        for other in [*TYPES, *pointers, BlockType(tb.uint16, (16,)), BlockType(tb.int32, (4, 1))]:
            for types in ([pointer, other], [other, pointer]):
                compare(
                    wheel,
                    types,
                    lambda semantic, x, y: getattr(x, name)(y, _semantic=semantic),
                    lambda x, y: OPERATORS[name](x, y),
                )


@pytest.mark.parametrize("bitcast", some([False, True], 2))
def test_casts(wheel: Wheel, bitcast: bool) -> None:
    targets = [*TYPES, PointerType(tb.float32), PointerType(tb.int8)]
    for a in targets:
        for b in targets:
            for source in (a, BlockType(a, (8,))):
                for rounding in (None, "rtne", "rtz"):
                    compare(
                        wheel,
                        [source],
                        lambda semantic, x, b=b, r=rounding: x.to(triton_type(b), r, bitcast, _semantic=semantic),
                        lambda x, b=b, r=rounding: x.to(b, r, bitcast),
                    )


UNARY = {"minus": operator.neg, "invert": operator.invert, "not_": lambda x: x.logical_not()}
FUNCTIONS = ["exp", "exp2", "log", "log2", "cos", "sin", "sqrt", "rsqrt", "abs", "erf", "floor", "ceil", "sqrt_rn"]
BINARY = ["minimum", "maximum", "fdiv", "div_rn", "umulhi"]


def test_unary_operators(wheel: Wheel) -> None:
    for name, own in UNARY.items():
        for a in TYPES:
            for source in (a, BlockType(a, (8,))):
                compare(wheel, [source], lambda semantic, x, name=name: getattr(semantic, name)(x), own)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_one_number(wheel: Wheel, name: str) -> None:
    for a in TYPES:
        compare(
            wheel, [BlockType(a, (8,))], lambda semantic, x: getattr(tl, name)(x, _semantic=semantic), getattr(tb, name)
        )


@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_numbers(wheel: Wheel, name: str) -> None:
    for a in TYPES:
        for b in TYPES:
            compare(
                wheel,
                [BlockType(a, (8,)), b],
                lambda semantic, x, y: getattr(tl, name)(x, y, _semantic=semantic),
                getattr(tb, name),
            )


@pytest.mark.parametrize("name", ["minimum", "maximum", "umulhi", "div_rn"])
def test_functions_with_a_number(wheel: Wheel, name: str) -> None:
    for a in TYPES:
        for number in NUMBERS:
            compare(
                wheel,
                [BlockType(a, (8,))],
                lambda semantic, x, number=number: getattr(tl, name)(x, number, _semantic=semantic),
                lambda x, number=number: getattr(tb, name)(x, number),
            )


@pytest.mark.parametrize("name", some(["fma", "clamp"], 2))
def test_functions_of_three_numbers(wheel: Wheel, name: str) -> None:
    """Values of all types, and numbers, whose order matters before Triton 3.9."""
    theirs, own = getattr(tl, name), getattr(tb, name)
    for a in TYPES:
        for b in TYPES:
            for number in (2, 0.5):
                values = [BlockType(a, (8, 1)), b]
                compare(
                    wheel,
                    values,
                    lambda semantic, x, y, n=number: theirs(x, y, n, _semantic=semantic),
                    lambda x, y, n=number: own(x, y, n),
                )
                compare(
                    wheel,
                    values,
                    lambda semantic, x, y, n=number: theirs(n, x, y, _semantic=semantic),
                    lambda x, y, n=number: own(n, x, y),
                )
            compare(
                wheel,
                [a, BlockType(b, (4,)), tb.float16],
                lambda semantic, x, y, z: theirs(x, y, z, _semantic=semantic),
                lambda x, y, z: own(x, y, z),
            )


@pytest.mark.parametrize("condition", slow_unless(["int1", "int32", "float32"], {"int1"}.__contains__))
def test_where(wheel: Wheel, condition: str) -> None:
    for a in TYPES:
        for b in TYPES:
            _compare_where(wheel, NAMES[condition], a, b)


@pytest.mark.parametrize("condition", ["int32", "float32"])
def test_conditions_that_are_converted(wheel: Wheel, condition: str) -> None:
    for a in TYPES:
        _compare_where(wheel, NAMES[condition], a, tb.float16)


def _compare_where(wheel: Wheel, condition: DType, a: DType, b: DType) -> None:
    for types in ([BlockType(condition, (8, 1)), a, BlockType(b, (4,))], [condition, a, b]):
        compare(wheel, types, lambda semantic, c, x, y: tl.where(c, x, y, _semantic=semantic), tb.where)


def test_constants(wheel: Wheel) -> None:
    """``full`` of every type and number; numbers out of a type's range are refused by the builder alone."""
    for dtype in TYPES:
        for number in [*NUMBERS, float("inf"), -float("inf"), float("nan"), 1e-7, 65519.9, 3.5e38, -0.0]:
            own = ours([], lambda d=dtype, n=number: tb.full((4,), n, d))
            theirs = wheel.ask([], lambda s, d=dtype, n=number: tl.full((4,), n, triton_type(d), _semantic=s))
            if own is None:
                is_refused_alone = dtype.is_fp8 or (dtype.is_int and isinstance(number, float))
                assert theirs is None or is_refused_alone, (dtype, number)
                continue
            if theirs is not None:
                assert (str(dtype), number, own) == (str(dtype), number, theirs)
