"""Launching compiled kernels on a GPU through Triton's own launcher."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from xtriton.backends.nvidia.computed_arguments import AddedArguments, ComputedLaunch
from xtriton.targets import Target
from xtriton.wheel import triton_module

if TYPE_CHECKING:
    from xtriton.compiler.result import CompiledKernel


def _hashable(type_: Any) -> Any:
    """A type in Triton's form: JSON has lists for tuples."""
    return tuple(map(_hashable, type_)) if isinstance(type_, list | tuple) else type_  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


NO_GPU = "no GPU is found: run the script by xtriton run, or launch the kernel within xtriton.on_cpu()"


def driver_or_advice(create: Callable[[], Any]) -> Callable[[], Any]:
    """Triton's function that finds the GPU's driver, but with an error in words where there is none."""

    def find() -> Any:
        try:
            return create()
        except RuntimeError as failure:
            if not str(failure).startswith("0 active drivers"):
                raise
            raise RuntimeError(NO_GPU) from None

    return find


def _require_gpu(name: str, target: Target) -> None:
    """Raise ``RuntimeError`` without a GPU, which Triton reports as a number of drivers."""
    try:
        triton_module("runtime.driver").driver.active.get_current_target()
    except RuntimeError as failure:
        raise RuntimeError(
            f"'{name}' is compiled for {target}, but no GPU is found; to run it on the host, compile it with "
            "target='cpu', or launch the @triton.jit function within xtriton.on_cpu()"
        ) from failure


def load_on_device(kernel: CompiledKernel) -> Any:
    """The kernel as Triton's ``CompiledKernel``, which loads it on the current device on first launch.

    A kernel with computed arguments is wrapped: it takes the caller's arguments. Raises ``RuntimeError`` without a GPU,
    and ``ValueError`` if the kernel has not been compiled to the last stage.
    """
    if "cubin" not in kernel.asm:
        raise ValueError(f"'{kernel.name}' cannot be launched: it was compiled to {list(kernel.asm)[-1]}, not to cubin")
    target = Target.parse(kernel.metadata["target"])
    _require_gpu(kernel.name, target)
    gpu = target.for_triton()
    options: Any = triton_module("compiler.compiler").make_backend(gpu).parse_options(kernel.metadata["options"])
    metadata: dict[str, Any] = {
        **vars(options),
        **kernel.metadata,
        "target": {"backend": gpu.backend, "arch": gpu.arch, "warp_size": gpu.warp_size},
    }
    own: list[Any] = [_hashable(type_) for type_ in kernel.metadata["signature"]]
    launch: dict[str, Any] | None = kernel.metadata.get("launch")
    added = [entry["type"] for entry in launch["arguments"]] if launch is not None else []
    source = SimpleNamespace(signature=dict(enumerate([*own, *added])), constants={})
    with tempfile.TemporaryDirectory() as folder:
        group: dict[str, str] = {}
        for name, content in (("json", json.dumps(metadata, default=vars).encode()), ("cubin", kernel.asm["cubin"])):
            path = Path(folder) / f"{kernel.name}.{name}"
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
            group[path.name] = str(path)
        loaded = triton_module("compiler.compiler").CompiledKernel(source, group, kernel.name)
    if launch is None:
        return loaded
    return ComputedLaunch(loaded, AddedArguments(kernel.name, own, launch, kernel.metadata.get("num_ctas", 1)))
