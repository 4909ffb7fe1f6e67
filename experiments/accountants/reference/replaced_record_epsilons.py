"""What the Renyi accountant of dp-accounting states where a record is replaced, for ../replaced-record-epsilons.json.

GaussianDpEvent documents its noise multiplier as the standard deviation over the norm of a record, so that the sum moves by up to
twice that norm where a record is replaced (google/differential-privacy#378, #464). A rate below 1 is one batch of fixed size,
without replacement: 1000 * rate of 1000 records.

Versions: dp-accounting 0.6.0, numpy 2.4.6, scipy 1.17.1, Python 3.11.7.
Usage: python replaced_record_epsilons.py > ../replaced-record-epsilons.json, in an environment with these versions; seconds.
"""

import json
import sys
from importlib.metadata import version

from dp_accounting import GaussianDpEvent, NeighboringRelation, SampledWithoutReplacementDpEvent
from dp_accounting.rdp import RdpAccountant

SIZE = 1000
ACCOUNTS = [
    *((1, noise, steps) for noise in (0.6, 1, 3, 10) for steps in (1, 10, 100)),
    *((0.1, noise, 1) for noise in (0.6, 1, 3)),
    *((0.01, noise, 1) for noise in (0.6, 1)),
]
DELTAS = [1e-5, 1e-8]


def stated(rate, noise, steps, delta):
    release = GaussianDpEvent(noise)
    event = release if rate == 1 else SampledWithoutReplacementDpEvent(SIZE, round(SIZE * rate), release)
    return RdpAccountant(neighboring_relation=NeighboringRelation.REPLACE_ONE).compose(event, steps).get_epsilon(delta)


if __name__ == "__main__":
    lines = [json.dumps([*account, delta, stated(*account, delta)]) for account in ACCOUNTS for delta in DELTAS]
    heads = f'{{"version": "{version("dp-accounting")}",\n"size": {SIZE},\n"accounts": [\n'
    sys.stdout.write(heads + ",\n".join(lines) + "\n]}\n")
