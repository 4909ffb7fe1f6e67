"""The p-values that other software is asked about: a formula in integers and powers of two.

testing/peer-p-values.ts makes the same bits of it.
"""

import math


def scrambled(t):
    h = (t + 1) * 0x9E3779B1 & 0xFFFFFFFF
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return h ^ h >> 16


def p_value(t):
    """One in ten is a signal: halved 3 to 24 times."""
    uniform = (scrambled(t) + 0.5) / 2.0**32
    return math.ldexp(uniform, -(3 + t // 10 % 22)) if t % 10 == 0 else uniform
