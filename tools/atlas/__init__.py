"""`python -m tools.atlas SHARED`: makes the committed atlas, and the boards' files, from the ground (docs/data.md).

It needs the extra `atlas`, and a directory with the ground that is not in the repository. What it writes is committed.
"""
