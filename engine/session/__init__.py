"""A loaded model and its conversations."""
