// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @positions() {
// CHECK-NEXT:   %thread_id_x = gpu.thread_id  x
// CHECK-NEXT:   %block_id_y = gpu.block_id  y upper_bound 5
// CHECK-NEXT:   %block_dim_z = gpu.block_dim  z {tag}
// CHECK-NEXT:   %grid_dim_x = gpu.grid_dim  x
// CHECK-NEXT:   %0 = gpu.lane_id
// CHECK-NEXT:   %1 = gpu.lane_id upper_bound 32 {tag}
// CHECK-NEXT:   %2 = gpu.subgroup_id : index
// CHECK-NEXT:   %3 = gpu.subgroup_id upper_bound 4 : index
// CHECK-NEXT:   %4 = gpu.num_subgroups : index
// CHECK-NEXT:   %5 = gpu.subgroup_size upper_bound 32 : index
// CHECK-NEXT:   %global_id_x = gpu.global_id  x
// CHECK-NEXT:   %cluster_id_x = gpu.cluster_id  x
// CHECK-NEXT:   %cluster_dim_y = gpu.cluster_dim  y
// CHECK-NEXT:   %cluster_block_id_z = gpu.cluster_block_id  z
// CHECK-NEXT:   %cluster_dim_blocks_x = gpu.cluster_dim_blocks  x
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "positions"}> ({
// GENERIC-NEXT:   %{{.*}} = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.block_id"() <{dimension = #gpu<dim y>, upper_bound = 5 : index}> : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.block_dim"() <{dimension = #gpu<dim z>}> {tag} : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.grid_dim"() <{dimension = #gpu<dim x>}> : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.lane_id"() : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.lane_id"() <{upper_bound = 32 : index}> {tag} : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.subgroup_id"() : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.subgroup_id"() <{upper_bound = 4 : index}> : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.num_subgroups"() : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.subgroup_size"() <{upper_bound = 32 : index}> : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.global_id"() <{dimension = #gpu<dim x>}> : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.cluster_id"() <{dimension = #gpu<dim x>}> : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.cluster_dim"() <{dimension = #gpu<dim y>}> : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.cluster_block_id"() <{dimension = #gpu<dim z>}> : () -> index
// GENERIC-NEXT:   %{{.*}} = "gpu.cluster_dim_blocks"() <{dimension = #gpu<dim x>}> : () -> index
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @positions() {
  %0 = gpu.thread_id x
  %1 = gpu.block_id y upper_bound 5
  %2 = gpu.block_dim z {tag}
  %3 = gpu.grid_dim x
  %4 = gpu.lane_id
  %5 = gpu.lane_id upper_bound 32 {tag}
  %6 = gpu.subgroup_id : index
  %7 = gpu.subgroup_id upper_bound 4 : index
  %8 = gpu.num_subgroups : index
  %9 = gpu.subgroup_size upper_bound 32 : index
  %10 = gpu.global_id x
  %11 = gpu.cluster_id x
  %12 = gpu.cluster_dim y
  %13 = gpu.cluster_block_id z
  %14 = gpu.cluster_dim_blocks x
  tt.return
}

// CHECK: tt.func @others(%arg0: i32, %arg1: f32) {
// CHECK-NEXT:   gpu.barrier
// CHECK-NEXT:   gpu.barrier {tag}
// CHECK-NEXT:   %shuffleResult, %valid = gpu.shuffle  xor %arg1, %arg0, %arg0 : f32
// CHECK-NEXT:   %shuffleResult_0, %valid_1 = gpu.shuffle  idx %arg1, %arg0, %arg0 : f32
// CHECK-NEXT:   gpu.printf "%d", %arg0 : i32
// CHECK-NEXT:   gpu.printf "%d %f", %arg0, %arg1 : i32, f32
// CHECK-NEXT:   gpu.printf "hello"
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (i32, f32) -> (), sym_name = "others"}> ({
// GENERIC-NEXT: ^bb{{[0-9]+}}(%{{.*}}: i32, %{{.*}}: f32):
// GENERIC-NEXT:   "gpu.barrier"() : () -> ()
// GENERIC-NEXT:   "gpu.barrier"() {tag} : () -> ()
// GENERIC-NEXT:   %{{.*}} = "gpu.shuffle"(%{{.*}}, %{{.*}}, %{{.*}}) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
// GENERIC-NEXT:   %{{.*}} = "gpu.shuffle"(%{{.*}}, %{{.*}}, %{{.*}}) <{mode = #gpu<shuffle_mode idx>}> : (f32, i32, i32) -> (f32, i1)
// GENERIC-NEXT:   "gpu.printf"(%{{.*}}) <{format = "%{{.*}}"}> : (i32) -> ()
// GENERIC-NEXT:   "gpu.printf"(%{{.*}}, %{{.*}}) <{format = "%{{.*}} %{{.*}}"}> : (i32, f32) -> ()
// GENERIC-NEXT:   "gpu.printf"() <{format = "hello"}> : () -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @others(%i: i32, %f: f32) {
  gpu.barrier
  gpu.barrier {tag}
  %0, %1 = gpu.shuffle xor %f, %i, %i : f32
  %2, %3 = gpu.shuffle idx %f, %i, %i : f32
  gpu.printf "%d", %i : i32
  gpu.printf "%d %f", %i, %f : i32, f32
  gpu.printf "hello"
  tt.return
}

// CHECK: tt.func @attributes() {
// CHECK-NEXT:   gpu.barrier {a = #gpu.address_space<workgroup>, b = #gpu.thread<x>, c = #gpu.block<y>, d = #gpu<dim x>, e = !gpu.async.token, f = #gpu.warp<x>, g = #gpu.warpgroup<x>, h = #gpu.memory_space<private>, i = #gpu<all_reduce_op add>, k = #gpu<shuffle_mode xor>, l = #gpu.thread<linear_dim_0>, m = #gpu.lane<x>}
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "attributes"}> ({
// GENERIC-NEXT:   "gpu.barrier"() {a = #gpu.address_space<workgroup>, b = #gpu.thread<x>, c = #gpu.block<y>, d = #gpu<dim x>, e = !gpu.async.token, f = #gpu.warp<x>, g = #gpu.warpgroup<x>, h = #gpu.memory_space<private>, i = #gpu<all_reduce_op add>, k = #gpu<shuffle_mode xor>, l = #gpu.thread<linear_dim_0>, m = #gpu.lane<x>} : () -> ()
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @attributes() {
  gpu.barrier {a = #gpu.address_space<workgroup>, b = #gpu.thread<x>, c = #gpu.block<y>, d = #gpu<dim x>, e = !gpu.async.token, f = #gpu.warp<x>, g = #gpu.warpgroup<x>, h = #gpu.memory_space<private>, i = #gpu<all_reduce_op add>, k = #gpu<shuffle_mode xor>, l = #gpu.thread<linear_dim_0>, m = #gpu.lane<x>}
  tt.return
}
