"""The registry of dialects: name -> ``module:DIALECT``. Nothing is imported until a file uses the dialect."""

from xtriton.registry import Registry

_DIALECTS = {
    "builtin": "xdsl.dialects.builtin:Builtin",
    "tt": "xtriton.dialects.tt:TT",
    "ttg": "xtriton.dialects.ttg:TTG",
    "ttng": "xtriton.dialects.ttng:TTNG",
    "nvws": "xtriton.dialects.nvws:NVWS",
    "gluon": "xtriton.dialects.gluon:Gluon",
    "tti": "xtriton.dialects.tti:TTI",
    "arith": "xtriton.dialects.upstream.arith:Arith",
    "math": "xtriton.dialects.upstream.math:Math",
    "scf": "xtriton.dialects.upstream.scf:Scf",
    "cf": "xtriton.dialects.upstream.cf:Cf",
    "ub": "xtriton.dialects.upstream.ub:Ub",
    "gpu": "xtriton.dialects.upstream.gpu:Gpu",
    "llvm": "xtriton.dialects.upstream.llvm:Llvm",
    "nvvm": "xtriton.dialects.upstream.nvvm:Nvvm",
    "nvg": "xtriton.dialects.nvg:Nvg",
    "rocdl": "xtriton.dialects.upstream.rocdl:Rocdl",
    "func": "xtriton.dialects.upstream.func:Func",
    "memref": "xtriton.dialects.upstream.memref:Memref",
    "tensor": "xtriton.dialects.upstream.tensor:Tensor",
    "linalg": "xtriton.dialects.upstream.linalg:Linalg",
    "bufferization": "xtriton.dialects.upstream.bufferization:Bufferization",
    "vector": "xdsl.dialects.vector:Vector",
    "affine": "xtriton.dialects.upstream.affine:Affine",
    "ptr": "xtriton.dialects.upstream.ptr:Ptr",
    "tts": "xtriton.dialects.tts:TTS",
    "ttx": "xtriton.dialects.ttx:TTX",
    "tptr": "xtriton.dialects.tptr:TPtr",
    "relax": "xtriton.dialects.relax:Relax",
}

DIALECTS = Registry("dialect", "dialects", _DIALECTS)
"""Names of dialects -> ``module:DIALECT``."""
