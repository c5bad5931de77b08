"""The data of a report. Analyses fill it; renderers (text, JSON, HTML) only read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple


class Frame(NamedTuple):
    """A position in a source file. Lines and columns count from 1; column 0 is unknown."""

    file: str
    line: int
    column: int


Origin = tuple[Frame, ...]
"""Where an operation comes from: the innermost position first, then the call sites of the functions inlined there."""

Language = Literal["mlir", "llvm", "ptx", "sass"]


@dataclass(frozen=True)
class SourceFile:
    """A file that operations come from. ``text`` is empty if it cannot be read on this machine."""

    path: str
    text: str
    is_library: bool
    """Whether the file belongs to Triton, not to the user."""


@dataclass(frozen=True)
class Listing:
    """A text of the kernel with the origin of each line."""

    language: Language
    text: str
    origins: Sequence[int]
    """For each line, the index of its origin in :attr:`ReportData.origins`, or -1."""


@dataclass(frozen=True)
class Stage:
    """The result of a stage of the compiler."""

    name: str
    listing: Listing


@dataclass(frozen=True)
class PassStep:
    """A pass, and how it changed the module."""

    number: int
    stage: str
    name: str
    engine: str
    """``xtriton``, ``libtriton``, or empty if unknown, as in dumps."""
    milliseconds: float | None
    operations: int
    """The number of operations after the pass."""
    added: Mapping[str, int]
    """Operations by name of which there are more than before, and how many."""
    removed: Mapping[str, int]
    layouts_added: Sequence[str]
    layouts_removed: Sequence[str]
    changed: bool
    """Whether the text differs apart from the names of values and the locations."""
    listing: Listing


@dataclass(frozen=True)
class Limit:
    """A bound on the vector width of an access, in elements."""

    name: str
    """``contiguity``, ``divisibility``, ``mask``, ``layout`` or ``hardware``."""
    elements: int
    text: str


@dataclass(frozen=True)
class Access:
    """An access to global memory through a tensor of pointers, by the whole CTA."""

    operation: str
    origin: int
    line: int
    """The line of the TTGIR, counted from 1."""
    loop: int | None
    """The index of the innermost loop in :attr:`ReportData.loops`."""
    element_bits: int
    shape: tuple[int, ...]
    vector: int
    """The elements that a thread moves with one instruction."""
    limits: Sequence[Limit]
    """The bounds of the vector width, the smallest first."""
    sectors: int
    """The 32-byte sectors that an instruction of a warp touches."""
    ideal_sectors: int
    """The least number of sectors that could hold the accessed elements."""
    coverage: float
    """The share of all sectors touched by a warp's instructions together that is used, from 0 to 1."""
    is_exact: bool
    """Whether the addresses are known; otherwise neighbouring elements are taken to be in different sectors."""
    bytes: int
    """Bytes of all accessed elements."""
    layout: str
    contiguous: tuple[int, ...]
    """The lengths of runs of consecutive addresses along each dimension."""

    @property
    def axis(self) -> int | None:
        """The axis along which addresses are consecutive, if there is one."""
        longest = max(self.contiguous, default=1)
        return self.contiguous.index(longest) if longest > 1 else None

    @property
    def vector_bytes(self) -> int:
        """The bytes that a thread moves with one instruction."""
        return max(self.vector * self.element_bits // 8, 1)

    @property
    def efficiency(self) -> float:
        """The share of the moved sectors that is used, from 0 to 1."""
        return self.ideal_sectors / self.sectors if self.sectors else 1.0


ConversionKind = Literal["none", "registers", "shuffles", "shared memory"]


@dataclass(frozen=True)
class Conversion:
    """A ``ttg.convert_layout``."""

    origin: int
    line: int
    loop: int | None
    shape: tuple[int, ...]
    element_bits: int
    source: str
    target: str
    kind: ConversionKind
    bytes: int
    """Bytes written to shared memory and read again, by the whole CTA."""
    scratch: int
    """Bytes of shared memory that it occupies."""
    store_ways: float | None
    """Bank conflicts of the stores: the wavefronts per instruction, relative to those of conflict-free ones."""
    load_ways: float | None
    produced_by: str
    """The operation that defines the value, and where."""
    used_by: str
    feeds_dot: bool
    """Whether the converted value is an operand of a dot."""
    follows_dot: bool
    """Whether the value is the result of a dot, elementwise operations and loops looked through."""


@dataclass(frozen=True)
class SharedAccess:
    """The shared memory instructions of PTX at an origin."""

    origin: int
    line: int
    """The line of the PTX of the first instruction, counted from 1."""
    instruction: str
    count: int
    wavefronts: float
    """Wavefronts per instruction of a warp, at most over the warps."""
    ideal: float
    is_exact: bool
    """Whether all addresses are known; those that depend on data are not counted."""

    @property
    def ways(self) -> float:
        """1 without bank conflicts."""
        return self.wavefronts / self.ideal if self.ideal else 1.0


@dataclass(frozen=True)
class Buffer:
    """A buffer in shared memory."""

    operation: str
    origin: int
    line: int
    offset: int | None
    """Bytes from the start of the CTA's shared memory, if the allocation is known."""
    size: int
    first: int
    """The first line of the TTGIR where it is live, counted from 1."""
    last: int
    is_scratch: bool
    layout: str


@dataclass(frozen=True)
class Loop:
    """A loop of the kernel; amounts are those of one iteration of one CTA, nested loops excluded."""

    origin: int
    line: int
    last_line: int
    depth: int
    parent: int | None
    trip_count: int | None
    tensor_flops: int
    """Floating-point operations of dots on tensor cores; a multiply-add is two."""
    flops: int
    """All other floating-point operations."""
    global_bytes: int
    shared_bytes: int
    conversions: int
    intensity: float | None
    """Floating-point operations per byte of global memory."""
    bound: str
    """``compute``, ``memory``, or empty if there is neither."""
    attainable: float | None
    """The attainable share of the peak, by the roofline model, from 0 to 1."""


@dataclass(frozen=True)
class LineUse:
    """The cost of a source line."""

    file: str
    line: int
    operations: Mapping[str, int]
    """Operations of the TTGIR by name."""
    instructions: int
    """Instructions of the machine code."""
    tensor_core: int
    fma: int
    global_memory: int
    shared_memory: int
    spills: int
    """Loads and stores of local memory."""
    live_registers: int
    """The greatest number of registers that are live at an instruction of the line."""


@dataclass(frozen=True)
class Resources:
    """The resource usage of the kernel, as ptxas reports it, and its occupancy."""

    warps: int
    registers: int | None = None
    spill_stores: int = 0
    spill_loads: int = 0
    stack: int = 0
    shared: int | None = None
    tensor_core: int = 0
    """Tensor core instructions of the machine code."""
    fma: int = 0
    instructions: int = 0
    live_registers: int = 0
    ctas_per_sm: int | None = None
    occupancy: float | None = None
    """Resident warps, as a share of those that the multiprocessor can hold."""
    limiter: str = ""
    """The resource that limits the number of CTAs: ``registers``, ``shared memory``, ``warps`` or ``CTAs``."""
    limits: Mapping[str, int] = field(default_factory=dict[str, int])
    serialized_dots: str = ""
    """Why ptxas waits for each wgmma before it issues the next one; empty if it does not."""


Severity = Literal["high", "medium", "low"]


@dataclass(frozen=True)
class Hint:
    """A cause of slowness, and how to remove it."""

    kind: str
    severity: Severity
    origin: int
    text: str
    fix: str


@dataclass(frozen=True)
class LayoutUse:
    """A layout, and a tensor type that has it."""

    name: str
    text: str
    shape: tuple[int, ...]
    element_bits: int
    uses: int
    """How many values have the layout."""


@dataclass(frozen=True)
class Roofline:
    """Peak rates of a GPU of the target's compute capability, for the roofline model."""

    gpu: str
    tensor_tflops: float
    fma_tflops: float
    gigabytes_per_second: float


@dataclass
class ReportData:
    """The data of one compilation of a kernel."""

    name: str
    target: str
    origin: str
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    signature: Sequence[str] = ()
    constants: Mapping[str, Any] = field(default_factory=dict[str, Any])
    versions: Mapping[str, Any] = field(default_factory=dict[str, Any])
    milliseconds: Mapping[str, float] = field(default_factory=dict[str, float])
    sources: list[SourceFile] = field(default_factory=list[SourceFile])
    origins: list[Origin] = field(default_factory=list[Origin])
    stages: list[Stage] = field(default_factory=list[Stage])
    passes: list[PassStep] = field(default_factory=list[PassStep])
    accesses: list[Access] = field(default_factory=list[Access])
    conversions: list[Conversion] = field(default_factory=list[Conversion])
    shared_accesses: list[SharedAccess] = field(default_factory=list[SharedAccess])
    buffers: list[Buffer] = field(default_factory=list[Buffer])
    loops: list[Loop] = field(default_factory=list[Loop])
    lines: list[LineUse] = field(default_factory=list[LineUse])
    resources: Resources | None = None
    roofline: Roofline | None = None
    layouts: list[LayoutUse] = field(default_factory=list[LayoutUse])
    hints: list[Hint] = field(default_factory=list[Hint])
    notes: list[str] = field(default_factory=list[str])
    """Data that could not be determined, with the reasons."""

    def frame(self, origin: int) -> Frame | None:
        """The innermost position outside of Triton's library; the innermost one if all are inside."""
        if origin < 0:
            return None
        frames = self.origins[origin]
        library = {source.path for source in self.sources if source.is_library}
        return next((frame for frame in frames if frame.file not in library), frames[0] if frames else None)

    def where(self, origin: int) -> str:
        """``file:line`` of an origin, or an empty string."""
        frame = self.frame(origin)
        return "" if frame is None else f"{frame.file.rpartition('/')[2]}:{frame.line}"

    def line_text(self, origin: int) -> str:
        """The source line of an origin, without indentation, or an empty string."""
        frame = self.frame(origin)
        text = next((source.text for source in self.sources if frame and source.path == frame.file), "")
        lines = text.splitlines()
        return lines[frame.line - 1].strip() if frame is not None and 0 < frame.line <= len(lines) else ""
