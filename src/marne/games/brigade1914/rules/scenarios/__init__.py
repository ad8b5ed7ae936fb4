"""A12, C10, C14, C22, C26, C27: lists, set-up, deployment, victory."""
