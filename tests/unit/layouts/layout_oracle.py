"""The layouts of the installed Triton wheel, asked through gluon's builder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from triton._C.libtriton import gluon_ir, ir
from triton.experimental.gluon.language.nvidia.blackwell import TensorMemoryLayout

from xtriton.layouts.distributed import Blocked, Linear, Slice
from xtriton.layouts.dot_operand import DotOperand
from xtriton.layouts.encoding import CTALayout, DistributedEncoding, Encoding
from xtriton.layouts.encodings import AMDMfma, AMDWmma, TensorMemory
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.mma import NvidiaMma
from xtriton.layouts.shared import NVMMAShared, PaddedShared, SharedLinear, SwizzledShared
from xtriton.versions import V3_6, V3_8, by_version


def lists(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(row) for row in rows]


def tuples(rows: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(row) for row in rows)


class Oracle:
    """One MLIR context with a function to put operations into."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        """Objects that must live as long as the oracle."""
        self.context = ir.context()
        ir.load_dialects(self.context)
        self.builder = gluon_ir.GluonOpBuilder(self.context)
        self.builder.set_loc("oracle.py", 0, 0)
        self.module = self.builder.create_module()
        kind = self.builder.get_function_ty([], [])
        function = self.builder.get_or_insert_function(self.module, "f", kind, "public", False)
        self.module.push_back(function)
        self.builder.set_insertion_point_to_start(function.add_entry_block())

    # ------------------------------------------------------------------------------------------- encodings across

    def attribute(self, encoding: Encoding) -> Any:
        """The wheel's attribute for one of our encodings."""
        b = self.builder
        match encoding:
            case Blocked():
                fields = (encoding.size_per_thread, encoding.threads_per_warp, encoding.warps_per_cta, encoding.order)
                return b.get_blocked_layout(*map(list, fields), lists(encoding.cta.bases))
            case Slice():
                return b.get_slice_layout(encoding.dim, self.attribute(encoding.parent))
            case Linear():
                rows = [lists(encoding.layout.bases[name]) for name in ("register", "lane", "warp", "block")]
                return b.get_distributed_linear_layout(*rows, list(encoding.layout.out_dim_sizes))
            case NvidiaMma():
                version = [encoding.version_major, encoding.version_minor]
                shape = list(encoding.instr_shape)
                return b.get_mma_layout(version, list(encoding.warps_per_cta), lists(encoding.cta.bases), shape)
            case DotOperand():
                return b.get_dot_operand_layout(encoding.op_idx, self.attribute(encoding.parent), encoding.k_width)
            case AMDMfma() | AMDWmma():
                return self._amd(encoding)
            case _:
                return self._shared(encoding)

    def _amd(self, encoding: AMDMfma | AMDWmma) -> Any:
        cta, warps, tiles = lists(encoding.cta.bases), list(encoding.warps_per_cta), list(encoding.tiles_per_warp)
        if isinstance(encoding, AMDMfma):
            return self.builder.get_amd_mfma_layout(
                encoding.version,
                warps,
                list(encoding.instr_shape),
                encoding.is_transposed,
                cta,
                tiles,
                encoding.element_bit_width,
            )
        shape = list(encoding.instr_shape)
        return self.builder.get_amd_wmma_layout(encoding.version, encoding.is_transposed, warps, tiles, cta, shape)

    def _shared(self, encoding: Encoding) -> Any:
        b = self.builder
        match encoding:
            case NVMMAShared():
                return b.get_nvmma_shared_layout(
                    encoding.swizzling_byte_width,
                    encoding.element_bit_width,
                    encoding.transposed,
                    encoding.fp4_padded,
                    lists(encoding.cta.bases),
                    encoding.rank,
                )
            case SwizzledShared():
                order = list(encoding.minor_to_major)
                phases = (encoding.vec, encoding.per_phase, encoding.max_phase)
                return b.get_swizzled_shared_layout(*phases, order, lists(encoding.cta.bases))
            case SharedLinear():
                rows = [lists(encoding.layout.bases.get(name, ())) for name in ("offset", "block")]
                return b.get_shared_linear_layout(*rows, encoding.layout_alignment)
            case PaddedShared():
                rows = [lists(encoding.linear_component.bases[name]) for name in ("offset", "block")]
                shape = list(encoding.linear_component.out_dim_sizes)
                return b.get_padded_shared_layout(list(encoding.intervals), list(encoding.paddings), *rows, shape)
            case _:
                raise NotImplementedError(encoding)

    def encoding(self, gluon: Any) -> Encoding:
        """Our encoding for one of gluon's."""
        name = type(gluon).__name__
        if name == "SliceLayout":
            return Slice(gluon.dim, self._parent(gluon))
        if name == "DistributedLinearLayout":
            return Linear(distributed(gluon))
        if name == "DotOperandLayout":
            return DotOperand(gluon.operand_index, self._parent(gluon), gluon.k_width)
        if name == "SharedLinearLayout":
            return SharedLinear(shared(gluon), gluon.alignment)
        return FROM_GLUON[name](gluon)

    def _parent(self, gluon: Any) -> DistributedEncoding:
        parent = self.encoding(gluon.parent)
        assert isinstance(parent, DistributedEncoding)
        return parent

    # ---------------------------------------------------------------------------------------------- asking things

    def to_linear_layout(self, encoding: Encoding, shape: Sequence[int]) -> LinearLayout:
        """The wheel's linear layout of a tensor in registers."""
        return distributed(self.builder.to_linear_layout(self.attribute(encoding), list(shape)))

    def tensor(self, encoding: Encoding, shape: Sequence[int]) -> Any:
        """A tensor value of bytes."""
        kind = self.builder.get_distributed_ty(self.builder.get_int8_ty(), list(shape), self.attribute(encoding))
        return self.builder.create_poison(kind)

    def memory(self, encoding: Encoding, shape: Sequence[int]) -> Any:
        """A shared memory value of bytes."""
        attribute = self.attribute(encoding)
        kind = self.builder.get_shared_mem_desc_ty(self.builder.get_int8_ty(), list(shape), attribute, list(shape))
        return self.builder.create_local_alloc(kind)

    def of_tensor(self, value: Any) -> Encoding:
        return self.encoding(self.builder.get_gluon_layout_from_tensor(value))

    def of_memory(self, value: Any) -> Encoding:
        return self.encoding(self.builder.get_gluon_layout_from_memdesc(value))


def cta(gluon: Any, rank: int) -> CTALayout:
    return CTALayout(tuples(gluon.cga_layout), rank)


def distributed(gluon: Any) -> LinearLayout:
    bases = {
        "register": gluon.reg_bases,
        "lane": gluon.lane_bases,
        "warp": gluon.warp_bases,
        "block": gluon.block_bases,
    }
    shape = {f"dim{i}": size for i, size in enumerate(gluon.shape)}
    return LinearLayout({name: tuples(rows) for name, rows in bases.items()}, shape)


def shared(gluon: Any) -> LinearLayout:
    rank = len(gluon.offset_bases[0])
    blocks = gluon.cga_layout if hasattr(gluon, "cga_layout") else gluon.block_bases
    bases = {"offset": tuples(gluon.offset_bases), "block": tuples(blocks)}
    return LinearLayout(bases, [f"dim{i}" for i in range(rank)])


def memory_registers(encoding: TensorMemory, shape: Sequence[int], element: Any, warps: int, atom: str) -> LinearLayout:
    """The registers that a load with this instruction fills from tensor memory, as the wheel has it."""
    return distributed(_MEMORY_REGISTERS.now()(encoding, list(shape), element, warps, atom))


def _memory_registers_3_6(encoding: TensorMemory, shape: list[int], element: Any, warps: int, atom: str) -> Any:
    split = (encoding.cta_split_m, encoding.cta_split_n)
    gluon = TensorMemoryLayout((encoding.block_m, encoding.block_n), encoding.col_stride, split, encoding.two_ctas)
    blocks = lists(encoding.cta_layout.bases)
    return gluon_ir.compute_tmem_reg_layout(element, shape, gluon, warps, atom, blocks)


def _memory_registers_3_8(encoding: TensorMemory, shape: list[int], element: Any, warps: int, atom: str) -> Any:
    blocks = lists(encoding.cta_layout.bases)
    gluon = TensorMemoryLayout((encoding.block_m, encoding.block_n), encoding.col_stride, blocks, encoding.two_ctas)
    return gluon_ir.compute_tmem_reg_layout(element, shape, shape, gluon, warps, atom)


_MEMORY_REGISTERS = by_version({V3_6: _memory_registers_3_6, V3_8: _memory_registers_3_8})

FROM_GLUON: dict[str, Callable[[Any], Encoding]] = {
    "BlockedLayout": lambda g: Blocked(
        tuple(g.size_per_thread),
        tuple(g.threads_per_warp),
        tuple(g.warps_per_cta),
        tuple(g.order),
        cta(g, len(g.order)),
    ),
    "NVMMADistributedLayout": lambda g: NvidiaMma(
        g.version[0], g.version[1], tuple(g.warps_per_cta), cta(g, len(g.warps_per_cta)), tuple(g.instr_shape)
    ),
    "AMDMFMALayout": lambda g: AMDMfma(
        g.version,
        tuple(g.warps_per_cta),
        tuple(g.instr_shape),
        g.transposed,
        cta(g, len(g.warps_per_cta)),
        tuple(g.tiles_per_warp),
        g.element_bitwidth,
    ),
    "AMDWMMALayout": lambda g: AMDWmma(
        g.version,
        g.transposed,
        tuple(g.warps_per_cta),
        tuple(g.tiles_per_warp),
        cta(g, len(g.warps_per_cta)),
        tuple(g.instr_shape),
    ),
    "SwizzledSharedLayout": lambda g: SwizzledShared(
        g.vec, g.per_phase, g.max_phase, tuple(g.order), cta(g, len(g.order))
    ),
    "NVMMASharedLayout": lambda g: NVMMAShared(
        g.swizzle_byte_width, g.transposed, g.element_bitwidth, g.fp4_padded, cta(g, g.rank)
    ),
    "PaddedSharedLayout": lambda g: PaddedShared(
        tuple(pair[0] for pair in g.interval_padding_pairs),
        tuple(pair[1] for pair in g.interval_padding_pairs),
        shared(g),
    ),
}
