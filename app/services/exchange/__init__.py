"""Conversations as files of other programs: written to read, to print and to keep, and read in."""
