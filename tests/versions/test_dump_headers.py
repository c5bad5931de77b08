"""Headers of dumps of the IR (``MLIR_ENABLE_DUMP``) of the installed Triton, whichever version it is."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from xtriton.explain.dump import read_dump
from xtriton.passes import PASSES
from xtriton.passes.base import Pass
from xtriton.versions import V3_8, default_version, since

pytest.importorskip("triton", reason="there is no wheel of Triton")

_PROGRAM = """
import sys, triton, triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

@triton.jit
def copy(source, target, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(target + i, tl.load(source + i))

signature = {"source": "*fp32", "target": "*fp32", "BLOCK": "constexpr"}
triton.compile(ASTSource(copy, signature, {(2,): 128}), target=GPUTarget("cuda", int(sys.argv[1]), 32))
"""


_HEADER = r"(?P<class>\w+)(?: \((?P<name>[\w-]+)\)|: (?P<named>[\w-]+)(?:\{(?P<options>.*)\})?)"


@pytest.fixture(scope="module", params=[90, 100])
def dump(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("dump")
    file = folder / "program.py"
    file.write_text(_PROGRAM)
    environment = {**os.environ, "MLIR_ENABLE_DUMP": "1", "TRITON_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, str(file), str(request.param)], capture_output=True, text=True, check=True, env=environment
    )
    return done.stderr


def _headers(dump: str) -> list[str]:
    return re.findall(r"^// -----// IR Dump Before (.*?) \('", dump, re.MULTILINE)


def test_every_pass_of_a_dump_is_read(dump: str):
    """Also those without a name, of which 3.8 prints the class in an anonymous namespace."""
    headers = _headers(dump)
    names = [snapshot.name for snapshot in read_dump(dump)]
    assert len(names) == len(headers) > 40
    for name, header in zip(names, headers, strict=True):
        assert re.fullmatch(r"[\w-]+", name)
        assert name in header


def test_headers_are_those_of_the_wheel(dump: str):
    """The class, and in 3.8 and newer the options that the pass has here."""
    compared = 0
    for header in _headers(dump):
        found = re.fullmatch(_HEADER, header)
        name = found and (found["name"] or found["named"])
        if found is None or name is None or name not in PASSES:
            continue
        compared += 1
        cls: type[Pass] = PASSES.load(name)
        assert cls.shown_class() == found["class"]
        if found["options"] is None:
            continue
        given = set(re.findall(r"([\w-]+)=", found["options"]))
        assert not [info for info in cls.options() if info.default != () and not given & {info.name, *info.renamed}]
    assert compared > 20
    assert (default_version() in since(V3_8)) == any(": canonicalize{" in header for header in _headers(dump))
