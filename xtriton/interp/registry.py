"""Which module implements the semantics of an operation. Modules are imported on first use of their operations."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from xtriton.registry import Registry

if TYPE_CHECKING:
    from xtriton.interp.compiler import Semantics

_OPS = "xtriton.interp.ops"

_MODULES = {
    "arith_integer": "arith.addi arith.subi arith.muli arith.shli arith.shrui arith.shrsi arith.andi arith.ori "
    "arith.xori arith.divui arith.divsi arith.ceildivui arith.ceildivsi arith.floordivsi arith.remui arith.remsi "
    "arith.maxsi arith.maxui arith.minsi arith.minui arith.addui_extended arith.mulsi_extended arith.mului_extended "
    "arith.cmpi math.absi math.ctlz math.cttz math.ctpop math.ipowi tt.mulhiui",
    "arith_float": "arith.addf arith.subf arith.mulf arith.divf arith.remf arith.negf arith.maximumf arith.minimumf "
    "arith.maxnumf arith.minnumf arith.cmpf math.absf math.copysign math.fma tt.clampf math.clampf tt.precise_divf "
    "tt.approx_divf tt.precise_sqrt math.isnan math.isinf math.isfinite math.isnormal",
    "casts": "arith.extui arith.extsi arith.trunci arith.extf arith.truncf arith.uitofp arith.sitofp arith.fptoui "
    "arith.fptosi arith.index_cast arith.index_castui arith.bitcast arith.scaling_extf arith.scaling_truncf "
    "tt.bitcast tt.fp_to_fp tt.int_to_ptr tt.ptr_to_int",
    "constants": "arith.constant arith.select ub.poison tt.get_program_id tt.get_num_programs tt.make_range "
    "func.constant",
    "mathematics": "math.exp math.exp2 math.expm1 math.log math.log2 math.log10 math.log1p math.sin math.cos math.tan "
    "math.asin math.acos math.atan math.sinh math.cosh math.tanh math.asinh math.acosh math.atanh math.erf math.erfc "
    "math.sqrt math.rsqrt math.cbrt math.floor math.ceil math.round math.roundeven math.trunc math.atan2 math.powf "
    "math.fpowi",
    "scf": "scf.if scf.for scf.while scf.execute_region scf.index_switch scf.parallel scf.forall",
    "calls": "tt.call func.call func.call_indirect",
    "tt_shape": "tt.splat tt.unsplat tt.expand_dims tt.broadcast tt.reshape tt.trans tt.cat tt.join tt.split tt.gather "
    "ttg.convert_layout",
    "tt_pointers": "tt.addptr tt.make_tensor_ptr tt.advance tt.make_tensor_descriptor",
    "tt_memory": "tt.load tt.store",
    "tt_descriptors": "tt.descriptor_load tt.descriptor_store tt.descriptor_gather tt.descriptor_scatter "
    "tt.descriptor_reduce",
    "tt_atomics": "tt.atomic_rmw tt.atomic_cas tt.atomic_load tt.atomic_store tt.atomic_poll",
    "tt_reduce": "tt.reduce tt.scan ttx.scan tt.histogram tt.map_elementwise",
    "tt_dot": "tt.dot tt.dot_scaled",
    "tensors": "tensor.empty tensor.extract tensor.insert tensor.extract_slice tensor.insert_slice tensor.expand_shape "
    "tensor.collapse_shape tensor.reshape bufferization.alloc_tensor",
    "linalg": "linalg.fill linalg.transpose linalg.index linalg.generic linalg.reduce linalg.matmul "
    "linalg.batch_matmul ttx.cumsum",
    "ttg_memory": "ttg.local_alloc ttg.local_load ttg.local_store ttg.local_dealloc ttg.memdesc_index "
    "ttg.memdesc_subslice ttg.memdesc_trans ttg.memdesc_reshape ttg.memdesc_reinterpret ttg.global_scratch_alloc "
    "ttg.local_barrier ttg.barrier",
    "ttg_gather": "ttg.local_gather ttg.local_scatter ttg.local_atomic_scatter_rmw",
    "ttg_async": "ttg.async_copy_global_to_local ttg.async_commit_group ttg.async_wait",
    "ttg_compute": "ttg.fp4_to_fp ttg.predicate_stage ttg.mask",
    "ttg_warp_specialize": "ttg.warp_specialize",
    "ttng_barrier": "ttng.init_barrier ttng.inval_barrier ttng.barrier_expect ttng.wait_barrier ttng.arrive_barrier "
    "ttng.async_copy_mbarrier_arrive ttng.fence_async_shared ttng.cluster_arrive ttng.cluster_wait "
    "ttng.cluster_barrier ttng.fence_mbarrier_init_release_cluster ttng.tmem_wait "
    "ttng.tensormap_fenceproxy_acquire ttng.tc_gen5_commit",
    "ttng_tma": "ttng.async_tma_copy_global_to_local ttng.async_tma_copy_local_to_global ttng.async_tma_reduce "
    "ttng.async_tma_gather ttng.async_tma_scatter ttng.async_tma_store_wait ttng.tensormap_create "
    "ttng.reinterpret_tensor_descriptor",
    "ttng_dots": "ttng.warp_group_dot ttng.warp_group_dot_wait ttng.tc_gen5_mma ttng.tc_gen5_mma_scaled",
    "ttng_tensor_memory": "ttng.tmem_alloc ttng.tmem_load ttng.tmem_store ttng.tmem_subslice ttng.tmem_copy",
    "tt_program": "tt.print tt.assert cf.assert tt.extern_elementwise tt.elementwise_inline_asm gpu.barrier "
    "tt.grid_dependency_wait tt.grid_dependency_launch_dependents "
    "llvm.intr.assume builtin.unregistered",
}

MODULES: dict[str, str] = {op: f"{_OPS}.{module}" for module, ops in _MODULES.items() for op in ops.split()}
"""The module of each operation with its own semantics. Terminators are handled by their parents."""

_LIBRARY_FUNCTIONS = (
    "exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf erfc rsqrt "
    "cbrt atan2 powf fpowi"
)

TRANSCENDENTAL = frozenset(f"math.{name}" for name in _LIBRARY_FUNCTIONS.split())
"""Operations whose results differ between math libraries by rounding."""

SUMMING = {
    **dict.fromkeys(("tt.dot", "linalg.matmul", "linalg.batch_matmul"), "product"),
    **dict.fromkeys(("ttng.warp_group_dot", "ttng.tc_gen5_mma", "ttng.tc_gen5_mma_scaled"), "product"),
    "tt.reduce": "tree",
    "linalg.reduce": "one after the other",
    "ttx.cumsum": "one after the other",
}
"""Operations that sum or otherwise combine many elements, and their order of evaluation."""

PLUGIN_MODULES = Registry("interpreter module", "interpreter", {})
"""Modules of plug-ins that define semantics, by dialect."""

MEANINGS: dict[str, Semantics] = {}
"""The semantics registered by the imported modules."""


def semantics_of(name: str) -> Semantics | None:
    """The semantics of the operations called ``name``, or None if unsupported."""
    if name not in MEANINGS:
        if (module := MODULES.get(name)) is not None:
            import_module(module)
        elif (dialect := name.partition(".")[0]) in PLUGIN_MODULES:
            PLUGIN_MODULES.load(dialect)
    return MEANINGS.get(name)
