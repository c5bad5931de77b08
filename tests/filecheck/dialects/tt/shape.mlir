// RUN: xtriton-opt %s --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 | xtriton-opt - --triton=3.6 | filecheck %s
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --triton=3.6 --mlir-print-op-generic | xtriton-opt - --triton=3.6 | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#blocked1 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#blocked3 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#half = #ttg.slice<{dim = 2, parent = #blocked3}>
module attributes {"ttg.num-warps" = 4 : i32} {
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK: #blocked1 = #ttg.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK: #blocked2 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>

// CHECK: tt.func @make_range() {
// CHECK-NEXT:   %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
// CHECK-NEXT:   %1 = tt.make_range {end = 4 : i32, start = -4 : i32, tag} : tensor<8xi32>
// CHECK-NEXT:   %2 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = () -> (), sym_name = "make_range"}> ({
// GENERIC-NEXT:   %{{.*}} = "tt.make_range"() <{end = 128 : i32, start = 0 : i32}> : () -> tensor<128xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.make_range"() <{end = 4 : i32, start = -4 : i32}> {tag} : () -> tensor<8xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.make_range"() <{end = 1 : i32, start = 0 : i32}> : () -> tensor<1xi32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @make_range() {
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %1 = tt.make_range {start = -4 : i32, end = 4 : i32, tag} : tensor<8xi32>
  %2 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
  tt.return
}

// CHECK: tt.func @splat(%arg0: f32, %arg1: !tt.ptr<f16, 3>, %arg2: i1, %arg3: tensor<f32>) {
// CHECK-NEXT:   %0 = tt.splat %arg0 : f32 -> tensor<16x2xf32>
// CHECK-NEXT:   %1 = tt.splat %arg1 {tag} : !tt.ptr<f16, 3> -> tensor<4x!tt.ptr<f16, 3>>
// CHECK-NEXT:   %2 = tt.splat %arg2 : i1 -> tensor<i1>
// CHECK-NEXT:   %3 = tt.splat %arg0 : f32 -> tensor<16x16xf32, #blocked>
// CHECK-NEXT:   %4 = tt.splat %arg3 : tensor<f32> -> tensor<8xf32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (f32, !tt.ptr<f16, 3>, i1, tensor<f32>) -> (), sym_name = "splat"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: !tt.ptr<f16, 3>, %{{.*}}: i1, %{{.*}}: tensor<f32>):
// GENERIC-NEXT:   %{{.*}} = "tt.splat"(%{{.*}}) : (f32) -> tensor<16x2xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.splat"(%{{.*}}) {tag} : (!tt.ptr<f16, 3>) -> tensor<4x!tt.ptr<f16, 3>>
// GENERIC-NEXT:   %{{.*}} = "tt.splat"(%{{.*}}) : (i1) -> tensor<i1>
// GENERIC-NEXT:   %{{.*}} = "tt.splat"(%{{.*}}) : (f32) -> tensor<16x16xf32, #blocked>
// GENERIC-NEXT:   %{{.*}} = "tt.splat"(%{{.*}}) : (tensor<f32>) -> tensor<8xf32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @splat(%x: f32, %p: !tt.ptr<f16, 3>, %b: i1, %t: tensor<f32>) {
  %0 = tt.splat %x : f32 -> tensor<16x2xf32>
  %1 = tt.splat %p {tag} : !tt.ptr<f16, 3> -> tensor<4x!tt.ptr<f16, 3>>
  %2 = tt.splat %b : i1 -> tensor<i1>
  %3 = tt.splat %x : f32 -> tensor<16x16xf32, #blocked>
  %4 = tt.splat %t : tensor<f32> -> tensor<8xf32>
  tt.return
}

// CHECK: tt.func @unsplat(%arg0: tensor<1xf32>, %arg1: tensor<1x1x!tt.ptr<i8>>, %arg2: tensor<i32>) {
// CHECK-NEXT:   %0 = tt.unsplat %arg0 : tensor<1xf32>
// CHECK-NEXT:   %1 = tt.unsplat %arg1 {tag} : tensor<1x1x!tt.ptr<i8>>
// CHECK-NEXT:   %2 = tt.unsplat %arg2 : tensor<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<1xf32>, tensor<1x1x!tt.ptr<i8>>, tensor<i32>) -> (), sym_name = "unsplat"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<1xf32>, %{{.*}}: tensor<1x1x!tt.ptr<i8>>, %{{.*}}: tensor<i32>):
// GENERIC-NEXT:   %{{.*}} = "tt.unsplat"(%{{.*}}) : (tensor<1xf32>) -> f32
// GENERIC-NEXT:   %{{.*}} = "tt.unsplat"(%{{.*}}) {tag} : (tensor<1x1x!tt.ptr<i8>>) -> !tt.ptr<i8>
// GENERIC-NEXT:   %{{.*}} = "tt.unsplat"(%{{.*}}) : (tensor<i32>) -> i32
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @unsplat(%x: tensor<1xf32>, %y: tensor<1x1x!tt.ptr<i8>>, %z: tensor<i32>) {
  %0 = tt.unsplat %x : tensor<1xf32>
  %1 = tt.unsplat %y {tag} : tensor<1x1x!tt.ptr<i8>>
  %2 = tt.unsplat %z : tensor<i32>
  tt.return
}

// CHECK: tt.func @expand_dims(%arg0: tensor<16xf32>, %arg1: tensor<16xi1, #ttg.slice<{dim = 0, parent = #blocked}>>, %arg2: tensor<i8>) {
// CHECK-NEXT:   %0 = tt.expand_dims %arg0 {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
// CHECK-NEXT:   %1 = tt.expand_dims %arg1 {axis = 0 : i32, tag = 0 : i64} : tensor<16xi1, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x16xi1, #blocked>
// CHECK-NEXT:   %2 = tt.expand_dims %arg2 {axis = 0 : i32} : tensor<i8> -> tensor<1xi8>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<16xf32>, tensor<16xi1, #ttg.slice<{dim = 0, parent = #blocked}>>, tensor<i8>) -> (), sym_name = "expand_dims"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<16xf32>, %{{.*}}: tensor<16xi1, #ttg.slice<{dim = 0, parent = #blocked}>>, %{{.*}}: tensor<i8>):
// GENERIC-NEXT:   %{{.*}} = "tt.expand_dims"(%{{.*}}) <{axis = 1 : i32}> : (tensor<16xf32>) -> tensor<16x1xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.expand_dims"(%{{.*}}) <{axis = 0 : i32}> {tag = 0 : i64} : (tensor<16xi1, #ttg.slice<{dim = 0, parent = #blocked}>>) -> tensor<1x16xi1, #blocked>
// GENERIC-NEXT:   %{{.*}} = "tt.expand_dims"(%{{.*}}) <{axis = 0 : i32}> : (tensor<i8>) -> tensor<1xi8>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @expand_dims(%x: tensor<16xf32>, %y: tensor<16xi1, #ttg.slice<{dim = 0, parent = #blocked}>>, %z: tensor<i8>) {
  %0 = tt.expand_dims %x {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %1 = tt.expand_dims %y {axis = 0 : i32, tag = 0} : tensor<16xi1, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x16xi1, #blocked>
  %2 = tt.expand_dims %z {axis = 0 : i32} : tensor<i8> -> tensor<1xi8>
  tt.return
}

// CHECK: tt.func @reshape(%arg0: tensor<4x8xf32>, %arg1: tensor<16x16xf16, #blocked>) {
// CHECK-NEXT:   %0 = tt.reshape %arg0 : tensor<4x8xf32> -> tensor<32xf32>
// CHECK-NEXT:   %1 = tt.reshape %arg0 allow_reorder : tensor<4x8xf32> -> tensor<2x2x8xf32>
// CHECK-NEXT:   %2 = tt.reshape %arg0 allow_reorder efficient_layout {tag} : tensor<4x8xf32> -> tensor<8x4xf32>
// CHECK-NEXT:   %3 = tt.reshape %arg0 efficient_layout : tensor<4x8xf32> -> tensor<1x32x1xf32>
// CHECK-NEXT:   %4 = tt.reshape %arg1 allow_reorder : tensor<16x16xf16, #blocked> -> tensor<16x16xf16, #blocked1>
// CHECK-NEXT:   %5 = tt.reshape %arg1 {tag} : tensor<16x16xf16, #blocked> -> tensor<16x16xf16, #blocked>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<4x8xf32>, tensor<16x16xf16, #blocked>) -> (), sym_name = "reshape"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<16x16xf16, #blocked>):
// GENERIC-NEXT:   %{{.*}} = "tt.reshape"(%{{.*}}) : (tensor<4x8xf32>) -> tensor<32xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.reshape"(%{{.*}}) <{allow_reorder}> : (tensor<4x8xf32>) -> tensor<2x2x8xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.reshape"(%{{.*}}) <{allow_reorder, efficient_layout}> {tag} : (tensor<4x8xf32>) -> tensor<8x4xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.reshape"(%{{.*}}) <{efficient_layout}> : (tensor<4x8xf32>) -> tensor<1x32x1xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.reshape"(%{{.*}}) <{allow_reorder}> : (tensor<16x16xf16, #blocked>) -> tensor<16x16xf16, #blocked1>
// GENERIC-NEXT:   %{{.*}} = "tt.reshape"(%{{.*}}) {tag} : (tensor<16x16xf16, #blocked>) -> tensor<16x16xf16, #blocked>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @reshape(%x: tensor<4x8xf32>, %y: tensor<16x16xf16, #blocked>) {
  %0 = tt.reshape %x : tensor<4x8xf32> -> tensor<32xf32>
  %1 = tt.reshape %x allow_reorder : tensor<4x8xf32> -> tensor<2x2x8xf32>
  %2 = tt.reshape %x allow_reorder efficient_layout {tag} : tensor<4x8xf32> -> tensor<8x4xf32>
  %3 = tt.reshape %x efficient_layout : tensor<4x8xf32> -> tensor<1x32x1xf32>
  %4 = tt.reshape %y allow_reorder : tensor<16x16xf16, #blocked> -> tensor<16x16xf16, #blocked1>
  %5 = tt.reshape %y {tag} : tensor<16x16xf16, #blocked> -> tensor<16x16xf16, #blocked>
  tt.return
}

// CHECK: tt.func @broadcast(%arg0: tensor<1x8x1xf32>, %arg1: tensor<16x1x!tt.ptr<f32>, #blocked>) {
// CHECK-NEXT:   %0 = tt.broadcast %arg0 : tensor<1x8x1xf32> -> tensor<4x8x2xf32>
// CHECK-NEXT:   %1 = tt.broadcast %arg1 {tag} : tensor<16x1x!tt.ptr<f32>, #blocked> -> tensor<16x16x!tt.ptr<f32>, #blocked>
// CHECK-NEXT:   %2 = tt.broadcast %arg0 : tensor<1x8x1xf32> -> tensor<1x8x1xf32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<1x8x1xf32>, tensor<16x1x!tt.ptr<f32>, #blocked>) -> (), sym_name = "broadcast"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<1x8x1xf32>, %{{.*}}: tensor<16x1x!tt.ptr<f32>, #blocked>):
// GENERIC-NEXT:   %{{.*}} = "tt.broadcast"(%{{.*}}) : (tensor<1x8x1xf32>) -> tensor<4x8x2xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.broadcast"(%{{.*}}) {tag} : (tensor<16x1x!tt.ptr<f32>, #blocked>) -> tensor<16x16x!tt.ptr<f32>, #blocked>
// GENERIC-NEXT:   %{{.*}} = "tt.broadcast"(%{{.*}}) : (tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @broadcast(%x: tensor<1x8x1xf32>, %y: tensor<16x1x!tt.ptr<f32>, #blocked>) {
  %0 = tt.broadcast %x : tensor<1x8x1xf32> -> tensor<4x8x2xf32>
  %1 = tt.broadcast %y {tag} : tensor<16x1x!tt.ptr<f32>, #blocked> -> tensor<16x16x!tt.ptr<f32>, #blocked>
  %2 = tt.broadcast %x : tensor<1x8x1xf32> -> tensor<1x8x1xf32>
  tt.return
}

// CHECK: tt.func @cat(%arg0: tensor<8xf32>, %arg1: tensor<4x!tt.ptr<i1>>) {
// CHECK-NEXT:   %0 = tt.cat %arg0, %arg0 : tensor<8xf32> -> tensor<16xf32>
// CHECK-NEXT:   %1 = tt.cat %arg1, %arg1 {tag} : tensor<4x!tt.ptr<i1>> -> tensor<8x!tt.ptr<i1>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<8xf32>, tensor<4x!tt.ptr<i1>>) -> (), sym_name = "cat"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<4x!tt.ptr<i1>>):
// GENERIC-NEXT:   %{{.*}} = "tt.cat"(%{{.*}}, %{{.*}}) : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.cat"(%{{.*}}, %{{.*}}) {tag} : (tensor<4x!tt.ptr<i1>>, tensor<4x!tt.ptr<i1>>) -> tensor<8x!tt.ptr<i1>>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @cat(%x: tensor<8xf32>, %y: tensor<4x!tt.ptr<i1>>) {
  %0 = tt.cat %x, %x : tensor<8xf32> -> tensor<16xf32>
  %1 = tt.cat %y, %y {tag} : tensor<4x!tt.ptr<i1>> -> tensor<8x!tt.ptr<i1>>
  tt.return
}

// CHECK: tt.func @join(%arg0: tensor<4x8xf32>, %arg1: tensor<i1>, %arg2: tensor<16x16xbf16, #ttg.slice<{dim = 2, parent = #blocked2}>>) {
// CHECK-NEXT:   %0 = tt.join %arg0, %arg0 : tensor<4x8xf32> -> tensor<4x8x2xf32>
// CHECK-NEXT:   %1 = tt.join %arg1, %arg1 {tag} : tensor<i1> -> tensor<2xi1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<4x8xf32>, tensor<i1>, tensor<16x16xbf16, #ttg.slice<{dim = 2, parent = #blocked2}>>) -> (), sym_name = "join"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<i1>, %{{.*}}: tensor<16x16xbf16, #ttg.slice<{dim = 2, parent = #blocked2}>>):
// GENERIC-NEXT:   %{{.*}} = "tt.join"(%{{.*}}, %{{.*}}) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8x2xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.join"(%{{.*}}, %{{.*}}) {tag} : (tensor<i1>, tensor<i1>) -> tensor<2xi1>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @join(%x: tensor<4x8xf32>, %y: tensor<i1>, %z: tensor<16x16xbf16, #half>) {
  %0 = tt.join %x, %x : tensor<4x8xf32> -> tensor<4x8x2xf32>
  %1 = tt.join %y, %y {tag} : tensor<i1> -> tensor<2xi1>
  tt.return
}

// CHECK: tt.func @split(%arg0: tensor<4x8x2xf32>, %arg1: tensor<2xi1>, %arg2: tensor<16x16x2xbf16, #blocked2>) {
// CHECK-NEXT:   %outLHS, %outRHS = tt.split %arg0 : tensor<4x8x2xf32> -> tensor<4x8xf32>
// CHECK-NEXT:   %outLHS_0, %outRHS_1 = tt.split %arg1 {tag} : tensor<2xi1> -> tensor<i1>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<4x8x2xf32>, tensor<2xi1>, tensor<16x16x2xbf16, #blocked2>) -> (), sym_name = "split"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<4x8x2xf32>, %{{.*}}: tensor<2xi1>, %{{.*}}: tensor<16x16x2xbf16, #blocked2>):
// GENERIC-NEXT:   %{{.*}}:2 = "tt.split"(%{{.*}}) : (tensor<4x8x2xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
// GENERIC-NEXT:   %{{.*}}:2 = "tt.split"(%{{.*}}) {tag} : (tensor<2xi1>) -> (tensor<i1>, tensor<i1>)
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @split(%x: tensor<4x8x2xf32>, %y: tensor<2xi1>, %z: tensor<16x16x2xbf16, #blocked3>) {
  %a, %b = tt.split %x : tensor<4x8x2xf32> -> tensor<4x8xf32>
  %c:2 = tt.split %y {tag} : tensor<2xi1> -> tensor<i1>
  tt.return
}

// CHECK: tt.func @trans(%arg0: tensor<2x4x8xf32>, %arg1: tensor<16x32xf16, #blocked>, %arg2: tensor<i32>) {
// CHECK-NEXT:   %0 = tt.trans %arg0 {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
// CHECK-NEXT:   %1 = tt.trans %arg1 {order = array<i32: 1, 0>, tag} : tensor<16x32xf16, #blocked> -> tensor<32x16xf16, #blocked1>
// CHECK-NEXT:   %2 = tt.trans %arg2 {order = array<i32>} : tensor<i32> -> tensor<i32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<2x4x8xf32>, tensor<16x32xf16, #blocked>, tensor<i32>) -> (), sym_name = "trans"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<2x4x8xf32>, %{{.*}}: tensor<16x32xf16, #blocked>, %{{.*}}: tensor<i32>):
// GENERIC-NEXT:   %{{.*}} = "tt.trans"(%{{.*}}) <{order = array<i32: 2, 0, 1>}> : (tensor<2x4x8xf32>) -> tensor<8x2x4xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.trans"(%{{.*}}) <{order = array<i32: 1, 0>}> {tag} : (tensor<16x32xf16, #blocked>) -> tensor<32x16xf16, #blocked1>
// GENERIC-NEXT:   %{{.*}} = "tt.trans"(%{{.*}}) <{order = array<i32>}> : (tensor<i32>) -> tensor<i32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @trans(%x: tensor<2x4x8xf32>, %y: tensor<16x32xf16, #blocked>, %z: tensor<i32>) {
  %0 = tt.trans %x {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
  %1 = tt.trans %y {order = array<i32: 1, 0>, tag} : tensor<16x32xf16, #blocked> -> tensor<32x16xf16, #blocked1>
  %2 = tt.trans %z {order = array<i32>} : tensor<i32> -> tensor<i32>
  tt.return
}
}
