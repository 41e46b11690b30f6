"""What a person can set: the values, a table that describes them, the file that keeps them."""
