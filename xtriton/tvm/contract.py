"""Calls of the FP8 kernels of MLC-LLM: ``mlc.triton.*`` with the arguments of the contract (docs/kernels.md)."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from xtriton.compiler.result import CompiledKernel
from xtriton.frontend.signature import Signature
from xtriton.kernels.by_rows import compiled_by_rows
from xtriton.kernels.configuration import CONFIGURATIONS, IN_DTYPES, OUT_DTYPES, BlockScaledConfig
from xtriton.kernels.external import ExternalKernel, compile_external
from xtriton.pipelines import Optimize
from xtriton.targets import CPU
from xtriton.tvm.errors import Place
from xtriton.tvm.library import TensorType, constant_of, dtype_of, result_types, scalar_of, shape_of, text_of, type_of
from xtriton.tvm.requests import Parameter, Request, RowExtent, Tensor, Variant, shape_text

PREFIX = "mlc.triton."
"""The prefix of the external functions that are kernels of this project."""

_DTYPES = {
    **{f"*{triton}": name for name, triton in (IN_DTYPES | OUT_DTYPES).items()},
    "*i32": "int32",
}
"""TVM's element types by the types of pointers to them."""

_HOPPER = "cuda:90"


def read_call(call: Any, target: str, place: Place) -> Request:
    """The request of a call of the contract. Raises ``RelaxError`` for the first violation."""
    name = str(call.args[0].global_symbol)
    config_class = CONFIGURATIONS.get(name.removeprefix(PREFIX))
    if config_class is None:
        known = [f"{PREFIX}{identifier}" for identifier in CONFIGURATIONS]
        near = get_close_matches(name, known, n=1)
        raise place.error(
            f"unknown kernel '{name}': " + (f"did you mean '{near[0]}'?" if near else f"known are {', '.join(known)}")
        )
    names = [*config_class.tensors, *config_class.contract()]
    arguments = list(call.args[1].fields)
    if len(arguments) != len(names):
        raise place.error(f"'{name}' takes {len(names)} arguments, but {len(arguments)} are given")
    split = len(config_class.tensors)
    values = {
        parameter: _constant(place, f"argument #{index + split} ('{parameter}') of '{name}'", argument, parameter)
        for index, (parameter, argument) in enumerate(zip(names[split:], arguments[split:], strict=True))
    }
    try:
        config: BlockScaledConfig = config_class(**values, optimize=_optimize(target))
        if target != CPU:
            config.check_target(target)
    except ValueError as refused:
        raise place.error(f"'{name}' cannot be compiled: {refused}") from None
    outputs = result_types(call)
    if len(outputs) != 1:
        raise place.error(f"'{name}' has one result, not {len(outputs)}")
    tensors = _checked_tensors(place, name, config, arguments[:split], outputs[0])
    return _request(place, call, config, arguments[:split], outputs, tensors, target)


def _optimize(target: str) -> Optimize | None:
    """The fastest kernels: on Hopper warp-specialised ones, with the tiles that the cost model chooses for each M."""
    return "hopper" if target == _HOPPER else None


def _constant(place: Place, what: str, argument: Any, name: str) -> Any:
    is_text = name.endswith("dtype")
    found: Any = text_of(argument) if is_text else constant_of(scalar_of(argument))
    if found is None:
        wanted = "the name of a type" if is_text else "a constant integer"
        raise place.error(f"{what} must be {wanted}, but is {argument}")
    return found


def _checked_tensors(
    place: Place, name: str, config: BlockScaledConfig, inputs: Sequence[Any], output: Any
) -> list[Tensor]:
    """The arrays of the kernel; element types and extents that are known must be those of the contract."""
    types = [*map(type_of, inputs), output]
    rows = _known_rows(types, config)
    if rows is not None:
        try:
            config.grid(rows)
        except ValueError as refused:
            raise place.error(f"'{name}' cannot be compiled: {refused}") from None
    tensors: list[Tensor] = []
    known, fixed = config.shapes(rows), config.shapes()
    tiles = RowExtent(config.BLOCK_SIZE_M, config.extra_row_tiles)
    for index, ((parameter, pointer), type_) in enumerate(zip(config.pointers.items(), types, strict=True)):
        wanted = _DTYPES[pointer]
        by_rows = tiles if parameter == "expert_ids" else RowExtent()
        if not _fits(type_, wanted, known[parameter]):
            what = "the result" if parameter == "out" else f"argument #{index} ('{parameter}')"
            shape = shape_text([by_rows if extent is None else extent for extent in known[parameter]])
            raise place.error(f"{what} of '{name}' must be R.Tensor({shape}, \"{wanted}\"), but is {type_}")
        shape = tuple(by_rows if extent is None else extent for extent in fixed[parameter])
        tensors.append(Tensor(parameter, shape, wanted))
    return tensors


def _known_rows(types: Sequence[Any], config: BlockScaledConfig) -> int | None:
    """The row count, if the shape of x, of its scales or of the result has a constant."""
    by_rows = config.shapes()
    for name, type_ in zip(config.pointers, types, strict=True):
        shape = shape_of(type_) if isinstance(type_, TensorType) else None
        if len(by_rows[name]) == 2 and by_rows[name][0] is None and shape is not None and len(shape) == 2:
            rows = constant_of(shape[0])
            if rows is not None:
                return rows
    return None


def _fits(type_: Any, dtype: str, expected: tuple[int | None, ...]) -> bool:
    """Whether a type has the element type, and no extent that contradicts the expected one."""
    if not isinstance(type_, TensorType) or dtype_of(type_) not in ("", dtype):
        return False
    if type_.ndim not in (-1, len(expected)):
        return False
    shape = shape_of(type_) or (None,) * len(expected)
    pairs = [
        (None if extent is None else constant_of(extent), wanted)
        for extent, wanted in zip(shape, expected, strict=True)
    ]
    return all(extent is None or wanted is None or extent == wanted for extent, wanted in pairs)


def _request(
    place: Place,
    call: Any,
    config: BlockScaledConfig,
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    tensors: Sequence[Tensor],
    target: str,
) -> Request:
    shape = shape_of(outputs[0])
    if shape is None:
        raise place.error(f"the result of '{PREFIX}{config.identifier}' must have a shape")
    pointers = list(config.pointers.items())
    parameters = [Parameter("input", index, type_) for index, (_, type_) in enumerate(pointers[:-1])]
    parameters += [Parameter("output", 0, pointers[-1][1]), Parameter("scalar", 0, "i32")]
    key = (config.identifier, *config.settings.values(), config.optimize)
    name = _name(config, target)

    def variants(chosen: str) -> Sequence[Variant]:
        if chosen == CPU:
            return [Variant(None, _compile_for_cpu(config, name), config_grid(config))]
        ranges = compiled_by_rows(config, lambda tiled: compile_external(tiled, chosen, tiled.symbol(chosen)))
        return [Variant(most, _compiled(kernel), config_grid(kernel.config)) for most, kernel in ranges]

    return Request(
        place=place,
        call=call,
        key=key,
        name=name,
        inputs=inputs,
        outputs=outputs,
        scalars=[shape[0]],
        parameters=parameters,
        grid=[shape[0]],
        variants=variants,
        tensors=tensors,
    )


def _compiled(kernel: ExternalKernel) -> CompiledKernel:
    return kernel.compiled


def config_grid(config: BlockScaledConfig) -> Any:
    """The extents of the grid of a configuration, for an expression of the row count."""
    block, extra, columns = config.BLOCK_SIZE_M, config.extra_row_tiles, config.column_tiles

    def grid(rows: Any) -> tuple[Any, int, int]:
        return ((rows + (block - 1)) // block + extra) * columns, 1, 1

    return grid


def _name(config: BlockScaledConfig, target: str) -> str:
    if target != CPU:
        return f"{config.symbol(target)}{'_by_rows' if config.optimize else ''}"
    constants = [f"{name}{value}" for name, value in config.settings.items()]
    return "_".join([config.identifier, *constants, CPU])


def _compile_for_cpu(config: BlockScaledConfig, name: str) -> CompiledKernel:
    import xtriton

    signature = Signature(config.signature, config.constexprs, config.attrs)
    return xtriton.compile(config.kernel, signature, target=CPU, name=name)
