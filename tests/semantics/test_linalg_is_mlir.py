"""What the passes to linalg write is read and verified by MLIR's own tool, where one is installed.

``MLIR_OPT`` may name it; else ``mlir-opt`` is looked for, also with the numbers of versions that distributions add.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
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

_NAMES = ("mlir-opt", *(f"mlir-opt-{version}" for version in range(25, 19, -1)))
_TOOL = os.environ.get("MLIR_OPT") or next(filter(None, map(shutil.which, _NAMES)), None)


_NOT_MLIR_S = re.compile(r"^ *(?:%[^=]* = )?(?:tt|tts|ttx|tptr)\.\w", re.MULTILINE)
"""Operations that MLIR's tool does not know: printing, scans, and pointers with several bases."""


def _linalg(name: str) -> str | None:
    """A kernel in MLIR's own dialects; ``None`` for what has no form there, such as inline assembly."""
    _, text = stage_texts(name, max(80, KERNELS[name].minimum))[0]
    ctx, module = Context(), parsed(text).clone()
    try:
        PassManager(ctx, verify_each=False).run(expand(MakeCpuLinalg()), module)
    except DiagnosticError:
        return None
    text = print_op(module)
    return None if _NOT_MLIR_S.search(text) else text


@pytest.mark.skipif(_TOOL is None, reason="no mlir-opt of version 20 or later is installed")
def test_linalg_of_all_kernels_is_read_by_mlir(tmp_path: Path) -> None:
    texts = {name: _linalg(name) for name in KERNELS}
    written = [text for text in texts.values() if text is not None]
    assert len(written) >= 65, [name for name, text in texts.items() if text is None]
    file = tmp_path / "kernels.mlir"
    file.write_text("\n// -----\n".join(written))
    command = [str(_TOOL), str(file), "--split-input-file", "-o", os.devnull]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
