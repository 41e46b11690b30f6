"""Triton kernels of the CUDA engine, and functions that launch them."""
