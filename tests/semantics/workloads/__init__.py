"""Kernels of models as their authors write them, with launches for the interpreter and for GPUs."""

from semantics.workloads.attentions import ATTENTIONS
from semantics.workloads.epilogues import EPILOGUES
from semantics.workloads.inference import INFERENCE
from semantics.workloads.matmuls import MATMULS
from semantics.workloads.quantized import QUANTIZED
from semantics.workloads.schedules import SCHEDULES
from semantics.workloads.variations import VARIATIONS

WORKLOADS = {**MATMULS, **VARIATIONS, **ATTENTIONS, **QUANTIZED, **SCHEDULES, **EPILOGUES, **INFERENCE}
