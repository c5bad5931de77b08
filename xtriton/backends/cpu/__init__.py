"""The CPU backend: the ``llvm`` dialect to LLVM IR, in-process machine code, and launches on arrays."""
