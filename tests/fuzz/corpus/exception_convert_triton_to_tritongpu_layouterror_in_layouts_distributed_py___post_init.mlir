// RUN: xtriton-opt --pass-pipeline='convert-triton-to-tritongpu{target=cuda:90 num-warps=4 threads-per-warp=32 num-ctas=1}' %s
// exception: convert-triton-to-tritongpu: LayoutError in layouts/distributed.py:__post_init__
module { tt.func @f(%a: tensor<2x3x4x5xf32>) { tt.return } }
