"""Qt widgets over view-models. Independent of engine, SQL and services."""
