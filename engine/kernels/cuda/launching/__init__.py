"""Launch support: checked extents, dependent launch, the interpreter."""
