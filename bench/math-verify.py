"""Verifies pairs with Math-Verify, for bench/math.ts: one JSON object a line in, one JSON line with the CPU time out."""

import json
import sys
import time

from math_verify import parse, verify

OPTIONS = {"floatRounding": "float_rounding", "strict": "strict", "allowSetRelation": "allow_set_relation_comp"}


def options_of(row):
    return {OPTIONS[name]: value for name, value in row.get("options", {}).items() if name in OPTIONS}


rows = [json.loads(line) for line in sys.stdin if line.strip()]
times = []
agreed = 0
for row in rows:
    start = time.process_time()
    try:
        same = bool(verify(parse(row["gold"]), parse(row["prediction"]), **options_of(row)))
    except Exception:
        same = False
    times.append((time.process_time() - start) * 1000)
    agreed += same == row["expected"]
json.dump({"agreed": agreed, "times": times}, sys.stdout)
