"""From IR to something that runs."""
