"""The environments need the extra `rl`, which `make test` installs."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pettingzoo") and find_spec("pyspiel") else ["test_environments.py"]
