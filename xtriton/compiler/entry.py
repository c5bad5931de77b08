"""``xtriton.compile``: a kernel to PTX and cubin, with or without a GPU, or to code for the CPU, stage by stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, get_args

from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.nvidia.options import OPTION_NAMES, Options
from xtriton.compiler.edits import active_edits
from xtriton.compiler.result import CPU_STAGES, STAGES, CompiledKernel
from xtriton.frontend.signature import AnySignature, Signature
from xtriton.keywords import keywords_of
from xtriton.registry import nearest
from xtriton.targets import CPU, Target

if TYPE_CHECKING:
    from xtriton.backends.nvidia.jit_stages import Edit
    from xtriton.compiler.recording import Observer, Progress
    from xtriton.pipelines import Engine, Optimize


def compile(
    kernel: Any,
    signature: AnySignature | None = None,
    *,
    config: int | None = None,
    target: str | Target = "cuda:90",
    options: Options | CpuOptions | None = None,
    until: str | None = None,
    name: str | None = None,
    engine: Engine = "wheel",
    optimize: Optimize | None = None,
    progress: Progress | None = None,
    observer: Observer | None = None,
    **settings: Any,
) -> CompiledKernel:
    """Compile a kernel through xtriton's passes.

    ``kernel`` is a ``@triton.jit`` or ``@gluon.jit`` function, ``"FILE.py:KERNEL"``, the path of a ``.mlir``,
    ``.ttir`` or ``.ttgir`` file, or a module of the builder or the parser. A ``.ttir`` file is the result of the TTIR
    stage, as for Triton; modules and ``.mlir`` files go through it. ``signature`` has the types and constants of a
    function, in the spelling of Triton's ahead-of-time compiler: ``"*fp32:16,*fp32:16,i32,1024"``, entries also by name
    (``n=i32``), as a list, or as a dictionary. ``config`` takes the constants and options of a configuration of the
    kernel's ``@triton.autotune``; those of ``@triton.heuristics`` follow from the other constants.

    ``target`` is a GPU, which need not be present (``cuda:90``), or ``cpu``: the host.

    ``options``, or keyword ``settings`` (``num_warps=8``), configure the compilation; for the CPU they are those of
    :class:`xtriton.backends.cpu.options.CpuOptions`. ``until`` names the last stage; the default is machine code.
    ``name`` renames the kernel in PTX. ``engine`` selects what runs the passes of the TTGIR stage that xtriton has:
    Triton's wheel, or xtriton itself (``native``), with the same result in more time. ``optimize`` enables passes that
    Triton does not have: ``hopper``, for cuda:90. Kernels that cannot be warp-specialised, or that would spill more
    registers, are compiled without them; ``metadata["remarks"]`` has the reason. ``observer`` receives the IR after
    each pass for a GPU.

    Within :func:`xtriton.jit_passes` the passes of the context run in the stages that are compiled here.

    Raises ``ValueError`` for invalid arguments, and ``DiagnosticError`` where the kernel cannot be compiled.
    """
    if not isinstance(signature, str | Signature | Mapping | list | tuple | None):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(
            f"a signature is a text such as '*fp32:16,i32,1024', a list or dictionary of its entries, not {signature!r}"
        )
    kernel, settings = _configured(kernel, config, options, settings)
    if engine != "wheel" or optimize is not None:
        _check_engine(engine, optimize, target)
    if target == CPU:
        return _compile_for_cpu(kernel, signature, options, settings, _stage_of(until, CPU_STAGES), name, progress)
    chosen = target if isinstance(target, Target) else Target.parse(target, or_cpu=True)

    from xtriton.compiler.gpu import Request, compile_for_gpu
    from xtriton.pipelines import check_optimize

    optimize, edits = _optimize_or_edits(optimize, active_edits()[1])
    check_optimize(optimize, chosen)
    wanted = _options(options, settings, chosen)
    wanted.check(chosen)
    until = _stage_of(until, STAGES)
    request = Request(kernel, signature, chosen, wanted, until, name)
    return compile_for_gpu(request, engine, optimize, edits, progress, observer)


def _check_engine(engine: Engine, optimize: Optimize | None, target: str | Target) -> None:
    """Raise ``ValueError`` for an unknown engine, and for choices that the CPU does not have."""
    from xtriton.pipelines import Engine

    if engine not in get_args(Engine):
        hint = nearest(engine, get_args(Engine), f": engines are {', '.join(get_args(Engine))}")
        raise ValueError(f"there is no engine '{engine}'{hint}")
    if target != CPU:
        return
    if engine == "native":
        raise ValueError("engine 'native' is about the TTGIR of GPUs: leave it out for the target cpu")
    if optimize is not None:
        raise ValueError(f"optimize='{optimize}' is for cuda:90: leave it out for the target cpu")


def _configured(kernel: Any, config: int | None, options: Any, settings: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The kernel and the settings with a configuration of ``@triton.autotune``; explicit settings take precedence."""
    if config is None:
        return kernel, settings
    if options is not None:
        raise ValueError("config has options of its own: give the others by name, not as an Options object")
    from xtriton.frontend.configurations import configured

    found = configured(kernel, config)
    return found, {**found.options, **settings}


def _optimize_or_edits(optimize: Optimize | None, edits: tuple[Edit, ...]) -> tuple[Optimize | None, tuple[Edit, ...]]:
    """The passes that an argument or the active contexts add: ``optimize``, or edits of the stages, but not both."""
    if edits and edits[-1].optimize is not None:
        return optimize or edits[-1].optimize, ()
    if optimize is not None and edits:
        raise ValueError(f"optimize='{optimize}' compiles whole kernels: leave it out within jit_passes")
    return optimize, edits


def _stage_of(until: str | None, stages: Sequence[str]) -> str:
    """The requested last stage; the default is the last one of the target. Raises ``ValueError`` for others."""
    if until is None:
        return stages[-1]
    if until not in stages:
        hint = nearest(until, stages, f": stages are {', '.join(stages)}")
        raise ValueError(f"there is no stage '{until}'{hint}")
    return until


def _compile_for_cpu(
    kernel: Any,
    signature: AnySignature | None,
    options: Options | CpuOptions | None,
    settings: dict[str, Any],
    until: str,
    name: str | None,
    progress: Progress | None,
) -> CompiledKernel:
    from xtriton.compiler.from_source import compile_or_find

    return compile_or_find(kernel, signature, _cpu_options(options, settings), until, name, progress)


def _options(options: Options | CpuOptions | None, settings: dict[str, Any], target: Target) -> Options:
    if not isinstance(options, Options | None):
        raise ValueError(f"options are an Options object, or given by name, not {options!r}")
    unknown = [name for name in settings if name not in OPTION_NAMES]
    if unknown and unknown[0] in _CPU_OPTION_NAMES:
        raise ValueError(f"'{unknown[0]}' is an option of the target cpu, not of {target}")
    if unknown:
        hint = nearest(unknown[0], (*OPTION_NAMES, *keywords_of(compile)), f"; there are {', '.join(OPTION_NAMES)}")
        raise ValueError(f"there is no option '{unknown[0]}'{hint}")
    return replace(options or Options(), **settings)


def _cpu_options(options: Options | CpuOptions | None, settings: dict[str, Any]) -> CpuOptions:
    if not isinstance(options, CpuOptions | None):
        raise ValueError(f"options for the target cpu are a CpuOptions object, or given by name, not {options!r}")
    unknown = [name for name in settings if name not in _CPU_OPTION_NAMES]
    if unknown and unknown[0] in OPTION_NAMES:
        raise ValueError(
            f"'{unknown[0]}' is an option for NVIDIA GPUs: leave it out for the target cpu, which has "
            f"{', '.join(_CPU_OPTION_NAMES)}"
        )
    if unknown:
        listed = f"; for the cpu there are {', '.join(_CPU_OPTION_NAMES)}"
        hint = nearest(unknown[0], (*_CPU_OPTION_NAMES, *keywords_of(compile)), listed)
        raise ValueError(f"there is no option '{unknown[0]}'{hint}")
    return replace(options or CpuOptions(), **settings)


_CPU_OPTION_NAMES = tuple(option.name for option in fields(CpuOptions))
