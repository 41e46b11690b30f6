"""Requests to the Hugging Face Hub: search, repositories, settings, token. No transfers."""
