"""Structural equality with what MLC-LLM's own pass makes, apart from names and modules.

``MLC_LLM`` names a checkout of MLC-LLM, whose files are executed as they are but for the access to integer constants,
which TVM 0.26 has changed.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("tvm.relax", reason="needs TVM: pip install '.[tvm]'")

import triton
import tvm
from triton.backends.compiler import GPUTarget
from tvm import relax
from tvm_models import CUDA, DENSE, GROUPED, IS_0_25, module_of

import xtriton.tvm
from xtriton.tvm.cuda_runtime import load_runtime

CHECKOUT = Path(os.environ.get("MLC_LLM", "/nowhere")) / "python" / "mlc_llm"
pytestmark = [
    pytest.mark.skipif(not CHECKOUT.is_dir(), reason="needs MLC_LLM=FOLDER, a checkout of MLC-LLM"),
    pytest.mark.skipif(IS_0_25, reason="MLC-LLM's pass needs TVM 0.26"),
]


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
        source = (CHECKOUT / name).read_text(encoding="utf-8").replace("arg.value.value", "int(arg.value)")
        exec(compile(source, module.__file__, "exec"), module.__dict__)
    yield sys.modules["mlc_llm.compiler_pass.dispatch_triton_kernel"].DispatchTritonKernel  # type: ignore[attr-defined]


def renamed(module: Any) -> tuple[dict[str, Any], list[Any]]:
    """The Relax functions of a module with its PrimFuncs under names by the order of calls; and these PrimFuncs."""
    called: list[str] = []

    @relax.expr_functor.visitor
    class Find(relax.expr_functor.PyExprVisitor):
        def visit_call_(self, call: Any) -> None:
            if call.op == tvm.ir.Op.get("relax.call_tir") and call.args[0].name_hint not in called:
                called.append(call.args[0].name_hint)

    functions = {name.name_hint: function for name, function in module.functions_items()}
    relax_functions = {
        name: function for name, function in sorted(functions.items()) if isinstance(function, relax.Function)
    }
    for function in relax_functions.values():
        Find().visit_expr(function)
    assert sorted(called) == sorted(set(functions) - set(relax_functions))
    text = tvm.ir.save_json(tvm.IRModule(relax_functions))
    for index, name in enumerate(called):
        text = text.replace(f'"{name}"', f'"kernel{index}"')
    again = tvm.ir.load_json(text)
    return {name.name_hint: function for name, function in again.functions_items()}, [functions[n] for n in called]


def test_equal_to_their_result(their_pass: Any) -> None:
    module = module_of(DENSE, GROUPED, DENSE)
    target = tvm.target.Target(CUDA)
    theirs, their_functions = renamed(their_pass(target)(module))
    ours, our_functions = renamed(xtriton.tvm.DispatchTritonKernel(target)(module))
    assert theirs.keys() == ours.keys()
    for name in theirs:
        tvm.ir.assert_structural_equal(ours[name], theirs[name], map_free_vars=True)
    for made, known in zip(our_functions, their_functions, strict=True):
        assert dict(made.attrs.items()).keys() == dict(known.attrs.items()).keys()
        assert len(made.params) == len(known.params)
        for parameter, other in zip(made.params, known.params, strict=True):
            tvm.ir.assert_structural_equal(parameter.ty, other.ty, map_free_vars=True)
