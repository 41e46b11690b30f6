"""The KV cache and what of it can be kept between turns."""
