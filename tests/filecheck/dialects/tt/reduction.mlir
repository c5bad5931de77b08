// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>

// CHECK: tt.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<16xi32>, %arg2: tensor<32x32xf16, #blocked>) -> tensor<8xf32> {
// CHECK-NEXT:   %0 = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %3 = arith.addf %arg3, %arg4 : f32
// CHECK-NEXT:     tt.reduce.return %3 : f32
// CHECK-NEXT:   }) : (tensor<4x8xf32>) -> tensor<8xf32>
// CHECK-NEXT:   %1 = "tt.reduce"(%arg1) <{axis = 0 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg3: i32, %arg4: i32):
// CHECK-NEXT:     %3 = arith.maxsi %arg3, %arg4 : i32
// CHECK-NEXT:     tt.reduce.return %3 {tag} : i32
// CHECK-NEXT:   }) {tag = "scalar"} : (tensor<16xi32>) -> i32
// CHECK-NEXT:   %2 = "tt.reduce"(%arg2) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg3: f16, %arg4: f16):
// CHECK-NEXT:     tt.reduce.return %arg4 : f16
// CHECK-NEXT:   }) : (tensor<32x32xf16, #blocked>) -> tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
// CHECK-NEXT:   tt.return %0 : tensor<8xf32>
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<4x8xf32>, tensor<16xi32>, tensor<32x32xf16, #blocked>) -> tensor<8xf32>, sym_name = "reduce"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<16xi32>, %{{.*}}: tensor<32x32xf16, #blocked>):
// GENERIC-NEXT:   %{{.*}} = "tt.reduce"(%{{.*}}) <{axis = 0 : i32}> ({
// GENERIC-NEXT:   ^bb0(%{{.*}}: f32, %{{.*}}: f32):
// GENERIC-NEXT:     %{{.*}} = "arith.addf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:     "tt.reduce.return"(%{{.*}}) : (f32) -> ()
// GENERIC-NEXT:   }) : (tensor<4x8xf32>) -> tensor<8xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.reduce"(%{{.*}}) <{axis = 0 : i32}> ({
// GENERIC-NEXT:   ^bb0(%{{.*}}: i32, %{{.*}}: i32):
// GENERIC-NEXT:     %{{.*}} = "arith.maxsi"(%{{.*}}, %{{.*}}) : (i32, i32) -> i32
// GENERIC-NEXT:     "tt.reduce.return"(%{{.*}}) {tag} : (i32) -> ()
// GENERIC-NEXT:   }) {tag = "scalar"} : (tensor<16xi32>) -> i32
// GENERIC-NEXT:   %{{.*}} = "tt.reduce"(%{{.*}}) <{axis = 1 : i32}> ({
// GENERIC-NEXT:   ^bb0(%{{.*}}: f16, %{{.*}}: f16):
// GENERIC-NEXT:     "tt.reduce.return"(%{{.*}}) : (f16) -> ()
// GENERIC-NEXT:   }) : (tensor<32x32xf16, #blocked>) -> tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
// GENERIC-NEXT:   "tt.return"(%{{.*}}) : (tensor<8xf32>) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @reduce(%x: tensor<4x8xf32>, %v: tensor<16xi32>, %e: tensor<32x32xf16, #blocked>) -> tensor<8xf32> {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<4x8xf32>) -> tensor<8xf32>
  %1 = "tt.reduce"(%v) ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.maxsi %a, %b : i32
    tt.reduce.return %s {tag} : i32
  }) {axis = 0 : i32, tag = "scalar"} : (tensor<16xi32>) -> i32
  %2 = "tt.reduce"(%e) <{axis = 1 : i32}> ({
  ^bb0(%a: f16, %b: f16):
    tt.reduce.return %b : f16
  }) : (tensor<32x32xf16, #blocked>) -> tensor<32xf16, #ttg.slice<{dim = 1, parent = #blocked}>>
  tt.return %0 : tensor<8xf32>
}

// CHECK: tt.func @reduce_several(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xi32>, %arg2: tensor<4x8x!tt.ptr<f32>>) -> tensor<4xi32> {
// CHECK-NEXT:   %0:3 = "tt.reduce"(%arg0, %arg1, %arg2) <{axis = 1 : i32}> ({
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: i32, %arg5: !tt.ptr<f32>, %arg6: f32, %arg7: i32, %arg8: !tt.ptr<f32>):
// CHECK-NEXT:     tt.reduce.return %arg3, %arg7, %arg5 : f32, i32, !tt.ptr<f32>
// CHECK-NEXT:   }) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8x!tt.ptr<f32>>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4x!tt.ptr<f32>>)
// CHECK-NEXT:   tt.return %0#1 : tensor<4xi32>
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8x!tt.ptr<f32>>) -> tensor<4xi32>, sym_name = "reduce_several"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<4x8xi32>, %{{.*}}: tensor<4x8x!tt.ptr<f32>>):
// GENERIC-NEXT:   %{{.*}}:3 = "tt.reduce"(%{{.*}}, %{{.*}}, %{{.*}}) <{axis = 1 : i32}> ({
// GENERIC-NEXT:   ^bb0(%{{.*}}: f32, %{{.*}}: i32, %{{.*}}: !tt.ptr<f32>, %{{.*}}: f32, %{{.*}}: i32, %{{.*}}: !tt.ptr<f32>):
// GENERIC-NEXT:     "tt.reduce.return"(%{{.*}}, %{{.*}}, %{{.*}}) : (f32, i32, !tt.ptr<f32>) -> ()
// GENERIC-NEXT:   }) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8x!tt.ptr<f32>>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4x!tt.ptr<f32>>)
// GENERIC-NEXT:   "tt.return"(%{{.*}}#1) : (tensor<4xi32>) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @reduce_several(%x: tensor<4x8xf32>, %i: tensor<4x8xi32>, %p: tensor<4x8x!tt.ptr<f32>>) -> tensor<4xi32> {
  %0:3 = "tt.reduce"(%x, %i, %p) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %ia: i32, %pa: !tt.ptr<f32>, %b: f32, %ib: i32, %pb: !tt.ptr<f32>):
    tt.reduce.return %a, %ib, %pa : f32, i32, !tt.ptr<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8x!tt.ptr<f32>>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4x!tt.ptr<f32>>)
  tt.return %0#1 : tensor<4xi32>
}

// CHECK: tt.func @scan(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xi1>, %arg2: tensor<32x32xf16, #blocked>) -> tensor<4x8xi1> {
// CHECK-NEXT:   %0 = "tt.scan"(%arg0) <{axis = 1 : i32, reverse = false}> ({
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: f32):
// CHECK-NEXT:     %3 = arith.mulf %arg3, %arg4 : f32
// CHECK-NEXT:     tt.scan.return %3 : f32
// CHECK-NEXT:   }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:   %1:2 = "tt.scan"(%arg0, %arg1) <{axis = 0 : i32, reverse = true}> ({
// CHECK-NEXT:   ^bb0(%arg3: f32, %arg4: i1, %arg5: f32, %arg6: i1):
// CHECK-NEXT:     tt.scan.return %arg5, %arg4 {tag} : f32, i1
// CHECK-NEXT:   }) {tag} : (tensor<4x8xf32>, tensor<4x8xi1>) -> (tensor<4x8xf32>, tensor<4x8xi1>)
// CHECK-NEXT:   %2 = "tt.scan"(%arg2) <{axis = 0 : i32, reverse = true}> ({
// CHECK-NEXT:   ^bb0(%arg3: f16, %arg4: f16):
// CHECK-NEXT:     tt.scan.return %arg4 : f16
// CHECK-NEXT:   }) : (tensor<32x32xf16, #blocked>) -> tensor<32x32xf16, #blocked>
// CHECK-NEXT:   tt.return %1#1 : tensor<4x8xi1>
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<4x8xf32>, tensor<4x8xi1>, tensor<32x32xf16, #blocked>) -> tensor<4x8xi1>, sym_name = "scan"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<4x8xi1>, %{{.*}}: tensor<32x32xf16, #blocked>):
// GENERIC-NEXT:   %{{.*}} = "tt.scan"(%{{.*}}) <{axis = 1 : i32, reverse = false}> ({
// GENERIC-NEXT:   ^bb0(%{{.*}}: f32, %{{.*}}: f32):
// GENERIC-NEXT:     %{{.*}} = "arith.mulf"(%{{.*}}, %{{.*}}) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
// GENERIC-NEXT:     "tt.scan.return"(%{{.*}}) : (f32) -> ()
// GENERIC-NEXT:   }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// GENERIC-NEXT:   %{{.*}}:2 = "tt.scan"(%{{.*}}, %{{.*}}) <{axis = 0 : i32, reverse = true}> ({
// GENERIC-NEXT:   ^bb0(%{{.*}}: f32, %{{.*}}: i1, %{{.*}}: f32, %{{.*}}: i1):
// GENERIC-NEXT:     "tt.scan.return"(%{{.*}}, %{{.*}}) {tag} : (f32, i1) -> ()
// GENERIC-NEXT:   }) {tag} : (tensor<4x8xf32>, tensor<4x8xi1>) -> (tensor<4x8xf32>, tensor<4x8xi1>)
// GENERIC-NEXT:   %{{.*}} = "tt.scan"(%{{.*}}) <{axis = 0 : i32, reverse = true}> ({
// GENERIC-NEXT:   ^bb0(%{{.*}}: f16, %{{.*}}: f16):
// GENERIC-NEXT:     "tt.scan.return"(%{{.*}}) : (f16) -> ()
// GENERIC-NEXT:   }) : (tensor<32x32xf16, #blocked>) -> tensor<32x32xf16, #blocked>
// GENERIC-NEXT:   "tt.return"(%{{.*}}#1) : (tensor<4x8xi1>) -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @scan(%x: tensor<4x8xf32>, %i: tensor<4x8xi1>, %e: tensor<32x32xf16, #blocked>) -> tensor<4x8xi1> {
  %0 = "tt.scan"(%x) <{axis = 1 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.mulf %a, %b : f32
    tt.scan.return %s : f32
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1:2 = "tt.scan"(%x, %i) ({
  ^bb0(%a: f32, %ia: i1, %b: f32, %ib: i1):
    tt.scan.return %b, %ia {tag} : f32, i1
  }) {axis = 0 : i32, reverse = true, tag} : (tensor<4x8xf32>, tensor<4x8xi1>) -> (tensor<4x8xf32>, tensor<4x8xi1>)
  %2 = "tt.scan"(%e) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: f16, %b: f16):
    tt.scan.return %b : f16
  }) : (tensor<32x32xf16, #blocked>) -> tensor<32x32xf16, #blocked>
  tt.return %1#1 : tensor<4x8xi1>
}

// CHECK: tt.func @histogram(%arg0: tensor<64xi32>, %arg1: tensor<64xi1>) {
// CHECK-NEXT:   %0 = tt.histogram %arg0 : tensor<64xi32> -> tensor<16xi32>
// CHECK-NEXT:   %1 = tt.histogram %arg0, %arg1 {tag} : tensor<64xi32> -> tensor<128xi32>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<64xi32>, tensor<64xi1>) -> (), sym_name = "histogram"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<64xi32>, %{{.*}}: tensor<64xi1>):
// GENERIC-NEXT:   %{{.*}} = "tt.histogram"(%{{.*}}) : (tensor<64xi32>) -> tensor<16xi32>
// GENERIC-NEXT:   %{{.*}} = "tt.histogram"(%{{.*}}, %{{.*}}) {tag} : (tensor<64xi32>, tensor<64xi1>) -> tensor<128xi32>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @histogram(%x: tensor<64xi32>, %m: tensor<64xi1>) {
  %0 = tt.histogram %x : tensor<64xi32> -> tensor<16xi32>
  %1 = tt.histogram %x, %m {tag} : tensor<64xi32> -> tensor<128xi32>
  tt.return
}

// CHECK: tt.func @gather(%arg0: tensor<4x8xf32>, %arg1: tensor<4x2xi32>, %arg2: tensor<8x!tt.ptr<i8>>, %arg3: tensor<16xi64>) {
// CHECK-NEXT:   %0 = tt.gather %arg0[%arg1] {axis = 1 : i32} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
// CHECK-NEXT:   %1 = tt.gather %arg2[%arg3] {axis = 0 : i32, efficient_layout, tag} : (tensor<8x!tt.ptr<i8>>, tensor<16xi64>) -> tensor<16x!tt.ptr<i8>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
// GENERIC: "tt.func"() <{function_type = (tensor<4x8xf32>, tensor<4x2xi32>, tensor<8x!tt.ptr<i8>>, tensor<16xi64>) -> (), sym_name = "gather"}> ({
// GENERIC-NEXT: ^bb0(%{{.*}}: tensor<4x8xf32>, %{{.*}}: tensor<4x2xi32>, %{{.*}}: tensor<8x!tt.ptr<i8>>, %{{.*}}: tensor<16xi64>):
// GENERIC-NEXT:   %{{.*}} = "tt.gather"(%{{.*}}, %{{.*}}) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
// GENERIC-NEXT:   %{{.*}} = "tt.gather"(%{{.*}}, %{{.*}}) <{axis = 0 : i32, efficient_layout}> {tag} : (tensor<8x!tt.ptr<i8>>, tensor<16xi64>) -> tensor<16x!tt.ptr<i8>>
// GENERIC-NEXT:   "tt.return"() : () -> ()
// GENERIC-NEXT: }) : () -> ()
tt.func @gather(%x: tensor<4x8xf32>, %i: tensor<4x2xi32>, %p: tensor<8x!tt.ptr<i8>>, %j: tensor<16xi64>) {
  %0 = tt.gather %x[%i] {axis = 1 : i32} : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  %1 = tt.gather %p[%j] {axis = 0 : i32, efficient_layout, tag} : (tensor<8x!tt.ptr<i8>>, tensor<16xi64>) -> tensor<16x!tt.ptr<i8>>
  tt.return
}
}
