"""Noise in kernels is the host's: uniforms bit for bit, Gumbel values to the last places."""

import numpy as np
import pytest
import torch
import triton
import triton.language as tl

from engine.kernels.cuda.sampling.noise import gumbel, noise_state, uniform
from engine.sampling import noise


@triton.jit
def _noise_kernel(seed_ptr, position_ptr, ids_ptr, uniform_ptr, gumbel_ptr, num: tl.constexpr):
    n = tl.arange(0, num)
    state = noise_state(tl.load(seed_ptr).to(tl.uint64), tl.load(position_ptr))
    uniforms = uniform(state, tl.load(ids_ptr + n))
    tl.store(uniform_ptr + n, uniforms)
    tl.store(gumbel_ptr + n, gumbel(uniforms))


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**63, 2**64 - 1])
@pytest.mark.parametrize("position", [0, 1, 131_071])
def test_noise_is_the_hosts(seed: int, position: int, device: str):
    ids = np.concatenate([np.arange(1000), np.arange(151_936 - 24, 151_936)])
    uniforms = torch.empty(1024, dtype=torch.float32, device=device)
    gumbels = torch.empty(1024, dtype=torch.float64, device=device)
    _noise_kernel[(1,)](
        torch.tensor([seed - 2**64 if seed >= 2**63 else seed], device=device),
        torch.tensor([position], dtype=torch.int32, device=device),
        torch.tensor(ids, dtype=torch.int32, device=device),
        uniforms,
        gumbels,
        num=1024,
    )
    np.testing.assert_array_equal(uniforms.cpu().numpy(), noise.uniform(seed, position, ids))
    expected = noise.gumbel(seed, position, ids)
    np.testing.assert_allclose(gumbels.cpu().numpy(), expected, rtol=1e-13, atol=1e-13)
