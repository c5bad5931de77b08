"""What can be asked of any operation: memory effects."""
