"""``torch.compile(..., backend="xtriton_cpu")``."""

# pyright: basic, reportArgumentType=false
from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch")
pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import triton  # noqa: E402
import triton.language as tl  # noqa: E402
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402

import xtriton  # noqa: E402
from xtriton.compiler import inductor  # noqa: E402
from xtriton.compiler.from_source import compile_or_find  # noqa: E402
from xtriton.compiler.inductor import xtriton_cpu  # noqa: E402


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    torch.manual_seed(0)
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def compiled(function: Any, **options: Any) -> Any:
    return torch.compile(function, backend=xtriton_cpu, **options)


def sources(function: Any, *arguments: Any) -> str:
    """The code that inductor generates, on the way to which the function runs."""
    from torch._inductor.utils import run_and_get_code

    return "".join(run_and_get_code(compiled(function), *arguments)[1])


def test_the_backend_has_a_name() -> None:
    assert "xtriton_cpu" in torch._dynamo.list_backends()
    x = torch.randn(8, 100)
    torch.testing.assert_close(torch.compile(torch.exp, backend="xtriton_cpu")(x), torch.exp(x))


def test_kernels_are_of_triton() -> None:
    code = sources(lambda x: torch.softmax(x * 2, -1), torch.randn(8, 100))
    assert "async_compile.triton(" in code
    assert "async_compile.cpp" not in code


class Block(nn.Module):
    """A transformer block: RMS norm, rotary embedding, causal attention, layer norm, a gated linear unit."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.RMSNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width)
        self.gate, self.up, self.down = (nn.Linear(*shape) for shape in 2 * [(width, 4 * width)] + [(4 * width, width)])

    def rotated(self, x: Any, angle: Any) -> Any:
        left, right = x.chunk(2, -1)
        return x * angle.cos() + torch.cat([-right, left], -1) * angle.sin()

    def forward(self, x: Any, angle: Any) -> Any:
        batch, length, width = x.shape
        parts = self.qkv(self.first(x)).chunk(3, -1)
        q, k, v = (part.view(batch, length, self.heads, -1).transpose(1, 2) for part in parts)
        q, k = self.rotated(q, angle), self.rotated(k, angle)
        seen = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(seen.transpose(1, 2).reshape(batch, length, width))
        hidden = self.second(x)
        return x + self.down(functional.silu(self.gate(hidden)) * self.up(hidden))


def gradients(model: Any, run: Callable[..., Any], *arguments: Any) -> list[Any]:
    model.zero_grad()
    run(*arguments).square().mean().backward()
    return [parameter.grad.clone() for parameter in model.parameters()]


def test_a_layer_and_its_gradients() -> None:
    model = nn.Sequential(nn.LayerNorm(64), nn.Linear(64, 32), nn.SiLU())
    x = torch.randn(6, 64)
    run = compiled(model)
    torch.testing.assert_close(run(x), model(x), rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(gradients(model, run, x), gradients(model, model, x), rtol=1e-3, atol=1e-6)


@pytest.mark.slow
def test_transformer_block_and_its_gradients() -> None:
    model = Block(64, 4)
    x, angle = torch.randn(2, 24, 64), torch.rand(24, 16)
    run = compiled(model)
    torch.testing.assert_close(run(x, angle), model(x, angle), rtol=1e-4, atol=1e-5)
    expected = gradients(model, model, x, angle)
    torch.testing.assert_close(gradients(model, run, x, angle), expected, rtol=1e-3, atol=1e-6)


@pytest.mark.slow
def test_dynamic_shapes() -> None:
    run = compiled(lambda x: torch.softmax(x + 1, -1).sum(0), dynamic=True)
    for length in (5, 100, 1000):
        x = torch.randn(7, length)
        torch.testing.assert_close(run(x), torch.softmax(x + 1, -1).sum(0))


CASES: dict[str, tuple[Callable[..., Any], Callable[[], tuple[Any, ...]]]] = {
    "bf16": (lambda x: functional.gelu(x) * torch.sigmoid(x), lambda: (torch.randn(100, 77).bfloat16(),)),
    "batch norm": (lambda x: functional.batch_norm(x, None, None, training=True), lambda: (torch.randn(8, 5, 6, 6),)),
    "cumulative sum": (lambda x: x.cumsum(-1), lambda: (torch.randn(33, 700),)),
    "cumulative maximum": (lambda x: x.cummax(-1), lambda: (torch.randn(33, 700),)),
    "cumulative sum of exponentials": (lambda x: x.logcumsumexp(-1), lambda: (torch.randn(33, 700),)),
    "sort": (lambda x: torch.sort(x, dim=-1, stable=True), lambda: (torch.randn(33, 64),)),
    "arg max": (lambda x: x.argmax(-1), lambda: (torch.randn(33, 700),)),
    "embedding": (lambda i, w: functional.embedding(i, w) * 2,
                  lambda: (torch.randint(0, 50, (64,)), torch.randn(50, 64))),
    "scatter": (lambda i, x: torch.zeros(50, 64).index_add(0, i, x),
                lambda: (torch.randint(0, 50, (64,)), torch.randn(64, 64))),
    "pooling": (lambda x: functional.max_pool2d(x, 2), lambda: (torch.randn(2, 3, 20, 20),)),
    "interpolation": (lambda x: functional.interpolate(x, scale_factor=2, mode="bilinear"),
                      lambda: (torch.randn(2, 3, 10, 10),)),
    "cross entropy": (functional.cross_entropy, lambda: (torch.randn(64, 1000), torch.randint(0, 1000, (64,)))),
    "special functions": (lambda x: torch.erfinv(torch.tanh(x)) + torch.lgamma(x.abs() + 1) + torch.special.i0(x),
                          lambda: (torch.randn(1000),)),
    "integers": (lambda x: (x * 3 // 2) % 7 ^ (x << 2), lambda: (torch.randint(-100, 100, (1000,)),)),
    "integers that wrap around": (
        lambda x: (x * x + x, x.to(torch.int8) * x.to(torch.int8), x.short() - 3 * x.short()),
        lambda: (torch.randint(-(2**31), 2**31, (1000,), dtype=torch.int32),),
    ),
    "no elements": (lambda x: x + 1, lambda: (torch.randn(0, 3),)),
}  # fmt: skip


@pytest.mark.parametrize(
    "name", ["batch norm", *(pytest.param(n, marks=pytest.mark.slow) for n in CASES if n != "batch norm")]
)
def test_results_are_those_of_torch(name: str) -> None:
    function, make = CASES[name]
    arguments = make()
    tolerance = 1e-2 if name == "bf16" else 1e-4
    torch.testing.assert_close(
        compiled(function)(*arguments), function(*arguments), rtol=tolerance, atol=tolerance, equal_nan=True
    )


@pytest.mark.slow
def test_modes_and_settings_are_those_of_inductor() -> None:
    x = torch.randn(8, 100)
    for options in ({"mode": "reduce-overhead"}, {"options": {"max_autotune_pointwise": True}}):
        torch._dynamo.reset()
        torch.testing.assert_close(compiled(torch.tanh, **options)(x), torch.tanh(x))


def test_settings_are_restored() -> None:
    from torch._inductor import config
    from torch._inductor.runtime.triton_heuristics import CachingAutotuner

    before = config.cpu_backend, config.compile_threads, config.fx_graph_cache, CachingAutotuner.precompile
    compiled(torch.exp)(torch.randn(10))
    assert (config.cpu_backend, config.compile_threads, config.fx_graph_cache, CachingAutotuner.precompile) == before


def test_inputs_elsewhere_are_refused() -> None:
    with pytest.raises(Exception, match="backend 'xtriton_cpu' is for the CPU, but inputs are on meta"):
        compiled(torch.exp)(torch.randn(10, device="meta"))


def test_kernels_check_indices_but_not_overflow() -> None:
    """Each check of an overflow is a loop over the block: there are hundreds where indices are computed."""
    pool = compiled(lambda x: functional.avg_pool2d(x, 3, 2, 1, count_include_pad=False))
    x = torch.randn(2, 3, 13, 14, requires_grad=True)
    made: list[Any] = []

    def compile_and_keep(*arguments: Any) -> Any:
        made.append(compile_or_find(*arguments))
        return made[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inductor, "compile_or_find", compile_and_keep)
        pool(x).sum().backward()
    assert len(made) > 1 and all(kernel.metadata["options"]["debug"] for kernel in made)
    assert not any("overflow" in kernel.asm["ttir"] for kernel in made)
    expected = torch.autograd.grad(functional.avg_pool2d(x, 3, 2, 1, count_include_pad=False).sum(), x)[0]
    torch.testing.assert_close(x.grad, expected)


@triton.jit
def scale_and_add_exponential(x, out, n, scale, SIZE: tl.constexpr):
    i = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    number = tl.load(x + i, mask=i < n)
    tl.store(out + i, number * scale + tl.exp(number), mask=i < n)


TUNED = triton.autotune([triton.Config({"SIZE": size}) for size in (32, 64)], key=["n"])(scale_and_add_exponential)


@pytest.mark.parametrize("backend", ["eager", "xtriton_cpu"])
def test_compiled_functions_launch_kernels_of_the_user(backend: str) -> None:
    """torch traces what a function calls, but not Triton's front end, with which it fails."""

    def launch(x: Any) -> Any:
        x = x + 1
        out = torch.empty_like(x)
        scale_and_add_exponential[(triton.cdiv(x.numel(), 64),)](x, out, x.numel(), 2.5, SIZE=64)
        tuned = torch.empty_like(x)
        TUNED[lambda meta: (triton.cdiv(x.numel(), meta["SIZE"]),)](x, tuned, x.numel(), 2.5)
        return out.relu() - tuned

    run = torch.compile(launch, backend=backend)
    with xtriton.on_cpu():
        for length in (100, 100, 333):
            x = torch.randn(length)
            number = 2.5 * (x + 1) + (x + 1).exp()
            torch.testing.assert_close(run(x), number.relu() - number)


def test_indices_out_of_range_end_in_an_error() -> None:
    function = compiled(lambda i, w: functional.embedding(i, w) * 2)
    with pytest.raises(Exception, match="index out of bounds"):
        function(torch.tensor([0, 70]), torch.randn(50, 64))


def test_kernels_that_do_not_compile_are_located(monkeypatch: pytest.MonkeyPatch) -> None:
    from xtriton.ir.diagnostics import error
    from xtriton.ir.locations import UNKNOWN

    def refuse(*_: Any, **__: Any) -> Any:
        raise error(UNKNOWN, "the kernel is refused")

    monkeypatch.setattr(inductor, "compile_or_find", refuse)
    with pytest.raises(Exception, match="the kernel is refused") as caught:
        compiled(torch.asinh)(torch.randn(10))  # of which inductor has no kernel yet
    assert "DiagnosticError" in str(caught.value)


class _Tuner:
    """A stand-in for inductor's ``CachingAutotuner`` with what ``_configs`` reads."""

    def __init__(self, hints: dict[str, int], scores: dict[str, int] | None, *blocks: dict[str, int]) -> None:
        self.size_hints = hints
        self.inductor_meta = {} if scores is None else {"tiling_scores": scores}
        self.configs = [SimpleNamespace(kwargs=kwargs, num_warps=8) for kwargs in blocks]


@pytest.mark.parametrize(
    ("tuner", "expected"),
    [
        pytest.param(
            _Tuner({"x": 4096, "r0_": 1024}, {"x": 0, "r0_": 9}, {"XBLOCK": 1}, {"XBLOCK": 8}),
            [{"XBLOCK": 1}, {"XBLOCK": 4}],
            id="rows at once",
        ),
        pytest.param(
            _Tuner({"x": 64, "r0_": 8192}, {"x": 0, "r0_": 9}, {"XBLOCK": 1}, {"XBLOCK": 8}),
            [{"XBLOCK": 1}],
            id="a long row at once",
        ),
        pytest.param(
            _Tuner({"x": 2048, "r0_": 64}, {"x": 9, "r0_": 0}, {"XBLOCK": 8}), [{"XBLOCK": 8}], id="columns at once"
        ),
        pytest.param(
            _Tuner(
                {"x": 512, "r0_": 4096},
                {"x": 9, "r0_": 1},
                {"XBLOCK": 64, "R0_BLOCK": 64},
                {"XBLOCK": 1, "R0_BLOCK": 2048},
            ),
            [{"XBLOCK": 256, "R0_BLOCK": 1}, {"XBLOCK": 512, "R0_BLOCK": 1}],
            id="across rows",
        ),
        pytest.param(
            _Tuner({"x": 64, "r0_": 4096}, {"x": 9, "r0_": 1}, {"XBLOCK": 64, "R0_BLOCK": 64}),
            [{"XBLOCK": 64, "R0_BLOCK": 64}],
            id="across short rows",
        ),
        pytest.param(
            _Tuner({"x": 512, "r0_": 4096}, {"x": 0, "r0_": 9}, {"XBLOCK": 1, "R0_BLOCK": 2048}),
            [{"XBLOCK": 1, "R0_BLOCK": 1024}],
            id="along rows, in a loop",
        ),
        pytest.param(
            _Tuner(
                {"x": 512, "r0_": 4096},
                {"x": 0, "r0_": 9},
                {"XBLOCK": 8, "R0_BLOCK": 512},
                {"XBLOCK": 64, "R0_BLOCK": 64},
                {"XBLOCK": 64, "R0_BLOCK": 8},
            ),
            [{"XBLOCK": 8, "R0_BLOCK": 128}, {"XBLOCK": 64, "R0_BLOCK": 64}, {"XBLOCK": 64, "R0_BLOCK": 8}],
            id="along several rows, in a loop",
        ),
        pytest.param(
            _Tuner({"x": 512, "y": 4, "r0_": 4096}, {"x": 9, "y": 9, "r0_": 9}, {"XBLOCK": 64, "R0_BLOCK": 64}),
            [{"XBLOCK": 64, "R0_BLOCK": 64}],
            id="three dimensions",
        ),
        pytest.param(_Tuner({"x": 4096, "r0_": 1024}, None, {"XBLOCK": 8}), [{"XBLOCK": 8}], id="nothing known"),
        pytest.param(_Tuner({"x": 4096}, {"x": 1}, {"XBLOCK": 1024}), [{"XBLOCK": 1024}], id="no reduction"),
    ],
)
def test_blocks_of_reductions_are_those_for_a_cache(tuner: _Tuner, expected: list[dict[str, int]]) -> None:
    given = [dict(config.kwargs) for config in tuner.configs]
    found = inductor._configs(tuner)
    assert [config.kwargs for config in found] == expected
    assert {config.num_warps for config in found} == {8}
    assert [config.kwargs for config in tuner.configs] == given  # inductor may share them between kernels
