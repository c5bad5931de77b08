// RUN: xtriton-opt %s --triton=3.6 --triton-rewrite-tensor-descriptor-to-pointer | filecheck %s

// Reductions are atomics, minimum and maximum by the sign of the elements.
// CHECK: tt.func @kinds(%arg0: !tt.ptr<i32>, %arg1: i64, %arg2: i64, %arg3: i1, %arg4: !tt.ptr<i32>, %arg5: i64, %arg6: i64, %arg7: i1, %arg8: !tt.ptr<f16>, %arg9: i64, %arg10: i64, %arg11: i1, %arg12: i32, %arg13: tensor<1xi32>, %arg14: tensor<1xf16>) {
// CHECK-NEXT:   %0 = arith.extsi %arg12 : i32 to i64
// CHECK-NEXT:   %1 = tt.splat %0 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %2 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %3 = arith.extsi %2 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %4 = arith.addi %1, %3 : tensor<1xi64>
// CHECK-NEXT:   %5 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
// CHECK-NEXT:   %6 = tt.splat %arg2 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %7 = arith.muli %4, %6 : tensor<1xi64>
// CHECK-NEXT:   %8 = tt.broadcast %7 : tensor<1xi64> -> tensor<1xi64>
// CHECK-NEXT:   %9 = tt.addptr %5, %8 : tensor<1x!tt.ptr<i32>>, tensor<1xi64>
// CHECK-NEXT:   %10 = tt.splat %0 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %11 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %12 = arith.extsi %11 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %13 = arith.addi %10, %12 : tensor<1xi64>
// CHECK-NEXT:   %c0_i64 = arith.constant 0 : i64
// CHECK-NEXT:   %14 = tt.splat %c0_i64 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %15 = arith.cmpi sge, %13, %14 : tensor<1xi64>
// CHECK-NEXT:   %16 = tt.splat %arg1 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %17 = arith.cmpi slt, %13, %16 : tensor<1xi64>
// CHECK-NEXT:   %18 = arith.andi %15, %17 : tensor<1xi1>
// CHECK-NEXT:   %19 = tt.broadcast %18 : tensor<1xi1> -> tensor<1xi1>
// CHECK-NEXT:   %20 = tt.atomic_rmw add, release, gpu, %9, %arg13, %19 : (tensor<1x!tt.ptr<i32>>, tensor<1xi32>, tensor<1xi1>) -> tensor<1xi32>
// CHECK-NEXT:   %21 = arith.extsi %arg12 : i32 to i64
// CHECK-NEXT:   %22 = tt.splat %21 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %23 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %24 = arith.extsi %23 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %25 = arith.addi %22, %24 : tensor<1xi64>
// CHECK-NEXT:   %26 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
// CHECK-NEXT:   %27 = tt.splat %arg2 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %28 = arith.muli %25, %27 : tensor<1xi64>
// CHECK-NEXT:   %29 = tt.broadcast %28 : tensor<1xi64> -> tensor<1xi64>
// CHECK-NEXT:   %30 = tt.addptr %26, %29 : tensor<1x!tt.ptr<i32>>, tensor<1xi64>
// CHECK-NEXT:   %31 = tt.splat %21 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %32 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %33 = arith.extsi %32 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %34 = arith.addi %31, %33 : tensor<1xi64>
// CHECK-NEXT:   %c0_i64_0 = arith.constant 0 : i64
// CHECK-NEXT:   %35 = tt.splat %c0_i64_0 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %36 = arith.cmpi sge, %34, %35 : tensor<1xi64>
// CHECK-NEXT:   %37 = tt.splat %arg1 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %38 = arith.cmpi slt, %34, %37 : tensor<1xi64>
// CHECK-NEXT:   %39 = arith.andi %36, %38 : tensor<1xi1>
// CHECK-NEXT:   %40 = tt.broadcast %39 : tensor<1xi1> -> tensor<1xi1>
// CHECK-NEXT:   %41 = tt.atomic_rmw min, release, gpu, %30, %arg13, %40 : (tensor<1x!tt.ptr<i32>>, tensor<1xi32>, tensor<1xi1>) -> tensor<1xi32>
// CHECK-NEXT:   %42 = arith.extsi %arg12 : i32 to i64
// CHECK-NEXT:   %43 = tt.splat %42 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %44 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %45 = arith.extsi %44 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %46 = arith.addi %43, %45 : tensor<1xi64>
// CHECK-NEXT:   %47 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
// CHECK-NEXT:   %48 = tt.splat %arg2 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %49 = arith.muli %46, %48 : tensor<1xi64>
// CHECK-NEXT:   %50 = tt.broadcast %49 : tensor<1xi64> -> tensor<1xi64>
// CHECK-NEXT:   %51 = tt.addptr %47, %50 : tensor<1x!tt.ptr<i32>>, tensor<1xi64>
// CHECK-NEXT:   %52 = tt.splat %42 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %53 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %54 = arith.extsi %53 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %55 = arith.addi %52, %54 : tensor<1xi64>
// CHECK-NEXT:   %c0_i64_1 = arith.constant 0 : i64
// CHECK-NEXT:   %56 = tt.splat %c0_i64_1 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %57 = arith.cmpi sge, %55, %56 : tensor<1xi64>
// CHECK-NEXT:   %58 = tt.splat %arg1 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %59 = arith.cmpi slt, %55, %58 : tensor<1xi64>
// CHECK-NEXT:   %60 = arith.andi %57, %59 : tensor<1xi1>
// CHECK-NEXT:   %61 = tt.broadcast %60 : tensor<1xi1> -> tensor<1xi1>
// CHECK-NEXT:   %62 = tt.atomic_rmw max, release, gpu, %51, %arg13, %61 : (tensor<1x!tt.ptr<i32>>, tensor<1xi32>, tensor<1xi1>) -> tensor<1xi32>
// CHECK-NEXT:   %63 = arith.extsi %arg12 : i32 to i64
// CHECK-NEXT:   %64 = tt.splat %63 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %65 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %66 = arith.extsi %65 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %67 = arith.addi %64, %66 : tensor<1xi64>
// CHECK-NEXT:   %68 = tt.splat %arg4 : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
// CHECK-NEXT:   %69 = tt.splat %arg6 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %70 = arith.muli %67, %69 : tensor<1xi64>
// CHECK-NEXT:   %71 = tt.broadcast %70 : tensor<1xi64> -> tensor<1xi64>
// CHECK-NEXT:   %72 = tt.addptr %68, %71 : tensor<1x!tt.ptr<i32>>, tensor<1xi64>
// CHECK-NEXT:   %73 = tt.splat %63 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %74 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %75 = arith.extsi %74 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %76 = arith.addi %73, %75 : tensor<1xi64>
// CHECK-NEXT:   %c0_i64_2 = arith.constant 0 : i64
// CHECK-NEXT:   %77 = tt.splat %c0_i64_2 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %78 = arith.cmpi sge, %76, %77 : tensor<1xi64>
// CHECK-NEXT:   %79 = tt.splat %arg5 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %80 = arith.cmpi slt, %76, %79 : tensor<1xi64>
// CHECK-NEXT:   %81 = arith.andi %78, %80 : tensor<1xi1>
// CHECK-NEXT:   %82 = tt.broadcast %81 : tensor<1xi1> -> tensor<1xi1>
// CHECK-NEXT:   %83 = tt.atomic_rmw umin, release, gpu, %72, %arg13, %82 : (tensor<1x!tt.ptr<i32>>, tensor<1xi32>, tensor<1xi1>) -> tensor<1xi32>
// CHECK-NEXT:   %84 = arith.extsi %arg12 : i32 to i64
// CHECK-NEXT:   %85 = tt.splat %84 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %86 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %87 = arith.extsi %86 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %88 = arith.addi %85, %87 : tensor<1xi64>
// CHECK-NEXT:   %89 = tt.splat %arg4 : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
// CHECK-NEXT:   %90 = tt.splat %arg6 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %91 = arith.muli %88, %90 : tensor<1xi64>
// CHECK-NEXT:   %92 = tt.broadcast %91 : tensor<1xi64> -> tensor<1xi64>
// CHECK-NEXT:   %93 = tt.addptr %89, %92 : tensor<1x!tt.ptr<i32>>, tensor<1xi64>
// CHECK-NEXT:   %94 = tt.splat %84 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %95 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %96 = arith.extsi %95 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %97 = arith.addi %94, %96 : tensor<1xi64>
// CHECK-NEXT:   %c0_i64_3 = arith.constant 0 : i64
// CHECK-NEXT:   %98 = tt.splat %c0_i64_3 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %99 = arith.cmpi sge, %97, %98 : tensor<1xi64>
// CHECK-NEXT:   %100 = tt.splat %arg5 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %101 = arith.cmpi slt, %97, %100 : tensor<1xi64>
// CHECK-NEXT:   %102 = arith.andi %99, %101 : tensor<1xi1>
// CHECK-NEXT:   %103 = tt.broadcast %102 : tensor<1xi1> -> tensor<1xi1>
// CHECK-NEXT:   %104 = tt.atomic_rmw umax, release, gpu, %93, %arg13, %103 : (tensor<1x!tt.ptr<i32>>, tensor<1xi32>, tensor<1xi1>) -> tensor<1xi32>
// CHECK-NEXT:   %105 = arith.extsi %arg12 : i32 to i64
// CHECK-NEXT:   %106 = tt.splat %105 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %107 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %108 = arith.extsi %107 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %109 = arith.addi %106, %108 : tensor<1xi64>
// CHECK-NEXT:   %110 = tt.splat %arg4 : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
// CHECK-NEXT:   %111 = tt.splat %arg6 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %112 = arith.muli %109, %111 : tensor<1xi64>
// CHECK-NEXT:   %113 = tt.broadcast %112 : tensor<1xi64> -> tensor<1xi64>
// CHECK-NEXT:   %114 = tt.addptr %110, %113 : tensor<1x!tt.ptr<i32>>, tensor<1xi64>
// CHECK-NEXT:   %115 = tt.splat %105 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %116 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %117 = arith.extsi %116 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %118 = arith.addi %115, %117 : tensor<1xi64>
// CHECK-NEXT:   %c0_i64_4 = arith.constant 0 : i64
// CHECK-NEXT:   %119 = tt.splat %c0_i64_4 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %120 = arith.cmpi sge, %118, %119 : tensor<1xi64>
// CHECK-NEXT:   %121 = tt.splat %arg5 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %122 = arith.cmpi slt, %118, %121 : tensor<1xi64>
// CHECK-NEXT:   %123 = arith.andi %120, %122 : tensor<1xi1>
// CHECK-NEXT:   %124 = tt.broadcast %123 : tensor<1xi1> -> tensor<1xi1>
// CHECK-NEXT:   %125 = tt.atomic_rmw and, release, gpu, %114, %arg13, %124 : (tensor<1x!tt.ptr<i32>>, tensor<1xi32>, tensor<1xi1>) -> tensor<1xi32>
// CHECK-NEXT:   %126 = arith.extsi %arg12 : i32 to i64
// CHECK-NEXT:   %127 = tt.splat %126 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %128 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %129 = arith.extsi %128 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %130 = arith.addi %127, %129 : tensor<1xi64>
// CHECK-NEXT:   %131 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
// CHECK-NEXT:   %132 = tt.splat %arg2 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %133 = arith.muli %130, %132 : tensor<1xi64>
// CHECK-NEXT:   %134 = tt.broadcast %133 : tensor<1xi64> -> tensor<1xi64>
// CHECK-NEXT:   %135 = tt.addptr %131, %134 : tensor<1x!tt.ptr<i32>>, tensor<1xi64>
// CHECK-NEXT:   %136 = tt.splat %126 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %137 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %138 = arith.extsi %137 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %139 = arith.addi %136, %138 : tensor<1xi64>
// CHECK-NEXT:   %c0_i64_5 = arith.constant 0 : i64
// CHECK-NEXT:   %140 = tt.splat %c0_i64_5 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %141 = arith.cmpi sge, %139, %140 : tensor<1xi64>
// CHECK-NEXT:   %142 = tt.splat %arg1 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %143 = arith.cmpi slt, %139, %142 : tensor<1xi64>
// CHECK-NEXT:   %144 = arith.andi %141, %143 : tensor<1xi1>
// CHECK-NEXT:   %145 = tt.broadcast %144 : tensor<1xi1> -> tensor<1xi1>
// CHECK-NEXT:   %146 = tt.atomic_rmw or, release, gpu, %135, %arg13, %145 : (tensor<1x!tt.ptr<i32>>, tensor<1xi32>, tensor<1xi1>) -> tensor<1xi32>
// CHECK-NEXT:   %147 = arith.extsi %arg12 : i32 to i64
// CHECK-NEXT:   %148 = tt.splat %147 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %149 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %150 = arith.extsi %149 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %151 = arith.addi %148, %150 : tensor<1xi64>
// CHECK-NEXT:   %152 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
// CHECK-NEXT:   %153 = tt.splat %arg2 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %154 = arith.muli %151, %153 : tensor<1xi64>
// CHECK-NEXT:   %155 = tt.broadcast %154 : tensor<1xi64> -> tensor<1xi64>
// CHECK-NEXT:   %156 = tt.addptr %152, %155 : tensor<1x!tt.ptr<i32>>, tensor<1xi64>
// CHECK-NEXT:   %157 = tt.splat %147 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %158 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %159 = arith.extsi %158 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %160 = arith.addi %157, %159 : tensor<1xi64>
// CHECK-NEXT:   %c0_i64_6 = arith.constant 0 : i64
// CHECK-NEXT:   %161 = tt.splat %c0_i64_6 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %162 = arith.cmpi sge, %160, %161 : tensor<1xi64>
// CHECK-NEXT:   %163 = tt.splat %arg1 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %164 = arith.cmpi slt, %160, %163 : tensor<1xi64>
// CHECK-NEXT:   %165 = arith.andi %162, %164 : tensor<1xi1>
// CHECK-NEXT:   %166 = tt.broadcast %165 : tensor<1xi1> -> tensor<1xi1>
// CHECK-NEXT:   %167 = tt.atomic_rmw xor, release, gpu, %156, %arg13, %166 : (tensor<1x!tt.ptr<i32>>, tensor<1xi32>, tensor<1xi1>) -> tensor<1xi32>
// CHECK-NEXT:   %168 = arith.extsi %arg12 : i32 to i64
// CHECK-NEXT:   %169 = tt.splat %168 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %170 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %171 = arith.extsi %170 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %172 = arith.addi %169, %171 : tensor<1xi64>
// CHECK-NEXT:   %173 = tt.splat %arg8 : !tt.ptr<f16> -> tensor<1x!tt.ptr<f16>>
// CHECK-NEXT:   %174 = tt.splat %arg10 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %175 = arith.muli %172, %174 : tensor<1xi64>
// CHECK-NEXT:   %176 = tt.broadcast %175 : tensor<1xi64> -> tensor<1xi64>
// CHECK-NEXT:   %177 = tt.addptr %173, %176 : tensor<1x!tt.ptr<f16>>, tensor<1xi64>
// CHECK-NEXT:   %178 = tt.splat %168 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %179 = tt.make_range {end = 1 : i32, start = 0 : i32} : tensor<1xi32>
// CHECK-NEXT:   %180 = arith.extsi %179 : tensor<1xi32> to tensor<1xi64>
// CHECK-NEXT:   %181 = arith.addi %178, %180 : tensor<1xi64>
// CHECK-NEXT:   %c0_i64_7 = arith.constant 0 : i64
// CHECK-NEXT:   %182 = tt.splat %c0_i64_7 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %183 = arith.cmpi sge, %181, %182 : tensor<1xi64>
// CHECK-NEXT:   %184 = tt.splat %arg9 : i64 -> tensor<1xi64>
// CHECK-NEXT:   %185 = arith.cmpi slt, %181, %184 : tensor<1xi64>
// CHECK-NEXT:   %186 = arith.andi %183, %185 : tensor<1xi1>
// CHECK-NEXT:   %187 = tt.broadcast %186 : tensor<1xi1> -> tensor<1xi1>
// CHECK-NEXT:   %188 = tt.atomic_rmw fadd, release, gpu, %177, %arg14, %187 : (tensor<1x!tt.ptr<f16>>, tensor<1xf16>, tensor<1xi1>) -> tensor<1xf16>
// CHECK-NEXT:   tt.return
// CHECK-NEXT: }
tt.func @kinds(%s: !tt.tensordesc<tensor<1xsi32>>, %u: !tt.tensordesc<tensor<1xui32>>, %f: !tt.tensordesc<tensor<1xf16>>, %i: i32, %x: tensor<1xi32>, %y: tensor<1xf16>) {
  tt.descriptor_reduce add, %s[%i], %x {tag} : !tt.tensordesc<tensor<1xsi32>>, tensor<1xi32>
  tt.descriptor_reduce min, %s[%i], %x : !tt.tensordesc<tensor<1xsi32>>, tensor<1xi32>
  tt.descriptor_reduce max, %s[%i], %x : !tt.tensordesc<tensor<1xsi32>>, tensor<1xi32>
  tt.descriptor_reduce min, %u[%i], %x : !tt.tensordesc<tensor<1xui32>>, tensor<1xi32>
  tt.descriptor_reduce max, %u[%i], %x : !tt.tensordesc<tensor<1xui32>>, tensor<1xi32>
  tt.descriptor_reduce and, %u[%i], %x : !tt.tensordesc<tensor<1xui32>>, tensor<1xi32>
  tt.descriptor_reduce or, %s[%i], %x : !tt.tensordesc<tensor<1xsi32>>, tensor<1xi32>
  tt.descriptor_reduce xor, %s[%i], %x : !tt.tensordesc<tensor<1xsi32>>, tensor<1xi32>
  tt.descriptor_reduce add, %f[%i], %y : !tt.tensordesc<tensor<1xf16>>, tensor<1xf16>
  tt.return
}
