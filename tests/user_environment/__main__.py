"""Runs every check: `python -m tests.user_environment`, with the interpreter of an environment that people get.

The standard library's unittest drives them: there is no pytest there. `installers/user_environment.py` calls this.
"""

import unittest

MODULES = ("installed", "engine", "chat", "models", "own_data", "server", "window")

if __name__ == "__main__":
    names = [f"tests.user_environment.{name}" for name in MODULES]
    unittest.main(module=None, argv=["user environment", *names], verbosity=2)
