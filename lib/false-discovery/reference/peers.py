"""Decisions of other software on 10 000 p-values, written to peers.json beside this file.

Run as `python3 peers.py` with online-fdr 1.0.0 and statsmodels 0.15.0. The p-values are those of p_values.py. Of each
rule: the rejected places as hexadecimal digits, the first place in the highest bit, and the levels of online rules
(adjusted p-values of batch rules) at a few places.
"""

import importlib.metadata
import json
import pathlib

from p_values import p_value
from online_fdr.p_values import Addis, Gai, Lond, LordPlusPlus, Saffron
from statsmodels.stats.multitest import multipletests

SIZE = 10_000
ALPHA = 0.05
PLACES = [1, 2, 3, 10, 64, 65, 100, 1000, 2048, 5000, 9999, 10_000]


def digits(flags):
    return f"{int(''.join('1' if flag else '0' for flag in flags), 2):0{len(flags) // 4}x}"


def online(rule):
    levels, flags = [], []
    for p in p_values:
        flags.append(bool(rule.test_one(p)))
        levels.append(float(rule.alpha))
    return {"rejections": sum(flags), "rejected": digits(flags), "values": [levels[place - 1] for place in PLACES]}


def batch(method):
    flags, adjusted, _, _ = multipletests(p_values, alpha=ALPHA, method=method)
    return {"rejections": int(sum(flags)), "rejected": digits(flags), "values": [float(adjusted[place - 1]) for place in PLACES]}


p_values = [p_value(t) for t in range(SIZE)]
found = {
    "versions": {name: importlib.metadata.version(name) for name in ("online-fdr", "statsmodels")},
    "alpha": ALPHA,
    "places": PLACES,
    "rules": {
        "Gai": online(Gai(alpha=ALPHA, wealth=ALPHA / 2)),
        "Lond": online(Lond(alpha=ALPHA)),
        "Lond, dependent": online(Lond(alpha=ALPHA, dependent=True)),
        "LordPlusPlus": online(LordPlusPlus(alpha=ALPHA, wealth=ALPHA / 10)),
        "Saffron": online(Saffron(alpha=ALPHA, wealth=ALPHA / 2, lambda_=0.5)),
        "Addis": online(Addis(alpha=ALPHA, wealth=ALPHA / 2, lambda_=0.25, tau=0.5)),
        **{method: batch(method) for method in ("bonferroni", "holm", "fdr_bh", "fdr_by")},
    },
}
pathlib.Path(__file__).with_name("peers.json").write_text(json.dumps(found, indent=1) + "\n")
