"""Modules, kernels, and functions that kernels call."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, cast, overload

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    LocationAttr,
    ModuleOp,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Region, SSAValue

from xtriton.dialects.tt.function import CallOp, FuncOp, ReturnOp
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.frontend.builder.arguments import bind, check_arguments
from xtriton.frontend.builder.constants import inferred_type, scalar_constant
from xtriton.frontend.builder.dtypes import (
    BlockType,
    DescriptorType,
    DType,
    PointerType,
    ValueType,
    block_of,
    float8e4nv,
    float8e5,
    int32,
    int64,
    ir_descriptor_type,
    ir_type,
)
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.places import FunctionPlaces, function_places
from xtriton.frontend.builder.session import Return, Scope, Session, building, rename, session
from xtriton.frontend.builder.values import Descriptor, Number, Value
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
from xtriton.ir.walk import operations_in
from xtriton.versions import V3_6, V3_7, V3_8, TritonVersion, active_version, by_version, use_version


@dataclass(frozen=True)
class Options:
    """Target and mode options of the front end. ``arch`` is the compute capability, 90 for 9.0.

    ``debug`` enables assertions; ``sanitize_overflow`` generates the arithmetic that detects integer overflow, which
    Triton generates even without the assertions.
    """

    arch: int = 90
    debug: bool = False
    sanitize_overflow: bool = True

    @property
    def max_num_imprecise_acc(self) -> int:
        """The default limit of imprecise fp8 accumulation; nonzero for compute capability 9.0 only."""
        return 1 << 30 if self.arch == 90 else 0

    def supports(self, dtype: DType) -> bool:
        """Whether Triton supports values of this type on the target."""
        return not dtype.is_fp8 or dtype == float8e5 or (dtype == float8e4nv and self.arch >= 89)


@dataclass(frozen=True)
class Parameter:
    """A kernel's parameter: its type, and the divisibility of its value (of a pointer: its address)."""

    type: ValueType | DescriptorType
    divisibility: int | None = None


def pointer(element: DType, divisibility: int | None = None, const: bool = False) -> Parameter:
    """A parameter that points to numbers in memory; stores through a ``const`` pointer are rejected."""
    return Parameter(PointerType(element, const=const), divisibility)


def scalar(dtype: DType, divisibility: int | None = None) -> Parameter:
    """A scalar number parameter."""
    return Parameter(dtype, divisibility)


def descriptor(element: DType, block_shape: Sequence[int]) -> Parameter:
    """A parameter that is a tensor descriptor created by the host."""
    return Parameter(DescriptorType(block_of(element, block_shape)))


@dataclass(repr=False)
class Module:
    """A module of kernels and the functions they call.

    module = Module()

    @module.kernel(x=pointer(float32, divisibility=16), n=int32, BLOCK=1024)
    def scale(x, n, BLOCK): ...

    print(module)

    ``triton`` is the version whose front end the module follows, by default the one in effect.
    """

    options: Options = field(default_factory=Options)
    triton: TritonVersion = field(default_factory=active_version)
    op: ModuleOp = field(default_factory=lambda: ModuleOp([]))
    kernels: dict[str, FuncOp] = field(default_factory=dict[str, FuncOp])
    results: dict[str, object] = field(default_factory=dict[str, object])

    def kernel(
        self, *, name: str | None = None, **parameters: Parameter | DType | object
    ) -> Callable[[Callable[..., object]], FuncOp]:
        """A decorator that builds a kernel by tracing the function once, and verifies it.

        Every parameter of the function is declared by a type, or given as a Python value, which is a constant of the
        kernel; parameters with defaults may be omitted. The kernel's name is that of the function. If the kernel cannot
        be built the module is not modified.
        """

        def build(function: Callable[..., object]) -> FuncOp:
            values = self._bind(function, parameters)
            symbol = name or function.__name__
            if symbol in self.kernels:
                raise BuildError(f"the module has a kernel named {symbol!r} already")
            builder = _FunctionBuilder(self, function, symbol, values, is_kernel=True, noinline=False)
            before, known = list(self.op.body.block.ops), dict(self.results)
            try:
                with use_version(self.triton):
                    op, _ = builder.build()
                self.verify()
            except BaseException:
                for added in [each for each in self.op.body.block.ops if each not in before]:
                    added.detach()
                self.results = known
                raise
            self.kernels[symbol] = op
            return op

        return build

    def _bind(self, function: Callable[..., object], parameters: dict[str, object]) -> dict[str, object]:
        signature = inspect.signature(function)
        unknown = [given for given in parameters if given not in signature.parameters]
        if unknown:
            raise BuildError(f"{function.__name__} has no parameter {unknown[0]!r}")
        values: dict[str, object] = {}
        for name, parameter in signature.parameters.items():
            value = parameters.get(name, parameter.default)
            if value is inspect.Parameter.empty:
                raise BuildError(f"parameter {name!r} of {function.__name__} has neither a type nor a value")
            is_type = isinstance(value, DType) and name in parameters
            values[name] = Parameter(value) if is_type and isinstance(value, DType) else value
        return values

    def verify(self) -> None:
        """Verify the module as Triton does after its front end. Raises :class:`DiagnosticError`."""
        with use_version(self.triton):
            verify(self.op)

    def text(self, *, locations: bool = False) -> str:
        """The module as Triton prints it: with ``locations`` as ``str(module)``, else as ``str_nodebug()``."""
        options = PrintOptions(debuginfo=locations, use_nameloc_as_prefix=locations, triton=self.triton)
        return print_op(self.op, options)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        """The kernels and the number of operations; ``str`` has the text."""
        return f"<module of {', '.join(self.kernels) or 'no kernels'}: {len(operations_in(self.op))} operations>"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text())}</pre>"


def _ir_types(type_: ValueType | DescriptorType) -> list[Attribute]:
    """The types of the SSA values that represent one value of the program."""
    if isinstance(type_, DescriptorType):
        rank = len(type_.block.shape)
        return [ir_descriptor_type(type_.block), *[i32] * rank, *[i64] * rank]
    return [ir_type(type_)]


def _wrap(type_: ValueType | DescriptorType, handles: Sequence[SSAValue]) -> Value | Descriptor:
    if isinstance(type_, DescriptorType):
        rank = len(type_.block.shape)
        shape = [Value(handle, int32) for handle in handles[1 : 1 + rank]]
        strides = [Value(handle, int64) for handle in handles[1 + rank :]]
        return Descriptor(handles[0], type_, shape, strides)
    return Value(handles[0], type_)


def _handles(value: Value | Descriptor) -> list[SSAValue]:
    if isinstance(value, Descriptor):
        return [value.handle, *(part.handle for part in (*value.shape, *value.strides))]
    return [value.handle]


def _one_name(name: str, type_: ValueType | DescriptorType) -> list[str]:
    return [name] * len(_ir_types(type_))


def _names_of_parts(name: str, type_: ValueType | DescriptorType) -> list[str]:
    if not isinstance(type_, DescriptorType):
        return [name]
    dims = range(len(type_.block.shape))
    return [name, *(f"{name}.{part}.{dim}" for part in ("shape", "stride") for dim in dims)]


_NAMES = by_version({V3_6: _one_name, V3_8: _names_of_parts})
"""The names of the block arguments of a parameter."""
_ELEMENT_NAME = by_version({V3_6: "{0}", V3_8: "{0}.{1}"})
"""The name of an element of a tuple, from the tuple's name and the element's index."""


@dataclass
class _FunctionBuilder:
    """Traces a Python function into a ``tt.func``. ``values`` are its arguments by name, types standing for values."""

    module: Module
    function: Callable[..., object]
    symbol: str
    values: dict[str, object]
    is_kernel: bool
    noinline: bool

    def build(self) -> tuple[FuncOp, object]:
        """Create the function at the end of the module, then fill it. Also returns its result types."""
        places = function_places(self.function)
        location = places.definition.location
        declared = [(name, leaf) for name, value in self.values.items() for leaf in _leaves(value)]
        for _, parameter in declared:
            check_supported(self.module.options, parameter.type)
        entry = Block(arg_types=[each for _, parameter in declared for each in _ir_types(parameter.type)])
        region = Region(entry)
        op = self._operation(entry, region, [parameter for _, parameter in declared])
        op.location = location
        module = self.module.op
        if module.body.block.is_empty:
            module.location = location
        module.body.block.add_op(op)
        arguments = self._arguments(entry, location)
        s = Session(self.module, region, [Scope(f"function {self.symbol}", [entry], location)])
        s.homes[entry] = f"function {self.symbol}"
        with building(s):
            self._fill(s, places, self.function(**arguments))
        return op, s.returned

    def _operation(self, entry: Block, region: Region, parameters: Sequence[Parameter]) -> FuncOp:
        attributes: list[DictionaryAttr] = []
        for parameter in parameters:
            known: dict[str, Attribute] = {}
            if parameter.divisibility is not None:
                known["tt.divisibility"] = IntegerAttr(parameter.divisibility, i32)
            rest = len(_ir_types(parameter.type)) - 1
            attributes += [DictionaryAttr(known), *[DictionaryAttr({})] * rest]
        return FuncOp(
            self.symbol,
            FunctionType.from_lists([argument.type for argument in entry.args], []),
            sym_visibility="public" if self.is_kernel else "private",
            arg_attrs=ArrayAttr(attributes) if any(each.data for each in attributes) else None,
            attributes={"noinline": BoolAttr.from_bool(self.noinline)},
            body=region,
        )

    def _arguments(self, entry: Block, location: LocationAttr) -> dict[str, object]:
        """The Python arguments: values for declared parameters, everything else as given."""
        handles = list(entry.args)

        def take(name: str, value: object) -> object:
            if isinstance(value, Parameter):
                names = _NAMES.now()(name, value.type)
                taken = [handles.pop(0) for _ in names]
                for handle, each in zip(taken, names, strict=True):
                    handle.location = location
                    rename(handle, each)
                return _wrap(value.type, taken)
            if isinstance(value, tuple | list):
                parts = enumerate(cast("Sequence[object]", value))
                return tuple(take(_ELEMENT_NAME.now().format(name, at), each) for at, each in parts)
            return value

        return {name: take(name, value) for name, value in self.values.items()}

    def _fill(self, s: Session, places: FunctionPlaces, result: object) -> None:
        """Emit the returns after the body's own operations."""
        s.flush()
        if s.unentered:
            raise BuildError(next(iter(s.unentered.values())))
        if result is not None:
            if self.is_kernel:
                raise BuildError(f"a kernel returns nothing, but {self.symbol} returned {result!r}")
            return_result(s, result, places.result.location)
        for each in s.returns:
            with s.at(each.location), s.inside(each.block):
                s.emit(ReturnOp(_returned_handles(each.result, s.returned)))
        types = _types_of(s.returned)
        with s.at(places.last.location):
            poison = [s.emit(PoisonOp(each)).result for type_ in types for each in _ir_types(type_)]
            s.emit(ReturnOp(poison))
        inputs = [argument.type for argument in s.region.blocks[0].args]
        function = s.region.parent_op()
        assert function is not None
        outputs = [each for type_ in types for each in _ir_types(type_)]
        function.properties["function_type"] = FunctionType.from_lists(inputs, outputs)


def check_supported(options: Options, type_: ValueType | DescriptorType) -> None:
    """Reject 8-bit floats that the target does not support."""
    match type_:
        case DescriptorType(block=inner) | PointerType(element=inner) | BlockType(element=inner):
            check_supported(options, inner)
        case DType() if not options.supports(type_):
            raise BuildError(f"compute capability {options.arch / 10} does not have {type_}")
        case _:
            pass


def _leaves(value: object) -> list[Parameter]:
    """The declared parameters in an argument, which may be a tuple."""
    if isinstance(value, Parameter):
        return [value]
    if isinstance(value, tuple | list):
        return [leaf for each in cast("Sequence[object]", value) for leaf in _leaves(each)]
    return []


_UNFINISHED = object()
"""The return value of a function under construction."""

ReturnType = ValueType | DescriptorType


@dataclass(frozen=True)
class _Constant:
    """The type of a Python value that a function returns: the caller gets the value itself."""

    value: object


def _types_of(returned: object) -> list[ReturnType]:
    """The types in a function's return value."""
    if returned is None or isinstance(returned, _Constant):
        return []
    if isinstance(returned, tuple):
        return [type_ for each in cast("tuple[object, ...]", returned) for type_ in _types_of(each)]
    return [cast("ReturnType", returned)]


def _decayed(value: object) -> object:
    """Python numbers are returned as constants of the type that Triton infers."""
    return inferred_type(cast("Number", value))


_RETURNED_CONSTANT = by_version({V3_6: _decayed, V3_7: _Constant})
"""The type of a Python value that is returned."""


def _type_of(result: object) -> object:
    """The type of a result, leaf by leaf."""
    if isinstance(result, tuple | list):
        return tuple(map(_type_of, cast("Sequence[object]", result)))
    return result.type if isinstance(result, Value | Descriptor) else _RETURNED_CONSTANT.now()(result)


def _common_type(first: object, second: object) -> object:
    """The type of a function that returns two types: constants that differ get the types that Triton infers."""
    given = [first, second]
    if isinstance(first, tuple) and isinstance(second, tuple):
        left, right = cast("tuple[object, ...]", first), cast("tuple[object, ...]", second)
        if len(left) == len(right):
            return tuple(_common_type(*pair) for pair in zip(left, right, strict=True))
    if given[0] != given[1]:
        given = [_decayed(each.value) if isinstance(each, _Constant) else each for each in given]
    if given[0] != given[1]:
        raise BuildError("the returns of a function give values of different types")
    return given[0]


def _returned_handles(result: object, type_: object) -> list[SSAValue]:
    """The operands of a return of ``result`` from a function that returns ``type_``."""
    if result is None or isinstance(type_, _Constant):
        return []
    if isinstance(type_, tuple):
        pairs = zip(cast("Sequence[object]", result), cast("tuple[object, ...]", type_), strict=True)
        return [handle for part, each in pairs for handle in _returned_handles(part, each)]
    if isinstance(result, Value | Descriptor):
        return _handles(result)
    return _handles(scalar_constant(cast("Number", result), cast("DType", type_)))


def return_result(s: Session, result: object, location: LocationAttr) -> None:
    """End the current block by a return, and open an unreachable block for anything built after it."""
    type_ = None if result is None else _type_of(result)
    for handle in _visible_handles(result):
        s.check_visible(handle)
    s.returned = _common_type(s.returned, type_) if s.returns else type_
    s.returns.append(Return(s.block, location, result))
    block = Block()
    s.region.add_block(block)
    s.move_to(block)


def _visible_handles(result: object) -> list[SSAValue]:
    """The SSA values in a result."""
    if isinstance(result, tuple | list):
        return [handle for each in cast("Sequence[object]", result) for handle in _visible_handles(each)]
    return _handles(result) if isinstance(result, Value | Descriptor) else []


@dataclass(frozen=True, repr=False)
class Function:
    """A function that kernels call: ``tt.call``, one ``tt.func`` for each combination of types and constants.

    ``name`` is the prefix of the functions' names: Triton's is ``module.qualname``. ``is_checked`` enables checking of
    arguments against annotations.
    """

    function: Callable[..., object]
    name: str
    noinline: bool = False
    is_checked: bool = False

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        s = session()
        arguments = self._bind(args, kwargs)
        values: list[Value | Descriptor] = []
        templates = {name: self._template(value, values) for name, (value, _) in arguments.items()}
        omitted = frozenset(name for name, (_, is_default) in arguments.items() if is_default)
        symbol = f"{self.name}__{_MANGLE.now()(templates, omitted)}"
        if symbol not in s.module.results:
            builder = _FunctionBuilder(
                s.module, self.function, symbol, templates, is_kernel=False, noinline=self.noinline
            )
            s.module.results[symbol] = _UNFINISHED
            _, s.module.results[symbol] = builder.build()
        return self._call(s, symbol, values)

    def _bind(self, args: Sequence[object], kwargs: dict[str, object]) -> dict[str, tuple[object, bool]]:
        bound = bind(self.function, args, kwargs)
        if self.is_checked:
            check_arguments(self.function, bound)
        given = set(bound.arguments)
        bound.apply_defaults()
        return {name: (value, name not in given) for name, value in bound.arguments.items()}

    def _template(self, value: object, values: list[Value | Descriptor]) -> object:
        """The template of an argument: a parameter for a value, a constant for everything else, leaf by leaf.

        Appends the values to ``values``.
        """
        if isinstance(value, Value | Descriptor):
            if self.noinline and isinstance(value, Value) and value.numel != 1:
                raise BuildError(f"{self.function.__name__} is noinline and so takes scalars, not {value.type}")
            values.append(value)
            return Parameter(value.type)
        if isinstance(value, tuple | list):
            return tuple(self._template(each, values) for each in cast("Sequence[object]", value))
        return value

    def _call(self, s: Session, symbol: str, values: Sequence[Value | Descriptor]) -> Any:
        returned = s.module.results[symbol]
        if returned is _UNFINISHED:
            raise BuildError(f"{self.function.__name__} calls itself: recursion is not supported")
        types = _types_of(returned)
        op = CallOp(
            [handle for value in values for handle in _handles(value)],
            callee=symbol,
            res=[each for type_ in types for each in _ir_types(type_)],
        )
        s.emit(op)
        handles: list[SSAValue] = list(op.results)

        def rebuild(template: object) -> object:
            if template is None:
                return None
            if isinstance(template, _Constant):
                return template.value
            if isinstance(template, tuple):
                return tuple(rebuild(each) for each in cast("tuple[object, ...]", template))
            type_ = cast("ReturnType", template)
            return _wrap(type_, [handles.pop(0) for _ in _ir_types(type_)])

        return rebuild(returned)

    def __repr__(self) -> str:
        """As Triton's functions are spelled where they are constants in mangled names."""
        return f"JITFunction({self.name.replace('.', ':', 1)})"


def _types_then_constants(templates: Mapping[str, object], omitted: frozenset[str]) -> str:
    """The types of all values, then the constants by their positions; an omitted ``None`` is distinguished."""
    constants: list[str] = []

    def collect(template: object, path: tuple[int, ...], is_omitted: bool) -> None:
        if isinstance(template, tuple):
            for at, each in enumerate(cast("tuple[object, ...]", template)):
                collect(each, (*path, at), False)
        elif not isinstance(template, Parameter):
            constants.append(f"{path}c{'None' if template is None and is_omitted else f'constexpr[{template}]'}")

    for index, (name, template) in enumerate(templates.items()):
        collect(template, (index,), name in omitted)
    values = "_".join(constants)
    for char, spelled in ((".", "_d_"), ("'", "_sq_"), ("[", "_"), ("]", "_")):
        values = values.replace(char, spelled)
    kinds = "_".join(leaf.type.mangle() for template in templates.values() for leaf in _leaves(template))
    return f"{kinds}__{values}"


def _in_order(templates: Mapping[str, object], omitted: frozenset[str]) -> str:
    """The types and constants in the order of the arguments."""

    def mangled(template: object) -> str:
        if isinstance(template, tuple):
            return f"T{'_'.join(map(mangled, cast('tuple[object, ...]', template)))}T"
        if isinstance(template, Parameter):
            return template.type.mangle()
        is_type = isinstance(template, DType | PointerType | BlockType | DescriptorType)
        return f"c{template.mangle() if is_type else repr(template)}"

    arguments = "_".join(map(mangled, templates.values()))
    return arguments.replace("'", "_sq_").replace("[", "_").replace("]", "_")


_MANGLE = by_version({V3_6: _types_then_constants, V3_7: _in_order})
"""The arguments in the symbol name of a function, from its templates and the names of its omitted parameters."""


@overload
def function(fn: Callable[..., object], /) -> Function: ...
@overload
def function(*, noinline: bool = False, name: str | None = None) -> Callable[[Callable[..., object]], Function]: ...
def function(
    fn: Callable[..., object] | None = None, /, *, noinline: bool = False, name: str | None = None
) -> Function | Callable[[Callable[..., object]], Function]:
    """A decorator for functions that kernels call, and for combine functions of reductions and scans.

    The function is traced once for each combination of argument types and constants. Python's ``return`` gives its
    results.
    """

    def make(body: Callable[..., object]) -> Function:
        return Function(body, name or f"{body.__module__}.{body.__qualname__}", noinline)

    return make if fn is None else make(fn)


def as_function(combine: Callable[..., object]) -> Function:
    """Wrap a plain Python function as a callable device function."""
    return combine if isinstance(combine, Function) else function(inspect.unwrap(combine))
