"""The settings panel and the rows it is made of."""
