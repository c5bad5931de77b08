"""Where TTIR comes from."""
