"""Features of the builder that Triton lacks: errors for misuse, declarations, modules of several kernels."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from unit.frontend.misuses import control, descriptors, functions, library, memory, products, shapes, values

from xtriton.frontend import builder as tb
from xtriton.ir.diagnostics import DiagnosticError

FLOATS = tb.pointer(tb.float32)


@tb.function
def add_one(x: Any) -> Any:
    return x + 1


MISUSES = [
    function
    for module in (control, descriptors, functions, library, memory, products, shapes, values)
    for function in vars(module).values()
    if inspect.isfunction(function)
    and function.__module__ == module.__name__
    and ("# BAD:" in inspect.getsource(function) or "# NESTED:" in inspect.getsource(function))
]


def _build(function: Callable[..., Any], module: tb.Module | None = None) -> tb.Module:
    module = module or tb.Module()

    def kernel(x: tb.Value, n: tb.Value) -> None:
        function(x, n, tb.arange(0, 8))

    module.kernel(name=function.__name__, x=FLOATS, n=tb.int32)(kernel)
    return module


def _in_a_version(function: Callable[..., Any]) -> Any:
    """The case in the newest version that has what it uses.

    3.7 is the last with block pointers, 3.8 the last where a pointer can be cast to one of constant data.
    """
    source = inspect.getsource(function)
    version = "3.7" if "make_block_ptr" in source else "3.8" if "CONSTANT.type" in source else "3.9"
    return pytest.param(function, marks=pytest.mark.triton(version), id=function.__name__)


@pytest.mark.parametrize("function", [_in_a_version(function) for function in MISUSES])
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
    assert place.startswith(f"{inspect.getsourcefile(function)}:")
    if "# BAD:" in lines[line - first]:
        assert place.split(":")[-2] == str(line)


def test_there_are_misuses() -> None:
    assert len(MISUSES) > 200


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


@pytest.mark.triton("3.9")
def test_const_pointers_are_read_only_for_atomic_stores() -> None:
    module = tb.Module()
    with pytest.raises(tb.BuildError, match="nothing can be stored through const_pointer<fp32>"):

        @module.kernel(x=tb.pointer(tb.float32, const=True))
        def kernel(x: tb.Value) -> None:
            tb.atomic_store(x, tb.atomic_load(x))


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
        _build(values.mixed_types)
    assert caught.value.diagnostic.message == "bits of integers can be combined, not of fp32"


def test_building_is_deterministic() -> None:
    texts = {_build(used_by_two_kernels).text(locations=True) for _ in range(3)}
    assert len(texts) == 1


def test_assertions_are_of_conditions() -> None:
    with pytest.raises(tb.BuildError, match="a condition is of type int1, not int32"):
        _build(lambda x, n, i: tb.device_assert(n, "n"), tb.Module(tb.Options(debug=True)))
