"""Compile kernels for one target, once from Triton's own TTGIR and once from the TTGIR that xtriton prints of it.

    python ptx_of_printed_ttgir.py CAPABILITY

One target per process: libtriton keeps tables of the first target that it compiles for. Prints a line per kernel and
exits with 1 if the PTX of any differs.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import triton
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

import kernels  # noqa: E402

from xtriton.ir.context import Context  # noqa: E402
from xtriton.ir.parser import parse_module  # noqa: E402
from xtriton.ir.printer import PrintOptions, print_op  # noqa: E402

FORMS = {
    "custom": PrintOptions(debuginfo=True),
    "as str(module)": PrintOptions(debuginfo=True, use_nameloc_as_prefix=True),
    "generic": PrintOptions(generic=True, debuginfo=True),
    "local scope": PrintOptions(local_scope=True, debuginfo=True),
}


def ttgir(kernel: str, capability: int) -> str:
    """The kernel after Triton's TTGIR stage, with locations."""
    target = GPUTarget("cuda", capability, 32)
    backend = make_backend(target)
    options = backend.parse_options({})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    prefix = kernel.split("_")[0].upper()
    source = ASTSource(
        getattr(kernels, kernel), getattr(kernels, f"{prefix}_SIGNATURE"), getattr(kernels, f"{prefix}_CONSTANTS")
    )
    module = source.make_ir(
        target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context
    )
    metadata = {"hash": "", "target": target, **options.__dict__}
    module = backend.make_ttir(module, metadata, options, capability)
    return str(backend.make_ttgir(module, metadata, options, capability))


def ptx(text: str, capability: int) -> str:
    """Triton's PTX of a TTGIR text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kernel.ttgir")
        path.write_text(text)
        return triton.compile(str(path), target=GPUTarget("cuda", capability, 32)).asm["ptx"]


def main() -> int:
    """Compare all kernels in all forms."""
    capability = int(sys.argv[1])
    different = 0
    names = ["attention"] if capability < 89 else ["attention", "fp8_block_scaled_matmul"]  # fp8 e4m3 needs sm_89
    with tempfile.TemporaryDirectory() as cache:
        os.environ["TRITON_CACHE_DIR"] = cache
        for name in names:
            text = ttgir(name, capability)
            expected = ptx(text, capability)
            module = parse_module(text, "kernel.ttgir", Context())
            for form, options in FORMS.items():
                same = ptx(print_op(module, options), capability) == expected
                different += not same
                print(
                    f"{name} sm_{capability} {form}: {'same PTX' if same else 'DIFFERENT PTX'} ({len(expected)} bytes)"
                )
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
