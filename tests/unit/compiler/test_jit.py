"""Passes of the user inside of Triton's JIT: their effect, where they run, and caching."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import pytest
import triton
import triton.language as tl
from parity.kernels import KERNELS
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.compiler import CUDABackend
from triton.compiler import ASTSource
from triton.runtime._async_compile import AsyncCompileMode
from triton.runtime.driver import driver
from triton.runtime.jit import MockTensor
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition

import xtriton
from xtriton.dialects.tt import LoadOp
from xtriton.dialects.upstream.arith import AddFOp, MulFOp, SubFOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.op import Op
from xtriton.passes import PASSES
from xtriton.passes.base import OperationPass, Pass, option
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter

TARGET = GPUTarget("cuda", 90, 32)
TENSOR = MockTensor(tl.float32)


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, inside) + tl.load(y + at, inside), inside)


@pattern(AddFOp)
def product(op: AddFOp, rewriter: Rewriter) -> bool:
    rewriter.replace_by(op, MulFOp(op.lhs, op.rhs))
    return True


@pattern(MulFOp)
def difference(op: MulFOp, rewriter: Rewriter) -> bool:
    rewriter.replace_by(op, SubFOp(op.lhs, op.rhs))
    return True


@dataclass(frozen=True)
class AddToMul(OperationPass):
    """Multiply instead of adding."""

    name: ClassVar[str] = "add-to-mul"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        rewrite_greedily(op, PatternSet([product]))


@dataclass(frozen=True)
class MulToSub(OperationPass):
    """Subtract instead of multiplying."""

    name: ClassVar[str] = "mul-to-sub"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        rewrite_greedily(op, PatternSet([difference]))


@dataclass(frozen=True)
class Reject(Pass):
    """Reject loads."""

    name: ClassVar[str] = "reject"
    why: str = option("no loads today", "the reason")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        raise error(next(op for op in module.walk() if isinstance(op, LoadOp)).location, self.why)


@pytest.fixture(autouse=True)
def compilations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """An empty cache on disk, and for each compilation whether it was found there."""
    found: list[bool] = []
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(
        triton.knobs.compilation, "listener", lambda **told: found.append(told["cache_hit"]), raising=False
    )
    yield found
    assert triton.knobs.runtime.add_stages_inspection_hook is None
    assert triton.knobs.compilation.instrumentation_mode == ""
    add.device_caches.clear()


def compiled(capability: int = 90, **options: Any) -> Any:
    types = {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32", "BLOCK": "constexpr"}
    source = ASTSource(add, types, {"BLOCK": 128})
    return triton.compile(source, target=GPUTarget("cuda", capability, 32), options=options)


def operation(kernel: Any) -> str:
    """The operation that a kernel applies to its two numbers."""
    (name,) = [name for name in ("add", "mul", "sub") if f"{name}.f32" in kernel.asm["ptx"]]
    return name


def warm(**options: Any) -> str:
    return operation(add.warmup(TENSOR, TENSOR, TENSOR, 100, BLOCK=128, grid=(1,), **options))


@pytest.fixture
def some_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver of the user's own."""
    stand_in = SimpleNamespace(
        get_current_target=lambda: TARGET, get_current_device=lambda: 0, get_current_stream=lambda device: 0
    )
    monkeypatch.setattr(driver, "_active", stand_in)


def test_a_pass_changes_kernels_compiled_inside():
    before = compiled()
    with xtriton.jit_passes(after="triton-combine", passes=[AddToMul()]):
        inside = compiled()
    after = compiled()
    assert (operation(before), operation(inside), operation(after)) == ("add", "mul", "add")
    assert after.asm["cubin"] == before.asm["cubin"]


def test_kernels_that_passes_do_not_change_keep_their_code():
    """Locations cross the border, too: the code is the same, line tables included."""

    @dataclass(frozen=True)
    class Nothing(AddToMul):
        """Do nothing."""

        name: ClassVar[str] = "nothing"

        def apply_to(self, ctx: Context, op: Operation) -> None:
            assert any(isinstance(inner, AddFOp) for inner in op.walk())

    before = compiled()
    for place in ("triton-combine", "tritongpu-coalesce"):
        with xtriton.jit_passes(before=place, passes=[Nothing()]):
            inside = compiled()
        assert inside.asm["ttgir"] == before.asm["ttgir"]
        assert inside.asm["ptx"] == before.asm["ptx"]


@pytest.mark.parametrize("name", ["attention_forward_causal", "softmax_online", "loop_kinds"])
def test_real_kernels_stay_as_they_were(name: str):
    """TTIR by xtriton's passes, or TTGIR in two halves: every byte of the PTX is Triton's own."""
    kernel = KERNELS[name]

    def ptx() -> str:
        source = ASTSource(kernel.fn, kernel.types(), dict(kernel.constants), kernel.attributes())
        return triton.compile(source, target=TARGET, options=dict(kernel.options)).asm["ptx"]

    before = ptx()
    for place in ("triton-combine", "tritongpu-accelerate-matmul"):
        with xtriton.jit_passes(after=place, passes="symbol-dce"):
            assert ptx() == before


@irdl_op_definition
class ForeignOp(Op):
    """An operation that Triton does not know."""

    name = "foreign.op"
    SYNTAX: ClassVar = "attr-dict"


@dataclass(frozen=True)
class Foreign(Pass):
    """Add an operation of another dialect."""

    name: ClassVar[str] = "foreign"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        load = next(op for op in module.walk() if isinstance(op, LoadOp))
        assert load.parent is not None
        load.parent.insert_op_before(ForeignOp(), load)


def test_ir_that_triton_cannot_read():
    with pytest.raises(DiagnosticError) as caught, xtriton.jit_passes(after="cse", passes=[Foreign()]):
        compiled()
    problem, where = str(caught.value).splitlines()
    assert "error: Triton cannot read what the passes have made: Dialect `foreign' not found" in problem
    assert "note: at: foreign.op" in where


def test_caches_in_memory_and_on_disk(some_gpu: None, compilations: list[bool]):
    assert warm() == "add"
    with xtriton.jit_passes(after="triton-combine", passes=[AddToMul()]):
        assert [warm(), warm()] == ["mul", "mul"]
    assert warm() == "add"
    assert compilations == [False, False]
    with xtriton.jit_passes(after="triton-combine", passes=[AddToMul()]):
        assert warm() == "mul"
        assert compilations == [False, False]
        add.device_caches.clear()
        assert warm() == "mul"
    assert compilations == [False, False, True]
    add.device_caches.clear()
    assert warm() == "add"
    assert compilations == [False, False, True, True]


def test_kernels_compiled_inside_first_do_not_leak(some_gpu: None, compilations: list[bool]):
    with xtriton.jit_passes(after="triton-combine", passes=[AddToMul()]):
        assert (warm(), operation(compiled())) == ("mul", "mul")
    assert (warm(), operation(compiled())) == ("add", "add")


_EDITED = """\
from dataclasses import dataclass
from typing import ClassVar

from xtriton.dialects.upstream.arith import AddFOp, {op}
from xtriton.passes.base import OperationPass
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern


def other(op):
    return {op}(op.lhs, op.rhs)


@pattern(AddFOp)
def rewritten(op, rewriter):
    rewriter.replace_by(op, other(op))
    return True


PATTERNS = PatternSet([rewritten])


@dataclass(frozen=True)
class Edited(OperationPass):
    \"\"\"{help}\"\"\"

    name: ClassVar[str] = "edited"
    number: int = 0

    def apply_to(self, ctx, op):
        rewrite_greedily(op, PATTERNS)
"""


@pytest.fixture
def edited(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Makes a pass as if its file had been edited and imported anew."""

    def make(op: str = "MulFOp", help: str = "Help.") -> Any:
        module = ModuleType("users_module")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(_EDITED.format(op=op, help=help), module.__dict__)
        return module.__dict__["Edited"]

    return make


def test_an_edited_pass_is_never_hidden(edited: Callable[..., Any], compilations: list[bool]):
    """The edit is in a function that the pass names only by way of a pattern in a table."""
    for made, expected in ((edited(), "mul"), (edited(op="SubFOp"), "sub"), (edited(), "mul")):
        with xtriton.jit_passes(after="triton-combine", passes=[made()]):
            assert operation(compiled()) == expected
    assert compilations == [False, False, True]
    with xtriton.jit_passes(after="triton-combine", passes=[edited(help="More help.")()]):
        assert operation(compiled()) == "mul"
    assert compilations == [False, False, True, True]


def test_options_and_places_are_part_of_the_key(edited: Callable[..., Any], compilations: list[bool]):
    made = edited()
    for number, place in ((0, "cse"), (1, "cse"), (0, "canonicalize"), (0, "cse")):
        with xtriton.jit_passes(after=place, passes=[made(number)]):
            assert operation(compiled()) == "mul"
    with xtriton.jit_passes(before="cse", passes=[made(0)]):
        assert operation(compiled()) == "mul"
    assert compilations == [False, False, False, True, False]


PLACES: list[tuple[dict[str, Any], str]] = [
    ({"before": "triton-combine", "passes": [AddToMul()]}, "mul"),
    ({"before": "inline", "passes": [AddToMul(), MulToSub()]}, "sub"),
    ({"before": "inline", "passes": [MulToSub(), AddToMul()]}, "mul"),
    ({"replace": "triton-combine", "passes": AddToMul()}, "mul"),
    ({"replace": "triton-loop-unroll"}, "add"),
    ({"after": "ttgir:canonicalize#2", "passes": (AddToMul(), "cse")}, "mul"),
    ({"after": "tritongpu-coalesce", "passes": [AddToMul()]}, "mul"),
    ({"ttir": ["inline,canonicalize", AddToMul()]}, "mul"),
    ({"ttir": "make-ttir{target=cuda:90}", "after": "cse", "passes": [AddToMul()]}, "mul"),
    ({"ttgir": [AddToMul(), "make-ttgir{target=cuda:90}"]}, "mul"),
]


@pytest.mark.parametrize(("arguments", "expected"), PLACES, ids=str)
def test_places(arguments: dict[str, Any], expected: str):
    with xtriton.jit_passes(**arguments):
        assert operation(compiled()) == expected


def test_nesting():
    first, second = AddToMul(), MulToSub()
    with xtriton.jit_passes(after="triton-combine", passes=[first]):
        with xtriton.jit_passes(after="triton-combine", passes=[second]):
            assert operation(compiled()) == "mul"  # The inner one is nearer to the anchor, and meets no product.
        assert operation(compiled()) == "mul"
        with xtriton.jit_passes(after="add-to-mul", passes=[second]):
            assert operation(compiled()) == "sub"
            with xtriton.jit_passes(ttir="inline"):
                assert operation(compiled()) == "add"
        assert operation(compiled()) == "mul"
    assert operation(compiled()) == "add"


def test_hooks_are_restored(monkeypatch: pytest.MonkeyPatch):
    hooked: list[str] = []

    def hook(*arguments: Any) -> tuple[str, str] | None:
        if not arguments:  # what Triton asks since 3.7
            return "", ""
        hooked.append(arguments[2].instrumentation_mode)
        return None

    monkeypatch.setattr(triton.knobs.runtime, "add_stages_inspection_hook", hook)
    monkeypatch.setattr(triton.knobs.compilation, "instrumentation_mode", "mine")
    originals = CUDABackend.parse_options, CUDABackend.hash, AsyncCompileMode.submit
    with pytest.raises(KeyError), xtriton.jit_passes(after="cse", passes=[AddToMul()]):
        assert triton.knobs.compilation.instrumentation_mode.startswith("mine,xtriton-")
        with pytest.raises(ZeroDivisionError), xtriton.jit_passes(after="cse", passes=[MulToSub()]):
            raise ZeroDivisionError
        assert operation(compiled()) == "mul"
        raise KeyError
    assert (CUDABackend.parse_options, CUDABackend.hash, AsyncCompileMode.submit) == originals
    assert triton.knobs.runtime.add_stages_inspection_hook is hook
    assert triton.knobs.compilation.instrumentation_mode == "mine"
    assert len(hooked) == 1
    monkeypatch.undo()


def test_a_pass_that_only_other_targets_have():
    with xtriton.jit_passes(after="triton-rewrite-tensor-descriptor-to-pointer", passes=[AddToMul()]):
        assert operation(compiled(80)) == "mul"
        with pytest.raises(ValueError, match=r"no stage has the pass .triton-rewrite-tensor-.* for cuda:90"):
            compiled()


def test_a_pass_that_fails():
    with pytest.raises(DiagnosticError) as caught, xtriton.jit_passes(before="cse", passes=[Reject("not these")]):
        compiled()
    line = add.starting_line_number + 4
    assert str(caught.value).startswith(f"{__file__}:{line}:")
    assert str(caught.value).endswith("error: not these")
    files = {frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)}
    assert files <= {__file__, *(name for name in files if name.endswith("contextlib.py"))}
    assert operation(compiled()) == "add"


def test_a_stage_for_other_numbers_of_warps():
    with (
        pytest.raises(DiagnosticError, match=r"must give the module the attribute ttg\.num-warps = 8"),
        xtriton.jit_passes(ttgir="make-ttgir{target=cuda:90}"),
    ):
        compiled(num_warps=8)


def test_options_reach_a_stage_that_is_changed():
    with xtriton.jit_passes(after="tritongpu-coalesce", passes=[AddToMul()]):
        kernel = compiled(num_warps=8, maxnreg=64)
    assert '"ttg.num-warps" = 8' in kernel.asm["ttgir"]
    assert ".reqntid 256" in kernel.asm["ptx"]
    assert ".maxnreg 64" in kernel.asm["ptx"]


def test_warmup_without_a_gpu(compilations: list[bool]):
    with xtriton.jit_passes(after="cse", passes=[AddToMul()], target="cuda:80"):
        kernel = add.warmup(TENSOR, TENSOR, TENSOR, 100, BLOCK=128, grid=(1,))
        assert operation(kernel) == "mul"
        assert ".target sm_80" in kernel.asm["ptx"]
        with pytest.raises(RuntimeError, match=r"target='cuda:80' .* are not launched: call kernel.warmup"):
            add[(1,)](TENSOR, TENSOR, TENSOR, 100, BLOCK=128)
    assert driver._active is None
    assert compilations == [False]


def test_autotuned_kernels(some_gpu: None):
    tuned = triton.autotune([triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 256}, num_warps=8)], ["n"])(add)
    with xtriton.jit_passes(after="cse", passes=[AddToMul()]):
        tuned.warmup(TENSOR, TENSOR, TENSOR, 100, grid=(1,))
        inside = [operation(kernel) for kernel in add.device_caches[0][0].values()]
    assert inside == ["mul", "mul"]


def test_autotuners_tune_anew_with_passes(some_gpu: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """The fastest configuration outside is the slowest inside; each is remembered, in memory and on disk."""
    monkeypatch.setenv("TRITON_CACHE_AUTOTUNING", "1")
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    configs = [triton.Config({"BLOCK": block}) for block in (64, 256)]
    tunings: list[int] = []

    def bench(*arguments: Any, config: triton.Config, **meta: Any) -> list[float]:
        block = config.kwargs["BLOCK"]
        tunings.append(block)
        inside = triton.knobs.compilation.instrumentation_mode != ""
        return [float(block if inside else -block)] * 3

    def chosen() -> int:
        launches: list[int] = []
        monkeypatch.setattr(add, "run", lambda *_, BLOCK, **how: launches.append(BLOCK))
        tuned[1,](TENSOR, TENSOR, TENSOR, 100)
        return launches[-1]

    tuned = triton.autotune(configs, ["n"])(add)
    monkeypatch.setattr(tuned, "_bench", bench)
    assert chosen() == 256
    with xtriton.jit_passes(after="cse", passes=[AddToMul()]):
        assert chosen() == 64
        with xtriton.jit_passes(after="cse", passes=[MulToSub()]):
            assert chosen() == 64
        assert chosen() == 64
    assert chosen() == 256
    assert tunings == [64, 256] * 3


@pytest.mark.parametrize("outer", ["passes", "threads"])
def test_compiling_in_threads(some_gpu: None, outer: str):
    """Kernels submitted inside are compiled with the passes, in whatever thread and however late."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(Event().wait, 0.3)  # The compilation comes late.
        if outer == "passes":
            with xtriton.jit_passes(after="cse", passes=[AddToMul()]), AsyncCompileMode(pool):
                add.warmup(TENSOR, TENSOR, TENSOR, 100, BLOCK=128, grid=(1,))
        else:
            with AsyncCompileMode(pool):
                add.warmup(TENSOR, TENSOR, TENSOR, 100, BLOCK=128, grid=(1,))
                with xtriton.jit_passes(after="cse", passes=[AddToMul()]):
                    add.warmup(TENSOR, TENSOR, TENSOR, 100, BLOCK=128, grid=(1,))
    with xtriton.jit_passes(after="cse", passes=[AddToMul()]):
        assert warm() == "mul"
    assert warm() == "add"


def test_options_that_get_out(compilations: list[bool]):
    """Compilations outside with options from inside run no passes, and do not corrupt the cache."""
    with xtriton.jit_passes(after="cse", passes=[AddToMul()]):
        mode = triton.knobs.compilation.instrumentation_mode
    assert operation(compiled(instrumentation_mode=mode)) == "add"
    with xtriton.jit_passes(after="cse", passes=[AddToMul()]):
        assert mode == triton.knobs.compilation.instrumentation_mode
        assert operation(compiled()) == "mul"
        assert operation(compiled(instrumentation_mode="")) == "add"
    assert operation(compiled(instrumentation_mode=mode)) == "add"
    assert compilations == [False, False, False, True]


def test_contexts_of_threads_end_in_any_order():
    """The first context ends while the second, entered later, goes on."""
    first, second = (
        xtriton.jit_passes(after="cse", passes=[AddToMul()]),
        xtriton.jit_passes(before="inline", passes=["cse"]),
    )
    first.__enter__()
    second.__enter__()
    assert operation(compiled()) == "mul"
    first.__exit__(None, None, None)
    assert operation(compiled()) == "add"
    second.__exit__(None, None, None)


def test_the_knob_is_needed(monkeypatch: pytest.MonkeyPatch):
    with xtriton.jit_passes(after="cse", passes=[AddToMul()]):
        mode = triton.knobs.compilation.instrumentation_mode
        triton.knobs.compilation.instrumentation_mode = "proton"
        with pytest.raises(ValueError, match="but it was set to 'proton'"):
            compiled()
        triton.knobs.compilation.instrumentation_mode = mode
    triton.knobs.compilation.instrumentation_mode = "consan"
    with pytest.raises(ValueError, match="concurrency sanitizer"), xtriton.jit_passes(ttir="inline"):
        pytest.fail("the context was entered")
    triton.knobs.compilation.instrumentation_mode = ""


def test_only_consan_means_something_to_triton():
    """A text in the option, and nothing else, changes nothing that is compiled."""
    assert compiled(instrumentation_mode="xtriton-0").asm["ptx"] == compiled().asm["ptx"]


def test_passes_by_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(PASSES, "add-to-mul", f"{__name__}:AddToMul")
    with xtriton.jit_passes(after="cse", passes=["add-to-mul,cse"]):
        assert operation(compiled()) == "mul"


def test_a_decorator():
    @xtriton.jit_passes(after="cse", passes=[AddToMul()])
    def inside() -> str:
        return operation(compiled())

    assert [inside(), operation(compiled()), inside()] == ["mul", "add", "mul"]


def test_warnings_are_told(capfd: pytest.CaptureFixture[str]):
    from xtriton.ir.diagnostics import Diagnostic, Severity

    @dataclass(frozen=True)
    class Remark(Pass):
        """Say something."""

        name: ClassVar[str] = "remark"

        def apply(self, ctx: Context, module: ModuleOp) -> None:
            ctx.diagnostics.emit(Diagnostic(Severity.REMARK, module.location, "seen"))

    with xtriton.jit_passes(after="cse", passes=[Remark()]):
        compiled()
    assert capfd.readouterr().err.rstrip().endswith("remark: seen")
