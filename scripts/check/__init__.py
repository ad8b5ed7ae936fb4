"""`make check`: the linters, and of the fast tests those that a change can touch, the nearest first, within a minute.

docs/decisions/0018 says how near is measured, and why.
"""
