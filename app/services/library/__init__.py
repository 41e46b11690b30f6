"""Models on this machine: our folder, watched folders, other programs' caches."""
