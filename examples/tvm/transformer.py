"""A block of a transformer in Relax with FP8 linear layers and experts, compiled by xtriton.tvm and run in Relax's VM.

Attention with one head, then a layer of experts whose rows are sorted by expert. Weights and activations are FP8 with a
scale for each block; the Triton kernels below normalise and quantise rows, ``mlc.triton.*`` multiply matrices.

    python examples/tvm/transformer.py                    # on the CPU
    python examples/tvm/transformer.py --target cuda:90   # on a GPU
"""

# ruff: noqa: N803 - constants of kernels are in capitals
from __future__ import annotations

import argparse
from typing import Any

import ml_dtypes
import numpy as np
import triton
import triton.language as tl
import tvm
import tvm.script.relax
from tvm import relax, tirx

import xtriton.tvm
from xtriton.kernels.reference import block_fp8_group_matmul, block_fp8_matmul, expert_ids, relative_error

HIDDEN, INNER, EXPERTS, BLOCK = 256, 512, 4, 128
ROWS_OF_TILES = 64
EPSILON = 1e-5
GREATEST = 448.0
"""The greatest number of float8_e4m3fn."""
FP8 = ml_dtypes.float8_e4m3fn

TensorType = relax.TensorStructInfo if hasattr(relax, "TensorStructInfo") else relax.TensorType


@triton.jit
def normalize(x, out, WIDTH: tl.constexpr, EPSILON: tl.constexpr):
    """Divide each row by its root mean square."""
    offsets = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    row = tl.load(x + offsets)
    tl.store(out + offsets, row / tl.sqrt(tl.sum(row * row, axis=0) / WIDTH + EPSILON))


@triton.jit
def quantize(x, out, scale, BLOCKS: tl.constexpr, BLOCK: tl.constexpr, GREATEST: tl.constexpr):
    """Convert blocks of rows to FP8, each with the scale that makes its greatest element the greatest number."""
    block = tl.program_id(0) * BLOCKS + tl.program_id(1)
    offsets = block * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(x + offsets).to(tl.float32)
    factor = tl.maximum(tl.max(tl.abs(values), axis=0), 1e-6) / GREATEST
    tl.store(out + offsets, (values / factor).to(tl.float8e4nv))
    tl.store(scale + block, factor)


class Graph:
    """Builds the function ``block``."""

    def __init__(self) -> None:
        self.builder = relax.BlockBuilder()
        self.rows = tirx.Var("m", "int64")

    def tensor(self, *shape: Any, dtype: str = "float32") -> Any:
        return TensorType(list(shape), dtype)

    def quantized(self, x: Any, width: int) -> tuple[Any, Any]:
        """Rows in FP8, and their scales."""
        blocks = width // BLOCK
        both = self.builder.emit(
            xtriton.tvm.call_triton(
                quantize, (self.rows, blocks), x, BLOCKS=blocks, BLOCK=BLOCK, GREATEST=GREATEST,
                out=xtriton.tvm.OUT, scale=xtriton.tvm.OUT, num_warps=1,
                out_sinfo=[self.tensor(self.rows, width, dtype="float8_e4m3fn"), self.tensor(self.rows, blocks)],
            )
        )  # fmt: skip
        return self.builder.emit(relax.TupleGetItem(both, 0)), self.builder.emit(relax.TupleGetItem(both, 1))

    def matmul(self, name: str, x: Any, weight: Any, scale: Any, sizes: tuple[int, int], *more: Any) -> Any:
        """A linear layer with ``sizes`` outputs and inputs: the FP8 kernel of MLC-LLM's graphs."""
        columns, width = sizes
        tensors = [*self.quantized(x, width)]
        experts = [EXPERTS] if more else []
        numbers = [columns, width, *experts, BLOCK, BLOCK, ROWS_OF_TILES, BLOCK, BLOCK, 32, 4, 3]
        value = getattr(relax, "PrimValue", getattr(relax, "prim_value", None))
        dtype = getattr(relax, "DataTypeImm", None) or tvm.script.relax.dtype
        arguments = [tensors[0], weight, tensors[1], scale, *more, *map(value, numbers)]
        arguments += [dtype("float8_e4m3fn"), dtype("float16")]
        out = self.tensor(self.rows, columns, dtype="float16")
        made = self.builder.emit(
            relax.call_dps_packed(relax.ExternFunc(f"mlc.triton.{name}"), relax.Tuple(arguments), out)
        )
        return self.builder.emit(relax.op.astype(made, "float32"))

    def normalized(self, x: Any) -> Any:
        out = self.tensor(self.rows, HIDDEN)
        call = xtriton.tvm.call_triton(
            normalize, (self.rows,), x, WIDTH=HIDDEN, EPSILON=EPSILON, out=xtriton.tvm.OUT, out_sinfo=out
        )
        return self.builder.emit(call)

    def attention(self, x: Any, weight: Any, scale: Any) -> Any:
        """Softmax attention of one head."""
        mixed = self.matmul("w8a8_block_fp8_matmul", x, weight, scale, (3 * HIDDEN, HIDDEN))
        parts = self.builder.emit(relax.op.split(mixed, 3, axis=1))
        query, key, value = (self.builder.emit(relax.TupleGetItem(parts, index)) for index in range(3))
        products = relax.op.matmul(query, relax.op.permute_dims(key, [1, 0]))
        scores = self.builder.emit(relax.op.multiply(products, relax.const(HIDDEN**-0.5, "float32")))
        weights = self.builder.emit(relax.op.nn.softmax(scores, axis=1))
        return self.builder.emit(relax.op.matmul(weights, value))

    def module(self) -> Any:
        """The module, with calls of Triton kernels."""
        rows, column_blocks, inner_blocks = self.rows, HIDDEN // BLOCK, INNER // BLOCK
        fp8: dict[str, str] = {"dtype": "float8_e4m3fn"}
        tiles = tirx.floordiv(rows + ROWS_OF_TILES - 1, ROWS_OF_TILES) + EXPERTS
        parameters = {
            "x": self.tensor(rows, HIDDEN),
            "w_qkv": self.tensor(3 * HIDDEN, HIDDEN, **fp8),
            "s_qkv": self.tensor(3 * column_blocks, column_blocks),
            "w_out": self.tensor(HIDDEN, HIDDEN, **fp8),
            "s_out": self.tensor(column_blocks, column_blocks),
            "w_up": self.tensor(EXPERTS, INNER, HIDDEN, **fp8),
            "s_up": self.tensor(EXPERTS, inner_blocks, column_blocks),
            "w_down": self.tensor(EXPERTS, HIDDEN, INNER, **fp8),
            "s_down": self.tensor(EXPERTS, column_blocks, inner_blocks),
            "order": self.tensor(rows, dtype="int32"),
            "inverse": self.tensor(rows, dtype="int32"),
            "tiles": self.tensor(tiles, dtype="int32"),
            "indptr": self.tensor(EXPERTS + 1, dtype="int32"),
        }
        given = {name: relax.Var(name, type_) for name, type_ in parameters.items()}
        emit = self.builder.emit
        with self.builder.function("block", list(given.values())):
            with self.builder.dataflow():
                attended = self.attention(self.normalized(given["x"]), given["w_qkv"], given["s_qkv"])
                projected = self.matmul(
                    "w8a8_block_fp8_matmul", attended, given["w_out"], given["s_out"], (HIDDEN, HIDDEN)
                )
                x = emit(relax.op.add(given["x"], projected))
                by_expert = emit(relax.op.take(self.normalized(x), given["order"], axis=0))
                group = (given["tiles"], given["indptr"])
                up = self.matmul(
                    "w8a8_block_fp8_group_matmul", by_expert, given["w_up"], given["s_up"], (INNER, HIDDEN), *group
                )
                down = self.matmul(
                    "w8a8_block_fp8_group_matmul", emit(relax.op.nn.silu(up)), given["w_down"], given["s_down"],
                    (HIDDEN, INNER), *group,
                )  # fmt: skip
                sorted_back = emit(relax.op.take(down, given["inverse"], axis=0))
                result = self.builder.emit_output(relax.op.add(x, sorted_back))
            self.builder.emit_func_output(result)
        return self.builder.get()


def arguments(rows: int, seed: int = 0) -> dict[str, np.ndarray[Any, Any]]:
    """Random arguments of ``block`` by name; each row goes to a random expert."""
    random = np.random.default_rng(seed)
    blocks, inner = HIDDEN // BLOCK, INNER // BLOCK

    def weight(*shape: int) -> np.ndarray[Any, Any]:
        return random.standard_normal(shape).astype(FP8)

    def scale(*shape: int) -> np.ndarray[Any, Any]:
        return (random.random(shape) * 0.1 + 0.02).astype(np.float32)

    chosen = random.integers(0, EXPERTS, rows)
    order = np.argsort(chosen, kind="stable").astype(np.int32)
    indptr = np.concatenate([[0], np.cumsum(np.bincount(chosen, minlength=EXPERTS))]).astype(np.int32)
    return {
        "x": random.standard_normal((rows, HIDDEN)).astype(np.float32),
        "w_qkv": weight(3 * HIDDEN, HIDDEN),
        "s_qkv": scale(3 * blocks, blocks),
        "w_out": weight(HIDDEN, HIDDEN),
        "s_out": scale(blocks, blocks),
        "w_up": weight(EXPERTS, INNER, HIDDEN),
        "s_up": scale(EXPERTS, inner, blocks),
        "w_down": weight(EXPERTS, HIDDEN, INNER),
        "s_down": scale(EXPERTS, blocks, inner),
        "order": order,
        "inverse": np.argsort(order).astype(np.int32),
        "tiles": expert_ids(indptr, ROWS_OF_TILES),
        "indptr": indptr,
    }


def reference(given: dict[str, np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """The block in NumPy."""

    def normalized(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        return x / np.sqrt((x * x).mean(1, keepdims=True) + EPSILON)

    def linear(x: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
        weight, scale = given[f"w_{name}"].view(np.uint8), given[f"s_{name}"]
        blocked = x.astype(np.float32).reshape(len(x), -1, BLOCK)
        factors = np.maximum(np.abs(blocked).max(2), 1e-6).astype(np.float32) / np.float32(GREATEST)
        quantized = (blocked / factors[:, :, None]).astype(FP8).reshape(x.shape).view(np.uint8)
        if weight.ndim == 3:
            how = (given["indptr"], BLOCK, BLOCK, "float8_e4m3fn")
            return block_fp8_group_matmul(quantized, weight, factors, scale, *how)
        return block_fp8_matmul(quantized, weight, factors, scale, BLOCK, BLOCK, "float8_e4m3fn")

    x = given["x"].astype(np.float64)
    query, key, value = np.split(linear(normalized(x), "qkv"), 3, axis=1)
    scores = query @ key.T * HIDDEN**-0.5
    weights = np.exp(scores - scores.max(1, keepdims=True))
    x = x + linear(weights / weights.sum(1, keepdims=True) @ value, "out")
    up = linear(normalized(x)[given["order"]], "up")
    return x + linear(up / (1 + np.exp(-up)), "down")[given["inverse"]]


def compiled(target: Any) -> Any:
    """The executable of the block for a target of TVM."""
    module = xtriton.tvm.DispatchTritonKernel(target)(Graph().module())
    with target:
        return tvm.compile(module, target)


def main() -> None:
    parser = argparse.ArgumentParser(description="An FP8 transformer block in Relax's VM.")
    parser.add_argument("--target", default="llvm", help="llvm, or cuda:CAPABILITY")
    parser.add_argument("--rows", type=int, default=200)
    options = parser.parse_args()
    kind, _, capability = options.target.partition(":")
    target = tvm.target.Target({"kind": "cuda", "arch": f"sm_{capability}"} if kind == "cuda" else "llvm", host="llvm")
    device = tvm.cuda(0) if kind == "cuda" else tvm.cpu()
    machine = relax.VirtualMachine(compiled(target), device)
    given = arguments(options.rows)
    out = machine["block"](*(tvm.runtime.tensor(array, device) for array in given.values())).numpy()
    print(f"{out.shape[0]} rows, relative error {relative_error(out, reference(given)):.1e}")


if __name__ == "__main__":
    main()
