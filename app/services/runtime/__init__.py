"""The libraries of the engine in an installed Encore: chosen, fetched, installed, switched. No Qt."""
