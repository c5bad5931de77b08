"""The enums of ``tt``: plain ``i32`` attributes in the IR, keywords in custom syntax."""

from xtriton.ir.constraints import I32Enum


class CacheModifier(I32Enum):
    """The cache operator of a memory access (PTX)."""

    NONE = 1, "none"
    CA = 2, "ca"
    CG = 3, "cg"
    WB = 4, "wb"
    CS = 5, "cs"
    WT = 6, "wt"
    CV = 7, "cv"


class MemSemantic(I32Enum):
    """The memory ordering of an atomic."""

    RELAXED = 1, "relaxed"
    ACQUIRE = 2, "acquire"
    RELEASE = 3, "release"
    ACQUIRE_RELEASE = 4, "acq_rel"


class EvictionPolicy(I32Enum):
    """The eviction priority of a memory access (PTX)."""

    NORMAL = 1, "evict_normal"
    EVICT_FIRST = 2, "evict_first"
    EVICT_LAST = 3, "evict_last"


class PaddingOption(I32Enum):
    """The padding value of out-of-bounds loads through a block pointer or descriptor."""

    PAD_ZERO = 1, "zero"
    PAD_NAN = 2, "nan"


class RMWOp(I32Enum):
    """The operation of an atomic read-modify-write."""

    AND = 1, "and"
    OR = 2, "or"
    XOR = 3, "xor"
    ADD = 4, "add"
    FADD = 5, "fadd"
    MAX = 6, "max"
    MIN = 7, "min"
    UMAX = 8, "umax"
    UMIN = 9, "umin"
    XCHG = 10, "exch"


class DescriptorReduceKind(I32Enum):
    """The operation of a descriptor reduction."""

    ADD = 1, "add"
    MIN = 2, "min"
    MAX = 3, "max"
    INC = 4, "inc"
    DEC = 5, "dec"
    AND = 6, "and"
    OR = 7, "or"
    XOR = 8, "xor"


class MemSyncScope(I32Enum):
    """The scope of an atomic."""

    GPU = 1, "gpu"
    CTA = 2, "cta"
    SYSTEM = 3, "sys"


class ProgramIDDim(I32Enum):
    """An axis of the launch grid."""

    X = 0, "x"
    Y = 1, "y"
    Z = 2, "z"


class RoundingMode(I32Enum):
    """The rounding of a narrowing conversion: towards zero, or to nearest with ties to even."""

    RTZ = 0, "rtz"
    RTNE = 1, "rtne"


class PropagateNan(I32Enum):
    """Whether a NaN operand makes the result NaN."""

    NONE = 0, "none"
    ALL = 0xFFFF, "all"


class InputPrecision(I32Enum):
    """How a dot computes with f32 operands on tensor cores."""

    TF32 = 0, "tf32"
    TF32x3 = 1, "tf32x3"
    IEEE = 2, "ieee"
    BF16x3 = 3, "bf16x3"
    BF16x6 = 4, "bf16x6"


class ScaleDotElemType(I32Enum):
    """The element format of a scaled dot's operand."""

    E4M3 = 0, "e4m3"
    E5M2 = 1, "e5m2"
    E2M3 = 2, "e2m3"
    E3M2 = 3, "e3m2"
    E2M1 = 4, "e2m1"
    BF16 = 5, "bf16"
    FP16 = 6, "fp16"
