"""Passes on the ``nvws`` dialect: partitions communicate through arefs, which are lowered to buffers and barriers."""
