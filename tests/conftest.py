"""What all tests share."""

from hypothesis import settings

settings.register_profile("bombsight", deadline=None)  # no test is about absolute time
settings.load_profile("bombsight")
