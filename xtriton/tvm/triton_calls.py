"""``call_triton``: any ``@triton.jit`` kernel as an expression in a Relax function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, cast

import numpy as np

from xtriton.compiler.result import CompiledKernel
from xtriton.frontend.kernels import jit_function, parameters_of
from xtriton.registry import nearest
from xtriton.targets import CPU
from xtriton.tvm.errors import Place
from xtriton.tvm.library import (
    Expression,
    TensorType,
    as_scalar,
    constant_of,
    dps_call,
    dtype_of,
    is_constant,
    plain,
    prim_value,
    relax,
    result_types,
    scalar_dtype,
    scalar_of,
    shape_of,
    type_of,
    wide,
)
from xtriton.tvm.requests import Parameter, Request, Tensor, Variant
from xtriton.tvm.scalars import is_integer_type, passed_value, type_of_scalar

PREFIX = "xtriton.triton."
"""The prefix of the external functions that are kernels of ``call_triton``."""


class _Output:
    """The type of :data:`OUT`."""

    def __repr__(self) -> str:
        return "xtriton.tvm.OUT"


OUT: Final = _Output()
"""Stands for a result among the arguments of :func:`call_triton`."""

_AXES = 3
_LONGEST_AXIS = (1 << 31) - 1
_POINTERS = {
    "float64": "fp64",
    "float32": "fp32",
    "float16": "fp16",
    "bfloat16": "bf16",
    "bool": "i1",
    "float8_e4m3fn": "fp8e4nv",
    "float8_e5m2": "fp8e5",
    **{f"{sign}int{bits}": f"{sign[:1] or 'i'}{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}
"""Triton's element types by TVM's."""

_ALIGNMENT = 16
"""Bytes at whose multiples TVM's tensors begin, and the divisor of integers that compilers profit from."""

_GPU_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg", "optimize", "engine")


@dataclass(frozen=True)
class _Kernel:
    """A kernel with constants and options, as calls refer to it."""

    kernel: Any
    name: str
    roles: tuple[tuple[str, str, int], ...]
    """For each run-time parameter: its name; ``input``, ``scalar`` or ``output``; and the index among these."""
    constants: Mapping[str, Any]
    options: Mapping[str, Any]

    def count(self, role: str) -> int:
        """The number of parameters with a role."""
        return sum(kind == role for _, kind, _ in self.roles)


_KERNELS: dict[str, _Kernel] = {}
"""The kernels that calls of this process refer to, by the names of external functions."""

Grid = int | Sequence[Any] | Callable[[Mapping[str, Any]], Any]


def call_triton(
    kernel: Any,
    grid: Grid,
    *args: Any,
    out_sinfo: Any,
    num_warps: int | None = None,
    **named: Any,
) -> Any:
    """A call of a ``@triton.jit`` kernel, as a Relax expression for ``BlockBuilder.emit`` or TVMScript.

    ``args`` are the kernel's arguments in its order, without the results: tensors, None in place of a tensor, numbers,
    and expressions of symbolic dimensions. The results, new tensors of the types ``out_sinfo`` (one type, or a list),
    are passed after the last tensor; :data:`OUT` among the arguments stands for a result elsewhere. ``named`` has
    further arguments and constants by name, and options of the compiler (``num_stages`` ...); parameters that are not
    given are results then.

    ``grid`` has one to three extents, expressions of symbolic dimensions, or is a function of the arguments and
    constants by name. Expressions of integers are passed with 32 bits, and floats as f32, unless the kernel annotates
    the parameter otherwise.

    :class:`DispatchTritonKernel` compiles the kernel. Raises ``ValueError`` for arguments that do not match the kernel,
    grids that cannot be launched, and calls without results.

        call_triton(add, (T.ceildiv(n, 1024),), x, y, n, out_sinfo=R.Tensor((n,), "float32"), BLOCK=1024)
    """
    function = jit_function(kernel)
    if function is None:
        raise ValueError(f"call_triton takes a @triton.jit kernel, not {kernel!r}")
    types = _listed(out_sinfo)
    parameters = parameters_of(function)
    options = {} if num_warps is None else {"num_warps": num_warps}
    names = [parameter.name for parameter in parameters]
    options |= {name: value for name, value in named.items() if name not in names}
    unknown = [name for name in options if name not in _GPU_OPTIONS]
    if unknown:
        hint = nearest(unknown[0], [*names, *_GPU_OPTIONS])
        raise ValueError(f"kernel '{function.__name__}' has no parameter or option '{unknown[0]}'{hint}")
    if not types:
        raise ValueError(
            f"kernel '{function.__name__}' has no results: out_sinfo must have at least one, since Relax removes calls "
            "whose results are not used"
        )
    args = tuple(map(_unboxed, args))
    by_name = {name: _unboxed(named[name]) for name in names if name in named}
    given = _bound(function.__name__, parameters, args, by_name, types)
    constants = _constants(function.__name__, parameters, given)
    inputs, scalars, roles = _roles(function.__name__, parameters, constants, given, len(types))
    described = _Kernel(kernel, function.__name__, roles, constants, options)
    digest = _digest(function.cache_key, roles, _spelled(sorted(constants.items())), sorted(options.items()))
    symbol = f"{PREFIX}{function.__name__}_{digest}"
    _KERNELS[symbol] = described
    extents = _extents(function.__name__, grid, {**given})
    numbers = [prim_value(wide(number)) for number in (*scalars, *extents)]
    return dps_call("call_dps_packed", relax.ExternFunc(symbol), [*inputs, *numbers], types)


def _bound(
    name: str, parameters: Sequence[Any], args: Sequence[Any], named: Mapping[str, Any], types: Sequence[Any]
) -> dict[str, Any]:
    """The arguments by parameter, with :data:`OUT` for results."""
    free = [parameter for parameter in parameters if parameter.name not in named]
    outputs = len(types) - sum(isinstance(value, _Output) for value in (*args, *named.values()))
    values = list(args)
    if outputs and not named.keys() - {parameter.name for parameter in parameters if parameter.is_constant}:
        tensors = [index for index, value in enumerate(values) if value is None or _is_tensor(value)]
        at = tensors[-1] + 1 if tensors else 0
        values[at:at] = [OUT] * outputs
    elif outputs:
        required = [parameter for parameter in free[len(values) :] if not parameter.is_constant]
        named = {**named, **{parameter.name: OUT for parameter in required if not parameter.default}}
        free = [parameter for parameter in parameters if parameter.name not in named]
    if len(values) > len(free):
        listed = ", ".join(parameter.name for parameter in parameters)
        raise ValueError(
            f"kernel '{name}' takes {len(parameters)} arguments ({listed}), but {len(values) + len(named)} are given, "
            f"results included"
        )
    bound = {**named, **{parameter.name: value for parameter, value in zip(free, values, strict=False)}}
    missing = [parameter for parameter in parameters if parameter.name not in bound and not parameter.default]
    if missing:
        raise ValueError(f"kernel '{name}' lacks a value for its parameter '{missing[0].name}'")
    bound |= {parameter.name: parameter.default[0] for parameter in parameters if parameter.name not in bound}
    found = sum(isinstance(value, _Output) for value in bound.values())
    if found != len(types):
        raise ValueError(f"kernel '{name}' has {found} results among its arguments, but out_sinfo has {len(types)}")
    return bound


def _unboxed(value: Any) -> Any:
    """A scalar of NumPy as a number. Raises ``ValueError`` for arrays."""
    if hasattr(value, "__dlpack__") and not isinstance(value, np.generic):
        raise ValueError(f"call_triton takes tensors of Relax, not {type(value).__name__}: relax.const makes one of it")
    return cast("Any", value).item() if isinstance(value, np.generic) else value


def _is_tensor(value: Any) -> bool:
    return isinstance(value, Expression) and as_scalar(value) is None


def _constants(name: str, parameters: Sequence[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The constants of a call: those that the kernel declares, and other arguments that are None."""
    constants: dict[str, Any] = {}
    for parameter in parameters:
        value = given[parameter.name]
        if parameter.is_constant:
            scalar = None if isinstance(value, int | float) else as_scalar(value)
            is_known = scalar is not None and is_constant(scalar)
            constants[parameter.name] = plain(scalar) if is_known else value
            if not is_known and (scalar is not None or isinstance(value, Expression)):
                raise ValueError(f"constant '{parameter.name}' of kernel '{name}' must be known, but is {value}")
        elif value is None:
            constants[parameter.name] = None
    return constants


def _spelled(value: Any) -> str:
    """A constant as text: functions have their code in it."""
    if isinstance(value, list | tuple):
        return str([_spelled(element) for element in cast("Sequence[Any]", value)])
    return repr(value) + str(getattr(jit_function(value), "cache_key", ""))


Roles = tuple[tuple[str, str, int], ...]


def _roles(
    name: str, parameters: Sequence[Any], constants: Mapping[str, Any], given: Mapping[str, Any], outputs: int
) -> tuple[list[Any], list[Any], Roles]:
    """The tensors and scalars of a call, and the roles of the kernel's run-time parameters."""
    tensors, scalars, roles = list[Any](), list[Any](), list[tuple[str, str, int]]()
    result = iter(range(outputs))
    for parameter in parameters:
        if parameter.name in constants:
            continue
        value = given[parameter.name]
        if isinstance(value, _Output):
            roles.append((parameter.name, "output", next(result)))
        elif (scalar := as_scalar(value)) is not None:
            roles.append((parameter.name, "scalar", len(scalars)))
            scalars.append(_checked_number(f"argument '{parameter.name}' of kernel '{name}'", scalar))
        elif isinstance(value, Expression):
            roles.append((parameter.name, "input", len(tensors)))
            tensors.append(value)
        else:
            what = type(value).__name__
            raise ValueError(
                f"argument '{parameter.name}' of kernel '{name}' must be a tensor of Relax, a number, an expression of "
                f"symbolic dimensions or None, but is of type {what}"
            )
    return tensors, scalars, tuple(roles)


def _extents(name: str, grid: Grid, given: Mapping[str, Any]) -> list[Any]:
    """Three extents of a grid."""
    found: Any = grid(given) if callable(grid) else grid
    extents = _listed(found)
    if not 1 <= len(extents) <= _AXES:
        raise ValueError(f"the grid of kernel '{name}' has {len(extents)} extents: give one to {_AXES}")
    return [*[_extent(name, extent) for extent in extents], *[1] * (_AXES - len(extents))]


def _extent(name: str, value: Any) -> Any:
    """An extent of a grid. Raises ``ValueError`` for what is no integer, and for numbers that no grid has."""
    extent = as_scalar(_unboxed(value))
    dtype = type(extent).__name__ if extent is None or isinstance(extent, int | float) else scalar_dtype(extent)
    if "int" not in dtype:
        raise ValueError(f"the grid of kernel '{name}' has the extent {value}: extents are integers")
    if is_constant(extent) and not 0 <= plain(extent) <= _LONGEST_AXIS:
        raise ValueError(f"the grid of kernel '{name}' has the extent {value}: extents are from 0 to {_LONGEST_AXIS}")
    return extent


def _checked_number(what: str, value: Any) -> Any:
    if is_constant(value) and isinstance(number := plain(value), int) and not -(1 << 63) <= number < 1 << 63:
        raise ValueError(f"{what} is {number}: integers have at most 64 bits")
    return value


def _listed(given: Any) -> list[Any]:
    """The elements of a list or tuple; another value alone."""
    return list(cast("Sequence[Any]", given)) if isinstance(given, list | tuple) else [given]


def _same_extents(*extents: Any) -> tuple[Any, Any, Any]:
    x, y, z = extents
    return x, y, z


def _digest(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:12]


# ---------------------------------------------------------------------------------------------------- reading of calls


def read_call(call: Any, target: str, place: Place) -> Request:
    """The request of a call of a kernel. Raises ``RelaxError`` for a call of another process, and unknown types."""
    symbol = str(call.args[0].global_symbol)
    described = _KERNELS.get(symbol)
    if described is None:
        raise place.error(f"the kernel '{symbol}' is not known: call_triton has not been called in this process")
    arguments = list(call.args[1].fields)
    inputs = arguments[: described.count("input")]
    numbers = [scalar_of(argument) for argument in arguments[len(inputs) :]]
    scalars, grid = numbers[:-_AXES], numbers[-_AXES:]
    outputs = result_types(call)
    by_role = {"input": [_tensor_type(place, described, value) for value in map(type_of, inputs)], "output": outputs}
    entries = {name: repr(value) if isinstance(value, str) else value for name, value in described.constants.items()}
    parameters: list[Parameter] = []
    tensors: dict[str, list[Tensor]] = {"input": [], "output": []}
    annotated = _annotations(described.kernel)
    for name, role, index in described.roles:
        if role == "scalar":
            type_ = annotated.get(name) or type_of_scalar(scalars[index])
            try:
                scalars[index] = passed_value(scalars[index], type_)
            except ValueError as refused:
                raise place.error(f"argument '{name}' of kernel '{described.name}' {refused}") from None
            entries[name] = f"{type_}{_known_divisor(scalars[index], type_)}"
        else:
            tensor = _tensor(place, name, by_role[role][index])
            tensors[role].append(tensor)
            type_ = f"*{_POINTERS[tensor.dtype]}"
            entries[name] = f"{type_}:{_ALIGNMENT}"
        parameters.append(Parameter(role, index, type_))
    listed = [*tensors["input"], *tensors["output"]]
    shapes = tuple(tensor.shape for tensor in listed)
    # Functions for the CPU check shapes, and a module that has one is linked again; on GPUs PrimFuncs are added anew.
    name = f"{described.name}_{_digest(symbol, list(entries.items()), target, *([shapes] if target == CPU else []))}"
    return Request(
        place=place,
        call=call,
        key=(symbol, *map(str, entries.items()), shapes),
        name=name,
        inputs=inputs,
        outputs=outputs,
        scalars=scalars,
        parameters=parameters,
        grid=grid,
        variants=lambda chosen: [Variant(None, _compile(described, entries, name, chosen), _same_extents)],
        tensors=listed,
    )


def _tensor_type(place: Place, described: _Kernel, type_: Any) -> Any:
    if not isinstance(type_, TensorType):
        raise place.error(f"an argument of kernel '{described.name}' must be a tensor, but is {type_}")
    return type_


def _tensor(place: Place, name: str, type_: Any) -> Tensor:
    dtype = dtype_of(type_)
    if dtype not in _POINTERS:
        raise place.error(f"tensor '{name}' has elements of {dtype or 'an unknown type'}, for which Triton has no type")
    shape = shape_of(type_)
    if shape is None and type_.ndim < 0:
        raise place.error(f"tensor '{name}' must have a known rank")
    extents = (None,) * type_.ndim if shape is None else tuple(map(constant_of, shape))
    return Tensor(name, extents, dtype)


def _annotations(kernel: Any) -> dict[str, str]:
    """The types that a kernel annotates its scalars with."""
    function = jit_function(kernel)
    assert function is not None
    return {parameter.name: str(parameter.annotation_type or "") for parameter in function.params}


def _known_divisor(value: Any, type_: str) -> str:
    """``:16`` for integers that are known multiples of 16."""
    is_known = isinstance(value, int) and is_integer_type(type_) and type_ not in ("i1", "u1")
    return f":{_ALIGNMENT}" if is_known and value % _ALIGNMENT == 0 else ""


def _compile(described: _Kernel, entries: Mapping[str, Any], name: str, target: str) -> CompiledKernel:
    import xtriton

    options = {} if target == CPU else dict(described.options)
    return xtriton.compile(described.kernel, entries, target=target, name=name, **options)
