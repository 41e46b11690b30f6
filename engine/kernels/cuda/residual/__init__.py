"""The residual stream between products: embedding, branches, norms, gates, activations."""
