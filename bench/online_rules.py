"""online-fdr on the p-values of lib/false-discovery/reference/peers.py: `python3 online_rules.py LordPlusPlus 10000`.

Prints one line of JSON: the seconds that the tests took, the rejected places from 0, the version.
"""

import importlib.metadata
import json
import math
import sys
import time

from online_fdr.p_values import Addis, LordPlusPlus, Saffron

RULES = {
    "LordPlusPlus": lambda: LordPlusPlus(alpha=0.05, wealth=0.005),
    "Saffron": lambda: Saffron(alpha=0.05, wealth=0.025, lambda_=0.5),
    "Addis": lambda: Addis(alpha=0.05, wealth=0.025, lambda_=0.25, tau=0.5),
}


def scrambled(t):
    h = (t + 1) * 0x9E3779B1 & 0xFFFFFFFF
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return h ^ h >> 16


def p_value(t):
    uniform = (scrambled(t) + 0.5) / 2.0**32
    return math.ldexp(uniform, -(3 + t // 10 % 22)) if t % 10 == 0 else uniform


name, size = sys.argv[1], int(sys.argv[2])
p_values = [p_value(t) for t in range(size)]
rule = RULES[name]()
start = time.perf_counter()
flags = [rule.test_one(p) for p in p_values]
seconds = time.perf_counter() - start
rejected = [t for t, flag in enumerate(flags) if flag]
print(json.dumps({"seconds": seconds, "rejected": rejected, "version": importlib.metadata.version("online-fdr")}))
