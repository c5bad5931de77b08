"""Dot instructions of processors: which of them the assembly has, and their results where this processor has them."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.emulated import ARMS, emulated_linalg, needs_emulator
from unit.backends.cpu.modules import GRID, NAMES, can_run, kernel_for, product_of_matrices

from xtriton.backends.cpu import host as hosts
from xtriton.backends.cpu.emit import code_of
from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.machine import assembly
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.processor import dot_extensions_of_arm
from xtriton.backends.cpu.stages import lower_to_llvm
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.cpu.loops.dots import DOT_INSTRUCTIONS, DOT_NAMES, dots_of

_AVX512 = "+avx2,+fma,+f16c,+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512cd"
_ARM = "aarch64-unknown-linux-gnu"
BF16_512 = Host("x86-64", f"{_AVX512},+avx512bf16")
VNNI_512 = Host("x86-64", f"{_AVX512},+avx512vnni")
VNNI_256 = Host("x86-64", "+avx2,+fma,+f16c,+avxvnni")
SIGNED_256 = Host("x86-64", "+avx2,+fma,+f16c,+avxvnni,+avxvnniint8")
NEON_BF16 = Host("generic", "+neon,+bf16", _ARM)
NEON_DOTPROD = Host("generic", "+neon,+dotprod", _ARM)
NEON_I8MM = Host("generic", "+neon,+dotprod,+i8mm", _ARM)


@pytest.fixture(scope="module", autouse=True)
def _all_targets() -> None:
    binding = llvmlite_binding()
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()


def _assembly(host: Host, given: str, made: str, *, strict: bool = False, unsigned: bool = False) -> str:
    arguments, body = product_of_matrices(given, made, (16, 32, 32), unsigned=unsigned)
    text = f"module {{ func.func @k({arguments}, {GRID}) {{ {body}\n return }} }}"
    ctx = Context()
    module = parse_module(text, "test.mlir", ctx)
    lower_to_llvm(module, ctx, CpuOptions(strict_fp=strict), host)
    return assembly(code_of(module, host)[1].llvm_ir, host)


@pytest.mark.parametrize(
    ("host", "given", "made", "instruction", "registers"),
    [
        (BF16_512, "bf16", "f32", "vdpbf16ps", "zmm"),
        (VNNI_512, "i8", "i32", "vpdpbusd", "zmm"),
        (VNNI_256, "i8", "i32", "vpdpbusd", "ymm"),
        (SIGNED_256, "i8", "i32", "vpdpbssd", "ymm"),
        (NEON_BF16, "bf16", "f32", "bfmmla", "v"),
        (NEON_DOTPROD, "i8", "i32", "sdot", "v"),
        (NEON_I8MM, "i8", "i32", "smmla", "v"),
    ],
)
def test_the_processors_features_choose_the_instruction(
    host: Host, given: str, made: str, instruction: str, registers: str
) -> None:
    lines = [line for line in _assembly(host, given, made).splitlines() if instruction in line]
    assert len(lines) >= 8
    assert all(registers in line for line in lines)


@pytest.mark.parametrize("host", [Host("x86-64", _AVX512), Host("x86-64", ""), Host("generic", "+neon", _ARM)])
@pytest.mark.parametrize(("given", "made"), [("bf16", "f32"), ("i8", "i32")])
def test_other_processors_have_none(host: Host, given: str, made: str) -> None:
    assert not re.search(r"vdpbf16ps|vpdpb|bfdot|[su]dot|mmla", _assembly(host, given, made))


def test_strict_sums_do_not_use_bf16_instructions() -> None:
    assert "vdpbf16ps" not in _assembly(BF16_512, "bf16", "f32", strict=True)
    assert "vpdpbusd" in _assembly(VNNI_512, "i8", "i32", strict=True)


def test_unsigned_numbers() -> None:
    assert "vpdpb" not in _assembly(VNNI_512, "i8", "i32", unsigned=True)
    assert "udot" in _assembly(NEON_DOTPROD, "i8", "i32", unsigned=True)
    assert "ummla" in _assembly(NEON_I8MM, "i8", "i32", unsigned=True)


def test_every_instruction_is_chosen_by_its_features() -> None:
    assert {name for dot in DOT_INSTRUCTIONS for name in dots_of(frozenset(dot.features))} == set(DOT_NAMES)
    assert dots_of(frozenset({"avx512f"})) == ()


_ARM_DESCRIPTION = """processor\t: 0
BogoMIPS\t: 243.75
Features\t: fp asimd evtstrm aes crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop {} sve svei8mm svebf16
CPU implementer\t: 0x41
"""


@pytest.mark.parametrize(
    ("listed", "features"),
    [
        ("", []),
        ("asimddp", ["dotprod"]),
        ("asimddp i8mm bf16", ["dotprod", "bf16", "i8mm"]),
    ],
)
def test_features_of_aarch64_by_linux(listed: str, features: list[str]) -> None:
    assert dot_extensions_of_arm(_ARM_DESCRIPTION.format(listed)) == features


def test_other_descriptions_have_no_features_of_aarch64() -> None:
    assert dot_extensions_of_arm("flags\t\t: fpu bf16 i8mm\n") == []
    assert dot_extensions_of_arm("") == []


def test_a_host_has_the_features_of_aarch64_by_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    binding = llvmlite_binding()
    monkeypatch.setattr(binding, "get_default_triple", lambda: _ARM)
    monkeypatch.setattr(binding, "get_host_cpu_name", lambda: "neoverse-v1")
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: SimpleNamespace(flatten=lambda: "+neon,+lse"))
    monkeypatch.setattr(hosts, "description", lambda: _ARM_DESCRIPTION.format("asimddp i8mm bf16"))
    assert Host.here.__wrapped__() == Host("neoverse-v1", "+neon,+lse,+dotprod,+bf16,+i8mm")


def _run(host: Host, given: str, made: str, left: np.ndarray, right: np.ndarray, start: np.ndarray) -> np.ndarray:
    if not can_run(host):
        pytest.skip("this processor lacks the instruction")
    shape = (left.shape[0], right.shape[1], left.shape[1])
    out = np.zeros_like(start)
    kernel_for(host, *product_of_matrices(given, made, shape))[1](left, right, start, out)
    return out


@pytest.mark.parametrize("host", [VNNI_512, VNNI_256, SIGNED_256], ids=["avx512vnni", "avxvnni", "avxvnniint8"])
@pytest.mark.parametrize("shape", [(1, 16, 4), (5, 48, 36), (16, 64, 2048)])
def test_sums_of_8_bit_integers_are_exact(host: Host, shape: tuple[int, int, int]) -> None:
    rows, columns, depth = shape
    random = np.random.default_rng(11)
    left = random.choice([-128, 127, -1, 3], (rows, depth)).astype(NAMES["i8"])
    right = random.choice([-128, 127, 1, -5], (depth, columns)).astype(NAMES["i8"])
    left[0], right[:, 0] = -128, -128
    start = random.integers(-(1 << 31), 1 << 31, (rows, columns)).astype(np.int32)
    exact = left.astype(np.int64) @ right.astype(np.int64) + start
    np.testing.assert_array_equal(_run(host, "i8", "i32", left, right, start), exact.astype(np.int32))


@needs_emulator
@pytest.mark.parametrize("arm", ["dotprod", "i8mm"])
@pytest.mark.parametrize("shape", [(1, 16, 4), (5, 48, 36), (16, 64, 2048)])
def test_sums_of_unsigned_8_bit_integers_on_aarch64(arm: str, shape: tuple[int, int, int], tmp_path: Path) -> None:
    rows, columns, depth = shape
    random = np.random.default_rng(11)
    left = random.choice(np.array([255, 128, 1, 3], np.uint8), (rows, depth))
    right = random.choice(np.array([255, 127, 1, 5], np.uint8), (depth, columns))
    start = random.integers(-(1 << 31), 1 << 31, (rows, columns)).astype(np.int32)
    out = np.zeros_like(start)
    arguments, body = product_of_matrices("i8", "i32", shape, unsigned=True)
    text = f"module {{ func.func @k({arguments}, {GRID}) {{ {body}\n return }} }}"
    run = emulated_linalg(ARMS[arm], tmp_path, text, "k")
    assert ("ummla" if arm == "i8mm" and rows % 2 == 0 else "udot") in run.assembly
    run.launch((1,), left.view(np.int8), right.view(np.int8), start, out)
    exact = left.astype(np.int64) @ right.astype(np.int64) + start
    np.testing.assert_array_equal(out, exact.astype(np.int32))


def _bf16(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Numbers cut to bf16: their bits, and the numbers."""
    bits = values.astype(np.float32).view(np.uint32) & 0xFFFF0000
    return (bits >> 16).astype(np.uint16), bits.view(np.float32)


@pytest.mark.parametrize("shape", [(1, 16, 2), (5, 48, 36), (16, 64, 1024)])
def test_sums_of_bf16_are_accumulated_in_f32(shape: tuple[int, int, int]) -> None:
    rows, columns, depth = shape
    random = np.random.default_rng(12)
    (left_bits, left), (right_bits, right) = (
        _bf16(random.standard_normal(extents)) for extents in ((rows, depth), (depth, columns))
    )
    start = random.standard_normal((rows, columns)).astype(np.float32)
    found = _run(BF16_512, "bf16", "f32", left_bits, right_bits, start)
    exact = left.astype(np.float64) @ right.astype(np.float64) + start
    # Each of the additions rounds by at most half a unit of f32, relative to the sum of magnitudes.
    magnitude = np.abs(left).astype(np.float64) @ np.abs(right) + np.abs(start)
    assert (np.abs(found - exact) <= (depth + 1) * 2.0**-24 * magnitude).all()


def test_special_numbers_of_bf16() -> None:
    left, right = np.zeros((1, 4), np.float32), np.zeros((4, 16), np.float32)
    left[0, 0], right[0, :3] = np.inf, [1, -1, 0]
    (left_bits, left), (right_bits, right) = _bf16(left), _bf16(right)
    found = _run(BF16_512, "bf16", "f32", left_bits, right_bits, np.zeros((1, 16), np.float32))
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(found, left @ right)


def test_subnormal_numbers_of_bf16_count_as_zero() -> None:
    # As cpu.md says: the instruction neither reads nor writes subnormal numbers.
    left_bits, right_bits = np.full((1, 2), 0x0040, np.uint16), np.full((2, 16), 0x7F00, np.uint16)
    found = _run(BF16_512, "bf16", "f32", left_bits, right_bits, np.ones((1, 16), np.float32))
    np.testing.assert_array_equal(found, np.ones((1, 16), np.float32))
