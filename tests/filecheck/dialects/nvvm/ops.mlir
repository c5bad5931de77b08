// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @instructions(%arg0: i32, %arg1: i64, %arg2: f32, %arg3: i1, %arg4: !llvm.ptr, %arg5: !llvm.ptr<3>) {
// CHECK-NEXT:   nvvm.barrier
// CHECK-NEXT:   nvvm.barrier id = %arg0 number_of_threads = %arg0
// CHECK-NEXT:   nvvm.barrier id = %arg0
// CHECK-NEXT:   nvvm.barrier.arrive id = %arg0 number_of_threads = %arg0
// CHECK-NEXT:   nvvm.bar.warp.sync %arg0 : i32
// CHECK-NEXT:   nvvm.cluster.arrive
// CHECK-NEXT:   nvvm.cluster.arrive {aligned}
// CHECK-NEXT:   nvvm.cluster.arrive.relaxed {aligned}
// CHECK-NEXT:   nvvm.cluster.wait {aligned}
// CHECK-NEXT:   nvvm.fence.sc.cluster
// CHECK-NEXT:   nvvm.fence.mbarrier.init
// CHECK-NEXT:   nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// CHECK-NEXT:   nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
// CHECK-NEXT:   %0 = nvvm.shfl.sync  bfly %arg0, %arg2, %arg0, %arg0 : f32 -> f32
// CHECK-NEXT:   %1 = nvvm.shfl.sync  idx %arg0, %arg2, %arg0, %arg0 {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
// CHECK-NEXT:   %2 = nvvm.vote.sync  ballot %arg0, %arg3 -> i32
// CHECK-NEXT:   %3 = nvvm.vote.sync  any %arg0, %arg3 -> i1
// CHECK-NEXT:   %4 = nvvm.elect.sync -> i1
// CHECK-NEXT:   %5 = nvvm.elect.sync %arg0 -> i1
// CHECK-NEXT:   %6 = nvvm.redux.sync  add %arg0, %arg0 : i32 -> i32
// CHECK-NEXT:   %7 = nvvm.redux.sync  fmax %arg2, %arg0 {abs = true, nan = true} : f32 -> f32
// CHECK-NEXT:   %8 = nvvm.match.sync  any %arg0, %arg0 : i32 -> i32
// CHECK-NEXT:   nvvm.cp.async.commit.group
// CHECK-NEXT:   nvvm.cp.async.wait.group 2
// CHECK-NEXT:   nvvm.cp.async.mbarrier.arrive %arg4 : !llvm.ptr
// CHECK-NEXT:   nvvm.cp.async.bulk.commit.group
// CHECK-NEXT:   nvvm.cp.async.bulk.wait_group 0 {read}
// CHECK-NEXT:   nvvm.cp.async.bulk.wait_group 3
// CHECK-NEXT:   %9 = nvvm.ldmatrix %arg5 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
// CHECK-NEXT:   nvvm.stmatrix %arg5, %arg0, %arg0 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32
// CHECK-NEXT:   nvvm.setmaxregister  decrease 24
// CHECK-NEXT:   nvvm.setmaxregister  increase 240
// CHECK-NEXT:   nvvm.wgmma.fence.aligned
// CHECK-NEXT:   nvvm.wgmma.commit.group.sync.aligned
// CHECK-NEXT:   nvvm.wgmma.wait.group.sync.aligned 0
// CHECK-NEXT:   nvvm.tcgen05.wait <load>
// CHECK-NEXT:   nvvm.tcgen05.wait <store>
// CHECK-NEXT:   nvvm.tcgen05.fence <before>
// CHECK-NEXT:   nvvm.tcgen05.alloc %arg5, %arg0 : !llvm.ptr<3>, i32
// CHECK-NEXT:   nvvm.tcgen05.relinquish_alloc_permit
// CHECK-NEXT:   nvvm.tcgen05.commit %arg5 : !llvm.ptr<3>
// CHECK-NEXT:   nvvm.griddepcontrol  wait
// CHECK-NEXT:   nvvm.griddepcontrol  launch_dependents
// CHECK-NEXT:   nvvm.exit
// CHECK-NEXT:   nvvm.breakpoint
// CHECK-NEXT:   %10 = nvvm.rcp.approx.ftz.f %arg2 : f32
// CHECK-NEXT:   %11 = nvvm.mapa %arg5, %arg0 : !llvm.ptr<3> -> !llvm.ptr<7>
// CHECK-NEXT:   nvvm.fence.proxy.acquire <gpu> %arg4, %arg0
// CHECK-NEXT:   nvvm.fence.proxy.release <gpu>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, i64, f32, i1, !llvm.ptr, !llvm.ptr<3>) -> (), sym_name = "instructions"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: i64, %{{.*}}: f32, %{{.*}}: i1, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr<3>):
// GENERIC-NEXT:   "nvvm.barrier"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
// GENERIC-NEXT:   "nvvm.barrier"(%{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 1, 1>}> : (i32, i32) -> ()
// GENERIC-NEXT:   "nvvm.barrier"(%{{.*}}) <{operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> ()
// GENERIC-NEXT:   "nvvm.barrier.arrive"(%{{.*}}, %{{.*}}) : (i32, i32) -> ()
// GENERIC-NEXT:   "nvvm.bar.warp.sync"(%{{.*}}) : (i32) -> ()
// GENERIC-NEXT:   "nvvm.cluster.arrive"() : () -> ()
// GENERIC-NEXT:   "nvvm.cluster.arrive"() <{aligned}> : () -> ()
// GENERIC-NEXT:   "nvvm.cluster.arrive.relaxed"() <{aligned}> : () -> ()
// GENERIC-NEXT:   "nvvm.cluster.wait"() <{aligned}> : () -> ()
// GENERIC-NEXT:   "nvvm.fence.sc.cluster"() : () -> ()
// GENERIC-NEXT:   "nvvm.fence.mbarrier.init"() : () -> ()
// GENERIC-NEXT:   "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}> : () -> ()
// GENERIC-NEXT:   "nvvm.fence.proxy"() <{kind = #nvvm.proxy_kind<alias>}> : () -> ()
// GENERIC-NEXT:   %{{.*}} = "nvvm.shfl.sync"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{kind = #nvvm<shfl_kind bfly>}> : (i32, f32, i32, i32) -> f32
// GENERIC-NEXT:   %{{.*}} = "nvvm.shfl.sync"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) <{kind = #nvvm<shfl_kind idx>, return_value_and_is_valid}> : (i32, f32, i32, i32) -> !llvm.struct<(f32, i1)>
// GENERIC-NEXT:   %{{.*}} = "nvvm.vote.sync"(%{{.*}}, %{{.*}}) <{kind = #nvvm<vote_sync_kind ballot>}> : (i32, i1) -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.vote.sync"(%{{.*}}, %{{.*}}) <{kind = #nvvm<vote_sync_kind any>}> : (i32, i1) -> i1
// GENERIC-NEXT:   %{{.*}} = "nvvm.elect.sync"() : () -> i1
// GENERIC-NEXT:   %{{.*}} = "nvvm.elect.sync"(%{{.*}}) : (i32) -> i1
// GENERIC-NEXT:   %{{.*}} = "nvvm.redux.sync"(%{{.*}}, %{{.*}}) <{abs = false, kind = #nvvm<reduction_kind add>, nan = false}> : (i32, i32) -> i32
// GENERIC-NEXT:   %{{.*}} = "nvvm.redux.sync"(%{{.*}}, %{{.*}}) <{abs = true, kind = #nvvm<reduction_kind fmax>, nan = true}> : (f32, i32) -> f32
// GENERIC-NEXT:   %{{.*}} = "nvvm.match.sync"(%{{.*}}, %{{.*}}) <{kind = #nvvm<match_sync_kind any>}> : (i32, i32) -> i32
// GENERIC-NEXT:   "nvvm.cp.async.commit.group"() : () -> ()
// GENERIC-NEXT:   "nvvm.cp.async.wait.group"() <{n = 2 : i32}> : () -> ()
// GENERIC-NEXT:   "nvvm.cp.async.mbarrier.arrive"(%{{.*}}) <{noinc = false}> : (!llvm.ptr) -> ()
// GENERIC-NEXT:   "nvvm.cp.async.bulk.commit.group"() : () -> ()
// GENERIC-NEXT:   "nvvm.cp.async.bulk.wait_group"() <{group = 0 : i32, read}> : () -> ()
// GENERIC-NEXT:   "nvvm.cp.async.bulk.wait_group"() <{group = 3 : i32}> : () -> ()
// GENERIC-NEXT:   %{{.*}} = "nvvm.ldmatrix"(%{{.*}}) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>) -> i32
// GENERIC-NEXT:   "nvvm.stmatrix"(%{{.*}}, %{{.*}}, %{{.*}}) <{eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}> : (!llvm.ptr<3>, i32, i32) -> ()
// GENERIC-NEXT:   "nvvm.setmaxregister"() <{action = #nvvm<action decrease>, regCount = 24 : i32}> : () -> ()
// GENERIC-NEXT:   "nvvm.setmaxregister"() <{action = #nvvm<action increase>, regCount = 240 : i32}> : () -> ()
// GENERIC-NEXT:   "nvvm.wgmma.fence.aligned"() : () -> ()
// GENERIC-NEXT:   "nvvm.wgmma.commit.group.sync.aligned"() : () -> ()
// GENERIC-NEXT:   "nvvm.wgmma.wait.group.sync.aligned"() <{group = 0 : i64}> : () -> ()
// GENERIC-NEXT:   "nvvm.tcgen05.wait"() <{kind = #nvvm.tcgen05_wait<load>}> : () -> ()
// GENERIC-NEXT:   "nvvm.tcgen05.wait"() <{kind = #nvvm.tcgen05_wait<store>}> : () -> ()
// GENERIC-NEXT:   "nvvm.tcgen05.fence"() <{kind = #nvvm.tcgen05_fence<before>}> : () -> ()
// GENERIC-NEXT:   "nvvm.tcgen05.alloc"(%{{.*}}, %{{.*}}) <{group = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<3>, i32) -> ()
// GENERIC-NEXT:   "nvvm.tcgen05.relinquish_alloc_permit"() <{group = #nvvm.cta_group<cta_1>}> : () -> ()
// GENERIC-NEXT:   "nvvm.tcgen05.commit"(%{{.*}}) <{group = #nvvm.cta_group<cta_1>}> : (!llvm.ptr<3>) -> ()
// GENERIC-NEXT:   "nvvm.griddepcontrol"() <{kind = #nvvm<grid_dep_action wait>}> : () -> ()
// GENERIC-NEXT:   "nvvm.griddepcontrol"() <{kind = #nvvm<grid_dep_action launch_dependents>}> : () -> ()
// GENERIC-NEXT:   "nvvm.exit"() : () -> ()
// GENERIC-NEXT:   "nvvm.breakpoint"() : () -> ()
// GENERIC-NEXT:   %{{.*}} = "nvvm.rcp.approx.ftz.f"(%{{.*}}) : (f32) -> f32
// GENERIC-NEXT:   %{{.*}} = "nvvm.mapa"(%{{.*}}, %{{.*}}) : (!llvm.ptr<3>, i32) -> !llvm.ptr<7>
// GENERIC-NEXT:   "nvvm.fence.proxy.acquire"(%{{.*}}, %{{.*}}) <{fromProxy = #nvvm.proxy_kind<generic>, scope = #nvvm.mem_scope<gpu>, toProxy = #nvvm.proxy_kind<tensormap>}> : (!llvm.ptr, i32) -> ()
// GENERIC-NEXT:   "nvvm.fence.proxy.release"() <{fromProxy = #nvvm.proxy_kind<generic>, scope = #nvvm.mem_scope<gpu>, toProxy = #nvvm.proxy_kind<tensormap>}> : () -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @instructions(%i: i32, %j: i64, %f: f32, %b: i1, %p: !llvm.ptr, %q: !llvm.ptr<3>) {
  nvvm.barrier
  nvvm.barrier id = %i number_of_threads = %i
  nvvm.barrier id = %i
  nvvm.barrier.arrive id = %i number_of_threads = %i
  nvvm.bar.warp.sync %i : i32
  nvvm.cluster.arrive
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.arrive.relaxed {aligned}
  nvvm.cluster.wait {aligned}
  nvvm.fence.sc.cluster
  nvvm.fence.mbarrier.init
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<alias>}
  %r15 = nvvm.shfl.sync bfly %i, %f, %i, %i : f32 -> f32
  %r16 = nvvm.shfl.sync idx %i, %f, %i, %i {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
  %r17 = nvvm.vote.sync ballot %i, %b -> i32
  %r18 = nvvm.vote.sync any %i, %b -> i1
  %r19 = nvvm.elect.sync -> i1
  %r20 = nvvm.elect.sync %i -> i1
  %r21 = nvvm.redux.sync add %i, %i : i32 -> i32
  %r22 = nvvm.redux.sync fmax %f, %i {abs = true, nan = true} : f32 -> f32
  %r23 = nvvm.match.sync any %i, %i : i32 -> i32
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 2
  nvvm.cp.async.mbarrier.arrive %p : !llvm.ptr
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.wait_group 0 {read}
  nvvm.cp.async.bulk.wait_group 3
  %r32 = nvvm.ldmatrix %q {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
  nvvm.stmatrix %q, %i, %i {layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32, i32
  nvvm.setmaxregister decrease 24
  nvvm.setmaxregister increase 240
  nvvm.wgmma.fence.aligned
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  nvvm.tcgen05.wait <load>
  nvvm.tcgen05.wait <store>
  nvvm.tcgen05.fence <before>
  nvvm.tcgen05.alloc %q, %i : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  nvvm.tcgen05.commit %q : !llvm.ptr<3>
  nvvm.griddepcontrol wait
  nvvm.griddepcontrol launch_dependents
  nvvm.exit
  nvvm.breakpoint
  %r55 = nvvm.rcp.approx.ftz.f %f : f32
  %r56 = nvvm.mapa %q, %i : !llvm.ptr<3> -> !llvm.ptr<7>
  nvvm.fence.proxy.acquire #nvvm.mem_scope<gpu> %p, %i
  nvvm.fence.proxy.release #nvvm.mem_scope<gpu>
  tt.return
}
