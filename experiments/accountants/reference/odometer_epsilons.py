"""What the odometer of SmartNoise states for equal releases, one version of ../odometer-epsilons.json.

`Odometer` of smartnoise-sql cites theorem 3.4 of Kairouz, Oh and Viswanath. Up to 1.0.6 one of its three bounds had the inverse of
the tolerance where the theorem has the logarithm of that (opendp/smartnoise-sdk#621), so that it stated the least of the other two.

Versions: smartnoise-sql 1.0.6 with opendp 0.12.1, 1.0.10 with opendp 0.14.2; Python 3.11.7.
Usage: python odometer_epsilons.py, in an environment with one of them (bench/libraries/environments.sh makes both); seconds.
"""

import json
import sys
from importlib.metadata import version

from snsql import Privacy
from snsql.sql.odometer import Odometer

EPSILONS = [0.01, 0.1, 0.5, 1]
DELTAS = [1e-10, 1e-6]
TIMES = [1, 10, 100, 500]


def stated(epsilon, delta, times):
    odometer = Odometer(Privacy(epsilon=epsilon, delta=delta))
    odometer.spend(times)
    return [float(one) for one in odometer.spent]


if __name__ == "__main__":
    lines = [
        json.dumps([epsilon, delta, times, *stated(epsilon, delta, times)])
        for epsilon in EPSILONS
        for delta in DELTAS
        for times in TIMES
    ]
    sys.stdout.write(f'"{version("smartnoise-sql")}": [\n' + ",\n".join(lines) + "\n]")
