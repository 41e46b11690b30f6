"""The comparison of configurations, its result and its history, for the page and the settings."""
