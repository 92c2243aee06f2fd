"""The same examples on every machine, and no clock in a test."""

from hypothesis import settings

settings.register_profile("kursk", derandomize=True, deadline=None, database=None)
settings.load_profile("kursk")
