"""Confines the engine process: no network, reads only model files, writes only its caches."""
