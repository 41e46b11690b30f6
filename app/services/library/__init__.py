"""The models on this machine: the folder of our own, folders that are watched, other programs' caches."""
