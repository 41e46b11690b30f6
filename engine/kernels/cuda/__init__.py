"""The kernels of a CUDA device: Triton kernels on tiled weights, and their launch functions."""
