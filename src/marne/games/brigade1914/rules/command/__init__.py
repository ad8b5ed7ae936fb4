"""A3, A11, C0 to C8, C11: tokens and tests, actions and reactions, losses, the general."""
