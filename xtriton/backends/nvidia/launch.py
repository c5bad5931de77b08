"""Launching compiled kernels on a GPU, through Triton's own launcher."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from xtriton.backends.nvidia.computed_arguments import ComputedLaunch
from xtriton.targets import Target
from xtriton.wheel import triton_module

if TYPE_CHECKING:
    from xtriton.compiler.result import CompiledKernel


def _hashable(type_: Any) -> Any:
    """A type as Triton has it: JSON has lists for tuples."""
    return tuple(map(_hashable, type_)) if isinstance(type_, list | tuple) else type_  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def load_on_device(kernel: CompiledKernel) -> Any:
    """The kernel as Triton's ``CompiledKernel``, which loads it on the current device when it is first launched.

    One with arguments that the launch computes is wrapped: it takes those of the caller.
    Raises ``RuntimeError`` where there is no GPU, and ``ValueError`` if the kernel has not been compiled to the end.
    """
    if "cubin" not in kernel.asm:
        raise ValueError(f"'{kernel.name}' cannot be launched: it was compiled to {list(kernel.asm)[-1]}, not to cubin")
    target = Target.parse(kernel.metadata["target"])
    gpu = target.for_triton()
    metadata = {
        **kernel.metadata["options"],
        **kernel.metadata,
        "target": {"backend": gpu.backend, "arch": gpu.arch, "warp_size": gpu.warp_size},
    }
    own: list[Any] = [_hashable(type_) for type_ in kernel.metadata["signature"]]
    launch: dict[str, Any] | None = kernel.metadata.get("launch")
    added = [one["type"] for one in launch["arguments"]] if launch is not None else []
    source = SimpleNamespace(signature=dict(enumerate([*own, *added])), constants={})
    with tempfile.TemporaryDirectory() as folder:
        group: dict[str, str] = {}
        for name, content in (("json", json.dumps(metadata).encode()), ("cubin", kernel.asm["cubin"])):
            path = Path(folder) / f"{kernel.name}.{name}"
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            group[path.name] = str(path)
        loaded = triton_module("compiler.compiler").CompiledKernel(source, group, kernel.name)
    if launch is None:
        return loaded
    return ComputedLaunch(kernel.name, loaded, own, launch, kernel.metadata.get("num_ctas", 1))
