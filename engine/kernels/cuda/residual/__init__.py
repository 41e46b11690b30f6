"""The residual stream between products: embedding, branches, norms, gates, and activations for the next product."""
