"""NVIDIA GPUs: what the installed Triton wheel makes of TTGIR."""
