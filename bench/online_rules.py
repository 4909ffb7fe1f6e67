"""online-fdr on the p-values of lib/false-discovery/reference/p_values.py: `python3 online_rules.py LordPlusPlus 10000`.

Prints one line of JSON: the seconds that the tests took, the rejected places from 0, the version.
"""

import importlib.metadata
import json
import pathlib
import sys
import time

from online_fdr.p_values import Addis, LordPlusPlus, Saffron

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "lib/false-discovery/reference"))
from p_values import p_value  # noqa: E402

RULES = {
    "LordPlusPlus": lambda: LordPlusPlus(alpha=0.05, wealth=0.005),
    "Saffron": lambda: Saffron(alpha=0.05, wealth=0.025, lambda_=0.5),
    "Addis": lambda: Addis(alpha=0.05, wealth=0.025, lambda_=0.25, tau=0.5),
}


name, size = sys.argv[1], int(sys.argv[2])
p_values = [p_value(t) for t in range(size)]
rule = RULES[name]()
start = time.perf_counter()
flags = [rule.test_one(p) for p in p_values]
seconds = time.perf_counter() - start
rejected = [t for t, flag in enumerate(flags) if flag]
print(json.dumps({"seconds": seconds, "rejected": rejected, "version": importlib.metadata.version("online-fdr")}))
