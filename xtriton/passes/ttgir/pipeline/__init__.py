"""Software pipelining of loops: latency assignment, scheduling, loop lowering and expansion."""
