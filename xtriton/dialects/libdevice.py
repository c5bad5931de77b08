"""The signatures of CUDA's libdevice functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

PREFIX = "__nv_"
"""The prefix of libdevice symbols."""


@dataclass(frozen=True)
class Signature:
    """Argument and result types, as MLIR spells them."""

    inputs: tuple[str, ...]
    result: str

    def __str__(self) -> str:
        return f"({', '.join(self.inputs)}) -> {self.result}"


_OF_BOTH_FORMATS = {
    "f64 -> f64": (
        "acos acosh asin asinh atan atanh cbrt ceil cos cosh cospi cyl_bessel_i0 cyl_bessel_i1 erf erfc "
        "erfcinv erfcx erfinv exp exp10 exp2 expm1 fabs floor j0 j1 lgamma log log10 log1p log2 logb "
        "nearbyint normcdf normcdfinv rcbrt rint round rsqrt sin sinh sinpi sqrt tan tanh tgamma trunc y0 "
        "y1"
    ),
    "f64 -> i32": "ilogb",
    "f64 -> i64": "llrint llround",
    "f64 f64 -> f64": "atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder rhypot",
    "f64 i32 -> f64": "ldexp powi scalbn",
    "i32 f64 -> f64": "jn yn",
    "f64 f64 f64 -> f64": "fma norm3d rnorm3d",
    "f64 f64 f64 f64 -> f64": "norm4d rnorm4d",
}
"""Functions of f64 that have an f32 variant with the suffix ``f``."""

_OTHERS = {
    "f32 -> f32": (
        "fast_cosf fast_exp10f fast_expf fast_log10f fast_log2f fast_logf fast_sinf fast_tanf frcp_rd "
        "frcp_rn frcp_ru frcp_rz frsqrt_rn fsqrt_rd fsqrt_rn fsqrt_ru fsqrt_rz saturatef"
    ),
    "f32 -> i32": (
        "finitef float2int_rd float2int_rn float2int_ru float2int_rz float2uint_rd float2uint_rn "
        "float2uint_ru float2uint_rz float_as_int float_as_uint isinff isnanf signbitf"
    ),
    "f32 -> i64": (
        "float2ll_rd float2ll_rn float2ll_ru float2ll_rz float2ull_rd float2ull_rn float2ull_ru float2ull_rz"
    ),
    "f64 -> f32": "double2float_rd double2float_rn double2float_ru double2float_rz",
    "f64 -> f64": "drcp_rd drcp_rn drcp_ru drcp_rz dsqrt_rd dsqrt_rn dsqrt_ru dsqrt_rz rcp64h",
    "f64 -> i32": (
        "double2hiint double2int_rd double2int_rn double2int_ru double2int_rz double2loint double2uint_rd "
        "double2uint_rn double2uint_ru double2uint_rz isfinited isinfd isnand signbitd"
    ),
    "f64 -> i64": (
        "double2ll_rd double2ll_rn double2ll_ru double2ll_rz double2ull_rd double2ull_rn double2ull_ru "
        "double2ull_rz double_as_longlong"
    ),
    "i32 -> f32": (
        "int2float_rd int2float_rn int2float_ru int2float_rz int_as_float uint2float_rd uint2float_rn "
        "uint2float_ru uint2float_rz uint_as_float"
    ),
    "i32 -> f64": "int2double_rn uint2double_rn",
    "i32 -> i32": "abs brev clz ffs popc",
    "i64 -> f32": (
        "ll2float_rd ll2float_rn ll2float_ru ll2float_rz ull2float_rd ull2float_rn ull2float_ru ull2float_rz"
    ),
    "i64 -> f64": (
        "ll2double_rd ll2double_rn ll2double_ru ll2double_rz longlong_as_double ull2double_rd ull2double_rn "
        "ull2double_ru ull2double_rz"
    ),
    "i64 -> i32": "clzll ffsll popcll",
    "i64 -> i64": "brevll llabs",
    "f32 f32 -> f32": (
        "fadd_rd fadd_rn fadd_ru fadd_rz fast_fdividef fast_powf fdiv_rd fdiv_rn fdiv_ru fdiv_rz fmul_rd "
        "fmul_rn fmul_ru fmul_rz fsub_rd fsub_rn fsub_ru fsub_rz"
    ),
    "f64 f64 -> f64": (
        "dadd_rd dadd_rn dadd_ru dadd_rz ddiv_rd ddiv_rn ddiv_ru ddiv_rz dmul_rd dmul_rn dmul_ru dmul_rz "
        "dsub_rd dsub_rn dsub_ru dsub_rz"
    ),
    "i32 i32 -> f64": "hiloint2double",
    "i32 i32 -> i32": "hadd max min mul24 mulhi rhadd uhadd umax umin umul24 umulhi urhadd",
    "i64 i64 -> i64": "llmax llmin mul64hi ullmax ullmin umul64hi",
    "f32 f32 f32 -> f32": "fmaf_rd fmaf_rn fmaf_ru fmaf_rz",
    "f64 f64 f64 -> f64": "fma_rd fma_rn fma_ru fma_rz",
    "i32 i32 i32 -> i32": "byte_perm sad usad",
}


def _read(table: dict[str, str]) -> Iterator[tuple[str, Signature]]:
    for types, names in table.items():
        inputs, _, result = types.partition(" -> ")
        for name in names.split():
            yield name, Signature(tuple(inputs.split()), result)


def _in_f32(signature: Signature) -> Signature:
    result, *inputs = ("f32" if type_ == "f64" else type_ for type_ in (signature.result, *signature.inputs))
    return Signature(tuple(inputs), result)


def _signatures() -> dict[str, Signature]:
    found = dict(_read(_OTHERS))
    for name, signature in _read(_OF_BOTH_FORMATS):
        found |= {name: signature, f"{name}f": _in_f32(signature)}
    return {f"{PREFIX}{name}": signature for name, signature in found.items()}


SIGNATURES = _signatures()
"""The signatures, by symbol."""


def similar(symbol: str) -> str | None:
    """The libdevice symbol most similar to another."""
    return next(iter(get_close_matches(symbol, SIGNATURES, 1)), None)
