"""Reference values of discrete Fourier transforms and of roots of unity, written to fourier.json beside this file.

Run as `python3 fourier.py`. mpmath at 40 digits, by the definition. Seeded: the file is reproducible.
length-n: rows x.re, x.im, X.re, X.im for index 0 ... n - 1; x is exact float64.
root: rows m, n, and the parts of exp(-2 pi i m / n).
"""

import json
import random
from pathlib import Path

from mpmath import cospi, mp, mpc, mpf, nstr, sinpi

mp.dps = 40
draw = random.Random(20261115)


def root(m, n):
    turn = mpf(2 * m) / n
    return mpc(cospi(turn), -sinpi(turn))


def transform(n):
    values = [mpc(draw.uniform(-1, 1), draw.uniform(-1, 1)) for _ in range(n)]
    roots = [root(m, n) for m in range(n)]
    rows = []
    for k in range(n):
        total = mpc(0)
        for m in range(n):
            total += values[m] * roots[k * m % n]
        parts = [repr(float(values[k].real)), repr(float(values[k].imag))]
        rows.append(parts + [nstr(total.real, 20), nstr(total.imag, 20)])
    return rows


reference = {f"length-{n}": transform(n) for n in (1, 2, 4, 8, 32, 64, 128, 1024)}
points = [(m, 64) for m in range(64)]
points += [(draw.randrange(2**10), 2**20) for _ in range(150)] + [(2**10 * draw.randrange(2**10), 2**20) for _ in range(150)]
reference["root"] = [[m, n, nstr(root(m, n).real, 20), nstr(root(m, n).imag, 20)] for m, n in points]
lines = [f'"{name}": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]" for name, rows in reference.items()]
Path(__file__).with_suffix(".json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
