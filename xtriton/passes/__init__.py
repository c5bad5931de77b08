"""The registries of passes and of named pipelines. Nothing is imported until a pipeline names it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xtriton.registry import Registry

if TYPE_CHECKING:
    from xtriton.passes.base import Named, NamedPipeline, Pass

_PASSES = {
    "canonicalize": "xtriton.passes.common.canonicalize:Canonicalizer",
    "check-accesses": "xtriton.passes.ttir.check_accesses:CheckAccesses",
    "collapse-shape": "xtriton.passes.linalg.collapse_shape:CollapseShape",
    "convert-scf-to-cf": "xtriton.passes.common.convert_scf_to_cf:SCFToControlFlowPass",
    "convert-triton-version": "xtriton.passes.common.convert_triton_version:ConvertTritonVersion",
    "convert-triton-to-tritongpu": "xtriton.passes.ttgir.convert_triton_to_tritongpu:ConvertTritonToTritonGPU",
    "cpu-accumulated-extrema": "xtriton.passes.cpu.accumulated_extrema:CpuAccumulatedExtrema",
    "cpu-bufferize": "xtriton.passes.cpu.bufferize:CpuBufferize",
    "cpu-copy-runs": "xtriton.passes.cpu.copy_runs:CpuCopyRuns",
    "cpu-fuse": "xtriton.passes.cpu.fuse:CpuFuse",
    "cpu-linalg-to-loops": "xtriton.passes.cpu.loops:CpuLinalgToLoops",
    "cpu-lock-atomics": "xtriton.passes.cpu.lock_atomics:CpuLockAtomics",
    "cpu-math": "xtriton.passes.cpu.math:CpuMath",
    "cpu-quotient-runs": "xtriton.passes.cpu.quotient_runs:CpuQuotientRuns",
    "cpu-read-in-place": "xtriton.passes.cpu.read_in_place:CpuReadInPlace",
    "cpu-reduce-in-loop": "xtriton.passes.cpu.reduce_in_loop:CpuReduceInLoop",
    "cpu-share-exchanges": "xtriton.passes.cpu.share_exchanges:CpuShareExchanges",
    "cpu-split-positions": "xtriton.passes.cpu.split_positions:CpuSplitPositions",
    "cpu-transpose-blocks": "xtriton.passes.cpu.transpose_blocks:CpuTransposeBlocks",
    "cpu-neutral-lanes": "xtriton.passes.cpu.neutral_lanes:CpuNeutralLanes",
    "cpu-share-exponentials": "xtriton.passes.cpu.share_exponentials:CpuShareExponentials",
    "cpu-stream-stores": "xtriton.passes.cpu.stream_stores:CpuStreamStores",
    "cpu-trim-matmuls": "xtriton.passes.cpu.trim_matmuls:CpuTrimMatmuls",
    "cpu-write-in-place": "xtriton.passes.cpu.write_in_place:CpuWriteInPlace",
    "cpu-split-rows": "xtriton.passes.cpu.split_rows:CpuSplitRows",
    "cpu-to-llvm": "xtriton.passes.cpu.to_llvm:CpuToLlvm",
    "cse": "xtriton.passes.common.cse:CSE",
    "dispatch-triton-kernel": "xtriton.kernels.dispatch_triton_kernel:DispatchTritonKernel",
    "gluon-canonicalize": "xtriton.passes.gluon.canonicalize:GluonCanonicalize",
    "gluon-infer-coalesced-encodings": (
        "xtriton.passes.gluon.infer_coalesced_encodings:GluonInferCoalescedEncodingsPass"
    ),
    "gluon-inline": "xtriton.passes.gluon.inline:GluonInline",
    "gluon-resolve-auto-encodings": "xtriton.passes.gluon.resolve_auto_encodings:GluonResolveAutoEncodingsPass",
    "gluon-slimplify-control-flow": "xtriton.passes.gluon.simplify_control_flow:GluonSimplifyControlFlow",
    "hopper-combine-scales": "xtriton.passes.hopper.combine_scales:CombineScales",
    "hopper-join-tiles": "xtriton.passes.hopper.join_tiles:JoinTiles",
    "hopper-launch-arguments": "xtriton.passes.hopper.launch_arguments:LaunchArguments",
    "hopper-narrow-conversions": "xtriton.passes.hopper.narrow_conversions:NarrowConversions",
    "hopper-occupancy": "xtriton.passes.hopper.occupancy:Occupancy",
    "hopper-persistent-grid": "xtriton.passes.hopper.persistent_grid:PersistentGrid",
    "hopper-pipeline-dots": "xtriton.passes.hopper.pipeline_dots:PipelineDots",
    "hopper-pointers-to-descriptors": "xtriton.passes.hopper.pointers_to_descriptors:HopperPointersToDescriptors",
    "hopper-prefetch-loads": "xtriton.passes.hopper.prefetch_loads:PrefetchLoads",
    "hopper-split-k": "xtriton.passes.hopper.split_k:SplitK",
    "hopper-split-rows": "xtriton.passes.hopper.split_rows:SplitRows",
    "hopper-split-steps": "xtriton.passes.hopper.split_steps:SplitSteps",
    "hopper-swap-operands": "xtriton.passes.hopper.swap_operands:SwapOperands",
    "hopper-take-turns": "xtriton.passes.hopper.take_turns:TakeTurns",
    "hopper-tile-order": "xtriton.passes.hopper.tile_order:TileOrder",
    "hopper-uniform-loads": "xtriton.passes.hopper.uniform_loads:HopperUniformLoads",
    "hopper-unroll-dots": "xtriton.passes.hopper.unroll_dots:UnrollDots",
    "hopper-version-groups": "xtriton.passes.hopper.version_groups:VersionGroups",
    "hopper-warp-specialize": "xtriton.passes.hopper.warp_specialize:HopperWarpSpecialize",
    "inline": "xtriton.passes.common.inline:Inliner",
    "libtriton": "xtriton.passes.libtriton:LibTriton",
    "loop-invariant-code-motion": "xtriton.passes.common.licm:LoopInvariantCodeMotion",
    "print-op-stats": "xtriton.passes.common.print_op_stats:PrintOpStats",
    "reconcile-ptr-casts": "xtriton.passes.linalg.reconcile_ptr_casts:ReconcilePtrCasts",
    "reconcile-unrealized-casts": "xtriton.passes.linalg.reconcile_unrealized_casts:ReconcileUnrealizedCasts",
    "nvgpu-test-taskid-propagate": (
        "xtriton.passes.nvidia.hopper_warp_specialization.task_propagation:NVGPUTestWSTaskIdPropagate"
    ),
    "nvgpu-test-ws-code-partition": (
        "xtriton.passes.nvidia.hopper_warp_specialization.code_partition:NVGPUTestWSCodePartition"
    ),
    "nvgpu-test-ws-data-partition": (
        "xtriton.passes.nvidia.hopper_warp_specialization.data_partition:NVGPUTestWSDataPartition"
    ),
    "nvgpu-test-ws-task-partition": (
        "xtriton.passes.nvidia.hopper_warp_specialization.task_partition:NVGPUTestWSTaskPartition"
    ),
    "nvgpu-warp-specialization": "xtriton.passes.nvidia.hopper_warp_specialization:NVGPUWarpSpecialization",
    "nvws-assign-stage-phase": "xtriton.passes.nvws.assign_stage_phase:NVWSAssignStagePhase",
    "nvws-hoist-tmem-store": "xtriton.passes.nvws.hoist_tmem_store:NVWSHoistTmemStore",
    "nvws-insert-aref": "xtriton.passes.nvws.insert_aref:NVWSInsertAref",
    "nvws-insert-tmem-aref": "xtriton.passes.nvws.insert_tmem_aref:NVWSInsertTmemAref",
    "nvws-lower-aref": "xtriton.passes.nvws.lower_aref:NVWSLowerAref",
    "nvws-lower-warp-group": "xtriton.passes.nvws.lower_warp_group:NVWSLowerWarpGroup",
    "relayout-tritongpu": "xtriton.passes.ttgir.relayout:RelayoutTritonGPU",
    "remove-dead-values": "xtriton.passes.common.remove_dead_values:RemoveDeadValues",
    "sccp": "xtriton.passes.common.sccp:SCCP",
    "strip-debuginfo": "xtriton.passes.common.strip_debuginfo:StripDebugInfo",
    "structured-to-memref": "xtriton.passes.linalg.structured_to_memref:StructuredToMemref",
    "symbol-dce": "xtriton.passes.common.symbol_dce:SymbolDCE",
    "test-print-alignment": "xtriton.passes.ttgir.test_print_alignment:PrintAlignment",
    "triton-arith-to-linalg": "xtriton.passes.linalg.triton_arith_to_linalg:TritonArithToLinalg",
    "triton-combine": "xtriton.passes.ttir.combine:TritonCombineOps",
    "triton-licm": "xtriton.passes.ttir.licm:TritonLoopInvariantCodeMotion",
    "triton-loop-aware-cse": "xtriton.passes.ttir.loop_aware_cse:TritonLoopAwareCSE",
    "triton-loop-unroll": "xtriton.passes.ttir.loop_unroll:TritonLoopUnroll",
    "triton-nvidia-check-matmul-two-cta": (
        "xtriton.passes.nvidia.check_matmul_two_cta:TritonNvidiaGPUCheckMatmulTwoCTAPass"
    ),
    "triton-nvidia-gpu-assign-cga-layouts": (
        "xtriton.passes.nvidia.assign_cga_layouts:TritonNvidiaGPUAssignCGALayoutsPass"
    ),
    "triton-nvidia-gpu-fence-insertion": "xtriton.passes.nvidia.fence_insertion:TritonGPUFenceInsertion",
    "triton-nvidia-gpu-hoist-mbarrier-lifecycle": (
        "xtriton.passes.nvidia.hoist_mbarrier_lifecycle:TritonNvidiaGPUHoistMBarrierLifecyclePass"
    ),
    "triton-nvidia-gpu-lower-clc": "xtriton.passes.nvidia.lower_clc:TritonNvidiaGPULowerCLCPass",
    "triton-nvidia-gpu-optimize-cta-locality": (
        "xtriton.passes.nvidia.optimize_cta_locality:TritonNvidiaGPUOptimizeCTALocalityPass"
    ),
    "triton-nvidia-gpu-plan-cta": "xtriton.passes.nvidia.plan_cta:TritonGPUPlanCTAPass",
    "triton-nvidia-gpu-remove-tmem-tokens": (
        "xtriton.passes.nvidia.remove_tmem_tokens:TritonNvidiaGPURemoveTMEMTokensPass"
    ),
    "triton-nvidia-interleave-tmem": "xtriton.passes.nvidia.interleave_tmem:TritonNvidiaGPUInterleaveTMemPass",
    "triton-nvidia-mma-lowering": "xtriton.passes.nvidia.mma_lowering:TritonNvidiaGPUMMALoweringPass",
    "triton-nvidia-optimize-descriptor-encoding": (
        "xtriton.passes.nvidia.optimize_descriptor_encoding:TritonNvidiaGPUOptimizeDescriptorEncodingPass"
    ),
    "triton-nvidia-optimize-tmem-layouts": (
        "xtriton.passes.nvidia.optimize_tmem_layouts:TritonNvidiaGPUOptimizeTMemLayoutsPass"
    ),
    "triton-nvidia-tma-lowering": "xtriton.passes.nvidia.tma_lowering:TritonNvidiaGPUTMALoweringPass",
    "triton-nvidia-tmem-load-reduce": ("xtriton.passes.nvidia.tmem_load_reduce:TritonNvidiaGPUFuseTMEMLoadReducePass"),
    "triton-ptr-to-memref": "xtriton.passes.linalg.triton_ptr_to_memref:TritonPtrToMemref",
    "triton-reorder-broadcast": "xtriton.passes.ttir.reorder_broadcast:TritonReorderBroadcast",
    "triton-rewrite-tensor-descriptor-to-pointer": (
        "xtriton.passes.ttir.rewrite_tensor_descriptor_to_pointer:TritonRewriteTensorDescriptorToPointer"
    ),
    "triton-rewrite-tensor-pointer": "xtriton.passes.ttir.rewrite_tensor_pointer:TritonRewriteTensorPointer",
    "triton-test-loop-peeling": "xtriton.passes.ttir.test_loop_peeling:TestLoopPeeling",
    "triton-short-reductions-to-linalg": "xtriton.passes.linalg.short_reductions:TritonShortReductionsToLinalg",
    "triton-to-linalg": "xtriton.passes.linalg.triton_to_linalg:TritonToLinalg",
    "triton-to-linalg-experimental": "xtriton.passes.linalg.triton_to_linalg_experimental:TritonToLinalgExperimental",
    "triton-to-ptr": "xtriton.passes.linalg.triton_to_ptr:TritonToPtr",
    "structured-loads-in-rows": "xtriton.passes.linalg.loads_in_rows:StructuredLoadsInRows",
    "triton-to-structured": "xtriton.passes.linalg.triton_to_structured:TritonToStructured",
    "triton-to-unstructured": "xtriton.passes.linalg.triton_to_unstructured:TritonToUnstructured",
    "tritongpu-accelerate-matmul": "xtriton.passes.ttgir.accelerate_matmul:TritonGPUAccelerateMatmul",
    "tritongpu-automatic-warp-specialization": (
        "xtriton.passes.nvws.automatic_warp_specialization:TritonGPUAutomaticWarpSpecialization"
    ),
    "tritongpu-assign-latencies": "xtriton.passes.ttgir.assign_latencies:TritonGPUAssignLatencies",
    "tritongpu-coalesce": "xtriton.passes.ttgir.coalesce:TritonGPUCoalesce",
    "tritongpu-coalesce-async-copy": "xtriton.passes.ttgir.coalesce_async_copy:TritonGPUCoalesceAsyncCopy",
    "tritongpu-combine-tensor-select-and-if": (
        "xtriton.passes.ttgir.combine_tensor_select_and_if:TritonGPUCombineTensorSelectAndIf"
    ),
    "tritongpu-F32DotTC": "xtriton.passes.ttgir.f32_dot_tc:TritonGPUF32DotTC",
    "tritongpu-fuse-nested-loops": "xtriton.passes.ttgir.fuse_nested_loops:TritonGPUFuseNestedLoops",
    "tritongpu-hoist-tmem-alloc": "xtriton.passes.ttgir.hoist_tmem_alloc:TritonGPUHoistTMEMAlloc",
    "tritongpu-normalize-ws-while-loops": (
        "xtriton.passes.ttgir.warp_specialization.normalize_while_loops:TritonGPUNormalizeWSWhileLoops"
    ),
    "tritongpu-optimize-accumulator-init": (
        "xtriton.passes.ttgir.optimize_accumulator_init:TritonGPUOptimizeAccumulatorInit"
    ),
    "tritongpu-optimize-dot-operands": "xtriton.passes.ttgir.optimize_dot_operands:TritonGPUOptimizeDotOperands",
    "tritongpu-optimize-partition-warps": (
        "xtriton.passes.ttgir.warp_specialization.optimize_partition_warps:TritonGPUOptimizePartitionWarps"
    ),
    "tritongpu-optimize-thread-locality": (
        "xtriton.passes.ttgir.optimize_thread_locality:TritonGPUOptimizeThreadLocality"
    ),
    "tritongpu-partition-loops": "xtriton.passes.ttgir.warp_specialization.partition_loops:TritonGPUPartitionLoops",
    "tritongpu-partition-scheduling": (
        "xtriton.passes.ttgir.warp_specialization.partition_scheduling:TritonGPUPartitionScheduling"
    ),
    "tritongpu-prefetch": "xtriton.passes.ttgir.prefetch:TritonGPUPrefetch",
    "tritongpu-pipeline": "xtriton.passes.ttgir.pipeline.pipeline:TritonGPUPipeline",
    "tritongpu-test-pipeline-lower-loop": "xtriton.passes.ttgir.pipeline.pipeline:TestPipelineLowerLoop",
    "tritongpu-promote-lhs-to-tmem": "xtriton.passes.ttgir.promote_lhs_to_tmem:TritonNvidiaGPUPromoteLHSToTMemPass",
    "tritongpu-reduce-data-duplication": "xtriton.passes.ttgir.reduce_data_duplication:TritonGPUReduceDataDuplication",
    "tritongpu-remove-layout-conversions": (
        "xtriton.passes.ttgir.remove_layout_conversions:TritonGPURemoveLayoutConversions"
    ),
    "tritongpu-reorder-instructions": "xtriton.passes.ttgir.reorder_instructions:TritonGPUReorderInstructions",
    "tritongpu-schedule-loops": "xtriton.passes.ttgir.schedule_loops:TritonGPUScheduleLoops",
    "unstructured-to-memref": "xtriton.passes.linalg.unstructured_to_memref:UnstructuredToMemref",
}


_PIPELINES = {
    "make-cpu": "xtriton.pipelines:MakeCpu",
    "make-cpu-linalg": "xtriton.pipelines:MakeCpuLinalg",
    "make-cpu-llvm": "xtriton.pipelines:MakeCpuLlvm",
    "make-gluon-to-ttgir": "xtriton.pipelines:MakeGluonToTtgir",
    "make-ttgir": "xtriton.pipelines:MakeTtgir",
    "make-ttir": "xtriton.pipelines:MakeTtir",
}

PASSES = Registry("pass", "passes", _PASSES)
"""Names of passes -> ``module:Class``."""

PIPELINES = Registry("pipeline", "pipelines", _PIPELINES)
"""Names that stand for several passes -> ``module:Class``."""


def pass_class(name: str) -> type[Pass]:
    """The class of a registered pass.

    Raises ``KeyError`` for a name that is not in :data:`PASSES`, ``PluginError`` for a plug-in that cannot be loaded.
    """
    from xtriton.passes.base import Pass

    return _checked(PASSES, name, Pass)


def pipeline_class(name: str) -> type[NamedPipeline]:
    """The class of a named pipeline. Raises as :func:`pass_class` does, for names that are not in :data:`PIPELINES`."""
    from xtriton.passes.base import NamedPipeline

    return _checked(PIPELINES, name, NamedPipeline)


def _checked(registry: Registry, name: str, base: type[Named]) -> Any:
    """The class of a name; a plug-in's class must be of the right kind and have this name."""
    found = registry.load(name)
    if registry.owner(name):
        if not (isinstance(found, type) and issubclass(found, base)):
            raise registry.failure(name, f"it is not a subclass of {base.__module__}.{base.__name__}")
        if getattr(found, "name", None) != name:
            raise registry.failure(name, f"the class has the name '{getattr(found, 'name', '')}'")
    return found
