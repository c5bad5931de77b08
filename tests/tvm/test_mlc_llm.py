"""Structural equality with what MLC-LLM's own pass makes, apart from names and modules.

``MLC_LLM`` names a checkout of MLC-LLM (of July 2026 or newer), whose files are executed as they are but for the names
that versions of TVM spell differently.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("tvm.relax", reason="needs TVM: pip install '.[tvm]'")

import triton
import tvm
from triton.backends.compiler import GPUTarget
from tvm import relax, tirx
from tvm.relax.frontend import nn
from tvm_models import CUDA, DENSE, GROUPED, IS_0_25, TensorType, call, module_of, parameters

import xtriton.tvm
from xtriton.kernels import BlockScaledConfig
from xtriton.tvm.cuda_runtime import load_runtime

CHECKOUT = Path(os.environ.get("MLC_LLM", "/nowhere")) / "python" / "mlc_llm"
pytestmark = [
    pytest.mark.skipif(not CHECKOUT.is_dir(), reason="needs MLC_LLM=FOLDER, a checkout of MLC-LLM"),
]
SPELLINGS = (
    {"call.ty": "call.struct_info", "out_ty=out_ty": "out_sinfo=out_ty", "relax.Type": "relax.StructInfo"}
    if IS_0_25
    else {"arg.value.value": "int(arg.value)"}
)
"""Names in the files of MLC-LLM that the installed version of TVM spells otherwise."""


@pytest.fixture
def their_pass(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """MLC-LLM's pass. Its kernels are compiled for a GPU that is not present."""
    load_runtime()
    target = GPUTarget("cuda", 90, 32)
    driver = SimpleNamespace(get_current_target=lambda: target)
    monkeypatch.setattr(type(triton.runtime.driver), "active", property(lambda self: driver), raising=False)
    names = ("mlc_llm", "mlc_llm.op", "mlc_llm.support", "mlc_llm.compiler_pass")
    for name in names:
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    sys.modules["mlc_llm.support"].logging = logging  # type: ignore[attr-defined]
    for name in ("op/triton.py", "compiler_pass/dispatch_triton_kernel.py"):
        full_name = "mlc_llm." + name.removesuffix(".py").replace("/", ".")
        module = ModuleType(full_name)
        module.__file__ = str(CHECKOUT / name)
        monkeypatch.setitem(sys.modules, full_name, module)
        source = (CHECKOUT / name).read_text(encoding="utf-8")
        for theirs, ours in SPELLINGS.items():
            source = source.replace(theirs, ours)
        exec(compile(source, module.__file__, "exec"), module.__dict__)
    yield sys.modules["mlc_llm.compiler_pass.dispatch_triton_kernel"].DispatchTritonKernel  # type: ignore[attr-defined]


def renamed(module: Any, before: set[str]) -> tuple[dict[str, Any], list[Any]]:
    """The Relax functions of a module with its PrimFuncs under names by the order of calls; and these PrimFuncs.

    PrimFuncs that were there ``before`` dispatch keep their names.
    """
    called: list[str] = []

    @relax.expr_functor.visitor
    class Find(relax.expr_functor.PyExprVisitor):
        def visit_call_(self, call: Any) -> None:
            is_known = call.op != tvm.ir.Op.get("relax.call_tir") or call.args[0].name_hint in {*called, *before}
            if not is_known:
                called.append(call.args[0].name_hint)

    functions = {name.name_hint: function for name, function in module.functions_items()}
    relax_functions = {
        name: function for name, function in sorted(functions.items()) if isinstance(function, relax.Function)
    }
    for function in relax_functions.values():
        Find().visit_expr(function)
    assert sorted(called) == sorted(set(functions) - set(relax_functions) - before)
    text = tvm.ir.save_json(tvm.IRModule(relax_functions))
    for index, name in enumerate(called):
        text = text.replace(f'"{name}"', f'"kernel{index}"')
    again = tvm.ir.load_json(text)
    return {name.name_hint: function for name, function in again.functions_items()}, [functions[n] for n in called]


def module_with_all() -> Any:
    """Functions that call each other, one without calls, constant rows, an expression of rows, both element types."""
    narrow = DENSE.changed(N=136, K=200, BLOCK_SIZE_M=16, out_dtype="float16")
    builder = relax.BlockBuilder()

    def kernel(name: str, config: BlockScaledConfig, rows: Any) -> Any:
        variables, out = parameters(config, rows)
        with builder.function(name, variables):
            with builder.dataflow():
                first = builder.emit(call(config, variables, out))
                result = builder.emit_output(relax.op.add(first, call(config, variables, out)))
            builder.emit_func_output(result)
        return builder.get().get_global_var(name)

    inner = kernel("inner", narrow, tirx.Var("m", "int64"))
    kernel("grouped", GROUPED.changed(out_dtype="float16"), tirx.Var("m", "int64"))
    kernel("constant", GROUPED, 48)
    half = tirx.Var("h", "int64")
    variables, out = parameters(DENSE, half * 2 + 1)
    halves = relax.Var("halves", TensorType([half], "float32"))
    with builder.function("outer", [halves, *variables]):
        builder.emit_func_output(builder.emit(call(DENSE, variables, out)))
    others, _ = parameters(narrow, tirx.Var("m", "int64"))
    with builder.function("caller", others):
        builder.emit_func_output(builder.emit(relax.Call(inner, others)))
    plain = relax.Var("plain", TensorType([half, 3], "float32"))
    with builder.function("no_calls", [plain]):
        builder.emit_func_output(builder.emit(relax.op.exp(plain)))
    return builder.get().with_attr("kept", 3)


def their_graph(is_grouped: bool) -> Any:
    """A graph that MLC-LLM's own operators build, with two batch dimensions and odd sizes."""
    operators = sys.modules["mlc_llm.op.triton"]
    if not IS_0_25:  # TVM 0.27 takes the scalars of a PrimFunc before its results, for which this one is not written
        operators._compute_expert_id_per_block = lambda indptr, experts, rows, block: nn.op.extern(
            "ids", [indptr, rows], nn.Tensor.placeholder(((rows + block - 1) // block + experts,), "int32")
        )

    class Layer(nn.Module):
        def dense(self, x: Any, x_scale: Any, weight: Any, scale: Any) -> Any:
            return operators.fp8_groupwise_scaled_gemm(x, x_scale, weight, scale, (128, 128), "float16")

        def grouped(self, x: Any, x_scale: Any, weight: Any, scale: Any, indptr: Any) -> Any:
            return operators.fp8_groupwise_scaled_group_gemm(x, x_scale, weight, scale, indptr, (128, 128), "bfloat16")

    experts, columns, width = [4] if is_grouped else [], 129, 200
    arrays = {
        "x": nn.spec.Tensor(["b", "s", width], "float8_e4m3fn"),
        "x_scale": nn.spec.Tensor(["b", "s", 2], "float32"),
        "weight": nn.spec.Tensor([*experts, columns, width], "float8_e4m3fn"),
        "scale": nn.spec.Tensor([*experts, 2, 2], "float32"),
        **({"indptr": nn.spec.Tensor([5], "int32")} if is_grouped else {}),
        "$": {"param_mode": "none", "effect_mode": "none"},
    }
    module, _ = Layer().export_tvm({"grouped" if is_grouped else "dense": arrays})
    return module


MODULES = {
    "few": lambda: module_of(DENSE, GROUPED, DENSE),
    "all": module_with_all,
    "their_dense": lambda: their_graph(False),
    "their_grouped": lambda: their_graph(True),
}


@pytest.mark.parametrize("make", MODULES.values(), ids=MODULES)
def test_equal_to_their_result(their_pass: Any, make: Callable[[], Any]) -> None:
    module = make()
    target = tvm.target.Target({**CUDA, "arch": "sm_89"})
    before = {name.name_hint for name, function in module.functions_items() if isinstance(function, tirx.PrimFunc)}
    theirs, their_functions = renamed(their_pass(target)(module), before)
    ours, our_functions = renamed(xtriton.tvm.DispatchTritonKernel(target)(module), before)
    assert theirs.keys() == ours.keys()
    for name in theirs:
        tvm.ir.assert_structural_equal(ours[name], theirs[name], map_free_vars=True)
    for made, known in zip(our_functions, their_functions, strict=True):
        assert dict(made.attrs.items()).keys() == dict(known.attrs.items()).keys()
        assert len(made.params) == len(known.params)
        for parameter, other in zip(made.params, known.params, strict=True):
            types = [value.type_annotation if IS_0_25 else value.ty for value in (parameter, other)]
            tvm.ir.assert_structural_equal(*types, map_free_vars=True)
