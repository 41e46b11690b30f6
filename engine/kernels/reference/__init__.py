"""The kernels in plain torch: slow and obvious, to compare the others with."""
