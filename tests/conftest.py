"""Property tests give the same examples in every run, and have no deadline on machines that are busy."""

import os

from hypothesis import settings

settings.register_profile("xtriton", derandomize=True, deadline=None)
settings.load_profile("xtriton")

# Tests compile what they test: kernels of earlier runs are not read from the user's cache.
os.environ.setdefault("XTRITON_CACHE_DIR", "")
