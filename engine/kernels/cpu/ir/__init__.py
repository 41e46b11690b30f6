"""Builders of LLVM IR for instructions that numba cannot express. Know no step."""
