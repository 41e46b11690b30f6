"""What a person sees: Qt widgets over view-models. Knows no engine, no SQL, no services."""
