"""Builders of LLVM IR for the CPU: what numba cannot say. Know no step."""
