// RUN: xtriton-opt %s --split-input-file | filecheck %s
// RUN: xtriton-opt %s --split-input-file -o %t && filecheck %s < %t

func.func private @first()
// -----
func.func private @second()

// CHECK:      module {
// CHECK-NEXT:   func.func private @first()
// CHECK-NEXT: }
// CHECK:      // -----
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func private @second()
// CHECK-NEXT: }
