"""Passes under the names of MLC-LLM's."""
