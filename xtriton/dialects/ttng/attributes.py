"""The attributes of the ``ttng`` dialect: layouts of Blackwell's tensor memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import FloatAttr, IntAttr, IntegerAttr, NoneAttr, TensorType, f32, i32
from xdsl.ir import Attribute, Data, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xtriton.dialects.plain_attribute import PlainAttribute
from xtriton.dialects.tt.enums import CacheModifier
from xtriton.dialects.tt.types import PARSE_BLOCK, BlockDescriptorType
from xtriton.dialects.ttg.attribute_fields import Fields, checked, format_bool, format_cta_layout
from xtriton.dialects.ttg.attributes import LayoutAttr, register_layout_attr
from xtriton.ir.constraints import I32Enum, raise_op_errors
from xtriton.ir.narrowing import is_float_attr
from xtriton.ir.number_parser import parse_bool, parse_unsigned
from xtriton.ir.struct_syntax import Reader, keyword_reader, parse_struct
from xtriton.layouts.encoding import CTALayout
from xtriton.layouts.encodings import TensorMemory, TensorMemoryScales
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, VersionRange, by_version, since


@irdl_attr_definition
class TensorMemorySpaceAttr(PlainAttribute):
    """``#ttng.tensor_memory``: memory descriptors of this space are in tensor memory."""

    name = "ttng.tensor_memory"


_SIZES = ("blockM", "blockN", "colStride")
_SPLITS = ("CTASplitM", "CTASplitN")


def _parse_splits(parser: AttrParser) -> TensorMemory:
    """The form before Triton 3.8: ``CTASplitM`` and ``CTASplitN``."""
    position = parser.pos
    names = (*_SIZES, *_SPLITS)
    readers: dict[str, Reader] = {**dict.fromkeys(names, parse_unsigned), "twoCTAs": parse_bool}
    found = _parse_fields(parser, "TTG_TensorMemoryEncodingAttr", readers, _SIZES)
    sizes = [cast("int", found.get(name, 1)) for name in names]
    with checked(parser, position):
        return TensorMemory(*sizes, two_ctas=bool(found.get("twoCTAs", False)))


def _parse_cga_layout(parser: AttrParser) -> TensorMemory:
    """The form with ``CGALayout``."""
    position = parser.pos
    readers: dict[str, Reader] = {
        **dict.fromkeys(_SIZES, parse_unsigned),
        "CGALayout": _read_cga_layout,
        "twoCTAs": parse_bool,
        "fp4Padded": parse_bool,
    }
    found = _parse_fields(parser, "TTG_TensorMemoryEncodingAttr", readers, _SIZES)
    sizes = [cast("int", found[name]) for name in _SIZES]
    cta = cast("CTALayout | None", found.get("CGALayout"))
    two_ctas, padded = bool(found.get("twoCTAs", False)), bool(found.get("fp4Padded", False))
    with checked(parser, position):
        return TensorMemory(*sizes, two_ctas=two_ctas, cta=cta or (_ONE_CTA if two_ctas else None), fp4_padded=padded)


def _parse_fields(
    parser: AttrParser, owner: str, readers: dict[str, Reader], required: tuple[str, ...]
) -> dict[str, object]:
    parser.parse_punctuation("<")
    found = parse_struct(parser, owner, readers, required)
    parser.parse_punctuation(">")
    return found


_ONE_CTA = CTALayout.default(2)


def _read_cga_layout(parser: AttrParser, consequence: str) -> CTALayout | None:
    attr = parser.parse_attribute()
    layout = Fields(parser, parser.pos, {"CGALayout": attr}).cta_layout(2)
    return layout if layout.bases else None


_PARSE_MEMORY = by_version({V3_6: _parse_splits, V3_8: _parse_cga_layout})


@irdl_attr_definition
class TensorMemoryEncodingAttr(LayoutAttr[TensorMemory]):
    """``#ttng.tensor_memory_encoding<blockM = ..., blockN = ..., colStride = ..., CGALayout = [[...]]>``.

    Before Triton 3.8, ``CTASplitM`` and ``CTASplitN`` say how CTAs share the tensor.
    """

    name = "ttng.tensor_memory_encoding"
    ALIAS: ClassVar = "tmem"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> TensorMemory:
        return _PARSE_MEMORY.now()(parser)

    def fields(self) -> str:
        it = self.data
        text = f"blockM = {it.block_m}, blockN = {it.block_n}, colStride = {it.col_stride}"
        text += "".join(f", {field}" for field in _cta_fields(it))
        text += f", twoCTAs = {format_bool(True)}" if it.two_ctas else ""
        return text + (f", fp4Padded = {format_bool(True)}" if it.fp4_padded else "")

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.fields()}>")


def _cta_fields(layout: TensorMemory | TensorMemoryScales) -> list[str]:
    """The fields that say how CTAs share a tensor."""
    splits = zip(_SPLITS, (layout.cta_split_m, layout.cta_split_n), strict=True)
    fields = [f"{name} = {split}" for name, split in splits if split != 1]
    if layout.cta is not None and layout.cta.bases:
        fields.append(format_cta_layout(layout.cta).removeprefix(", "))
    return fields


class BlockRepOrder(I32Enum):
    """Along which dimension the blocks of scales advance first."""

    MN_THEN_K = 0, "mnThenK"
    K_THEN_MN = 1, "kThenMn"


def _parse_scale_splits(parser: AttrParser) -> TensorMemoryScales:
    position = parser.pos
    readers: dict[str, Reader] = dict.fromkeys(_SPLITS, parse_unsigned)
    found = _parse_fields(parser, _SCALES, readers, ())
    with checked(parser, position):
        return TensorMemoryScales(cast("int", found.get(_SPLITS[0], 1)), cast("int", found.get(_SPLITS[1], 1)))


def _parse_scale_cga_layout(parser: AttrParser) -> TensorMemoryScales:
    position = parser.pos
    order = keyword_reader(BlockRepOrder, "::mlir::triton::nvidia_gpu::TensorMemoryScalesBlockRepOrder")
    readers: dict[str, Reader] = {"CGALayout": _read_cga_layout, "blockRepOrder": order}
    found = _parse_fields(parser, _SCALES, readers, ())
    with checked(parser, position):
        return TensorMemoryScales(
            cta=cast("CTALayout | None", found.get("CGALayout")),
            k_first=found.get("blockRepOrder") is BlockRepOrder.K_THEN_MN,
        )


_SCALES = "TTG_TensorMemoryScalesEncodingAttr"
_PARSE_SCALES = by_version({V3_6: _parse_scale_splits, V3_8: _parse_scale_cga_layout})


@irdl_attr_definition
class TensorMemoryScalesEncodingAttr(LayoutAttr[TensorMemoryScales]):
    """``#ttng.tensor_memory_scales_encoding<CGALayout = [[...]], blockRepOrder = ...>``: scales of an MMA."""

    name = "ttng.tensor_memory_scales_encoding"
    ALIAS: ClassVar = "tmem_scales"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> TensorMemoryScales:
        return _PARSE_SCALES.now()(parser)

    def fields(self) -> str:
        order = [f"blockRepOrder = {BlockRepOrder.K_THEN_MN.keyword}"] if self.data.k_first else []
        return ", ".join([*_cta_fields(self.data), *order])

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.fields()}>")


class EvictionPriority(I32Enum):
    """The eviction priority of a cache line (PTX)."""

    NONE = 0, "none"
    NORMAL = 1, "evict_normal"
    UNCHANGED = 2, "evict_unchanged"
    FIRST = 3, "evict_first"
    LAST = 4, "evict_last"
    NO_ALLOCATE = 5, "no_allocate"


@irdl_attr_definition
class CachePolicyAttr(ParametrizedAttribute):
    """``#ttng.cache_policy<cache_modifier = ..., l1 = ..., l2_primary = ..., ...>``: NVIDIA's cache hints."""

    name = "ttng.cache_policy"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)

    cache_modifier: IntAttr = param_def()
    l1: IntAttr = param_def()
    l2_primary: IntAttr = param_def()
    l2_secondary: IntAttr = param_def()
    l2_fraction: Attribute = param_def()
    l2_prefetch_size: Attribute = param_def()

    @property
    def modifier(self) -> CacheModifier:
        """The cache modifier."""
        return CacheModifier(self.cache_modifier.data)  # pyright: ignore[reportCallIssue]

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        position = parser.pos
        modifier = keyword_reader(CacheModifier, "::mlir::triton::CacheModifier")
        priority = keyword_reader(EvictionPriority, "::mlir::triton::nvidia_gpu::CacheEvictionPriority")
        readers: dict[str, Reader] = {
            "cache_modifier": modifier,
            **dict.fromkeys(_PRIORITIES, priority),
            "l2_fraction": _attribute_reader(FloatAttr, "FloatAttr"),
            "l2_prefetch_size": _attribute_reader(IntegerAttr, "IntegerAttr"),
        }
        found = _parse_fields(parser, "TTNG_CachePolicyAttr", readers, ())
        cache = cast("CacheModifier", found.get("cache_modifier", CacheModifier.NONE))
        priorities = [cast("EvictionPriority", found.get(name, EvictionPriority.NONE)) for name in _PRIORITIES]
        fraction = cast("Attribute | None", found.get("l2_fraction"))
        prefetch = cast("Attribute | None", found.get("l2_prefetch_size"))
        problem = _cache_policy_problem(cache, priorities, fraction, prefetch)
        if problem is not None:
            parser.raise_error(problem, position)
        codes = [IntAttr(member.value) for member in (cache, *priorities)]
        return (*codes, fraction or NoneAttr(), prefetch or NoneAttr())

    def print_parameters(self, printer: Printer) -> None:
        fields: list[tuple[str, Attribute | str]] = []
        if self.modifier is not CacheModifier.NONE:
            fields.append(("cache_modifier", self.modifier.keyword))
        for name, code in zip(_PRIORITIES, (self.l1, self.l2_primary, self.l2_secondary), strict=True):
            if code.data:
                fields.append((name, EvictionPriority(code.data).keyword))  # pyright: ignore[reportCallIssue]
        rest = (("l2_fraction", self.l2_fraction), ("l2_prefetch_size", self.l2_prefetch_size))
        fields += [(name, value) for name, value in rest if not isinstance(value, NoneAttr)]
        printer.print_string("<")
        for index, (name, value) in enumerate(fields):
            printer.print_string(f"{', ' * bool(index)}{name} = ")
            if isinstance(value, str):
                printer.print_string(value)
            else:
                printer.print_attribute(value)
        printer.print_string(">")


_PRIORITIES = ("l1", "l2_primary", "l2_secondary")
_PREFETCH_SIZES = tuple(IntegerAttr(size, i32) for size in (64, 128, 256))


def _attribute_reader(kind: type[Attribute], name: str) -> Reader:
    def read(parser: AttrParser, consequence: str) -> object:
        position = parser.pos
        attr = parser.parse_attribute()
        if not isinstance(attr, kind):
            raise_op_errors(
                parser, ("invalid kind of attribute specified", position), (f"{consequence} `{name}`", parser.pos)
            )
        return attr

    return read


def _cache_policy_problem(
    cache: CacheModifier, priorities: Sequence[EvictionPriority], fraction: Attribute | None, prefetch: Attribute | None
) -> str | None:
    """Why these are no cache policy."""
    none = EvictionPriority.NONE
    l1, primary, secondary = priorities
    if cache is not CacheModifier.NONE and l1 is not none:
        return "cache modifier cannot be combined with an L1 eviction priority"
    if primary is none and (secondary is not none or fraction is not None):
        return "l2_secondary and l2_fraction require l2_primary"
    if primary is not none:
        if secondary is none or fraction is None:
            return "L2 policy requires l2_secondary and l2_fraction"
        if primary is EvictionPriority.NO_ALLOCATE:
            return f"invalid L2 primary eviction priority '{primary.keyword}'"
        if secondary not in (EvictionPriority.FIRST, EvictionPriority.UNCHANGED):
            return f"invalid L2 secondary eviction priority '{secondary.keyword}'"
        if not is_float_attr(fraction) or fraction.type != f32 or not 0 < fraction.value.data <= 1:
            return "L2 fraction must be a finite f32 in (0, 1]"
    if prefetch is not None and prefetch not in _PREFETCH_SIZES:
        return "L2 prefetch size must be 64, 128, or 256"
    return None


class TMEMLoadReduceModifier(I32Enum):
    """The reduction that a load from tensor memory performs."""

    MIN = 1, "min"
    MAX = 2, "max"


@irdl_attr_definition
class TMEMLoadReduceModifierAttr(Data[TMEMLoadReduceModifier]):
    """``#ttng.redOp<max>``."""

    name = "ttng.redOp"
    VERSIONS: ClassVar[VersionRange] = since(V3_7)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> TMEMLoadReduceModifier:
        parser.parse_punctuation("<")
        read = keyword_reader(TMEMLoadReduceModifier, "::mlir::triton::nvidia_gpu::TMEMLoadReduceModifier")
        found = read(parser, "failed to parse TTNG_TMEMLoadReduceModifierEnum parameter 'value' which is to be a")
        parser.parse_punctuation(">")
        return cast("TMEMLoadReduceModifier", found)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data.keyword}>")


@irdl_attr_definition
class TensorDescIm2ColType(BlockDescriptorType):
    """``!ttng.tensordesc_im2col<64x128xf16, #shared>``: a tensor descriptor with accesses in im2col mode."""

    name = "ttng.tensordesc_im2col"
    VERSIONS: ClassVar[VersionRange] = since(V3_7)

    block_type: TensorType[Attribute] = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        position = parser.pos
        parser.parse_punctuation("<")
        block = PARSE_BLOCK.now()(parser)
        parser.parse_punctuation(">")
        try:
            return cls(block).parameters
        except VerifyException as exc:
            parser.raise_error(str(exc), position)

    def verify(self) -> None:
        rank = len(self.block_type.get_shape())
        if rank != _IM2COL_RANK:
            raise VerifyException(f"TensorDescIm2ColType requires rank-2 {_SHAPE.now()}, got rank {rank}")


_SHAPE = by_version({V3_6: "blockType", V3_8: "shape"})
_IM2COL_RANK = 2
"""Blocks of im2col mode are of pixels and channels."""


register_layout_attr(TensorMemory, TensorMemoryEncodingAttr)
register_layout_attr(TensorMemoryScales, TensorMemoryScalesEncodingAttr)
