"""The kernels on the CPU: loops that numba compiles, on weights as panels."""
