"""The KV cache, recurrent state, and their reuse between turns."""
