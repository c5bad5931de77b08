"""Passes on ``ttg`` and ``ttng`` that only NVIDIA GPUs need."""
