// A libcuda that records launches as lines of text, in the file named by FAKE_CUDA_LOG: no GPU is needed.
// A tensor map holds the numbers that it was made of, so that a launch can show which it was given.
#include "cuda.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int type, rank, swizzle, padding;
  unsigned long long address, shape[2], stride;
  unsigned box[2];
} Map;

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                                const cuuint64_t *shape, const cuuint64_t *strides, const cuuint32_t *box,
                                const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill padding) {
  Map made = {type, rank, swizzle, padding, (unsigned long long)address, {shape[0], shape[1]}, strides[0], {box[0], box[1]}};
  memset(map, 0, sizeof *map);
  memcpy(map, &made, sizeof made);
  return CUDA_SUCCESS;
}

// The parameters of the kernel under test: two pointers, two i32, an i32, two tensor maps, two scratch pointers.
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters, void **extra) {
  FILE *log = fopen(getenv("FAKE_CUDA_LOG"), "a");
  fprintf(log, "grid %u %u %u threads %u shared %u\n", config->gridDimX, config->gridDimY, config->gridDimZ,
          config->blockDimX, config->sharedMemBytes);
  fprintf(log, "pointers %llx %llx\n", *(unsigned long long *)parameters[0], *(unsigned long long *)parameters[1]);
  fprintf(log, "integers %d %d %d\n", *(int *)parameters[2], *(int *)parameters[3], *(int *)parameters[4]);
  for (int at = 5; at < 7; ++at) {
    Map map;
    memcpy(&map, parameters[at], sizeof map);
    fprintf(log, "map %llx type %d rank %d shape %llu %llu stride %llu box %u %u swizzle %d padding %d\n", map.address,
            map.type, map.rank, map.shape[1], map.shape[0], map.stride, map.box[1], map.box[0], map.swizzle,
            map.padding);
  }
  fprintf(log, "scratch %llx %llx\n", *(unsigned long long *)parameters[7], *(unsigned long long *)parameters[8]);
  fclose(log);
  return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr pointer) {
  *(CUdeviceptr *)data = pointer;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  *value = attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT ? 7 : 232448;
  return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function) {
  *value = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024 : 0;
  return CUDA_SUCCESS;
}

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status) { *status = 0; return CUDA_SUCCESS; }
CUresult cuCtxGetDevice(CUdevice *device) { *device = 0; return CUDA_SUCCESS; }
CUresult cuDriverGetVersion(int *version) { *version = 13000; return CUDA_SUCCESS; }
CUresult cuModuleUnload(CUmodule module) { return CUDA_SUCCESS; }
CUresult cuGetErrorString(CUresult code, const char **text) { *text = "no error"; return CUDA_SUCCESS; }
CUresult cuDeviceGet(CUdevice *device, int number) { *device = number; return CUDA_SUCCESS; }
CUresult cuCtxGetCurrent(CUcontext *context) { *context = (CUcontext)1; return CUDA_SUCCESS; }
CUresult cuCtxSetCurrent(CUcontext context) { return CUDA_SUCCESS; }
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) { return cuCtxGetCurrent(context); }
CUresult cuModuleLoadData(CUmodule *module, const void *image) { *module = (CUmodule)1; return CUDA_SUCCESS; }
CUresult cuModuleGetFunction(CUfunction *found, CUmodule module, const char *name) { *found = (CUfunction)1; return CUDA_SUCCESS; }
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache how) { return CUDA_SUCCESS; }
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) { return CUDA_SUCCESS; }
CUresult cuCtxGetLimit(size_t *value, CUlimit limit) { *value = 0; return CUDA_SUCCESS; }
CUresult cuCtxSetLimit(CUlimit limit, size_t value) { return CUDA_SUCCESS; }
CUresult cuOccupancyMaxActiveClusters(int *count, CUfunction function, const CUlaunchConfig *config) { *count = 1; return CUDA_SUCCESS; }
