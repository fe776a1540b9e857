"""Verifies pairs with Math-Verify, for bench/math.ts: one JSON object a line in, one JSON line with the CPU time out."""

import json
import sys
import time

from math_verify import parse, verify

rows = [json.loads(line) for line in sys.stdin if line.strip()]
times = []
agreed = 0
for row in rows:
    start = time.process_time()
    try:
        same = bool(verify(parse(row["gold"]), parse(row["prediction"])))
    except Exception:
        same = False
    times.append((time.process_time() - start) * 1000)
    agreed += same == row["expected"]
json.dump({"agreed": agreed, "times": times}, sys.stdout)
