"""What can be known of IR without changing it."""
