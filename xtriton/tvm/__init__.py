"""Triton kernels in modules of TVM: ``pip install 'xtriton[tvm]'``.

    mod = xtriton.tvm.DispatchTritonKernel(target)(mod)

Importing this package imports TVM, and raises ``ImportError`` with the command that installs it.
"""

from xtriton.tvm.dispatch import DispatchTritonKernel
from xtriton.tvm.errors import RelaxError
from xtriton.tvm.from_dialect import from_dialect
from xtriton.tvm.to_dialect import to_dialect
from xtriton.tvm.triton_calls import OUT, call_triton

__all__ = ["OUT", "DispatchTritonKernel", "RelaxError", "call_triton", "from_dialect", "to_dialect"]
