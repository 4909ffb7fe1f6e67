"""Reference values of the elementary functions, written to elementary.json beside this file.

Run as `python3 elementary.py`. mpmath at 60 digits; more where an argument is near a zero of the function.
Arguments are exact float64; values are decimal strings of 25 significant digits. Seeded: the file is reproducible.
"""

import json
import math
import random
import sys
from pathlib import Path

from mpmath import mp, mpf

mp.dps = 60
draw = random.Random(20261115)


def magnitudes(low, high, count):
    """`count` numbers spread log-uniformly over [10^low, 10^high]."""
    return [mantissa_exponent(draw.uniform(low, high)) for _ in range(count)]


def mantissa_exponent(power):
    return float(mpf(10) ** mpf(power))


def both_signs(values):
    return [v if draw.random() < 0.5 else -v for v in values]


def around(centre, count, low=-16, high=-1):
    """Numbers at log-uniform distances on both sides of `centre`."""
    return [float(centre + d * max(1.0, abs(centre))) for d in both_signs(magnitudes(low, high, count))]


def neighbours(value, steps=2):
    out = [value]
    up = down = value
    for _ in range(steps):
        up, down = math.nextafter(up, math.inf), math.nextafter(down, -math.inf)
        out += [up, down]
    return out


def decimal(value):
    return mp.nstr(value, 25, min_fixed=0, max_fixed=0)



def table(function, arguments):
    """Rows of arguments and value, in increasing order, each once; results beyond float64 are left out."""
    rows = []
    for argument in sorted(set(a if isinstance(a, tuple) else (a,) for a in arguments)):
        value = function(*[mpf(a) for a in argument])
        if abs(value) < mpf(2) ** 1024 * (1 - mpf(2) ** -54):
            rows.append([repr(a) for a in argument] + [decimal(value)])
    if len(rows) < 200:
        sys.exit(f"{function}: only {len(rows)} points")
    return rows


LEAST_NORMAL = 2.2250738585072014e-308
DENORMALS = [5e-324, 1e-323, 1.5e-323, 7e-322, 1e-320, 3e-315, 1e-310, LEAST_NORMAL] + neighbours(LEAST_NORMAL)


def exponential_arguments():
    edges = neighbours(709.782712893384) + neighbours(-708.3964185322641) + neighbours(-745.1332191019411)
    halves = [v for k in (-1074, -1022, -50, -3, -2, -1, 0, 1, 2, 50, 1023) for v in neighbours(float((k + mpf(1) / 2) * mp.log(2)), 1)]
    spread = [draw.uniform(-745, 709) for _ in range(120)] + [draw.uniform(-745, -708) for _ in range(40)]
    return edges + halves + spread + both_signs(magnitudes(-20, 2, 80)) + [0.0, 1.0, -1.0]


def expm1_arguments():
    spread = (
        [draw.uniform(-40, 40) for _ in range(60)] + [draw.uniform(-2, 2) for _ in range(100)]
        + [draw.uniform(40, 709) for _ in range(20)]
    )
    return spread + both_signs(magnitudes(-320, 1, 120)) + DENORMALS + neighbours(709.782712893384) + [-37.43, -38.0, -100.0, -1e300]


def log_arguments():
    powers = [v for k in (-1022, -500, -1, 0, 1, 2, 500, 1023) for v in neighbours(math.ldexp(1.0, k), 1)]
    roots = [v for k in (-2, -1, 0, 1) for v in neighbours(float(mp.sqrt(2) * mpf(2) ** k), 1)]
    return (
        magnitudes(-323, 308, 120) + around(1.0, 120, -16, -0.5) + powers + roots + DENORMALS
        + [sys.float_info.max, 0.5, 2.0, 10.0, math.e]
    )


def log1p_arguments():
    near = [-1 + d for d in magnitudes(-15.9, -0.3, 50)] + neighbours(-0.29) + neighbours(0.41)
    return (
        both_signs(magnitudes(-320, -0.4, 120)) + magnitudes(-0.4, 308, 80) + near + DENORMALS
        + [2.0**53, 2.0**53 + 2, 2.0**53 - 1, -1 + 2.0**-53, sys.float_info.max]
    )


def pow_arguments():
    near_one = [(1 + d, draw.uniform(-700, 700) / d) for d in both_signs(magnitudes(-15, -2, 60))]
    extremes = [
        (1.0000001, 5e9), (1.0000001, 7.09e9), (0.9999999, 7.4e9), (1e-300, 1.02), (1e-300, -1.02), (1e300, -1.07),
        (5e-324, 0.5), (5e-324, 1.0), (5e-324, -0.95), (1.7976931348623157e308, 1.0), (1.7976931348623157e308, -1.04),
        (2.0, -1074.0), (2.0, -1073.5), (2.0, 1023.0), (2.0, 1023.9999999999999), (0.5, 1073.3), (10.0, 308.0),
        (10.0, -323.0), (1 + 2.0**-52, 3e18), (1 - 2.0**-53, 6e18),
    ]
    wide = [(x, draw.uniform(-700, 700) / float(mp.log(x))) for x in magnitudes(-323, 308, 90)]
    plain = [(x, draw.uniform(-20, 20)) for x in magnitudes(-3, 3, 60)]
    denormal = [(x, -draw.uniform(708, 745) / float(mp.log(x))) for x in magnitudes(0.01, 300, 25)]
    whole = [(-x, float(draw.randrange(-9, 10))) for x in magnitudes(-20, 20, 30)]
    return near_one + extremes + wide + plain + denormal + whole


def angles():
    def multiple(n):
        return float(n * mp.pi / 2)

    near = [
        v
        for n in [1, 2, 3, 4, 5, 22, 710, 1000] + [draw.randrange(1, 6 * 10**8) for _ in range(40)]
        for v in neighbours(multiple(n), 1)
    ]
    # 6381956970095103 * 2^797 is the float64 nearest to a multiple of pi/2 (Muller, Elementary Functions).
    worst = neighbours(math.ldexp(6381956970095103.0, 797), 1) + [6134899525417045.0, 5319372648326541.0 * 2.0**202, 1e9, 1e22]
    quarters = neighbours(float(mp.pi / 4), 2) + neighbours(1e9, 1) + neighbours(2.0**53, 1)
    return both_signs(
        near + worst + quarters + magnitudes(-3, 9, 120) + magnitudes(9, 308, 60) + magnitudes(-320, -3, 50)
        + DENORMALS + [sys.float_info.max]
    )


def tanh_arguments():
    return both_signs(
        magnitudes(-320, -3, 80) + magnitudes(-9, -3, 40) + magnitudes(-3, 1.6, 160) + DENORMALS + neighbours(1.0)
        + neighbours(22.0) + [1e300]
    )


TABLES = {
    "exp": lambda: table(mp.exp, exponential_arguments()),
    "expm1": lambda: table(precise(mp.expm1), expm1_arguments()),
    "log": lambda: table(mp.log, [a for a in log_arguments() if a > 0]),
    "log1p": lambda: table(precise(mp.log1p), [a for a in log1p_arguments() if a > -1]),
    "pow": lambda: table(mp.power, pow_arguments()),
    "sin": lambda: table(precise(mp.sin), angles()),
    "cos": lambda: table(precise(mp.cos), angles()),
    "tanh": lambda: table(precise(mp.tanh), tanh_arguments()),
}


def precise(function):
    """The function at 400 digits: enough that no argument of float64 loses the 60 by cancellation."""

    def with_digits(*arguments):
        with mp.workdps(400):
            return function(*arguments)

    return with_digits


def write(script, tables):
    lines = [f'"{name}": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]" for name, rows in tables.items()]
    Path(script).with_suffix(".json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print({name: len(rows) for name, rows in tables.items()})


if __name__ == "__main__":
    write(__file__, {name: make() for name, make in TABLES.items()})
