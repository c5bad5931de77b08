"""xtriton: the Triton compiler's middle in Python, on xDSL."""

__version__ = "0.1.0"
