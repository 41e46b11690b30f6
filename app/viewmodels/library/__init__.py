"""The Models page: find, download and manage models."""
