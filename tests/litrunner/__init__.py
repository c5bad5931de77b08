"""Runs lit's RUN lines within one process: ``xtriton-opt`` and ``filecheck`` are called, not started."""
