"""What a person types: ``xtriton-opt``."""
