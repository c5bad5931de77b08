"""Layouts as text and pictures."""
