"""The kernels: all arithmetic on the tensors of a step."""
