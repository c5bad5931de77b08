"""Checks arguments of the builder's functions against their annotations.

Public functions check once, at the boundary, that values, sequences and so on are passed where required; internal code
can rely on the annotations.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from xtriton.frontend.builder.dtypes import DType, PointerType
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.values import Descriptor, Value

_Function = TypeVar("_Function", bound=Callable[..., object])

_NAMES: dict[object, str] = {
    Value: "a value",
    Descriptor: "a tensor descriptor",
    DType: "a type of numbers",
    PointerType: "a type of pointers",
    bool: "True or False",
    int: "an integer",
    float: "a number",
    str: "text",
    type(None): "None",
}
_ELEMENTS = {"an integer": "integers", "a value": "values", "a type of numbers": "types of numbers"}


@cache
def _alternatives(hint: object) -> tuple[object, ...]:
    """The members of a union, or the annotation itself if it is not a union."""
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(each for part in get_args(hint) for each in _alternatives(part))
    return (hint,)


def _fits(value: object, hint: object) -> bool:
    return any(_fits_one(value, each) for each in _alternatives(hint))


def _fits_one(value: object, hint: object) -> bool:
    origin = get_origin(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return True
    if hint is float:
        return isinstance(value, int | float)
    if origin in (Sequence, Iterable):
        (element,) = get_args(hint)
        is_sequence = isinstance(value, Sequence) and not isinstance(value, str)
        return is_sequence and all(_fits(each, element) for each in cast("Sequence[object]", value))
    if origin in (Callable, Mapping, tuple):
        return callable(value) if origin is Callable else isinstance(value, cast("type", origin))
    return not isinstance(hint, type) or isinstance(value, hint)


def _describe(hint: object) -> str:
    names = list(dict.fromkeys(_describe_one(each) for each in _alternatives(hint)))
    if _NAMES[float] in names:
        # Booleans and integers are accepted as numbers.
        names = [name for name in names if name not in (_NAMES[bool], _NAMES[int])]
    return " or ".join(names)


def _describe_one(hint: object) -> str:
    if get_origin(hint) in (Sequence, Iterable):
        parts = [_describe_one(each) for each in _alternatives(get_args(hint)[0])]
        return f"a sequence of {' or '.join(_ELEMENTS.get(part, part) for part in parts)}"
    if get_origin(hint) is Callable:
        return "a function"
    return _NAMES.get(hint) or f"a {getattr(hint, '__name__', str(hint))}"


@cache
def _declared(function: Callable[..., object]) -> tuple[inspect.Signature, dict[str, object]]:
    return inspect.signature(function), get_type_hints(function)


def bind(
    function: Callable[..., object], args: Sequence[object], kwargs: Mapping[str, object]
) -> inspect.BoundArguments:
    """The arguments of a call by name. Rejects too many, too few and unknown ones."""
    try:
        return inspect.signature(function).bind(*args, **kwargs)
    except TypeError as exc:
        raise BuildError(f"{function.__name__}: {exc}") from exc


def check_arguments(function: Callable[..., object], bound: inspect.BoundArguments) -> None:
    """Reject arguments that the annotations of a function do not allow."""
    signature, hints = _declared(function)
    for name, value in bound.arguments.items():
        if (hint := hints.get(name)) is None:
            continue
        kind = signature.parameters[name].kind
        given: list[tuple[str, object]] = [(name, value)]
        if kind is inspect.Parameter.VAR_POSITIONAL:
            given = [(name, each) for each in cast("tuple[object, ...]", value)]
        elif kind is inspect.Parameter.VAR_KEYWORD:
            given = list(cast("dict[str, object]", value).items())
        for label, each in given:
            # A flag also accepts an integer or None, as in Triton.
            if not _fits(each, int | None if hint is bool else hint):
                raise BuildError(f"{function.__name__}: {label} is {_describe(hint)}, not {each!r}")


def checked(function: _Function) -> _Function:
    """The function with its arguments checked at each call, and flags converted to bool."""

    @wraps(function)
    def call(*args: object, **kwargs: object) -> object:
        bound = bind(function, args, kwargs)
        check_arguments(function, bound)
        for name, hint in _declared(function)[1].items():
            if hint is bool and name in bound.arguments:
                bound.arguments[name] = bool(bound.arguments[name])
        return function(*bound.args, **bound.kwargs)

    return cast("_Function", call)


def check_methods(class_: type) -> None:
    """Make the public methods of a class check their arguments."""
    for name, method in list(vars(class_).items()):
        if inspect.isfunction(method) and not name.startswith("_"):
            setattr(class_, name, checked(method))
