"""LLVM in this process, and the processor that it generates code for.

Kernels from the cache are loaded with this module alone, without xDSL and the passes.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from xtriton.backends.cpu.processor import description, dot_extensions_of_arm, last_cache_bytes, may_use_tiles
from xtriton.forks import hold_over_forks

_ARM = ("aarch64", "arm64")
"""What the target triples of AArch64 processors begin with."""

LOCK = threading.RLock()
"""Held while LLVM works: its context is global to the process."""
hold_over_forks(LOCK, 1)


def llvmlite_binding() -> Any:
    """The module ``llvmlite.binding``, initialised. Raises ``ImportError`` with the package to install."""
    try:
        binding: Any = import_module("llvmlite.binding")
    except ImportError as problem:
        raise ImportError("the CPU backend needs llvmlite: pip install xtriton[cpu]") from problem
    if binding.llvm_version_info < _OLDEST:
        found, needed = (".".join(map(str, version)) for version in (binding.llvm_version_info, _OLDEST))
        raise ImportError(f"the CPU backend needs llvmlite with LLVM {needed}, not {found}: pip install xtriton[cpu]")
    return _initialised(binding)


_OLDEST = (22, 1, 0)
"""LLVM 20 compiles ``llvm.maximumnum`` wrongly."""


@cache
def _initialised(binding: Any) -> Any:
    # llvmlite's own lock: LLVM objects are also disposed of by threads that do not hold this module's lock.
    calls = getattr(binding.ffi.lib, "_lock", None)
    if calls is not None:
        hold_over_forks(calls, 2)
    with LOCK:
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        engine(binding)  # the first one makes the symbols of this process known to LLVM
    return binding


def engine(binding: Any) -> Any:
    """A new execution engine of LLVM without code."""
    target = binding.Target.from_default_triple().create_target_machine(jit=True)
    return binding.create_mcjit_compiler(binding.parse_assembly(""), target)


@dataclass(frozen=True)
class Host:
    """The processor that code is generated for."""

    cpu: str
    features: str
    triple: str = ""
    """The LLVM target triple; empty for that of this process."""
    cache_bytes: int = 0
    """The size of its last-level cache in bytes; 0 if no stores bypass it, as without AVX."""

    @staticmethod
    @cache
    def here() -> Host:
        """The processor that this process runs on."""
        binding = llvmlite_binding()
        features = str(binding.get_host_cpu_features().flatten()).split(",")
        if not may_use_tiles():
            features = [feature for feature in features if not feature.startswith("+amx-")]
        if str(binding.get_default_triple()).startswith(_ARM):
            # LLVM does not read those with dot instructions from what Linux reports.
            features += [f"+{feature}" for feature in dot_extensions_of_arm(description())]
        cache_bytes = last_cache_bytes() if "+avx" in features else 0
        return Host(binding.get_host_cpu_name(), ",".join(filter(None, features)), cache_bytes=cache_bytes)

    @property
    def llvm_triple(self) -> str:
        """The LLVM target triple."""
        return self.triple or str(llvmlite_binding().get_default_triple())

    @property
    def vector_bits(self) -> int:
        """The width of its widest vector registers."""
        enabled = self.features.split(",")
        return 512 if "+avx512f" in enabled else 256 if "+avx2" in enabled else 128

    @property
    def memory_bits(self) -> int:
        """The width of vectors in functions that mostly access memory; 0 if it is that of others.

        Zen 4 executes instructions of 512 bits in halves, and reads several arrays faster in vectors of 256: additions,
        RMS and layer normalisation take 0.75 to 0.95 of the time. Loops that compute would take up to 1.5 times as
        long.
        """
        return 256 if self.cpu == "znver4" and self.vector_bits > 256 else 0

    @property
    def converts_f16(self) -> bool:
        """Whether it has instructions that convert between f16 and f32; all AArch64 processors have."""
        enabled = self.features.split(",")
        return self.llvm_triple.startswith(_ARM) or "+f16c" in enabled or "+avx512fp16" in enabled

    @property
    def dots(self) -> tuple[str, ...]:
        """Its dot instructions for narrow types."""
        from xtriton.passes.cpu.loops.dots import dots_of

        return dots_of(self._enabled)

    @property
    def scales_vectors(self) -> bool:
        """Whether an instruction multiplies vectors by powers of two: AVX-512's ``vscalefps``."""
        return {"avx512f", "avx512vl"} <= self._enabled

    @property
    def _enabled(self) -> frozenset[str]:
        return frozenset(feature[1:] for feature in self.features.split(",") if feature.startswith("+"))
