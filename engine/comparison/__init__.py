"""Comparing configurations: plan, measurements and verdicts, for the window and `bench` alike."""
