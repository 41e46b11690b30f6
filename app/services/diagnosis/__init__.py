"""A report for whoever looks into a problem, without secrets and without conversations. No Qt."""
