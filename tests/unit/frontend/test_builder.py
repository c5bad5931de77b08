"""What the builder does beyond what Triton does: errors for misuse, declarations, modules of several kernels."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from xtriton.frontend import builder as tb
from xtriton.ir.diagnostics import DiagnosticError

FLOATS, INTS = tb.pointer(tb.float32), tb.pointer(tb.int32)


@tb.function
def add_one(x: Any) -> Any:
    return x + 1


@tb.function(noinline=True)
def not_inlined(x: Any) -> Any:
    return x


@tb.function
def endless(x: Any) -> Any:
    return endless(x)


@tb.function
def of_two_types(x: Any) -> Any:
    with tb.if_(x > 0):
        tb.return_(x)
    return x.to(tb.float32)


def mixed_types(x: Any, n: Any, i: Any) -> None:
    tb.load(x) & 1  # BAD: bits of integers can be combined, not of fp32


def pointers_multiplied(x: Any, n: Any, i: Any) -> None:
    x * 2  # BAD: an operator does not take operands of types pointer<fp32> and int32


def shapes_apart(x: Any, n: Any, i: Any) -> None:
    i + tb.arange(0, 16)  # BAD: shapes (8,) and (16,) do not go together: dimension 0 is 8 and 16


def not_a_power_of_two(x: Any, n: Any, i: Any) -> None:
    tb.arange(0, 24)  # BAD: extent 0 of a tensor must be a power of two, not 24


def too_large(x: Any, n: Any, i: Any) -> None:
    tb.zeros((2048, 1024), tb.int8)  # BAD: a tensor has at most 1048576 elements, not 2097152


def bad_reshape(x: Any, n: Any, i: Any) -> None:
    tb.reshape(i, 4, 4)  # BAD: reshape keeps the number of elements: int32[8] has 8, (4, 4) 16


def truth_of_a_value(x: Any, n: Any, i: Any) -> None:
    if n > 0:  # BAD: the truth of a value is known only when the program runs
        tb.store(x, 1.0)


def unpacking_a_value(x: Any, n: Any, i: Any) -> None:
    _, _ = i  # BAD: a value of type int32[8] cannot be iterated over or unpacked


def element_access(x: Any, n: Any, i: Any) -> None:
    i[0]  # BAD: only `:` and None can index a tensor, not 0


def carried_type_changes(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n, acc=n) as (_, c):
        c.acc = c.acc * 1.5  # BAD: acc is int32 before this for loop and cannot become fp32 in it


def carried_shape_changes(x: Any, n: Any, i: Any) -> None:
    with tb.while_(lambda c: n > 3, acc=n) as c:
        c.acc += i  # BAD: acc is int32 before this while loop and cannot become int32[8] in it


def not_carried(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n, acc=n) as (_, c):
        c.total = n  # BAD: this for loop does not carry 'total': give its initial value where it starts


def unknown_carried_value(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n, acc=n) as (_, c):
        tb.store(x, c.total)  # BAD: this for loop has no value named 'total', only: acc


def assigned_after_the_loop(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n, acc=n) as (_, c):
        c.acc += 1
    c.acc = n  # BAD: acc is assigned outside of this for loop


def used_outside_of_its_loop(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n) as (k, _):
        y = k + 1
    tb.store(x, y)  # BAD: a value defined inside a for loop is used outside of it


def used_on_the_other_side(x: Any, n: Any, i: Any) -> None:
    with tb.if_(n > 0):
        y = n + 1
    with tb.else_():
        tb.store(x, y)  # BAD: a value defined inside an if is used outside of it


def sides_of_different_types(x: Any, n: Any, i: Any) -> None:
    with tb.if_(n > 0) as c:
        c.y = n
    with tb.else_():
        c.y = 1.5
    tb.store(x, c.y)  # BAD: y is int32 at the end of the if and fp32 at the end of its else


def assigned_on_one_side(x: Any, n: Any, i: Any) -> None:
    with tb.if_(n > 0) as c:
        c.y = n
    tb.store(x, c.y)  # BAD: this if has no value named 'y', only: none


def else_alone(x: Any, n: Any, i: Any) -> None:
    with tb.if_(n > 0):
        pass
    tb.store(x, 1.0)
    with tb.else_():  # BAD: else_ must directly follow the block of an if_
        pass


def else_twice(x: Any, n: Any, i: Any) -> None:
    with tb.if_(n > 0):
        pass
    with tb.else_():
        pass
    with tb.else_():  # BAD: else_ must directly follow the block of an if_
        pass


def python_return_in_a_choice(x: Any, n: Any, i: Any) -> Any:
    with tb.if_(n > 0):  # BAD: Python's return, break and continue cannot leave an if (line
        return x
    return n


def python_break_in_a_loop(x: Any, n: Any, i: Any) -> None:
    for _ in range(3):
        with tb.for_range(n):  # BAD: Python's return, break and continue cannot leave a for loop (line
            break


def updated_variable(x: Any, n: Any, i: Any) -> None:
    total = n
    with tb.for_range(n) as (k, _):  # BAD: total changes in a for loop (line
        total = total + k


def updated_number(x: Any, n: Any, i: Any) -> None:
    count = 0
    with tb.while_(lambda c: c.k > 0, k=n) as c:  # BAD: count changes in a while loop (line
        count += 1
        c.k -= 1


def choice_by_a_tensor(x: Any, n: Any, i: Any) -> None:
    with tb.if_(i > 0):  # BAD: a choice is made by a scalar, not by int1[8]: use where
        pass


def choice_by_python(x: Any, n: Any, i: Any) -> None:
    with tb.if_(True):  # BAD: a choice is made by a value, not by True: use Python's if
        pass


def return_in_a_loop(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(n), tb.if_(n > 3):
        tb.return_()  # BAD: return_ cannot stand inside a for loop


def loop_over_floats(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(0, tb.load(x)):  # BAD: the bounds of a loop are integers, not fp32
        pass


def loop_without_steps(x: Any, n: Any, i: Any) -> None:
    with tb.for_range(0, n, 0):  # BAD: the step of a loop cannot be 0
        pass


def condition_of_numbers(x: Any, n: Any, i: Any) -> None:
    with tb.while_(lambda c: c.k, k=n):  # BAD: the condition of a while loop gives a scalar of type int1, not <int32>
        pass


def bounds_of_plain_pointers(x: Any, n: Any, i: Any) -> None:
    tb.store(x + i, 1.0, boundary_check=(0,))  # BAD: boundary_check is for block pointers


def bounds_as_a_number(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    tb.load(p, boundary_check=0)  # BAD: boundary_check is a tuple of dimensions: write (0,)


def load_of_numbers(x: Any, n: Any, i: Any) -> None:
    tb.load(n)  # BAD: load takes a pointer, not int32


def other_without_mask(x: Any, n: Any, i: Any) -> None:
    tb.load(x, other=0.0)  # BAD: other is given where mask is false, but there is no mask


def mask_of_numbers(x: Any, n: Any, i: Any) -> None:
    tb.store(x, 1.0, mask=n)  # BAD: a mask is of type int1, not int32


def tensor_mask_of_a_scalar(x: Any, n: Any, i: Any) -> None:
    tb.load(x, mask=i > 0)  # BAD: the mask of a load through a scalar pointer is a scalar, not int1[8]


def unknown_cache(x: Any, n: Any, i: Any) -> None:
    tb.load(x, cache_modifier="ca")  # BAD: cache_modifier is one of '', '.ca', '.cg', '.cv', not 'ca'


def bad_dot(x: Any, n: Any, i: Any) -> None:
    tb.dot(tb.zeros((16, 16), tb.float16), tb.zeros((32, 16), tb.float16))  # BAD: rows and columns do not match


def dot_of_two_types(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((16, 16), tb.float16)
    tb.dot(a, a.to(tb.float32))  # BAD: dot takes operands of one type, not fp16 and fp32


def wrong_accumulator(x: Any, n: Any, i: Any) -> None:
    a = tb.zeros((16, 16), tb.float16)
    tb.dot(a, a, acc=a)  # BAD: the accumulator of this product has type fp32[16, 16], not fp16[16, 16]


def bitcast_of_widths(x: Any, n: Any, i: Any) -> None:
    n.to(tb.float16, bitcast=True)  # BAD: a bitcast keeps the width: int32 has 32 bits, fp16 has 16


def rounding_of_integers(x: Any, n: Any, i: Any) -> None:
    n.to(tb.float32, fp_downcast_rounding="rtz")  # BAD: fp_downcast_rounding is for conversions to a narrower float


def cast_to_python(x: Any, n: Any, i: Any) -> None:
    n.to(float)  # BAD: expected a type of elements, not <class 'float'>


def exp_of_integers(x: Any, n: Any, i: Any) -> None:
    tb.exp(n)  # BAD: exp takes fp32 and fp64, not int32


def sign_mismatch(x: Any, n: Any, i: Any) -> None:
    n // n.to(tb.uint32)  # BAD: int32 and uint32 cannot be divided: cast them to the same signedness


def number_out_of_range(x: Any, n: Any, i: Any) -> None:
    n.to(tb.int8) + 300  # BAD: 300 is out of the range of int8


def huge_number(x: Any, n: Any, i: Any) -> None:
    n + (1 << 70)  # BAD: 1180591620717411303424 does not fit into 64 bits


def text_as_operand(x: Any, n: Any, i: Any) -> None:
    n + "1"  # BAD: expected a value or a number, not '1'


def tensor_to_noinline(x: Any, n: Any, i: Any) -> None:
    not_inlined(i)  # BAD: not_inlined is noinline and so takes scalars, not int32[8]


def wrong_arguments(x: Any, n: Any, i: Any) -> None:
    add_one(n, n)  # BAD: add_one: too many positional arguments


def wrong_combination(x: Any, n: Any, i: Any) -> None:
    tb.reduce(i, 0, lambda a, b: a > b)  # BAD: the function of a reduction must give int32, not int1


def wrong_axis(x: Any, n: Any, i: Any) -> None:
    tb.reduce(i, 1, lambda a, b: a + b)  # BAD: axis 1 is not one of 1 dimensions


def wrong_grid_axis(x: Any, n: Any, i: Any) -> None:
    tb.program_id(3)  # BAD: the axes of the grid are 0, 1 and 2, not 3


def unaligned_descriptor(x: Any, n: Any, i: Any) -> None:
    tb.make_tensor_descriptor(x, [n], [1], [2])  # BAD: the last dimension of a descriptor's block has at least 16 bytes


def strided_descriptor(x: Any, n: Any, i: Any) -> None:
    tb.make_tensor_descriptor(x, [n], [n], [8])  # BAD: the last stride of a descriptor is the number 1


def wide_offsets(x: Any, n: Any, i: Any) -> None:
    p = tb.make_block_ptr(x, (n,), (1,), (0,), (8,), (0,))
    tb.advance(p, (n.to(tb.int64),))  # BAD: offsets are 32-bit integers, not int64


def calls_itself(x: Any, n: Any, i: Any) -> None:
    endless(n)  # NESTED: endless calls itself: there is no recursion


def returns_two_types(x: Any, n: Any, i: Any) -> None:
    of_two_types(n)  # NESTED: the returns of a function give values of different types


def sort_of_columns(x: Any, n: Any, i: Any) -> None:
    tb.sort(tb.zeros((4, 8), tb.int32), dim=0)  # BAD: sort works along the last dimension, 1, not along 0


def merge_of_columns(x: Any, n: Any, i: Any) -> None:
    tb.bitonic_merge(tb.zeros((4, 8), tb.int32), dim=0)  # BAD: bitonic_merge works along the last dimension, 1


def more_than_all(x: Any, n: Any, i: Any) -> None:
    tb.topk(i, 16)  # BAD: the first 16 of 8 elements


def flip_of_nothing(x: Any, n: Any, i: Any) -> None:
    tb.flip(i)  # BAD: flip takes a dimension from -1 to 0, not None


def flip_of_columns(x: Any, n: Any, i: Any) -> None:
    tb.flip(i, 1)  # BAD: flip takes a dimension from -1 to 0, not 1


def seed_of_fractions(x: Any, n: Any, i: Any) -> None:
    tb.rand(n.to(tb.float32), i)  # BAD: a seed is an integer, not fp32


def narrow_counter(x: Any, n: Any, i: Any) -> None:
    c = i.to(tb.int16)
    tb.philox(n, c, c, c, c)  # BAD: philox takes a counter of 32 or 64 bits, not int16


def signed_counter(x: Any, n: Any, i: Any) -> None:
    tb.philox_impl(i, i, i, i, n, n)  # BAD: philox_impl takes a counter of uint32 or uint64, not int32


def narrow_random(x: Any, n: Any, i: Any) -> None:
    tb.uint_to_uniform_float(i.to(tb.int16))  # BAD: uint_to_uniform_float takes integers of 32 or 64 bits, not int16


MISUSES = [
    function
    for function in list(globals().values())
    if inspect.isfunction(function)
    and function.__module__ == __name__
    and ("# BAD:" in inspect.getsource(function) or "# NESTED:" in inspect.getsource(function))
    and not function.__name__.startswith("test_")
]


def _build(function: Callable[..., Any], module: tb.Module | None = None) -> tb.Module:
    module = module or tb.Module()

    def kernel(x: tb.Value, n: tb.Value) -> None:
        function(x, n, tb.arange(0, 8))

    module.kernel(name=function.__name__, x=FLOATS, n=tb.int32)(kernel)
    return module


@pytest.mark.parametrize("function", MISUSES, ids=[function.__name__ for function in MISUSES])
def test_misuse_is_an_error_at_the_line_of_the_caller(function: Callable[..., Any]) -> None:
    lines, first = inspect.getsourcelines(function)
    (line, expected), *_ = [
        (first + index, text.split(marker)[1].strip())
        for index, text in enumerate(lines)
        for marker in ("# BAD:", "# NESTED:")
        if marker in text
    ]
    with pytest.raises(tb.BuildError) as caught:
        _build(function)
    assert expected in caught.value.message
    place, _, _ = str(caught.value).partition(": error: ")
    assert place.startswith(f"{__file__}:")
    if "# BAD:" in lines[line - first]:
        assert place.split(":")[-2] == str(line)


def test_there_are_misuses() -> None:
    assert len(MISUSES) > 50


def test_a_failed_kernel_leaves_the_module_as_it_was() -> None:
    module = _build(lambda x, n, i: tb.store(x, add_one(n)))
    before = module.text()
    with pytest.raises(tb.BuildError):
        _build(lambda x, n, i: tb.store(x, tb.sum(i) + add_one(n.to(tb.float32)) & 1), module)
    assert module.text() == before
    _build(used_by_two_kernels, module)
    assert module.text().count("tt.func private") == 1


def used_by_two_kernels(x: Any, n: Any, i: Any) -> None:
    tb.store(x, add_one(n))


def test_an_error_of_the_caller_passes_through() -> None:
    def fails(x: Any, n: Any, i: Any) -> None:
        with tb.for_range(n), tb.if_(n > 1):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        _build(fails)
    _build(used_by_two_kernels)


def test_operations_need_a_kernel() -> None:
    with pytest.raises(tb.BuildError, match="only possible while a kernel or function is being built"):
        tb.arange(0, 8)


def test_values_of_another_kernel_are_refused() -> None:
    kept: list[Any] = []
    _build(lambda x, n, i: kept.append(n))
    with pytest.raises(tb.BuildError, match="a value of another function is used"):
        _build(lambda x, n, i: n + kept[0])


def test_captured_values_are_refused_in_functions() -> None:
    def kernel(x: Any, n: Any, i: Any) -> None:
        tb.function(lambda a: a + n)(i)

    with pytest.raises(tb.BuildError, match="values get into a function as arguments only"):
        _build(kernel)


def test_a_loop_must_be_entered() -> None:
    with pytest.raises(tb.BuildError, match=r"a for loop of line \d+ was not entered: use it with `with`"):
        _build(lambda x, n, i: tb.for_range(n) and None)


def test_a_loop_is_entered_once() -> None:
    def kernel(x: Any, n: Any, i: Any) -> None:
        loop = tb.for_range(n)
        with loop:
            pass
        with loop:
            pass

    with pytest.raises(tb.BuildError, match="a for loop can be entered only once"):
        _build(kernel)


def test_kernels_return_nothing() -> None:
    with pytest.raises(tb.BuildError, match="a kernel returns nothing, but f returned 3"):
        tb.Module().kernel(name="f")(lambda: 3)


def test_parameters_are_declared() -> None:
    module = tb.Module()
    with pytest.raises(tb.BuildError, match="parameter 'n' of kernel has neither a type nor a value"):

        @module.kernel(x=FLOATS)
        def kernel(x: tb.Value, n: tb.Value) -> None: ...

    with pytest.raises(tb.BuildError, match="other has no parameter 'y'"):

        @module.kernel(x=FLOATS, y=FLOATS)
        def other(x: tb.Value) -> None: ...


def test_defaults_are_constants_even_if_they_are_types() -> None:
    module = tb.Module()
    seen: list[Any] = []

    @module.kernel(n=tb.scalar(tb.int64, 8))
    def kernel(n: tb.Value, BLOCK: int = 64, dtype: tb.DType = tb.float16) -> None:
        seen.extend([n.dtype, BLOCK, dtype])

    assert seen == [tb.int64, 64, tb.float16]
    assert "@kernel(%arg0: i64 {tt.divisibility = 8 : i32})" in module.text()


def test_a_module_holds_several_kernels() -> None:
    module = _build(used_by_two_kernels)

    def second(x: Any, n: Any, i: Any) -> None:
        used_by_two_kernels(x, n, i)

    _build(second, module)
    assert list(module.kernels) == ["used_by_two_kernels", "second"]
    with pytest.raises(tb.BuildError, match="the module has a kernel named 'second' already"):
        _build(second, module)


def test_const_pointers_are_read_only() -> None:
    module = tb.Module()
    with pytest.raises(tb.BuildError, match="nothing can be stored through const_pointer<fp32>"):

        @module.kernel(x=tb.pointer(tb.float32, const=True))
        def kernel(x: tb.Value) -> None:
            tb.store(x, tb.load(x))


@pytest.mark.parametrize(("arch", "supported"), [(80, {tb.float8e5}), (89, {tb.float8e5, tb.float8e4nv})])
def test_small_floats_depend_on_the_target(arch: int, supported: set[tb.DType]) -> None:
    for dtype in (tb.float8e5, tb.float8e4nv, tb.float8e4b8):
        for use in (
            lambda m, d=dtype: m.kernel(name="p", x=tb.pointer(d))(lambda x: None),
            lambda m, d=dtype: m.kernel(name="c", x=tb.float32)(lambda x: x.to(d) and None),
            lambda m, d=dtype: m.kernel(name="z")(lambda: tb.zeros((8,), d) and None),
        ):
            try:
                use(tb.Module(tb.Options(arch=arch)))
            except tb.BuildError as error:
                known = "the truth of a value" in error.message
                assert known == (dtype in supported), (dtype, error.message)
                assert known or error.message == f"compute capability {arch / 10} does not have {dtype}"
            else:
                assert dtype in supported


def test_names_may_be_used_again_in_loops() -> None:
    """A variable that a loop assigns before it reads it is another one in each iteration."""

    def kernel(x: Any, n: Any, i: Any) -> None:
        y = n
        with tb.for_range(n, acc=y) as (k, c):
            y = k + 1
            y = y * 2
            for step in range(2):
                if step:
                    continue
                c.acc += y
        shapes = [extent for extent in (8, 8)]  # noqa: C416
        tb.store(x, c.acc + len(shapes))

    assert "scf.for" in _build(kernel).text()


def test_arguments_that_need_each_other_keep_python_s_order() -> None:
    def kernel(x: Any, n: Any, i: Any) -> None:
        tb.store(x + (k := n + 1), 1.0, mask=k > 3)

    _build(kernel).verify()


def test_errors_are_diagnostics() -> None:
    with pytest.raises(DiagnosticError) as caught:
        _build(mixed_types)
    assert caught.value.diagnostic.message == "bits of integers can be combined, not of fp32"


def test_building_is_deterministic() -> None:
    texts = {_build(used_by_two_kernels).text(locations=True) for _ in range(3)}
    assert len(texts) == 1
