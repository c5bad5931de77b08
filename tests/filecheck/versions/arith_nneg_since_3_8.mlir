// RUN: xtriton-opt %s --triton=3.8 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --mlir-print-op-generic | xtriton-opt - --triton=3.9 | filecheck %s
// RUN: xtriton-opt %s --triton=3.9 --canonicalize | filecheck %s --check-prefix=CANONICAL
// RUN: not xtriton-opt %s --triton=3.7 2>&1 | filecheck %s --check-prefix=OLD

// OLD: expected ':'

// CHECK-LABEL: tt.func @syntax
tt.func @syntax(%a: i8) -> (i16, f32, index, i16) {
  // CHECK-NEXT: arith.extui %arg0 nneg : i8 to i16
  %0 = arith.extui %a nneg : i8 to i16
  // CHECK-NEXT: arith.uitofp %arg0 nneg : i8 to f32
  %1 = arith.uitofp %a nneg : i8 to f32
  // CHECK-NEXT: arith.index_castui %arg0 nneg : i8 to index
  %2 = arith.index_castui %a nneg : i8 to index
  // CHECK-NEXT: arith.extui %arg0 : i8 to i16
  %3 = arith.extui %a : i8 to i16
  tt.return %0, %1, %2, %3 : i16, f32, index, i16
}

// Patterns keep it where the sign bit of the new operand is clear.

// CANONICAL-LABEL: tt.func @chains
// CANONICAL-NEXT: arith.extui %arg0 nneg : i8 to i32
// CANONICAL-NEXT: arith.extui %arg0 nneg : i8 to i16
// CANONICAL-NEXT: arith.index_castui %arg0 nneg : i8 to index
// CANONICAL-NEXT: arith.uitofp %arg0 nneg : i8 to f32
// CANONICAL-NEXT: arith.uitofp %arg0 nneg : i8 to f16
// CANONICAL-NEXT: tt.return
tt.func @chains(%a: i8) -> (i32, i16, index, f32, f16) {
  %wide = arith.extui %a nneg : i8 to i24
  %0 = arith.extsi %wide : i24 to i32
  %1 = arith.trunci %wide : i24 to i16
  %2 = arith.index_castui %wide : i24 to index
  %3 = arith.sitofp %wide : i24 to f32
  %f = arith.uitofp %a nneg : i8 to f32
  %4 = arith.truncf %f : f32 to f16
  tt.return %0, %1, %2, %3, %4 : i32, i16, index, f32, f16
}

// CANONICAL-LABEL: tt.func @bitwise
// CANONICAL: arith.andi %arg0, %arg1 : i8
// CANONICAL-NEXT: arith.extui {{.*}} nneg : i8 to i16
// CANONICAL-NEXT: arith.ori %arg0, %arg1 : i8
// CANONICAL-NEXT: arith.extui %{{.*}} : i8 to i16
// CANONICAL-NEXT: arith.xori %arg0, %arg2 : i8
// CANONICAL-NEXT: arith.extui {{.*}} nneg : i8 to i16
tt.func @bitwise(%a: i8, %b: i8, %c: i8) -> (i16, i16, i16) {
  %0 = arith.extui %a nneg : i8 to i16
  %1 = arith.extui %b : i8 to i16
  %2 = arith.extui %c nneg : i8 to i16
  %3 = arith.andi %0, %1 : i16
  %4 = arith.ori %0, %1 : i16
  %5 = arith.xori %0, %2 : i16
  tt.return %3, %4, %5 : i16, i16, i16
}

// The intermediate value is never negative, %arg0 may be: MLIR keeps nneg, which would make poison of it.

// CANONICAL-LABEL: tt.func @extension_of_extension
// CANONICAL-NEXT: arith.extui %arg0 : i8 to i32
// CANONICAL-NEXT: arith.extui %arg0 nneg : i8 to i32
tt.func @extension_of_extension(%a: i8) -> (i32, i32) {
  %0 = arith.extui %a : i8 to i16
  %1 = arith.extui %0 nneg : i16 to i32
  %2 = arith.extui %a nneg : i8 to i16
  %3 = arith.extui %2 nneg : i16 to i32
  tt.return %1, %3 : i32, i32
}
