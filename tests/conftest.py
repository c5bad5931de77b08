"""Settings of every test: caches and property tests do not depend on earlier runs or on the machine's load."""

import gc
import os
from collections.abc import Iterator
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from xtriton.versions import TritonVersion, use_version

# Property tests give the same examples in every run, and have no deadline on machines that are busy.
settings.register_profile("xtriton", derandomize=True, deadline=None)
settings.load_profile("xtriton")

# Tests compile what they test: kernels of earlier runs are not read from the user's caches. Triton's key has no path,
# so a cached kernel may carry the locations of another checkout.
os.environ.setdefault("XTRITON_CACHE_DIR", "")

# The default of Triton 3.9, which warns that 3.10 will have another.
os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")


def pytest_configure(config: pytest.Config) -> None:
    """Gives all processes of this run an empty cache of Triton's. Those of pytest-xdist inherit the variable.

    Garbage is collected more seldom: most of what tests make has no cycles.
    """
    gc.set_threshold(200_000, 20, 100)
    if not hasattr(config, "workerinput"):
        folder = TemporaryDirectory(prefix="xtriton-tests-")
        os.environ["TRITON_CACHE_DIR"] = folder.name
        config.add_cleanup(folder.cleanup)


def _settings() -> dict[str, str]:
    """The environment variables that change what xtriton, Triton and MLIR do."""
    return {name: value for name, value in os.environ.items() if name.startswith(("XTRITON_", "TRITON_", "MLIR_"))}


@pytest.fixture(autouse=True)
def no_setting_is_left() -> Iterator[None]:
    """A test that leaves a variable set would change later tests of the same process, in an order that varies."""
    before = _settings()
    yield
    assert _settings() == before, "the test changed environment variables: use monkeypatch, or another process"


@pytest.fixture(autouse=True)
def version_of_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test marked ``triton("3.6")`` is of xtriton as that version, whichever wheel is installed."""
    marker = request.node.get_closest_marker("triton")
    if marker is None:
        yield
        return
    with use_version(TritonVersion.parse(*marker.args)):
        yield
