// RUN: xtriton-opt %s --triton=3.9 --triton-nvidia-gpu-optimize-cta-locality --split-input-file | filecheck %s

#rows = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[1, 0]]}>
#columns = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
#others = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1]]}>
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // The pointers can be computed by the CTAs that hold the values.
  // CHECK-LABEL: @store
  // CHECK: %[[P:.*]] = tt.splat
  // CHECK-NEXT: %[[Q:.*]] = ttg.convert_layout %[[P]] : tensor<32x32x!tt.ptr<f32>, #[[ROWS:.*]]> -> tensor<32x32x!tt.ptr<f32>, #[[COLUMNS:.*]]>
  // CHECK-NEXT: tt.store %[[Q]], %{{.*}} : tensor<32x32x!tt.ptr<f32>, #[[COLUMNS]]>
  tt.func @store(%x: tensor<32x32xf32, #columns>, %p: !tt.ptr<f32>) {
    %q = tt.splat %p : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #rows>
    %y = ttg.convert_layout %x : tensor<32x32xf32, #columns> -> tensor<32x32xf32, #rows>
    tt.store %q, %y : tensor<32x32x!tt.ptr<f32>, #rows>
    tt.return
  }

  // Threads stay as the store has them.
  // CHECK-LABEL: @other_threads
  // CHECK: %[[V:.*]] = ttg.convert_layout %{{.*}} : tensor<32x32xf32, #[[OTHERS:.*]]> -> tensor<32x32xf32, #[[TARGET:.*]]>
  // CHECK-NEXT: tt.descriptor_store %{{.*}}, %[[V]]
  tt.func @other_threads(%x: tensor<32x32xf32, #others>, %d: !tt.tensordesc<32x32xf32>, %i: i32) {
    %y = ttg.convert_layout %x : tensor<32x32xf32, #others> -> tensor<32x32xf32, #rows>
    tt.descriptor_store %d[%i, %i], %y : !tt.tensordesc<32x32xf32>, tensor<32x32xf32, #rows>
    tt.return
  }

  // Pointers that come from outside cannot be computed there, results of other users are needed as they are.
  // CHECK-LABEL: @pointers_from_outside
  // CHECK-NEXT: %[[Y:.*]] = ttg.convert_layout
  // CHECK-NEXT: tt.store %{{.*}}, %[[Y]]
  tt.func @pointers_from_outside(%x: tensor<32x32xf32, #columns>, %q: tensor<32x32x!tt.ptr<f32>, #rows>) {
    %y = ttg.convert_layout %x : tensor<32x32xf32, #columns> -> tensor<32x32xf32, #rows>
    tt.store %q, %y : tensor<32x32x!tt.ptr<f32>, #rows>
    tt.return
  }

  // CHECK-LABEL: @returned
  // CHECK-NEXT: %[[Y:.*]] = ttg.convert_layout
  // CHECK-NEXT: tt.return %[[Y]]
  tt.func @returned(%x: tensor<32x32xf32, #columns>) -> tensor<32x32xf32, #rows> {
    %y = ttg.convert_layout %x : tensor<32x32xf32, #columns> -> tensor<32x32xf32, #rows>
    tt.return %y : tensor<32x32xf32, #rows>
  }

  // Nothing moves between CTAs.
  // CHECK-LABEL: @within_ctas
  // CHECK: %[[Y:.*]] = ttg.convert_layout
  // CHECK-NEXT: tt.store %{{.*}}, %[[Y]]
  tt.func @within_ctas(%x: tensor<32x32xf32, #others>, %p: !tt.ptr<f32>) {
    %q = tt.splat %p : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #columns>
    %y = ttg.convert_layout %x : tensor<32x32xf32, #others> -> tensor<32x32xf32, #columns>
    tt.store %q, %y : tensor<32x32x!tt.ptr<f32>, #columns>
    tt.return
  }

  // Slices.
  // CHECK-LABEL: @slice
  // CHECK: %[[Q:.*]] = ttg.convert_layout %{{.*}} : tensor<32x!tt.ptr<f32>,
  // CHECK-NEXT: %[[V:.*]] = ttg.convert_layout %{{.*}} : tensor<32xf32,
  // CHECK-NEXT: tt.store %[[Q]], %[[V]]
  tt.func @slice(%x: tensor<32xf32, #ttg.slice<{dim = 1, parent = #columns}>>, %p: !tt.ptr<f32>) {
    %q = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #rows}>>
    %y = ttg.convert_layout %x : tensor<32xf32, #ttg.slice<{dim = 1, parent = #columns}>> -> tensor<32xf32, #ttg.slice<{dim = 1, parent = #rows}>>
    tt.store %q, %y : tensor<32x!tt.ptr<f32>, #ttg.slice<{dim = 1, parent = #rows}>>
    tt.return
  }
}
