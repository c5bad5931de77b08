"""Software pipelining of loops: latencies of operations, schedules, and the loops made from them."""
