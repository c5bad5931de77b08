// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-local-scope | xtriton-opt - | filecheck %s

// CHECK: #loop_distribute = #llvm.loop_distribute<disable = true>
// CHECK-NEXT: #loop_interleave = #llvm.loop_interleave<count = 2 : i32>
// CHECK-NEXT: #loop_licm = #llvm.loop_licm<disable = true, versioningDisable = false>
// CHECK-NEXT: #loop_peeled = #llvm.loop_peeled<count = 1 : i32>
// CHECK-NEXT: #loop_pipeline = #llvm.loop_pipeline<disable = true, initiationinterval = 2 : i32>
// CHECK-NEXT: #loop_unroll = #llvm.loop_unroll<disable = true, count = 4 : i32, runtimeDisable = true, full = false>
// CHECK-NEXT: #loop_unroll_and_jam = #llvm.loop_unroll_and_jam<disable = true, count = 2 : i32>
// CHECK-NEXT: #loop_unswitch = #llvm.loop_unswitch<partialDisable = true>
// CHECK-NEXT: #loop_vectorize = #llvm.loop_vectorize<disable = true, predicateEnable = true, scalableEnable = false, width = 3 : i32>
// CHECK-NEXT: #loop_annotation = #llvm.loop_annotation<vectorize = #loop_vectorize, interleave = #loop_interleave, unroll = #loop_unroll, unrollAndJam = #loop_unroll_and_jam, licm = #loop_licm, distribute = #loop_distribute, pipeline = #loop_pipeline, peeled = #loop_peeled, unswitch = #loop_unswitch, mustProgress = true, isVectorized = false>
// CHECK-NEXT: module {
// CHECK-NEXT:   %0 = ub.poison {a = #loop_annotation} : i32
// CHECK-NEXT: }

%0 = ub.poison {a = #llvm.loop_annotation<vectorize = <disable = true, predicateEnable = true, scalableEnable = false, width = 3 : i32>, interleave = <count = 2 : i32>, unroll = <disable = true, count = 4 : i32, runtimeDisable = true, full = false>, unrollAndJam = <disable = true, count = 2 : i32>, licm = <disable = true, versioningDisable = false>, distribute = <disable = true>, pipeline = <disable = true, initiationinterval = 2 : i32>, peeled = <count = 1 : i32>, unswitch = <partialDisable = true>, mustProgress = true, isVectorized = false>} : i32
