// RUN: xtriton-opt %s --split-input-file --mlir-print-debuginfo --mlir-use-nameloc-as-prefix | filecheck %s

// CHECK: #loc2 = loc("x")
// CHECK-NEXT: #loc3 = loc("a b")
// CHECK-NEXT: #loc4 = loc("0")
// CHECK-NEXT: module {
// CHECK-NEXT:   tt.func @names(%x: i32 loc("x"), %x_0: i32 loc("x"), %a_b: i32 loc("a b"), %_0: i32 loc("0")) -> i32 {
// CHECK-NEXT:     %sum = arith.addi %x, %x : i32 loc(#loc5)
// CHECK-NEXT:     %sum_1 = arith.addi %x, %sum : i32 loc(#loc17)
// CHECK-NEXT:     %in = arith.addi %x, %sum_1 : i32 loc(#loc18)
// CHECK-NEXT:     %out = arith.addi %x, %sum_1 : i32 loc(#loc19)
// CHECK-NEXT:     %p = arith.addi %x, %sum_1 : i32 loc(#loc20)
// CHECK-NEXT:     %_C3A921 = arith.addi %x, %sum_1 : i32 loc(#loc11)
// CHECK-NEXT:     %0 = arith.addi %x, %sum_1 : i32 loc(#loc12)
// CHECK-NEXT:     %arg0 = arith.addi %x, %sum_1 : i32 loc(#loc13)
// CHECK-NEXT:     %cst = arith.constant 1 : i32 loc(#loc14)
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32 loc(#loc6)
// CHECK-NEXT:     %1 = arith.addi %arg0, %_C3A921 : i32 loc(#loc15)
// CHECK-NEXT:     tt.return %1 : i32 loc(#loc16)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc1 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc5 = loc("sum")
// CHECK-NEXT: #loc6 = loc("f.py":1:1)
// CHECK-NEXT: #loc7 = loc("in")
// CHECK-NEXT: #loc8 = loc("out")
// CHECK-NEXT: #loc9 = loc("p")
// CHECK-NEXT: #loc10 = loc("q")
// CHECK-NEXT: #loc11 = loc("\C3\A9!")
// CHECK-NEXT: #loc12 = loc("")
// CHECK-NEXT: #loc13 = loc("arg0")
// CHECK-NEXT: #loc14 = loc("cst")
// CHECK-NEXT: #loc15 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc16 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc17 = loc("sum"(#loc6))
// CHECK-NEXT: #loc18 = loc(callsite(#loc7 at #loc8))
// CHECK-NEXT: #loc19 = loc(callsite(#loc6 at #loc8))
// CHECK-NEXT: #loc20 = loc(fused[#loc9, #loc10])
tt.func @names(%x: i32 loc("x"), %y: i32 loc("x"), %z: i32 loc("a b"), %w: i32 loc("0")) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("sum")
  %1 = arith.addi %x, %0 : i32 loc("sum"("f.py":1:1))
  %2 = arith.addi %x, %1 : i32 loc(callsite("in" at "out"))
  %3 = arith.addi %x, %1 : i32 loc(callsite("f.py":1:1 at "out"))
  %4 = arith.addi %x, %1 : i32 loc(fused["p", "q"])
  %5 = arith.addi %x, %1 : i32 loc("é!")
  %6 = arith.addi %x, %1 : i32 loc("")
  %7 = arith.addi %x, %1 : i32 loc("arg0")
  %cst = arith.constant 1 : i32 loc("cst")
  %c1 = arith.constant 1 : i32 loc("f.py":1:1)
  %8 = arith.addi %7, %5 : i32
  tt.return %8 : i32
}

// -----

// CHECK: #loc2 = loc(" a")
// CHECK-NEXT: #loc3 = loc("!")
// CHECK-NEXT: #loc4 = loc("-a")
// CHECK-NEXT: #loc5 = loc("$")
// CHECK-NEXT: module {
// CHECK-NEXT:   tt.func @names(%_a: i32 loc(" a"), %_21: i32 loc("!"), %-a: i32 loc("-a"), %$: i32 loc("$")) -> i32 {
// CHECK-NEXT:     %.b = arith.addi %_a, %_a : i32 loc(#loc6)
// CHECK-NEXT:     %_1_2 = arith.addi %_a, %.b : i32 loc(#loc7)
// CHECK-NEXT:     tt.return %_1_2 : i32 loc(#loc8)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc1 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc6 = loc(".b")
// CHECK-NEXT: #loc7 = loc("1 2")
// CHECK-NEXT: #loc8 = loc("{{.*}}":{{[0-9:]+}})
tt.func @names(%x: i32 loc(" a"), %y: i32 loc("!"), %z: i32 loc("-a"), %w: i32 loc("$")) -> i32 {
  %0 = arith.addi %x, %x : i32 loc(".b")
  %1 = arith.addi %x, %0 : i32 loc("1 2")
  tt.return %1 : i32
}

// -----

// CHECK: #loc2 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc5 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc6 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc7 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc8 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc11 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc12 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc13 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc14 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: module {
// CHECK-NEXT:   tt.func @multi(%arg0: tensor<4x2xf32> loc("{{.*}}":{{[0-9:]+}})) {
// CHECK-NEXT:     %outLHS, %outRHS = tt.split %arg0 : tensor<4x2xf32> -> tensor<4xf32> loc(#loc3)
// CHECK-NEXT:     %0:2 = "tt.reduce"(%outLHS, %outRHS) <{axis = 0 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg1: f32 loc("{{.*}}":{{[0-9:]+}}), %arg2: f32 loc("{{.*}}":{{[0-9:]+}}), %arg3: f32 loc("{{.*}}":{{[0-9:]+}}), %arg4: f32 loc("{{.*}}":{{[0-9:]+}})):
// CHECK-NEXT:       tt.reduce.return %arg1, %arg2 : f32, f32 loc(#loc9)
// CHECK-NEXT:     }) : (tensor<4xf32>, tensor<4xf32>) -> (f32, f32) loc(#loc4)
// CHECK-NEXT:     %1:2 = "tt.reduce"(%outLHS, %outRHS) <{axis = 0 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg1: f32 loc("{{.*}}":{{[0-9:]+}}), %arg2: f32 loc("{{.*}}":{{[0-9:]+}}), %arg3: f32 loc("{{.*}}":{{[0-9:]+}}), %arg4: f32 loc("{{.*}}":{{[0-9:]+}})):
// CHECK-NEXT:       tt.reduce.return %arg1, %arg2 : f32, f32 loc(#loc15)
// CHECK-NEXT:     }) : (tensor<4xf32>, tensor<4xf32>) -> (f32, f32) loc(#loc10)
// CHECK-NEXT:     %2 = arith.addf %0#0, %0#1 : f32 loc(#loc16)
// CHECK-NEXT:     %3 = arith.addf %1#0, %1#1 : f32 loc(#loc17)
// CHECK-NEXT:     tt.return loc(#loc18)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc1 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc3 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc4 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc9 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc10 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc15 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc16 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc17 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc18 = loc("{{.*}}":{{[0-9:]+}})
tt.func @multi(%x: tensor<4x2xf32>) {
  %a, %b = tt.split %x : tensor<4x2xf32> -> tensor<4xf32>
  %r:2 = "tt.reduce"(%a, %b) <{axis = 0 : i32}> ({
  ^bb0(%0: f32, %1: f32, %2: f32, %3: f32):
    tt.reduce.return %0, %1 : f32, f32
  }) : (tensor<4xf32>, tensor<4xf32>) -> (f32, f32)
  %s, %t = "tt.reduce"(%a, %b) <{axis = 0 : i32}> ({
  ^bb0(%0: f32, %1: f32, %2: f32, %3: f32):
    tt.reduce.return %0, %1 : f32, f32
  }) : (tensor<4xf32>, tensor<4xf32>) -> (f32, f32)
  %u = arith.addf %r#0, %r#1 : f32
  %v = arith.addf %s, %t : f32
  tt.return
}

// -----

// CHECK: #loc2 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc4 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc5 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc9 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc10 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: module {
// CHECK-NEXT:   tt.func @shadow(%arg0: tensor<4xf32> loc("{{.*}}":{{[0-9:]+}})) {
// CHECK-NEXT:     %0 = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg1: f32 loc("{{.*}}":{{[0-9:]+}}), %arg2: f32 loc("{{.*}}":{{[0-9:]+}})):
// CHECK-NEXT:       %2 = arith.addf %arg1, %arg2 : f32 loc(#loc6)
// CHECK-NEXT:       tt.reduce.return %2 : f32 loc(#loc7)
// CHECK-NEXT:     }) : (tensor<4xf32>) -> f32 loc(#loc3)
// CHECK-NEXT:     %1 = "tt.reduce"(%arg0) <{axis = 0 : i32}> ({
// CHECK-NEXT:     ^bb0(%arg1: f32 loc("{{.*}}":{{[0-9:]+}}), %arg2: f32 loc("{{.*}}":{{[0-9:]+}})):
// CHECK-NEXT:       %2 = arith.addf %arg1, %0 : f32 loc(#loc11)
// CHECK-NEXT:       tt.reduce.return %2 : f32 loc(#loc12)
// CHECK-NEXT:     }) : (tensor<4xf32>) -> f32 loc(#loc8)
// CHECK-NEXT:     tt.return loc(#loc13)
// CHECK-NEXT:   } loc(#loc1)
// CHECK-NEXT: } loc(#loc)
// CHECK-NEXT: #loc = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc1 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc3 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc6 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc7 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc8 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc11 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc12 = loc("{{.*}}":{{[0-9:]+}})
// CHECK-NEXT: #loc13 = loc("{{.*}}":{{[0-9:]+}})
tt.func @shadow(%x: tensor<4xf32>) {
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<4xf32>) -> f32
  %1 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %0 : f32
    tt.reduce.return %c : f32
  }) : (tensor<4xf32>) -> f32
  tt.return
}
