"""Matrix products with few rows and with many."""
