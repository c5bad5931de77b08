"""Arguments that a launch adds, against a driver that only records: no GPU is needed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import triton
from triton.backends.nvidia import driver as nvidia_driver
from unit.compiler import kernels
from unit.compiler.persistent import persistent_ttir

import xtriton
from xtriton.backends.nvidia.computed_arguments import MOST_KEPT, AddedArguments, ComputedLaunch, readers_of
from xtriton.backends.nvidia.occupancy import ctas_per_sm
from xtriton.versions import V3_8, default_version

MATMUL = """
tt.func public @matmul(
    %a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32},
    %M: i32, %K: i32 {tt.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %one = arith.constant 1 : i64
  %k_stride = arith.extsi %K : i32 to i64
  %da = tt.make_tensor_descriptor %a, [%M, %K], [%k_stride, %one] : <f16>, <tensor<32x64xf16>>
  %dc = tt.make_tensor_descriptor %c, [%M, %K], [%k_stride, %one] : <f16>, <tensor<32x64xf16>>
  %pm = tt.get_program_id x : i32
  %m = arith.muli %pm, %c32 : i32
  %x = tt.descriptor_load %da[%m, %c0] : !tt.tensordesc<tensor<32x64xf16>> -> tensor<32x64xf16>
  tt.descriptor_store %dc[%m, %c0], %x : !tt.tensordesc<tensor<32x64xf16>>, tensor<32x64xf16>
  tt.return
}
"""
if default_version() >= V3_8:
    MATMUL = MATMUL.replace("<tensor<32x64xf16>>", "<32x64xf16>")
SMS = 7


class Tensor:
    """A tensor as launches see it: its address."""

    def __init__(self, address: int) -> None:
        self.address = address

    def data_ptr(self) -> int:
        return self.address


@dataclass
class Driver:
    """Triton's driver, as far as launches need it: it records."""

    launches: list[tuple[tuple[int, int, int], tuple[Any, ...]]] = field(default_factory=list)
    descriptors: list[tuple[Any, ...]] = field(default_factory=list)
    signature: list[Any] = field(default_factory=list)
    metadata: Any = None
    packed: Any = None

    def __post_init__(self) -> None:
        properties = {"multiprocessor_count": SMS, "max_shared_mem": 232448}
        self.utils = SimpleNamespace(
            fill_tma_descriptor=self._fill,
            fill_tma_descriptor_tiled=self._fill,
            get_device_properties=lambda device: properties,
            load_binary=lambda name, binary, shared, device: (1, 2, 3, 4, 1024),
            unload_module=lambda module: None,
        )

    def _fill(self, *arguments: Any) -> tuple[Any, ...]:
        self.descriptors.append(arguments)
        return ("descriptor", *arguments)

    def get_current_device(self) -> int:
        return 0

    def get_current_stream(self, device: int) -> int:
        return 0

    def get_current_target(self) -> Any:
        return SimpleNamespace(warp_size=32)

    def launcher_cls(self, source: Any, metadata: Any) -> Any:
        self.signature, self.metadata = list(source.signature.values()), metadata

        def launch(x: int, y: int, z: int, stream: int, function: int, packed: Any, *rest: Any) -> None:
            self.packed = packed
            self.launches.append(((x, y, z), rest[3:]))

        return launch


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Driver:
    fake = Driver()
    monkeypatch.setattr(triton.runtime.driver, "_active", fake)
    return fake


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kernel")
    path = folder / "matmul.mlir"
    path.write_text(MATMUL)
    return persistent_ttir(path, None, folder)


@pytest.fixture(scope="module")
def kernel(file: Path) -> Any:
    return xtriton.compile(file)


def fresh(kernel: Any) -> Any:
    """The kernel as if it had never been launched."""
    return xtriton.CompiledKernel(kernel.name, kernel.asm, kernel.metadata)


def test_descriptors_and_programs(kernel: Any, driver: Driver):
    a, c = Tensor(0x1000), Tensor(0x2000)
    fresh(kernel)[20](a, c, 630, 64)
    ((programs, arguments),) = driver.launches
    resident = kernel.metadata["launch"]["ctas_per_sm"] * SMS
    assert programs == (min(20, resident), 1, 1)
    assert arguments[:5] == (a, c, 630, 64, 20)
    assert [argument[1] for argument in arguments[5:]] == [0x1000, 0x2000]
    swizzle_128, bytes_of_f16, f16, zeros = 3, 2, 6, 0
    for address, made in zip((0x1000, 0x2000), driver.descriptors, strict=True):
        assert made == (address, swizzle_128, bytes_of_f16, f16, [32, 64], [630, 64], [64, 1], zeros)
    assert driver.signature == ["*fp16", "*fp16", "i32", "i32", "i32", "nvTmaDesc", "nvTmaDesc"]


def test_tritons_launcher_takes_the_descriptors_by_value(kernel: Any, driver: Driver):
    fresh(kernel)[1](Tensor(0), Tensor(0), 32, 64)
    if not hasattr(nvidia_driver, "make_launcher"):
        return  # Since 3.7 the launcher is not generated for each kernel.
    code = nvidia_driver.make_launcher({}, dict(enumerate(driver.signature)), driver.metadata.tensordesc_meta)
    assert "CUtensorMap arg5, CUtensorMap arg6)" in code
    entry = next(line for line in kernel.asm["ptx"].splitlines() if ".param" in line and "matmul_param_5" in line)
    assert ".align 64 .b8 matmul_param_5[128]" in entry


def test_more_tiles_than_run_at_the_same_time(kernel: Any, driver: Driver):
    resident = kernel.metadata["launch"]["ctas_per_sm"] * SMS
    fresh(kernel)[1000](Tensor(0), Tensor(0), 32000, 64)
    ((programs, arguments),) = driver.launches
    assert programs == (resident, 1, 1)
    assert arguments[4] == 1000


def test_other_axes_stay_as_they_are(kernel: Any, driver: Driver):
    fresh(kernel)[3, 5, 2](Tensor(0), Tensor(0), 96, 64)
    assert driver.launches[0][0] == (3, 5, 2)


def test_an_empty_grid_launches_no_kernel(kernel: Any, driver: Driver):
    fresh(kernel)[0](Tensor(0), Tensor(0), 0, 64)
    assert driver.launches == []
    assert driver.descriptors == []


def test_equal_launches_make_descriptors_once(kernel: Any, driver: Driver):
    run = fresh(kernel)
    for address in (0x1000, 0x1000, 0x3000, 0x1000):
        run[2](Tensor(address), Tensor(0x2000), 64, 64)
    assert len(driver.descriptors) == 4
    first, second, _, fourth = (arguments[5:] for _, arguments in driver.launches)
    assert first == second == fourth
    run[2](Tensor(0x1000), Tensor(0x2000), 63, 64)
    assert len(driver.descriptors) == 6


def test_caches_are_bounded(kernel: Any, driver: Driver):
    run = fresh(kernel)
    for number in range(MOST_KEPT + 5):
        run[1](Tensor(16 * number), Tensor(0), 32, 64)
    assert len(run._loaded._arguments._made) == MOST_KEPT
    run[1](Tensor(0), Tensor(0), 32, 64)
    assert len(driver.descriptors) == 2 * (MOST_KEPT + 6)


def test_descriptors_of_the_caller_stay_theirs(driver: Driver, tmp_path: Path):
    signature = "tensordesc<fp16[16, 64]>,*fp16:16,i32:16,16,64"
    kernel = xtriton.compile(persistent_ttir(kernels.from_host, signature, tmp_path))
    assert len(kernel.metadata["tensordesc_meta"]) == 1
    given = SimpleNamespace(base=Tensor(0x1000), shape=[40, 64], strides=[64, 1])
    kernel[3](given, Tensor(0x2000), 64)
    assert driver.signature == ["tensordesc<fp16[16, 64]>", "*fp16", "i32", "i32", "nvTmaDesc"]
    ((_, arguments),) = driver.launches
    assert arguments[0] is given
    assert arguments[3] == 3
    assert [(descriptor[0], descriptor[5], descriptor[6]) for descriptor in driver.descriptors] == [
        (0x2000, [40, 64], [64, 1])
    ]
    if not hasattr(nvidia_driver, "make_launcher"):
        return  # Since 3.7 the launcher is not generated for each kernel.
    code = nvidia_driver.make_launcher({}, dict(enumerate(driver.signature)), driver.metadata.tensordesc_meta)
    own = "CUtensorMap arg0, int32_t arg1, int32_t arg2, int64_t arg3, int64_t arg4"
    assert f"{own}, CUdeviceptr arg5, int32_t arg6, int32_t arg7, CUtensorMap arg8)" in code
    assert "from_host_param_8[128]" in kernel.asm["ptx"]


@pytest.mark.parametrize("stage", ["ttir", "ttgir"])
def test_text_of_a_kernel_takes_the_callers_descriptors_whole(driver: Driver, tmp_path: Path, stage: str):
    """Its function takes extents and strides, too, which Triton's launcher passes by itself."""
    signature = "tensordesc<fp16[16, 64]>,*fp16:16,i32:16,16,64"
    persistent = persistent_ttir(kernels.from_host, signature, tmp_path / "persistent")
    for given in ((kernels.from_host, signature), (persistent,)):
        kernel = xtriton.compile(*given)
        kernel.save(tmp_path)
        again = xtriton.compile(tmp_path / f"from_host.{stage}")
        assert again.metadata["signature"] == kernel.metadata["signature"]
    given = SimpleNamespace(base=Tensor(0x1000), shape=[40, 64], strides=[64, 1])
    again[3](given, Tensor(0x2000), 64)
    assert [(descriptor[0], descriptor[5], descriptor[6]) for descriptor in driver.descriptors] == [
        (0x2000, [40, 64], [64, 1])
    ]


def test_saved_kernels_launch_likewise(kernel: Any, driver: Driver, tmp_path: Path):
    kernel.save(tmp_path)
    xtriton.load(tmp_path / "matmul.json")[20](Tensor(0x1000), Tensor(0x2000), 630, 64)
    fresh(kernel)[20](Tensor(0x1000), Tensor(0x2000), 630, 64)
    first, second = driver.launches
    assert first[0] == second[0]
    assert first[1][2:] == second[1][2:]


def test_the_callers_arguments_are_counted(kernel: Any, driver: Driver):
    with pytest.raises(ValueError, match="'matmul' takes arg0, arg1, arg2, arg3: 4 arguments, but 7 were given"):
        fresh(kernel)[1](0, 0, 1, 1, 1, None, None)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((8, 0, 32, 64), "the address 0x8 of a tensor is not a multiple of 16"),
        ((0, 0, 32, 60), "a stride of a tensor is 120 bytes: it must be a multiple of 16"),
        ((0, 0, -1, 64), "an extent of a tensor is -1: it must be from 0 to"),
    ],
)
def test_tensors_that_no_descriptor_describes(kernel: Any, driver: Driver, arguments: Any, message: str):
    with pytest.raises(ValueError, match=f"'matmul' cannot be launched: {message}"):
        fresh(kernel)[1](*arguments)


def test_tiles_that_32_bits_cannot_count(kernel: Any, driver: Driver):
    with pytest.raises(ValueError, match="it counts them with 32 bits"):
        fresh(kernel)[(1 << 31) - 1](0, 0, 32, 64)


def test_a_tensor_without_rows_is_padding(kernel: Any, driver: Driver, monkeypatch: pytest.MonkeyPatch):
    made: list[tuple[Any, ...]] = []

    def full(shape: Any, value: int, **how: Any) -> Tensor:
        made.append((shape, value))
        return Tensor(0x100 * len(made))

    fake = SimpleNamespace(full=full, uint8="uint8")
    monkeypatch.setattr("xtriton.backends.nvidia.computed_arguments.import_module", lambda name: fake)
    run = fresh(kernel)
    run[2](Tensor(0x1000), Tensor(0x2000), 0, 64)
    run[2](Tensor(0x3000), Tensor(0x2000), 0, 64)
    assert made == [((256,), 0), ((256,), 0)]
    addresses = [(descriptor[0], descriptor[5], descriptor[6]) for descriptor in driver.descriptors]
    assert addresses == [(0x100, [1, 1], [16, 1]), (0x200, [1, 1], [16, 1])] * 2


def test_narrow_integers_are_read_as_the_kernel_does():
    """A u32 of all ones is -1 for signed division, and 4294967295 for an unsigned extension."""
    launch = {
        "arguments": [
            {"type": "i32", "value": ["divsi", 32, ["arg", 0], 1]},
            {"type": "i64", "value": ["extui", 32, 64, ["arg", 0]]},
        ]
    }
    seen: list[Any] = []
    recorder = {(1, 1, 1): lambda *arguments, stream: seen.append(arguments)}
    ComputedLaunch(recorder, AddedArguments("kernel", ["u32"], launch, 1))[1, 1, 1]((1 << 32) - 1)
    assert seen == [((1 << 32) - 1, -1, (1 << 32) - 1)]


class Torch:
    """PyTorch as far as workspaces need it."""

    def __init__(self) -> None:
        self.capturing = False
        self.made: list[int] = []
        self.zeroed: list[int] = []
        """The numbers of those tensors that are set to zero."""
        stream = SimpleNamespace(cuda_stream=0)
        self.cuda = SimpleNamespace(
            is_current_stream_capturing=lambda: self.capturing,
            current_stream=lambda: stream,
            ExternalStream=lambda handle: SimpleNamespace(cuda_stream=handle),
            stream=lambda chosen: nullcontext(),
        )
        self.uint8 = "uint8"

    def empty(self, size: int, dtype: Any, device: str) -> Any:
        self.made.append(size)
        return SimpleNamespace(numel=lambda: size, number=len(self.made))

    def zeros(self, size: int, dtype: Any, device: str) -> Any:
        self.zeroed.append(len(self.made) + 1)
        return self.empty(size, dtype, device)


def test_workspaces_belong_to_streams(driver: Driver, monkeypatch: pytest.MonkeyPatch):
    """Launches that are captured into a graph get one each; without bytes there is none."""
    torch = Torch()
    monkeypatch.setattr("xtriton.backends.nvidia.workspace._torch", lambda: torch)
    size = ["muli", 64, ["programs", 0], ["extsi", 32, 64, ["arg", 0]]]
    launch = {
        "arguments": [{"type": "*fp32", "workspace": size}],
        "persistent": [0],
        "programs_per_tile": 2,
        "programs": ["minui", 32, ["programs", 0], 5],
    }
    seen: list[Any] = []

    class Kernel:
        def __getitem__(self, grid: tuple[int, int, int]) -> Any:
            return lambda *arguments, stream: seen.append((grid, arguments[1], stream))

    computed = ComputedLaunch(Kernel(), AddedArguments("kernel", ["i32"], launch, 1))
    for given, stream in ((100, None), (100, 7), (50, 7), (100, None), (0, 7), (200, 7)):
        computed[3, 1, 1](given, stream=stream)
    assert torch.made == [600, 600, 1200]
    assert [workspace and workspace.number for _, workspace, _ in seen] == [1, 2, 2, 1, None, 3]
    assert {grid for grid, _, _ in seen} == {(5, 1, 1)}
    torch.capturing = True
    computed[3, 1, 1](100, stream=7)
    computed[3, 1, 1](100, stream=7)
    assert [workspace.number for _, workspace, _ in seen[-2:]] == [4, 5]
    torch.capturing = False
    computed[3, 1, 1](100, stream=7)
    assert seen[-1][1].number in (2, 3)
    assert torch.zeroed == [1, 2, 3, 4, 5]


def test_only_workspaces_that_must_be_zero_are_set_to_zero(driver: Driver, monkeypatch: pytest.MonkeyPatch):
    torch = Torch()
    monkeypatch.setattr("xtriton.backends.nvidia.workspace._torch", lambda: torch)
    entries = [{"type": "*fp32", "workspace": 4096, "contents": "any"}, {"type": "*fp32", "workspace": 128}]
    arguments = AddedArguments("kernel", ["i32"], {"arguments": entries}, 1)
    for capturing in (False, True, True):
        torch.capturing = capturing
        arguments.of((1, 1, 1), (1,), 7)
    assert torch.made == [4096, 128] * 3
    assert torch.zeroed == [2, 4, 6]


def test_arguments_of_front_ends_are_taken_apart():
    types = ["*fp16", ("i32", ("i64", "*i8")), "tensordesc<fp16[128, 64]>", "i1"]
    descriptor = SimpleNamespace(base=Tensor(64), shape=[7, 8], strides=[8, 1])
    arguments: Sequence[Any] = (Tensor(16), (2, (3, None)), descriptor, True)
    readers = readers_of(types)
    assert [reader.read(arguments) for reader in readers] == [16, 2, 3, 0, 64, 7, 8, 8, 1, 1]
    assert [reader.bits for reader in readers] == [64, 32, 64, 64, 64, 32, 32, 64, 64, 1]


@pytest.mark.parametrize(
    ("capability", "warps", "registers", "shared", "expected"),
    [
        (90, 4, 32, 0, 16),  # warps: 64 of an SM
        (90, 4, 255, 0, 2),  # registers: 65536 / (256 * 128)
        (90, 12, 168, 200 * 1024, 1),
        (90, 4, 40, 100 * 1024, 2),  # shared memory: 228 KiB, and 1 KiB for each CTA
        (90, 4, 40, 113 * 1024, 2),
        (90, 4, 40, 114 * 1024, 1),
        (86, 4, 32, 0, 12),
        (90, 1, 16, 0, 32),  # CTAs of an SM
        (90, 32, 255, 227 * 1024, 1),
    ],
)
def test_occupancy(capability: int, warps: int, registers: int, shared: int, expected: int):
    assert ctas_per_sm(capability, warps, registers, shared) == expected
