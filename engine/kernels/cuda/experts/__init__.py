"""Routing, and the products of the experts that were chosen."""
