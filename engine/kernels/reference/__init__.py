"""The reference kernels in plain torch, which tests compare the others with."""
