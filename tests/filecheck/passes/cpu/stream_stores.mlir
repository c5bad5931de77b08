// RUN: xtriton-opt %s --cpu-stream-stores=cache-bytes=1000000 | filecheck %s
// RUN: xtriton-opt %s --cpu-stream-stores | filecheck %s --check-prefix=NEVER
// RUN: xtriton-opt %s '--cpu-stream-stores=cache-bytes=1000000 noalias=false' | filecheck %s --check-prefix=NEVER
// RUN: xtriton-opt %s --cpu-stream-stores=cache-bytes=1000000 --cpu-linalg-to-loops --cpu-to-llvm | filecheck %s --check-prefix=LLVM

#id = affine_map<(d0) -> (d0)>
#rows = affine_map<(d0, d1) -> (d0, d1)>
#columns = affine_map<(d0, d1) -> (d1, d0)>

// NEVER-NOT: nontemporal

// If the grid stores at least half a million bytes, about as much as it reads, each whole line (16 elements) is stored
// past the caches, and the elements before and after the lines as usual. Otherwise the whole row is stored as usual, as
// is a row that is shorter than 3584 bytes and does not consist of whole lines.
// CHECK-LABEL: func.func @row
// CHECK-SAME:    attributes {cpu.streams}
// CHECK:         %[[X:.*]] = arith.index_cast %arg3 : i32 to index
// CHECK:         %[[Y:.*]] = arith.index_cast %arg4 : i32 to index
// CHECK:         %[[XY:.*]] = arith.muli %[[X]], %[[Y]]
// CHECK:         %[[PROGRAMS:.*]] = arith.muli %[[XY]], %{{.*}}
// CHECK:         tptr.ptrtoint
// CHECK:         %[[LINES:.*]] = arith.select %{{.*}}, %{{.*}}, %[[N:.*]] : index
// CHECK:         %[[ALL:.*]] = arith.muli %[[PROGRAMS]], %[[N]]
// CHECK:         %[[ENOUGH:.*]] = arith.cmpi sge, %[[ALL]], %c125000
// CHECK:         %[[LONG:.*]] = arith.cmpi sge, %[[N]], %c896
// CHECK:         %[[REST:.*]] = arith.andi %[[N]], %c15
// CHECK:         %[[PARTS:.*]] = arith.ori %[[REST]], %[[LINES]]
// CHECK:         %[[WHOLE_LINES:.*]] = arith.cmpi eq, %[[PARTS]], %c0
// CHECK:         %[[EITHER:.*]] = arith.ori %[[LONG]], %[[WHOLE_LINES]]
// CHECK:         %[[LARGE:.*]] = arith.andi %[[ENOUGH]], %[[EITHER]]
// CHECK:         %[[FIRST:.*]] = arith.select %[[LARGE]], %[[LINES]], %[[N]] : index
// CHECK:         %[[LEFT:.*]] = arith.subi %[[N]], %[[FIRST]]
// CHECK:         %[[WHOLE:.*]] = arith.andi %[[LEFT]], %c-16
// CHECK:         %[[LAST:.*]] = arith.addi %[[FIRST]], %[[WHOLE]]
// CHECK:         scf.for %{{.*}} = %c0{{.*}} to %c2
// CHECK:           linalg.generic
// CHECK:             %[[I:.*]] = linalg.index 0
// CHECK-NEXT:        arith.addi %[[I]]
// CHECK:         %[[BUFFER:.*]] = memref.alloc() : memref<16xf32>
// CHECK:         scf.for %[[AT:.*]] = %[[FIRST]] to %[[LAST]] step %c16
// CHECK:           memref.subview
// CHECK-NEXT:      %[[LINE:.*]] = memref.subview %{{.*}}[%[[AT]]] [16] [1]
// CHECK:           linalg.generic {{.*}} outs(%[[BUFFER]] : memref<16xf32>)
// CHECK:           memref.copy %[[BUFFER]], %[[LINE]] {nontemporal}
// LLVM-LABEL: llvm.func internal @row
// LLVM-COUNT-2: llvm.store %{{.*}}, %{{.*}} {alignment = 32 : i64, nontemporal} : vector<8xf32>, !llvm.ptr
// LLVM-LABEL: llvm.func @row__grid
// LLVM:         llvm.call_intrinsic "llvm.x86.sse.sfence"()
// LLVM-NEXT:    llvm.return
func.func @row(%x: memref<*xf32>, %y: memref<*xf32>, %n: index, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %given = memref.reinterpret_cast %x to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  %row = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  %a = memref.subview %given[0] [%n] [1] : memref<1024xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  %b = memref.subview %row[0] [%n] [1] : memref<1024xf32, strided<[1]>> to memref<?xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<?xf32, strided<[1]>>) outs(%b : memref<?xf32, strided<[1]>>) {
  ^bb0(%c: f32, %d: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %f = arith.sitofp %j : i32 to f32
    %s = arith.addf %c, %f : f32
    linalg.yield %s : f32
  }
  return
}

// Copies of blocks, row by row; the loop around a store counts where its bounds are known before it. A kernel that reads
// no array has the whole cache for what it stores.
// CHECK-LABEL: func.func @block
// CHECK:         %[[TRIPS:.*]] = arith.divui
// CHECK:         %[[STORES:.*]] = arith.muli %{{.*}}, %[[TRIPS]]
// CHECK:         scf.for
// CHECK:           %[[ROWS:.*]] = arith.muli %[[STORES]], %c4
// CHECK:           scf.for %[[ROW:.*]] = %c0{{.*}} to %c4
// CHECK:             memref.subview %{{.*}}[%[[ROW]], 0] [1, 256] [1, 1]
// CHECK:             %[[ALL:.*]] = arith.muli %[[ROWS]], %c256
// CHECK:             arith.cmpi sge, %[[ALL]], %c250000
// CHECK:             memref.copy %{{.*}} {nontemporal} : memref<1x16xf32> to
func.func @block(%y: memref<*xf32>, %n: index, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %zero = arith.constant 0 : index
  %step = arith.constant 1024 : index
  %z = memref.alloc() : memref<4x256xf32>
  scf.for %at = %zero to %n step %step {
    %rows = memref.reinterpret_cast %y to offset: [%at], sizes: [4, 256], strides: [256, 1] : memref<*xf32> to memref<4x256xf32, strided<[256, 1], offset: ?>>
    memref.copy %z, %rows : memref<4x256xf32> to memref<4x256xf32, strided<[256, 1], offset: ?>>
  }
  return
}

// A loop whose iterations store to the same memory does not count.
// CHECK-LABEL: func.func @same
// CHECK:         %[[XY:.*]] = arith.muli
// CHECK:         %[[PROGRAMS:.*]] = arith.muli %[[XY]]
// CHECK:         arith.muli %[[PROGRAMS]], %c1024
// CHECK:         memref.copy %{{.*}} {nontemporal}
func.func @same(%y: memref<*xf32>, %n: index, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %zero = arith.constant 0 : index
  %step = arith.constant 1024 : index
  %z = memref.alloc() : memref<1024xf32>
  scf.for %at = %zero to %n step %step {
    %row = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
    memref.copy %z, %row : memref<1024xf32> to memref<1024xf32, strided<[1]>>
  }
  return
}

// Copies of narrow elements, but no results of fewer than 32 bits: they are stored in parts of vectors.
// CHECK-LABEL: func.func @narrow
// CHECK:         memref.copy %{{.*}} {nontemporal} : memref<32xf16>
// CHECK-NOT:     nontemporal
func.func @narrow(%x: memref<1024xf16>, %y: memref<*xf16>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %row = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf16> to memref<1024xf16, strided<[1]>>
  memref.copy %x, %row : memref<1024xf16> to memref<1024xf16, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<1024xf16>) outs(%row : memref<1024xf16, strided<[1]>>) {
  ^bb0(%c: f16, %d: f16):
    %s = arith.addf %c, %c : f16
    linalg.yield %s : f16
  }
  return
}

// As usual: an array that the kernel reads,
// CHECK-LABEL: func.func @read
// CHECK-NOT:     nontemporal
func.func @read(%y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %row = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%row : memref<1024xf32, strided<[1]>>) outs(%row : memref<1024xf32, strided<[1]>>) {
  ^bb0(%c: f32, %d: f32):
    %s = arith.addf %c, %c : f32
    linalg.yield %s : f32
  }
  return
}

// old elements of it,
// CHECK-LABEL: func.func @accumulated
// CHECK-NOT:     nontemporal
func.func @accumulated(%y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %row = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%row : memref<1024xf32, strided<[1]>>) {
  ^bb0(%d: f32):
    %s = arith.addf %d, %d : f32
    linalg.yield %s : f32
  }
  return
}

// sums,
// CHECK-LABEL: func.func @sums
// CHECK-NOT:     nontemporal
func.func @sums(%x: memref<512x8xf32>, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %row = memref.reinterpret_cast %y to offset: [0], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#rows, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<512x8xf32>) outs(%row : memref<512xf32, strided<[1]>>) {
  ^bb0(%c: f32, %d: f32):
    linalg.yield %c : f32
  }
  return
}

// blocks that are read column by column,
// CHECK-LABEL: func.func @transposed
// CHECK-NOT:     nontemporal
func.func @transposed(%x: memref<256x256xf32>, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %block = memref.reinterpret_cast %y to offset: [0], sizes: [256, 256], strides: [256, 1] : memref<*xf32> to memref<256x256xf32, strided<[256, 1]>>
  linalg.generic {indexing_maps = [#columns, #rows], iterator_types = ["parallel", "parallel"]} ins(%x : memref<256x256xf32>) outs(%block : memref<256x256xf32, strided<[256, 1]>>) {
  ^bb0(%c: f32, %d: f32):
    linalg.yield %c : f32
  }
  return
}

// rows that are short, or not contiguous, and elements of less than a byte,
// CHECK-LABEL: func.func @short
// CHECK-NOT:     nontemporal
func.func @short(%z: memref<4x32xf32>, %w: memref<512xf32>, %v: memref<512xi1>, %y: memref<*xf32>, %b: memref<*xi1>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %rows = memref.reinterpret_cast %y to offset: [0], sizes: [4, 32], strides: [32, 1] : memref<*xf32> to memref<4x32xf32, strided<[32, 1]>>
  memref.copy %z, %rows : memref<4x32xf32> to memref<4x32xf32, strided<[32, 1]>>
  %column = memref.reinterpret_cast %y to offset: [0], sizes: [512], strides: [2] : memref<*xf32> to memref<512xf32, strided<[2]>>
  memref.copy %w, %column : memref<512xf32> to memref<512xf32, strided<[2]>>
  %bits = memref.reinterpret_cast %b to offset: [0], sizes: [512], strides: [1] : memref<*xi1> to memref<512xi1, strided<[1]>>
  memref.copy %v, %bits : memref<512xi1> to memref<512xi1, strided<[1]>>
  return
}

// buffers, and what may be one,
// CHECK-LABEL: func.func @buffer
// CHECK-NOT:     nontemporal
func.func @buffer(%z: memref<512xf32>, %y: memref<*xf32>, %c: i1, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %buffer = memref.alloc() : memref<512xf32>
  memref.copy %z, %buffer : memref<512xf32> to memref<512xf32>
  %row = memref.reinterpret_cast %y to offset: [0], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1]>>
  %same = memref.cast %buffer : memref<512xf32> to memref<512xf32, strided<[1]>>
  %one = arith.select %c, %same, %row : memref<512xf32, strided<[1]>>
  memref.copy %z, %one : memref<512xf32> to memref<512xf32, strided<[1]>>
  return
}

// and functions that know nothing of a grid.
// CHECK-LABEL: func.func @no_grid
// CHECK-NOT:     nontemporal
func.func @no_grid(%z: memref<512xf32>, %y: memref<*xf32>) {
  %row = memref.reinterpret_cast %y to offset: [0], sizes: [512], strides: [1] : memref<*xf32> to memref<512xf32, strided<[1]>>
  memref.copy %z, %row : memref<512xf32> to memref<512xf32, strided<[1]>>
  return
}

// Several results: the lines of all have to begin at the same elements.
// CHECK-LABEL: func.func @results
// CHECK:         tptr.ptrtoint
// CHECK:         tptr.ptrtoint
// CHECK:         arith.minsi
// CHECK-NEXT:    %[[START:.*]] = arith.select
// CHECK-NEXT:    %[[SAME:.*]] = arith.cmpi eq, %[[START]]
// CHECK-NEXT:    %[[LARGE:.*]] = arith.andi %{{.*}}, %[[SAME]]
// CHECK-NEXT:    arith.select %[[LARGE]]
// CHECK-COUNT-2: memref.alloc() : memref<16xf32>
// CHECK:         linalg.generic {{.*}} outs(%alloc{{.*}}, %alloc{{.*}} : memref<16xf32>, memref<16xf32>)
// CHECK-COUNT-2: {nontemporal}
// CHECK-NOT:     nontemporal
func.func @results(%x: memref<*xf32>, %y: memref<*xf32>, %z: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  %b = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  %c = memref.reinterpret_cast %z to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a : memref<1024xf32, strided<[1]>>) outs(%b, %c : memref<1024xf32, strided<[1]>>, memref<1024xf32, strided<[1]>>) {
  ^bb0(%v: f32, %d: f32, %e: f32):
    %s = arith.addf %v, %v : f32
    linalg.yield %s, %v : f32, f32
  }
  return
}

// Of an array that is read, and of narrower elements, results are stored as usual.
// CHECK-LABEL: func.func @one_of_three
// CHECK:         linalg.generic {{.*}} outs(%subview{{.*}}, %alloc{{.*}}, %subview{{.*}} : memref<16xf32, {{.*}}>, memref<16xf32>, memref<16xi16, {{.*}}>)
// CHECK-NEXT:    ^bb0
// CHECK:         {nontemporal}
// CHECK-NOT:     nontemporal
func.func @one_of_three(%x: memref<*xf32>, %y: memref<*xf32>, %z: memref<*xi16>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  %b = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  %c = memref.reinterpret_cast %z to offset: [0], sizes: [1024], strides: [1] : memref<*xi16> to memref<1024xi16, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%a : memref<1024xf32, strided<[1]>>) outs(%a, %b, %c : memref<1024xf32, strided<[1]>>, memref<1024xf32, strided<[1]>>, memref<1024xi16, strided<[1]>>) {
  ^bb0(%v: f32, %d: f32, %e: f32, %f: i16):
    %s = arith.addf %v, %v : f32
    %t = arith.fptosi %v : f32 to i16
    linalg.yield %s, %v, %t : f32, f32, i16
  }
  return
}

// Strides that are not known have to be 1 when the kernel runs.
// CHECK-LABEL: func.func @strides
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}, %[[FIRST:.*]] = memref.extract_strided_metadata
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}, %[[SECOND:.*]] = memref.extract_strided_metadata
// CHECK:         %[[ONE:.*]] = arith.cmpi eq, %[[FIRST]], %c1
// CHECK-NEXT:    %[[LARGE:.*]] = arith.andi %{{.*}}, %[[ONE]]
// CHECK-NEXT:    %[[TOO:.*]] = arith.cmpi eq, %[[SECOND]], %c1
// CHECK-NEXT:    %[[BOTH:.*]] = arith.andi %[[LARGE]], %[[TOO]]
// CHECK-NEXT:    arith.select %[[BOTH]]
// CHECK:         memref.copy %{{.*}} {nontemporal} : memref<16xf32> to memref<16xf32, strided<[1], offset: ?>>
func.func @strides(%x: memref<*xf32>, %y: memref<*xf32>, %s: index, %t: index, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %a = memref.reinterpret_cast %x to offset: [0], sizes: [1024], strides: [%s] : memref<*xf32> to memref<1024xf32, strided<[?]>>
  %b = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [%t] : memref<*xf32> to memref<1024xf32, strided<[?]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<1024xf32, strided<[?]>>) outs(%b : memref<1024xf32, strided<[?]>>) {
  ^bb0(%v: f32, %d: f32):
    %n = arith.addf %v, %v : f32
    linalg.yield %n : f32
  }
  return
}

// Other strides than 1 that are known are not streamed.
// CHECK-LABEL: func.func @other_stride
// CHECK-NOT:     nontemporal
// CHECK:         return
func.func @other_stride(%x: memref<1024xf32, strided<[2]>>, %y: memref<*xf32>, %t: index, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %b = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [%t] : memref<*xf32> to memref<1024xf32, strided<[?]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<1024xf32, strided<[2]>>) outs(%b : memref<1024xf32, strided<[?]>>) {
  ^bb0(%v: f32, %d: f32):
    %n = arith.addf %v, %v : f32
    linalg.yield %n : f32
  }
  return
}

// Functions take longer than memory does, except fewer exponentials than arrays, and single instructions.
// CHECK-LABEL: func.func @function
// CHECK-NOT:     nontemporal
// CHECK-LABEL: func.func @exponential
// CHECK-NOT:     nontemporal
// CHECK-LABEL: func.func @exponential_of_two
// CHECK:         nontemporal
// CHECK-LABEL: func.func @root
// CHECK:         nontemporal
func.func @function(%x: memref<1024xf32>, %w: memref<1024xf32>, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %b = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %w : memref<1024xf32>, memref<1024xf32>) outs(%b : memref<1024xf32, strided<[1]>>) {
  ^bb0(%v0: f32, %v1: f32, %o: f32):
    %e = math.erf %v0 : f32
    %r = arith.mulf %e, %v1 : f32
    linalg.yield %r : f32
  }
  return
}
func.func @exponential(%x: memref<1024xf32>, %w: memref<1024xf32>, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %b = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<1024xf32>) outs(%b : memref<1024xf32, strided<[1]>>) {
  ^bb0(%v0: f32, %o: f32):
    %r = math.exp %v0 : f32
    linalg.yield %r : f32
  }
  return
}
func.func @exponential_of_two(%x: memref<1024xf32>, %w: memref<1024xf32>, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %b = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %w : memref<1024xf32>, memref<1024xf32>) outs(%b : memref<1024xf32, strided<[1]>>) {
  ^bb0(%v0: f32, %v1: f32, %o: f32):
    %e = math.exp %v0 : f32
    %r = arith.mulf %e, %v1 : f32
    linalg.yield %r : f32
  }
  return
}
func.func @root(%x: memref<1024xf32>, %w: memref<1024xf32>, %y: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  %b = memref.reinterpret_cast %y to offset: [0], sizes: [1024], strides: [1] : memref<*xf32> to memref<1024xf32, strided<[1]>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<1024xf32>) outs(%b : memref<1024xf32, strided<[1]>>) {
  ^bb0(%v0: f32, %o: f32):
    %r = math.sqrt %v0 : f32
    linalg.yield %r : f32
  }
  return
}
