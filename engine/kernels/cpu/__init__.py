"""The CPU kernels: loops compiled by numba, on weights repacked as panels."""
