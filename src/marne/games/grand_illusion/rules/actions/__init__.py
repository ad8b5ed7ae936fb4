"""8.1, 8.2, 8.4.9, 8.7, 9.1.1, 9.1.2: activations, withdrawals, and which battles are fought."""
