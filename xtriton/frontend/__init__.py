"""Front ends that generate TTIR."""
