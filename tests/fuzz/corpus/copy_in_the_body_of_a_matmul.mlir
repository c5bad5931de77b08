// RUN: xtriton-opt --pass-pipeline='cpu-linalg-to-loops{dots=avx512bf16 vector-bits=512}' %s
// exception: cpu-linalg-to-loops: AssertionError in ir/builder.py:insert
#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @f(%a: memref<4x64xbf16>, %b: memref<64x16xbf16>, %c: memref<4x16xf32>, %d: memref<4x16xf32>) {
  "linalg.matmul"(%a, %b, %c) <{indexing_maps = [#map, #map1, #map2], operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: bf16, %y: bf16, %z: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %z, %2 : f32
    memref.copy %d, %c : memref<4x16xf32> to memref<4x16xf32>
    linalg.yield %3 : f32
  }) : (memref<4x64xbf16>, memref<64x16xbf16>, memref<4x16xf32>) -> ()
  return
}
