// RUN: xtriton-opt %s | filecheck %s
// RUN: xtriton-opt %s | xtriton-opt - | filecheck %s
// RUN: xtriton-opt %s --mlir-print-op-generic | xtriton-opt - | filecheck %s

// CHECK: tt.func @f(%arg0: !tt.ptr<f32>) {
// CHECK-NEXT:   %0 = tptr.type_offset f32  : i32
// CHECK-NEXT:   %1 = tptr.type_offset f32
// CHECK-NEXT:   %2 = builtin.unrealized_conversion_cast %arg0 : !tt.ptr<f32> to !ptr.ptr<#tptr.default_memory_space>
// CHECK-NEXT:   %3 = tptr.ptradd %2 %0 : <#tptr.default_memory_space>, i32 to <#tptr.default_memory_space>
// CHECK-NEXT:   %4 = tptr.ptradd %2 %0 : <#tptr.default_memory_space>, i32 to <#tptr.default_memory_space>
// CHECK-NEXT:   %5 = tptr.to_memref %3 : <#tptr.default_memory_space> to memref<1xf32>
// CHECK-NEXT:   %6 = tptr.from_memref %5 : memref<1xf32> to <#tptr.default_memory_space>
// CHECK-NEXT:   %7 = tptr.ptrtoint %6 : <#tptr.default_memory_space> to i64
// CHECK-NEXT:   %8 = tptr.inttoptr %7 : i64 to <#tptr.default_memory_space>
// CHECK-NEXT:   %9 = tptr.load %8 : !ptr.ptr<#tptr.default_memory_space> -> f32
// CHECK-NEXT:   tptr.store %9, %8 : f32, !ptr.ptr<#tptr.default_memory_space>
// CHECK-NEXT:   %alloc = memref.alloc() : memref<4x!ptr.ptr<#tptr.default_memory_space>>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }

tt.func @f(%p: !tt.ptr<f32>) {
  %x = tptr.type_offset f32 : i32
  %x1 = tptr.type_offset f32
  %q = builtin.unrealized_conversion_cast %p : !tt.ptr<f32> to !ptr.ptr<#tptr.default_memory_space>
  %y = tptr.ptradd %q %x : <#tptr.default_memory_space>, i32 to <#tptr.default_memory_space>
  %z = tptr.ptradd %q %x : !ptr.ptr<#tptr.default_memory_space>, i32 to !ptr.ptr<#tptr.default_memory_space>
  %mr = tptr.to_memref %y : <#tptr.default_memory_space> to memref<1xf32>
  %pp = tptr.from_memref %mr : memref<1xf32> to <#tptr.default_memory_space>
  %in = tptr.ptrtoint %pp : <#tptr.default_memory_space> to i64
  %ip = tptr.inttoptr %in : i64 to <#tptr.default_memory_space>
  %ld = tptr.load %ip : !ptr.ptr<#tptr.default_memory_space> -> f32
  tptr.store %ld, %ip : f32, !ptr.ptr<#tptr.default_memory_space>
  %alloc = memref.alloc() : memref<4x!ptr.ptr<#tptr.default_memory_space>>
  tt.return
}
