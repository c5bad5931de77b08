// RUN: xtriton-opt --pass-pipeline='cpu-to-llvm' %s
// print: cpu-to-llvm: not readable: custom op failed to construct function expected LLVM type for function arguments
func.func @f(%n: si32, %x: i32, %y: i32, %z: i32, %px: i32, %py: i32, %pz: i32) {
  return
}
