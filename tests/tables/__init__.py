"""Which of the tables that must know an operation do: TTGIR conversion, interpreter, linalg, CPU, documentation."""
