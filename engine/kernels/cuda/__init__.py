"""The kernels on a CUDA device: Triton kernels and the functions that launch them, on weights as tiles."""
