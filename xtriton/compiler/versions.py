"""The versions of the software that compiled a kernel."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from xtriton.targets import Target
from xtriton.wheel import triton_module


def versions(target: Target) -> dict[str, str]:
    """The versions of xtriton, its dependencies, and the ptxas for a target."""
    return {**_common(), "ptxas": _ptxas(target.capability)}


def cpu_versions() -> dict[str, str]:
    """The versions of xtriton, its dependencies, and llvmlite if installed."""
    found = _common()
    with suppress(PackageNotFoundError):
        found["llvmlite"] = _version("llvmlite")
    return found


def _common() -> dict[str, str]:
    import xtriton

    return {"xtriton": xtriton.__version__, "xdsl": _version("xdsl"), "triton": _version("triton")}


@cache
def _version(package: str) -> str:
    return version(package)


@cache
def _ptxas(capability: int) -> str:
    said = triton_module("backends.nvidia.compiler").get_ptxas_version(capability)
    release = re.search(r"V([\d.]+)", said)
    return release[1] if release is not None else "unknown"
