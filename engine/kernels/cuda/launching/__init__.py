"""What every launch needs: what a kernel touches, dependent launch, the interpreter."""
