"""Layers with a recurrent state: the gated delta rule and the short convolution."""
