"""Kernels: the only code that does arithmetic on tensors of a step."""
