// RUN: xtriton-opt %s --strip-debuginfo --mlir-print-debuginfo | filecheck %s --check-prefix=ALL
// RUN: xtriton-opt %s -p strip-debuginfo --mlir-print-debuginfo | filecheck %s --check-prefix=ALL
// RUN: xtriton-opt %s --pass-pipeline='builtin.module(func.func(strip-debuginfo))' --mlir-print-debuginfo | filecheck %s --check-prefix=NESTED
// RUN: not xtriton-opt %s --strip-debug-info 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not xtriton-opt %s -p 'strip-debuginfo{x=1}' 2>&1 | filecheck %s --check-prefix=OPTION
// RUN: xtriton-opt %s -strip-debuginfo -strip-debuginfo --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=DUMP
// RUN: xtriton-opt %s -strip-debuginfo -mlir-print-ir-after-change 2>&1 | filecheck %s --check-prefix=CHANGE

func.func @f() {
  return loc("kernel.py":3:4)
} loc("kernel.py":2:1)

// ALL-NOT: kernel.py
// ALL: loc(unknown)
// ALL-NOT: kernel.py

// NESTED-NOT: kernel.py

// UNKNOWN: error: unknown pass or option '--strip-debug-info'; did you mean --strip-debuginfo

// OPTION: error: pass 'strip-debuginfo' has no option 'x': it takes none
// OPTION-NEXT: strip-debuginfo{x=1}
// OPTION-NEXT: ^

// DUMP: Pass Manager with 2 passes:
// DUMP-NEXT: builtin.module(strip-debuginfo,strip-debuginfo)

// CHANGE: // -----// IR Dump After StripDebugInfoPass: strip-debuginfo //----- //
