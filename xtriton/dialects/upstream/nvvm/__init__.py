"""The ``nvvm`` dialect, as far as Triton's IR uses it: NVIDIA's PTX instructions as operations."""

from xdsl.ir import Dialect

from xtriton.dialects.upstream.nvvm import memory, registers, synchronization
from xtriton.dialects.upstream.nvvm.attributes import ATTRIBUTES

Nvvm = Dialect("nvvm", [*memory.OPS, *registers.OPS, *synchronization.OPS], ATTRIBUTES)
