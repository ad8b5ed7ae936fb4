"""Work that takes long: queues, pools, thinking, budgets."""
