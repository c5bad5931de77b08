"""Property tests give the same examples in every run, and have no deadline on machines that are busy."""

from hypothesis import settings

settings.register_profile("xtriton", derandomize=True, deadline=None)
settings.load_profile("xtriton")
