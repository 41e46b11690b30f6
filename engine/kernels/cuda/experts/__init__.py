"""Routing, and the products of the routed experts."""
