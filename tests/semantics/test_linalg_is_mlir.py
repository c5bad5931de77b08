"""MLIR's own ``mlir-opt``, where it is installed, reads and verifies the results of the passes to linalg.

``MLIR_OPT`` may name it; else ``mlir-opt`` is searched for, also with the version suffixes of distributions.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from parity.cases import stage_texts
from parity.kernels import KERNELS
from parity.outcomes import parsed

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.printer import print_op
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import expand
from xtriton.pipelines import MakeCpuLinalg

_NAMES = ("mlir-opt", *(f"mlir-opt-{version}" for version in range(25, 18, -1)))
_TOOL = os.environ.get("MLIR_OPT") or next(filter(None, map(shutil.which, _NAMES)), None)


_NOT_MLIR_S = re.compile(r"^ *(?:%[^=]* = )?(?:tt|tts|ttx|tptr)\.\w", re.MULTILINE)
"""Operations that MLIR's tool does not know: printing, scans, and pointers with several bases."""


def _linalg(name: str) -> str | None:
    """A kernel in MLIR's own dialects; ``None`` if it cannot be lowered to them, as inline assembly cannot."""
    _, text = stage_texts(name, max(80, KERNELS[name].minimum))[0]
    ctx, module = Context(), parsed(text).clone()
    try:
        PassManager(ctx, verify_each=False).run(expand(MakeCpuLinalg()), module)
    except DiagnosticError:
        return None
    text = print_op(module)
    if _NOT_MLIR_S.search(text) or (_is_old() and "math.isnan" in text):
        return None
    return _TYPE_OF_TENSOR.sub(r"\1", text) if _is_old() else text


_TYPE_OF_TENSOR = re.compile(r"(bufferization\.to_tensor .*) to tensor<.*>$", re.MULTILINE)
"""The type of the result, which LLVM 19 does not expect."""


@cache
def _is_old() -> bool:
    """Whether the tool is LLVM 19's, which does not have all of what we write."""
    said = subprocess.run([str(_TOOL), "--version"], capture_output=True, text=True, check=True).stdout
    return "LLVM version 19." in said


@pytest.mark.skipif(_TOOL is None, reason="no mlir-opt of version 19 or later is installed")
@pytest.mark.slow
def test_linalg_of_all_kernels_is_read_by_mlir(tmp_path: Path) -> None:
    texts = {name: _linalg(name) for name in KERNELS}
    written = [text for text in texts.values() if text is not None]
    assert len(written) >= 65, [name for name, text in texts.items() if text is None]
    file = tmp_path / "kernels.mlir"
    file.write_text("\n// -----\n".join(written))
    command = [str(_TOOL), str(file), "--split-input-file", "-o", os.devnull]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
