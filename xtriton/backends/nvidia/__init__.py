"""The NVIDIA backend: TTGIR to PTX and cubin by the installed Triton wheel."""
