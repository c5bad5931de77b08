"""The FP8 kernels that this project ships, and with what they are compiled and launched."""
