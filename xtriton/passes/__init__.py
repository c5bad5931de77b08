"""The registry of passes: name -> ``module:Class``. Nothing is imported until a pipeline names the pass."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xtriton.passes.base import Pass

PASSES: dict[str, str] = {
    "canonicalize": "xtriton.passes.common.canonicalize:Canonicalize",
    "cse": "xtriton.passes.common.cse:Cse",
    "inline": "xtriton.passes.common.inline:Inline",
    "libtriton": "xtriton.passes.libtriton:LibTriton",
    "loop-invariant-code-motion": "xtriton.passes.common.licm:LoopInvariantCodeMotion",
    "strip-debuginfo": "xtriton.passes.common.strip_debuginfo:StripDebugInfo",
    "symbol-dce": "xtriton.passes.common.symbol_dce:SymbolDce",
    "triton-combine": "xtriton.passes.ttir.combine:TritonCombine",
    "triton-licm": "xtriton.passes.ttir.licm:TritonLicm",
    "triton-loop-aware-cse": "xtriton.passes.ttir.loop_aware_cse:TritonLoopAwareCse",
    "triton-loop-unroll": "xtriton.passes.ttir.loop_unroll:TritonLoopUnroll",
    "triton-reorder-broadcast": "xtriton.passes.ttir.reorder_broadcast:TritonReorderBroadcast",
    "triton-rewrite-tensor-descriptor-to-pointer": (
        "xtriton.passes.ttir.rewrite_tensor_descriptor_to_pointer:TritonRewriteTensorDescriptorToPointer"
    ),
    "triton-rewrite-tensor-pointer": "xtriton.passes.ttir.rewrite_tensor_pointer:TritonRewriteTensorPointer",
}


def pass_class(name: str) -> type[Pass]:
    """The class of a registered pass. Raises ``KeyError`` for a name that is not in :data:`PASSES`."""
    module, _, attribute = PASSES[name].partition(":")
    return getattr(import_module(module), attribute)
