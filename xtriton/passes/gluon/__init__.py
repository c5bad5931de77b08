"""Passes of Gluon's pipeline, between its front end and final TTGIR."""
