"""The CPU backend: the ``llvm`` dialect to LLVM IR, machine code in process, and launches on arrays."""
