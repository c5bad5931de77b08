"""Configurations to compile and launch the FP8 kernels: the checked constants of a call, and values computed from them.

The arguments have the names and the order of the contract (docs/kernels.md), so that those of a call can be passed on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self, cast, get_args

from xtriton.pipelines import Optimize, capability_of, check_optimize
from xtriton.targets import Target

IN_DTYPES = {"float8_e4m3fn": "fp8e4nv", "float8_e5m2": "fp8e5"}
"""Triton's name of each ``in_dtype``."""
OUT_DTYPES = {"float16": "fp16", "bfloat16": "bf16", "float32": "fp32"}
"""Triton's name of each ``out_dtype``."""
MINIMUM_CAPABILITY = {"float8_e4m3fn": 89, "float8_e5m2": 80}
"""The oldest target that Triton compiles products of each ``in_dtype`` for."""

_LIMIT = 1 << 30
"""No count may be greater, so that the next multiple of a tile fits 32 bits."""
_LEAST_STEP = 32
"""How many fp8 columns tensor cores multiply at once."""


@dataclass(frozen=True)
class _Weight:
    """The constants that begin the contract of each kernel."""

    N: int
    K: int


@dataclass(frozen=True)
class _ExpertWeights(_Weight):
    num_experts: int


@dataclass(frozen=True)
class BlockScaledConfig(_Weight):
    """The common base of both kernels' configurations: constants of the contract."""

    identifier: ClassVar[str]
    """The kernel's name in the contract, without the prefix."""
    tensors: ClassVar[tuple[str, ...]] = ("x", "weight", "x_scale", "weight_scale")
    """The arrays that a call gives, in its order."""

    block_n: int = 128
    block_k: int = 128
    BLOCK_SIZE_M: int = 128
    BLOCK_SIZE_N: int = 128
    BLOCK_SIZE_K: int = 128
    GROUP_SIZE_M: int = 8
    num_warps: int = 8
    num_stages: int = 3
    in_dtype: str = "float8_e4m3fn"
    out_dtype: str = "bfloat16"
    optimize: Optimize | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if self.optimize not in (None, *get_args(Optimize)):
            raise ValueError(f"optimize is {self.optimize!r}: it must be one of {', '.join(get_args(Optimize))}")
        for name in self._constants():
            _check_count(name, getattr(self, name))
        for name in ("BLOCK_SIZE_M", "BLOCK_SIZE_N"):
            _check_power(name, getattr(self, name), 16)
        _check_power("BLOCK_SIZE_K", self.BLOCK_SIZE_K, _LEAST_STEP)
        _check_count("num_warps", self.num_warps)
        _check_power("num_warps", self.num_warps, 1, 32)
        _check_count("num_stages", self.num_stages)
        _check_name("in_dtype", self.in_dtype, IN_DTYPES)
        _check_name("out_dtype", self.out_dtype, OUT_DTYPES)
        self._check_blocks()

    def _check_blocks(self) -> None:
        """A step of the loop must be within one block of K, of which all elements have one scale."""
        if self.block_k < _LEAST_STEP:
            raise ValueError(
                f"block_k is {self.block_k}, but tensor cores multiply {_LEAST_STEP} fp8 columns at once: "
                f"use blocks of {_LEAST_STEP} or more"
            )
        if self.block_k % self.BLOCK_SIZE_K and self.BLOCK_SIZE_K % self.block_k:
            divisor = self.block_k & -self.block_k
            advice = f"such as {divisor}" if divisor >= _LEAST_STEP else "or other blocks"
            raise ValueError(
                f"BLOCK_SIZE_K is {self.BLOCK_SIZE_K}, which straddles blocks of block_k = {self.block_k} columns: "
                f"use a tile that divides block_k or is a multiple of it, {advice}"
            )

    @classmethod
    def contract(cls) -> tuple[str, ...]:
        """The names of the contract's constants, in its order."""
        return tuple(constant.name for constant in fields(cast(Any, cls)) if not constant.kw_only)

    @classmethod
    def _constants(cls) -> tuple[str, ...]:
        """The kernel's constants in its order: all that there is but for the compiler's options and the types."""
        names = cls.contract()
        return names[: names.index("num_warps")]

    @property
    def kernel(self) -> Any:
        """The ``@triton.jit`` function. Triton is imported now, not before."""
        raise NotImplementedError

    @property
    def pointers(self) -> dict[str, str]:
        """The types of the pointers, in the order in which they are passed: inputs, then the output."""
        element = f"*{IN_DTYPES[self.in_dtype]}"
        inputs = {"x": element, "weight": element, "x_scale": "*fp32", "weight_scale": "*fp32"}
        return {**inputs, **self._indices(), "out": f"*{OUT_DTYPES[self.out_dtype]}"}

    def _indices(self) -> dict[str, str]:
        """The types of pointers to integers."""
        return {}

    def shapes(self, rows: int | None = None) -> dict[str, tuple[int | None, ...]]:
        """The shapes of the arrays, in the order of :attr:`pointers`.

        None stands for an extent that follows from the number of rows where that is not given.
        """
        blocks = _ceil(self.K, self.block_k)
        experts = self._experts()
        return {
            "x": (rows, self.K),
            "weight": (*experts, self.N, self.K),
            "x_scale": (rows, blocks),
            "weight_scale": (*experts, _ceil(self.N, self.block_n), blocks),
            **self._index_shapes(rows),
            "out": (rows, self.N),
        }

    def _experts(self) -> tuple[int, ...]:
        """The extents of weights before N and K."""
        return ()

    def _index_shapes(self, rows: int | None) -> dict[str, tuple[int | None, ...]]:
        """The shapes of arrays of integers."""
        return {}

    @property
    def signature(self) -> dict[str, str]:
        """The types of all of the kernel's arguments as ``ASTSource`` wants them: pointers, M, and constants."""
        return {**self.pointers, "M": "i32", **dict.fromkeys(self._constants(), "constexpr")}

    @property
    def constexprs(self) -> dict[str, int]:
        """The values of the constants, by name."""
        return {name: getattr(self, name) for name in self._constants()}

    @property
    def attrs(self) -> dict[tuple[int], list[list[str | int]]]:
        """Attributes of arguments, by position: tensors begin at multiples of 16 bytes; M has none.

        Strides follow from N and K, which are constants: with these facts the compiler sees how far each row is
        aligned, and loads 16 bytes at once where K is a multiple of 16. Without them it loads single bytes.
        """
        return {(index,): [["tt.divisibility", 16]] for index, _ in enumerate(self.pointers)}

    @property
    def options(self) -> dict[str, int]:
        """The options of the compiler."""
        return {"num_warps": self.num_warps, "num_stages": self.num_stages}

    def grid(self, M: int) -> tuple[int, int, int]:  # noqa: N803
        """How many programs are launched for ``M`` rows. Raises ``ValueError`` if that cannot be."""
        if not 0 <= M <= _LIMIT:
            raise ValueError(f"M is {M}, but must be from 0 to {_LIMIT}: split the rows over several launches")
        programs = self._row_tiles(M) * self.column_tiles
        if programs > 2 * _LIMIT - 1:
            raise ValueError(f"{programs} tiles are too many for one launch: use larger ones or split the rows")
        return programs, 1, 1

    @property
    def column_tiles(self) -> int:
        """How many tiles lie side by side."""
        return _ceil(self.N, self.BLOCK_SIZE_N)

    @property
    def extra_row_tiles(self) -> int:
        """How many tiles there are below each other besides those that hold M rows."""
        return 0

    def _row_tiles(self, rows: int) -> int:
        return _ceil(rows, self.BLOCK_SIZE_M) + self.extra_row_tiles

    def check_target(self, target: str) -> None:
        """Raise ``ValueError`` if a target (``cuda:90``) is unknown or cannot multiply numbers of ``in_dtype``.

        Also if ``optimize`` is not for it.
        """
        check_optimize(self.optimize, Target.parse(target))
        minimum = MINIMUM_CAPABILITY[self.in_dtype]
        if capability_of(target) >= minimum:
            return
        advice = f"compile for cuda:{minimum} or newer"
        if capability_of(target) >= MINIMUM_CAPABILITY["float8_e5m2"]:
            advice += ", or use float8_e5m2"
        raise ValueError(f"target '{target}' has no products of {self.in_dtype}: {advice}")

    @property
    def settings(self) -> dict[str, int | str]:
        """The contract's constants by name, in its order."""
        return {name: getattr(self, name) for name in self.contract()}

    def changed(self, **changes: int | str | None) -> Self:
        """The configuration with other values by name."""
        return replace(self, **cast("Any", changes))

    def symbol(self, target: str) -> str:
        """A name for the kernel compiled for ``target``, which no other configuration or target has."""
        self.check_target(target)
        constants = [f"{name}{value}" for name, value in self.constexprs.items()]
        options = [f"warps{self.num_warps}", f"stages{self.num_stages}"]
        types = [IN_DTYPES[self.in_dtype], OUT_DTYPES[self.out_dtype], f"sm{capability_of(target)}"]
        optimized = [self.optimize] if self.optimize is not None else []
        return "_".join([self.identifier, *constants, *options, *types, *optimized])


@dataclass(frozen=True)
class Fp8MatmulConfig(BlockScaledConfig):
    """A configuration of ``w8a8_block_fp8_matmul``: 12 constants in the contract's order.

    N columns of the result, K columns of x and of the weight; blocks of ``block_n`` by ``block_k`` elements of the
    weight, and of ``block_k`` elements of a row of x, have one scale. Raises ``ValueError`` for invalid constants.
    """

    identifier = "w8a8_block_fp8_matmul"

    @property
    def kernel(self) -> Any:
        from xtriton.kernels import fp8_matmul

        return cast(Any, fp8_matmul).w8a8_block_fp8_matmul


@dataclass(frozen=True)
class Fp8GroupMatmulConfig(BlockScaledConfig, _ExpertWeights):
    """A configuration of ``w8a8_block_fp8_group_matmul``: 13 constants in the contract's order.

    As :class:`Fp8MatmulConfig`, with the number of experts. Raises ``ValueError`` for invalid constants.
    """

    identifier = "w8a8_block_fp8_group_matmul"
    tensors = (*BlockScaledConfig.tensors, "expert_ids", "indptr")

    @property
    def kernel(self) -> Any:
        from xtriton.kernels import fp8_group_matmul

        return cast(Any, fp8_group_matmul).w8a8_block_fp8_group_matmul

    def _indices(self) -> dict[str, str]:
        return {"expert_ids": "*i32", "indptr": "*i32"}

    def _experts(self) -> tuple[int, ...]:
        return (self.num_experts,)

    def _index_shapes(self, rows: int | None) -> dict[str, tuple[int | None, ...]]:
        tiles = None if rows is None else self._row_tiles(rows)
        return {"expert_ids": (tiles,), "indptr": (self.num_experts + 1,)}

    @property
    def extra_row_tiles(self) -> int:
        """Each expert's last tile may be partly empty."""
        return self.num_experts


CONFIGURATIONS: dict[str, type[Fp8MatmulConfig] | type[Fp8GroupMatmulConfig]] = {
    config.identifier: config for config in (Fp8MatmulConfig, Fp8GroupMatmulConfig)
}
"""The configuration class of each kernel, by its name in the contract."""


def _ceil(count: int, tile: int) -> int:
    return -(-count // tile)


def _check_count(name: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _LIMIT:
        raise ValueError(f"{name} is {value!r}, but must be an integer from 1 to {_LIMIT}")


def _check_power(name: str, value: int, least: int, greatest: int = 1024) -> None:
    if value & (value - 1) or not least <= value <= greatest:
        raise ValueError(f"{name} is {value}, but must be a power of two from {least} to {greatest}")


def _check_name(name: str, value: str, known: dict[str, str]) -> None:
    if value not in known:
        raise ValueError(f"{name} is {value!r}, but must be one of {', '.join(known)}")
