"""The peers' answers to the questions of bench/questions.ts: dp-accounting, OpenDP and jax-privacy, each as its own documentation has it.

The first line of the output has the versions, the second the answers that there are, as JSON: peers by question. Then
each line of the input is `question peer`, and the answer is its value and the processor's nanoseconds of the call, on
one line. Settings are the peers' own defaults, except Renyi orders: the integers from 2 to 128 on all sides. Of the
frequency oracles the value is a variance, by the probabilities of the mechanism that the peer makes, and the time is
that of one answer.
"""

import json
import math
import sys
import time
from importlib.metadata import version

import dp_accounting
import opendp.prelude as dp
from dp_accounting import rdp
from dp_accounting.pld import privacy_loss_distribution as losses
from jax_privacy import accounting
from jax_privacy.experimental import accounting as events

dp.enable_features("contrib", "honest-but-curious")
ORDERS = list(range(2, 129))
ANSWERS = 500
SWAP = dp_accounting.NeighboringRelation.REPLACE_ONE
INTEGERS = (dp.atom_domain(T="i32"), dp.absolute_distance(T="i32"))


def epsilon_of(loss, times, delta):
    return loss.self_compose(times).get_epsilon_for_delta(delta)


def poisson_gaussian(sigma, rate, times, delta):
    return epsilon_of(losses.from_gaussian_mechanism(sigma, sampling_prob=rate), times, delta)


def training(config, sigma, batch, records, times, delta, per_user=None):
    kind = accounting.DpsgdTrainingAccountant if per_user is None else accounting.DpsgdTrainingUserLevelAccountant
    parameters = accounting.DpParams(
        noise_multipliers=sigma, num_samples=records, delta=delta, batch_size=batch, examples_per_user=per_user
    )
    return kind(dp_accountant_config=config).compute_epsilon(times, parameters)


def renyi(event, delta, **relation):
    return rdp.RdpAccountant(ORDERS, **relation).compose(event).get_epsilon(delta)


def repeated(event, times):
    return dp_accounting.SelfComposedDpEvent(event, times)


def batches(sigma, batch, records, times):
    gaussian = dp_accounting.GaussianDpEvent(sigma)
    return repeated(dp_accounting.SampledWithoutReplacementDpEvent(records, batch, gaussian), times)


def grouped(sigma, rate, times, delta, size):
    counts = range(size + 1)
    masses = [math.comb(size, k) * rate**k * (1 - rate) ** (size - k) for k in counts]
    return epsilon_of(losses.from_mixture_gaussian_mechanism(sigma, list(counts), masses), times, delta)


def concentrated(measurement, times, delta, moved=1):
    whole = dp.c.make_composition([measurement] * times)
    return dp.c.make_zCDP_to_approxDP(whole).map(moved).epsilon(delta)


def composed_pure(measurement, times, delta):
    """The less of the sum of the epsilons and of what the sum of the rhos is worth."""
    sums = dp.c.make_composition([measurement] * times).map(1)
    return min(sums, concentrated(dp.c.make_pureDP_to_zCDP(measurement), times, delta))


def sampled_laplace(batch, records):
    space = (dp.vector_domain(dp.atom_domain(bounds=(0.0, 1.0)), size=batch), dp.symmetric_distance())
    measurement = space >> dp.t.then_sum() >> dp.m.then_laplace(scale=1.0)
    # A swap is at a symmetric distance of 2.
    return dp.c.make_population_amplification(measurement, records).map(2)


def variance(truth, other, respondents):
    return other * (1 - other) / (respondents * (truth - other) ** 2)


def held(measurement, epsilon):
    if measurement.map(1) > epsilon * (1 + 1e-9):
        raise ValueError(f"a mechanism of epsilon {measurement.map(1)}, not {epsilon}")
    return measurement


def response(epsilon, choices):
    truth = math.exp(epsilon) / (math.exp(epsilon) + choices - 1)
    return truth, held(dp.m.make_randomized_response(list(range(choices)), truth), epsilon)


def bit_response(epsilon):
    flipped = 2 / (math.exp(epsilon / 2) + 1)
    space = (dp.bitvector_domain(max_weight=1), dp.discrete_distance())
    return flipped, held(dp.m.make_randomized_response_bitvec(*space, flipped), epsilon)


TRUTH, RESPONSE = response(1, 16)
FLIPPED, BITS = bit_response(1)
PLD, RDP = accounting.PldAccountantConfig(), accounting.RdpAccountantConfig(orders=ORDERS)

QUESTIONS = {
    "poisson-gaussian": {
        "dp-accounting": lambda: poisson_gaussian(1, 0.01, 1000, 1e-5),
        "jax-privacy": lambda: training(PLD, 1, 100, 10_000, 1000, 1e-5),
    },
    "poisson-laplace": {
        "dp-accounting": lambda: epsilon_of(losses.from_laplace_mechanism(1, sampling_prob=0.01), 1000, 1e-5),
    },
    "poisson-renyi-gaussian": {
        "dp-accounting": lambda: renyi(
            repeated(dp_accounting.PoissonSampledDpEvent(0.01, dp_accounting.GaussianDpEvent(1)), 1000), 1e-5
        ),
        "jax-privacy": lambda: training(RDP, 1, 100, 10_000, 1000, 1e-5),
    },
    "batch-renyi-gaussian": {
        "dp-accounting": lambda: renyi(batches(4, 100, 10_000, 1000), 1e-5, neighboring_relation=SWAP),
        "jax-privacy": lambda: renyi(
            events.fixed_dpsgd_event(4, 1000, dataset_size=10_000, batch_size=100), 1e-5, neighboring_relation=SWAP
        ),
    },
    "batch-pure": {"opendp": lambda: sampled_laplace(10, 1000)},
    "tiny-rate-many": {
        "dp-accounting": lambda: poisson_gaussian(0.6, 1e-5, 1_000_000, 1e-10),
        "jax-privacy": lambda: training(PLD, 0.6, 1, 100_000, 1_000_000, 1e-10),
    },
    "tiny-rate-few": {
        "dp-accounting": lambda: poisson_gaussian(0.6, 1e-6, 10_000, 1e-8),
        "jax-privacy": lambda: training(PLD, 0.6, 1, 1_000_000, 10_000, 1e-8),
    },
    "group": {
        "dp-accounting": lambda: losses.from_gaussian_mechanism(6, sensitivity=3).get_epsilon_for_delta(1e-5),
        "opendp": lambda: concentrated(dp.m.make_gaussian(*INTEGERS, scale=6.0), 1, 1e-5, moved=3),
    },
    "group-on-samples": {
        "dp-accounting": lambda: grouped(4, 0.01, 1000, 1e-5, 3),
        "jax-privacy": lambda: training(PLD, 4, 100, 10_000, 1000, 1e-5, per_user=3),
    },
    "discrete-gaussian": {
        "dp-accounting": lambda: epsilon_of(losses.from_discrete_gaussian_mechanism(10), 20, 1e-6),
        "opendp": lambda: concentrated(dp.m.make_gaussian(*INTEGERS, scale=10.0), 20, 1e-6),
    },
    "discrete-laplace": {
        "dp-accounting": lambda: epsilon_of(losses.from_discrete_laplace_mechanism(0.1), 20, 1e-6),
        "opendp": lambda: composed_pure(dp.m.make_laplace(*INTEGERS, scale=10.0), 20, 1e-6),
    },
    "response-loss": {
        # The noise is uniform on all four choices.
        "dp-accounting": lambda: epsilon_of(losses.from_randomized_response(0.9, 4), 100, 1e-6),
        "opendp": lambda: composed_pure(dp.m.make_randomized_response(list(range(4)), 0.1 + 0.9 / 4), 100, 1e-6),
    },
    "oracle-response": {
        "opendp": lambda: ([RESPONSE(3) for _ in range(ANSWERS)], variance(TRUTH, (1 - TRUTH) / 15, 1000))[1],
    },
    "oracle-unary": {
        "opendp": lambda: (
            [BITS(b"\x10\x00") for _ in range(ANSWERS)],
            variance(1 - FLIPPED / 2, FLIPPED / 2, 1000),
        )[1],
    },
}


def main():
    names = ("dp-accounting", "opendp", "jax-privacy")
    print(", ".join(f"{name} {version(name)}" for name in names), flush=True)
    print(json.dumps({question: list(peers) for question, peers in QUESTIONS.items()}), flush=True)
    for line in sys.stdin:
        question, peer = line.split()
        start = time.process_time_ns()
        value = QUESTIONS[question][peer]()
        nanoseconds = time.process_time_ns() - start
        print(float(value), nanoseconds / (ANSWERS if question.startswith("oracle-") else 1), flush=True)


main()
