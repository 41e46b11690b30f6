"""Matrix products, of few rows and of many."""
