"""The attributes of the ``ttg`` dialect: how a tensor is laid out over threads, or in shared memory.

An encoding attribute holds an encoding of :mod:`xtriton.layouts` (:meth:`EncodingAttr.layout`), which implements the
semantics and the checks; this module implements the syntax. :func:`encoding_attr` is the inverse.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from typing import ClassVar, Generic, TypeVar, cast

from xdsl.dialects.builtin import ArrayAttr, IntAttr
from xdsl.ir import Attribute, Data, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xtriton.dialects.plain_attribute import PlainAttribute
from xtriton.dialects.ttg.attribute_fields import (
    Fields,
    checked,
    format_bool,
    format_cta_layout,
    format_linear_layout,
    format_list,
    mnemonic_position,
    parse_dictionary,
    read_linear_layout,
)
from xtriton.ir.number_parser import parse_unsigned
from xtriton.ir.struct_syntax import Reader, parse_struct
from xtriton.layouts.encoding import LayoutError, require_order
from xtriton.layouts.encodings import (
    AMDMfma,
    AMDRotatingShared,
    AMDWmma,
    Blocked,
    DistributedEncoding,
    DotOperand,
    Encoding,
    GenericLinear,
    Linear,
    NvidiaMma,
    NVMMAShared,
    PaddedShared,
    SharedEncoding,
    SharedLinear,
    Slice,
    SwizzledShared,
)
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import BLOCK, LANE, OFFSET, REGISTER, WARP
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, ByVersion, VersionRange, by_version, since

LayoutT = TypeVar("LayoutT", bound=Encoding, covariant=True)
SwizzledT = TypeVar("SwizzledT", bound=SwizzledShared, covariant=True)


class EncodingAttr(Attribute):
    """An attribute that describes the layout of a tensor or of memory. ``ALIAS`` is the stem of its printed alias."""

    ALIAS: ClassVar[str | None] = None

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        cls.__hash__ = _remembered_hash

    @abstractmethod
    def layout(self) -> Encoding:
        """The encoding itself."""

    def asm_alias(self) -> str | None:
        """The stem of the alias under which the attribute is printed, if it gets one."""
        return self.ALIAS


def _remembered_hash(self: EncodingAttr) -> int:
    """The cached hash of the parameters: encodings are deep, and part of every tensor type."""
    known: int | None = self.__dict__.get("_hash")
    if known is None:
        held = self.parameters if isinstance(self, ParametrizedAttribute) else self.layout()
        known = hash((type(self), held))
        object.__setattr__(self, "_hash", known)
    return known


class LayoutAttr(EncodingAttr, Data[LayoutT], Generic[LayoutT]):
    """An encoding attribute without nested attributes."""

    def layout(self) -> LayoutT:
        return self.data

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{{{self.fields()}}}>")

    @abstractmethod
    def fields(self) -> str:
        """The text printed in the braces."""


# ------------------------------------------------------------------------------------------------------ in registers


@irdl_attr_definition
class BlockedEncodingAttr(LayoutAttr[Blocked]):
    """``#ttg.blocked<{sizePerThread = ..., threadsPerWarp = ..., warpsPerCTA = ..., order = ...}>``."""

    name = "ttg.blocked"
    ALIAS: ClassVar = "blocked"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Blocked:
        fields = Fields.parse(parser)
        fields.only("sizePerThread", "threadsPerWarp", "warpsPerCTA", "order", "CGALayout")
        size = fields.integers("sizePerThread", "number of elements per thread")
        threads = fields.integers("threadsPerWarp", "number of threads per warp")
        warps = fields.integers("warpsPerCTA", "number of warps per CTA")
        order = fields.integers("order")
        cta = fields.cta_layout(len(size))
        with fields.checked():
            return Blocked(size, threads, warps, order, cta)

    def fields(self) -> str:
        it = self.data
        return (
            f"sizePerThread = {format_list(it.size_per_thread)}, threadsPerWarp = {format_list(it.threads_per_warp)}, "
            f"warpsPerCTA = {format_list(it.warps_per_cta)}, order = {format_list(it.order)}{format_cta_layout(it.cta)}"
        )


class _LinearEncodingAttr(LayoutAttr[LayoutT]):
    LAYOUT: ClassVar[Callable[[LinearLayout], Encoding]]

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> LayoutT:
        fields = Fields.parse(parser)
        layout = read_linear_layout(parser, fields.entries, (REGISTER, LANE, WARP, BLOCK))
        with fields.checked():
            return cast("LayoutT", cls.LAYOUT(layout))

    def fields(self) -> str:
        return format_linear_layout(cast("Linear | GenericLinear", self.data).layout)


@irdl_attr_definition
class LinearEncodingAttr(_LinearEncodingAttr[Linear]):
    """``#ttg.linear<{register = [[...]], lane = [[...]], warp = [[...]], block = [[...]]}>``."""

    name = "ttg.linear"
    ALIAS: ClassVar = "linear"
    LAYOUT: ClassVar = Linear


@irdl_attr_definition
class GenericLinearEncodingAttr(_LinearEncodingAttr[GenericLinear]):
    """``#ttg.generic_linear<{register = [[...]], lane = [[...]], warp = [[...]], block = [[...]]}>``."""

    name = "ttg.generic_linear"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    ALIAS: ClassVar = "generic_linear"
    LAYOUT: ClassVar = GenericLinear


def _verify_mma_version(major: int) -> None:
    if major == 1:
        raise LayoutError("Volta (versionMajor = 1) is deprecated and no longer supported")


_VERIFY_MMA_VERSION: ByVersion[Callable[[int], None]] = by_version(
    {V3_6: lambda major: None, V3_9: _verify_mma_version}
)


@irdl_attr_definition
class NvidiaMmaEncodingAttr(LayoutAttr[NvidiaMma]):
    """``#ttg.nvidia_mma<{versionMajor = ..., versionMinor = ..., warpsPerCTA = ..., instrShape = ...}>``."""

    name = "ttg.nvidia_mma"
    ALIAS: ClassVar = "mma"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> NvidiaMma:
        fields = Fields.parse(parser)
        warps = fields.integers("warpsPerCTA")
        major, minor = fields.integer("versionMajor"), fields.integer("versionMinor")
        cta = fields.cta_layout(len(warps))
        shape = fields.integers("instrShape")
        with fields.checked():
            _VERIFY_MMA_VERSION.now()(major)
            return NvidiaMma(major, minor, warps, cta, shape)

    def fields(self) -> str:
        it = self.data
        return (
            f"versionMajor = {it.version_major}, versionMinor = {it.version_minor}, "
            f"warpsPerCTA = {format_list(it.warps_per_cta)}{format_cta_layout(it.cta)}, "
            f"instrShape = {format_list(it.instr_shape)}"
        )


@irdl_attr_definition
class AMDMfmaEncodingAttr(LayoutAttr[AMDMfma]):
    """``#ttg.amd_mfma<{version = ..., warpsPerCTA = ..., instrShape = ..., isTransposed = ...}>``."""

    name = "ttg.amd_mfma"
    ALIAS: ClassVar = "mma"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> AMDMfma:
        fields = Fields.parse(parser)
        warps, shape = fields.integers("warpsPerCTA"), fields.integers("instrShape")
        tiles = fields.integers("tilesPerWarp") or (1,) * len(shape)
        version, bits = fields.integer("version"), fields.integer("elementBitWidth", 32)
        transposed = fields.boolean("isTransposed")
        cta = fields.cta_layout(len(warps))
        with fields.checked():
            return AMDMfma(version, warps, shape, transposed, cta, tiles, bits)

    def fields(self) -> str:
        it = self.data
        tiles = "" if it.has_unit_tiles_per_warp else f", tilesPerWarp = {format_list(it.tiles_per_warp)}"
        bits = "" if it.element_bit_width == 32 else f", elementBitWidth = {it.element_bit_width}"
        return (
            f"version = {it.version}, warpsPerCTA = {format_list(it.warps_per_cta)}, "
            f"instrShape = {format_list(it.instr_shape)}, isTransposed = {format_bool(it.is_transposed)}"
            f"{format_cta_layout(it.cta)}{tiles}{bits}"
        )


@irdl_attr_definition
class AMDWmmaEncodingAttr(LayoutAttr[AMDWmma]):
    """``#ttg.amd_wmma<{version = ..., isTranspose = ..., warpsPerCTA = ...}>``."""

    name = "ttg.amd_wmma"
    ALIAS: ClassVar = "mma"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> AMDWmma:
        fields = Fields.parse(parser)
        warps = fields.integers("warpsPerCTA")
        shape = fields.integers("instrShape") if "instrShape" in fields.entries else _WMMA_DEFAULT_SHAPE
        tiles = fields.integers("tilesPerWarp") or (1,) * len(shape)
        version, transposed = fields.integer("version"), fields.boolean("isTranspose")
        cta = fields.cta_layout(len(warps))
        with fields.checked():
            return AMDWmma(version, transposed, warps, tiles, cta, shape)

    def fields(self) -> str:
        it = self.data
        tiles = "" if it.has_unit_tiles_per_warp else f", tilesPerWarp = {format_list(it.tiles_per_warp)}"
        shape = "" if it.instr_shape == _WMMA_DEFAULT_SHAPE else f", instrShape = {format_list(it.instr_shape)}"
        return (
            f"version = {it.version}, isTranspose = {format_bool(it.is_transposed)}, "
            f"warpsPerCTA = {format_list(it.warps_per_cta)}{format_cta_layout(it.cta)}{tiles}{shape}"
        )


_WMMA_DEFAULT_SHAPE = (16, 16, 16)


@irdl_attr_definition
class SliceEncodingAttr(EncodingAttr, ParametrizedAttribute):
    """``#ttg.slice<{dim = ..., parent = ...}>``: the parent layout with a dimension dropped."""

    name = "ttg.slice"

    dim: IntAttr = param_def()
    parent: Attribute = param_def()

    def __init__(self, dim: int, parent: Attribute) -> None:
        super().__init__(IntAttr(dim), parent)

    def layout(self) -> Slice:
        return Slice(self.dim.data, cast("DistributedEncoding", layout_of(self.parent)))

    def verify(self) -> None:
        verify_layout(self)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        fields = Fields.parse(parser)
        for name in ("dim", "parent"):
            if name not in fields.entries:
                fields.fail(f"expected '{name}' in slice encoding")
        dim, parent = fields.integer("dim"), fields.entries["parent"]
        layout = layout_of(parent)
        if not isinstance(layout, DistributedEncoding):
            fields.fail("expected a distributed encoding trait")
        with fields.checked():
            Slice(dim, layout)
        return IntAttr(dim), parent

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<{{dim = {self.dim.data}, parent = ")
        printer.print_attribute(self.parent)
        printer.print_string("}>")


@irdl_attr_definition
class DotOperandEncodingAttr(EncodingAttr, ParametrizedAttribute):
    """``#ttg.dot_op<{opIdx = ..., parent = ..., kWidth = ...}>``: an operand of a dot."""

    name = "ttg.dot_op"

    op_idx: IntAttr = param_def()
    parent: Attribute = param_def()
    k_width: IntAttr = param_def()

    def __init__(self, op_idx: int, parent: Attribute, k_width: int = 0) -> None:
        super().__init__(IntAttr(op_idx), parent, IntAttr(k_width))

    def layout(self) -> DotOperand:
        parent = layout_of(self.parent)
        if self.op_idx.data in (0, 1) and not isinstance(parent, NvidiaMma | AMDMfma | AMDWmma | Blocked):
            raise ValueError(f"ttg.dot_op unexpected parent layout: {self.parent}")
        return DotOperand(self.op_idx.data, cast("DistributedEncoding", parent), self.k_width.data)

    def verify(self) -> None:
        verify_layout(self)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        position = parser.pos
        parser.parse_punctuation("<")
        parser.parse_punctuation("{")
        readers: dict[str, Reader] = {"opIdx": parse_unsigned, "parent": _parse_parent, "kWidth": parse_unsigned}
        found = parse_struct(parser, "DotOperandEncodingAttr", readers, ("opIdx", "parent"))
        parser.parse_punctuation("}")
        parser.parse_punctuation(">")
        op_idx, k_width = cast("int", found["opIdx"]), cast("int", found.get("kWidth", 0))
        with checked(parser, position):
            attr = cls(op_idx, cast("Attribute", found["parent"]), k_width)
        return attr.parameters

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<{{opIdx = {self.op_idx.data}, parent = ")
        printer.print_attribute(self.parent)
        if self.k_width.data:
            printer.print_string(f", kWidth = {self.k_width.data}")
        printer.print_string("}>")


def _parse_parent(parser: AttrParser, consequence: str) -> Attribute:
    return parser.parse_attribute()


# -------------------------------------------------------------------------------------------------- in shared memory


class _SwizzledEncodingAttr(LayoutAttr[SwizzledT]):
    ALIAS: ClassVar = "shared"
    LAYOUT: ClassVar[type[SwizzledShared]]

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> SwizzledT:
        fields = Fields.parse(parser)
        fields.only("vec", "perPhase", "maxPhase", "order", "CGALayout")
        vec, per_phase, max_phase = (fields.integer(name) for name in ("vec", "perPhase", "maxPhase"))
        order = fields.integers("order")
        cta = fields.cta_layout(len(order))
        with fields.checked():
            return cast("SwizzledT", cls.LAYOUT(vec, per_phase, max_phase, order, cta))

    def fields(self) -> str:
        it = self.data
        return (
            f"vec = {it.vec}, perPhase = {it.per_phase}, maxPhase = {it.max_phase}, "
            f"order = {format_list(it.minor_to_major)}{format_cta_layout(it.cta)}"
        )


@irdl_attr_definition
class SwizzledSharedEncodingAttr(_SwizzledEncodingAttr[SwizzledShared]):
    """``#ttg.swizzled_shared<{vec = ..., perPhase = ..., maxPhase = ..., order = ...}>``."""

    name = "ttg.swizzled_shared"
    LAYOUT: ClassVar = SwizzledShared


@irdl_attr_definition
class AMDRotatingSharedEncodingAttr(_SwizzledEncodingAttr[AMDRotatingShared]):
    """``#ttg.amd_rotating_shared<{vec = ..., perPhase = ..., maxPhase = ..., order = ...}>``."""

    name = "ttg.amd_rotating_shared"
    LAYOUT: ClassVar = AMDRotatingShared


def _verify_nvmma(width: int, bits: int) -> None:
    if not bits:
        raise LayoutError("elementBitWidth must be non-zero")
    if width not in (0, 32, 64, 128):
        raise LayoutError("swizzlingByteWidth must be 0, 32, 64, or 128")


_VERIFY_NVMMA: ByVersion[Callable[[int, int], None]] = by_version({V3_6: lambda width, bits: None, V3_7: _verify_nvmma})
_NVMMA_RANK: ByVersion[Callable[[Fields], int]] = by_version(
    {V3_6: lambda fields: 2, V3_8: lambda fields: fields.cta_rank(2)}
)
"""The rank of an encoding that does not say it."""


@irdl_attr_definition
class NVMMASharedEncodingAttr(LayoutAttr[NVMMAShared]):
    """``#ttg.nvmma_shared<{swizzlingByteWidth = ..., transposed = ..., elementBitWidth = ...}>``."""

    name = "ttg.nvmma_shared"
    ALIAS: ClassVar = "shared"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> NVMMAShared:
        fields = Fields.parse(parser)
        fields.only("swizzlingByteWidth", "transposed", "elementBitWidth", "fp4Padded", "CGALayout", "rank")
        width, bits = fields.integer("swizzlingByteWidth"), fields.integer("elementBitWidth")
        transposed, padded = fields.boolean("transposed"), fields.boolean("fp4Padded")
        cta = fields.cta_layout(fields.integer("rank", _NVMMA_RANK.now()(fields)))
        with fields.checked():
            _VERIFY_NVMMA.now()(width, bits)
            return NVMMAShared(width, transposed, bits, padded, cta)

    def fields(self) -> str:
        it = self.data
        padded = ", fp4Padded = true" if it.fp4_padded else ""
        rank = f", rank = {it.rank}" if not it.cta.bases and it.rank != 2 else ""
        return (
            f"swizzlingByteWidth = {it.swizzling_byte_width}, transposed = {format_bool(it.transposed)}, "
            f"elementBitWidth = {it.element_bit_width}{padded}{rank}{format_cta_layout(it.cta)}"
        )


@irdl_attr_definition
class SharedLinearEncodingAttr(LayoutAttr[SharedLinear]):
    """``#ttg.shared_linear<{offset = [[...]], block = [[...]]}, alignment = ...>``."""

    name = "ttg.shared_linear"
    ALIAS: ClassVar = "shared"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> SharedLinear:
        position = mnemonic_position(parser)
        parser.parse_punctuation("<")
        entries = parse_dictionary(parser)
        if "alignment" in entries:
            parser.raise_error("alignment must be specified outside of the linear layout braces")
        entries.setdefault(BLOCK, ArrayAttr(()))
        parser.parse_punctuation(",")
        parser.parse_keyword("alignment")
        parser.parse_punctuation("=")
        alignment = parse_unsigned(parser)
        parser.parse_punctuation(">")
        layout = read_linear_layout(parser, entries, (OFFSET, BLOCK))
        if len(entries) != 2:
            parser.raise_error("SharedLinearEncodingAttr must have exactly two attributes: offset and block")
        with checked(parser, position):
            return SharedLinear(layout, alignment)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{{{self.fields()}}}, alignment = {self.data.alignment}>")

    def fields(self) -> str:
        layout = self.data.layout
        if not layout.bases[BLOCK]:
            layout = layout.sublayout((OFFSET,), layout.out_dim_names)
        return format_linear_layout(layout)


@irdl_attr_definition
class PaddedSharedEncodingAttr(LayoutAttr[PaddedShared]):
    """``#ttg.padded_shared<[interval:+padding, ...] {order = ..., shape = ...}>``, or with a linear layout's bases."""

    name = "ttg.padded_shared"
    ALIAS: ClassVar = "shared"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> PaddedShared:
        position = mnemonic_position(parser)
        parser.parse_punctuation("<")
        parser.parse_punctuation("[")
        pairs = parser.parse_comma_separated_list(parser.Delimiter.NONE, lambda: _parse_padding(parser))
        parser.parse_punctuation("]")
        fields = Fields(parser, position, parse_dictionary(parser))
        if OFFSET in fields.entries or BLOCK in fields.entries:
            _reject_others(parser, fields.entries, (OFFSET, BLOCK))
            component = read_linear_layout(parser, fields.entries, (OFFSET, BLOCK))
        else:
            _reject_others(parser, fields.entries, ("order", "shape"))
            order, shape = fields.integers("order"), fields.integers("shape")
            if len(order) != len(shape):
                parser.raise_error("Mismatch of shape and order ranks in padded layout")
            with fields.checked():
                require_order(order)
                component = PaddedShared.with_identity([(1, 1)], order, shape).linear_component
        parser.parse_punctuation(">")
        with fields.checked():
            return PaddedShared(tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs), component)

    def print_parameter(self, printer: Printer) -> None:
        pairs = zip(self.data.intervals, self.data.paddings, strict=True)
        listed = ", ".join(f"{interval}:+{padding}" for interval, padding in pairs)
        printer.print_string(f"<[{listed}] {{{self.fields()}}}>")

    def fields(self) -> str:
        it = self.data
        shape, order = it.linear_component.out_dim_sizes, it.order(it.rank)
        if it == PaddedShared.with_identity(list(zip(it.intervals, it.paddings, strict=True)), order, tuple(shape)):
            return f"order = {format_list(order)}, shape = {format_list(shape)}"
        return format_linear_layout(it.linear_component)


def _parse_padding(parser: AttrParser) -> tuple[int, int]:
    interval = parse_unsigned(parser)
    parser.parse_punctuation(":")
    parser.parse_punctuation("+")
    return interval, parse_unsigned(parser)


def _reject_others(parser: AttrParser, entries: dict[str, Attribute], names: Sequence[str]) -> None:
    for name in sorted(entries):
        if name not in names:
            parser.raise_error(f'Unexpected attribute "{name}" found')


@irdl_attr_definition
class SharedMemorySpaceAttr(PlainAttribute):
    """``#ttg.shared_memory``: memory descriptors of this space are in shared memory."""

    name = "ttg.shared_memory"

    def asm_alias(self) -> str:
        """The stem of the alias under which the attribute is printed."""
        return "smem"


# ------------------------------------------------------------------------------- conversions to and from layouts

_CLASSES: dict[type[Encoding], type[LayoutAttr[Encoding]]] = {}


def register_layout_attr(layout: type[Encoding], attr: type[LayoutAttr[Encoding]]) -> None:
    """Register the attribute class for an encoding class."""
    _CLASSES[layout] = attr


for _layout, _attr in (
    (Blocked, BlockedEncodingAttr),
    (Linear, LinearEncodingAttr),
    (GenericLinear, GenericLinearEncodingAttr),
    (NvidiaMma, NvidiaMmaEncodingAttr),
    (AMDMfma, AMDMfmaEncodingAttr),
    (AMDWmma, AMDWmmaEncodingAttr),
    (SwizzledShared, SwizzledSharedEncodingAttr),
    (AMDRotatingShared, AMDRotatingSharedEncodingAttr),
    (NVMMAShared, NVMMASharedEncodingAttr),
    (SharedLinear, SharedLinearEncodingAttr),
    (PaddedShared, PaddedSharedEncodingAttr),
):
    register_layout_attr(_layout, _attr)


def encoding_attr(layout: Encoding) -> EncodingAttr:
    """The attribute for an encoding."""
    match layout:
        case Slice():
            return SliceEncodingAttr(layout.dim, encoding_attr(layout.parent))
        case DotOperand():
            return DotOperandEncodingAttr(layout.op_idx, encoding_attr(layout.parent), layout.k_width)
        case _:
            return _CLASSES[type(layout)](layout)


def layout_of(attr: Attribute | None) -> Encoding | None:
    """The encoding of an attribute; ``None`` for attributes that are no layouts, and for ``None``."""
    return cast("EncodingAttr", attr).layout() if _is_encoding(type(attr)) else None


@cache
def _is_encoding(kind: type) -> bool:
    """Whether attributes of a class are encodings. ``isinstance`` is slow for abstract classes."""
    return issubclass(kind, EncodingAttr)


def is_shared(attr: Attribute | None) -> bool:
    """Whether the attribute is an encoding for shared memory."""
    return isinstance(layout_of(attr), SharedEncoding)


def verify_layout(attr: EncodingAttr) -> None:
    """Verify an encoding with nested ones by constructing its layout."""
    try:
        attr.layout()
    except ValueError as exc:
        raise VerifyException(str(exc)) from exc
