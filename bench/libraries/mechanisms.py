"""Mechanisms of OpenDP and diffprivlib as programs that speak the line protocol: the first argument names one.

Each is called as its library documents it, at the guarantee of `experiments/libraries/releases.ts`; where a library states its
guarantee itself, the program refuses to answer if that is another. Both libraries draw from the source of randomness of the
system, or are given the seed where they take one. Usage: python mechanisms.py laplace-integer, with clients/python in PYTHONPATH.
"""

import math
import sys
import warnings

from epsilab_audit import serve

warnings.simplefilter("ignore")


def agreed(stated, claimed):
    for one, other in zip(stated, claimed, strict=True):
        if abs(one - other) > 1e-6 * other:
            raise ValueError(f"the library states {stated}, not {claimed}")


def opendp():
    import opendp.prelude as dp

    dp.enable_features("contrib", "honest-but-curious")
    return dp


def opendp_laplace():
    dp = opendp()
    measurement = dp.m.make_laplace(dp.atom_domain(T=int), dp.absolute_distance(T=int), scale=1.0)
    agreed([measurement.map(1)], [1.0])
    return lambda value, draws, seed: (measurement(value) for _ in range(draws))


def opendp_gaussian():
    dp = opendp()
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    measurement = dp.m.make_gaussian(*space, scale=1.0)
    agreed([measurement.map(1)], [0.5])
    return lambda value, draws, seed: (measurement(value) for _ in range(draws))


def opendp_response():
    dp = opendp()
    measurement = dp.m.make_randomized_response_bool(prob=0.75)
    agreed([measurement.map(1)], [math.log(3)])
    return lambda value, draws, seed: (measurement(value == 1) for _ in range(draws))


def opendp_noisy_max():
    dp = opendp()
    space = dp.vector_domain(dp.atom_domain(T=int)), dp.linf_distance(T=int)
    measurement = dp.m.make_noisy_max(*space, dp.zero_concentrated_divergence(), scale=1.0)
    agreed([measurement.map(1)], [0.5])
    return lambda value, draws, seed: (measurement(value) for _ in range(draws))


def opendp_threshold():
    """Whether the key of a person comes out who is the only one in it: many such persons at once, whose keys are independent."""
    dp = opendp()
    counts = dp.t.make_count_by(dp.vector_domain(dp.atom_domain(T=str)), dp.symmetric_distance())
    measurement = counts >> dp.m.then_laplace_threshold(scale=1.0, threshold=5)
    agreed(measurement.map(1), (1.0, 0.004925833956))

    def release(value, draws, seed):
        persons = [f"person {k}" for k in range(draws)]
        released = measurement(persons if value == 1 else [])
        return [person in released for person in persons]

    return release


def ibm_scalar(name, **parameters):
    def made():
        from diffprivlib import mechanisms

        return lambda value, draws, seed: scalar(getattr(mechanisms, name), value, draws, seed, parameters)

    return made


def scalar(kind, value, draws, seed, parameters):
    mechanism = kind(random_state=seed, **parameters)
    return [mechanism.randomise(value) for _ in range(draws)]


def ibm_mean():
    import numpy
    from diffprivlib import tools

    def release(value, draws, seed):
        random = numpy.random.RandomState(seed)
        records = numpy.array([0.0, float(value)])
        return [float(tools.mean(records, epsilon=1.0, bounds=(0, 1), random_state=random)) for _ in range(draws)]

    return release


def ibm_regression():
    import numpy
    from diffprivlib.models import LinearRegression

    def release(value, draws, seed):
        random = numpy.random.RandomState(seed)
        records, answers = numpy.array([[float(value)]]), numpy.array([0.0])
        for _ in range(draws):
            model = LinearRegression(
                epsilon=1.0, bounds_X=(0, 1), bounds_y=(0, 1), fit_intercept=False, random_state=random
            )
            yield float(model.fit(records, answers).coef_[0])

    return release


MECHANISMS = {
    "opendp": {
        "laplace-integer": opendp_laplace,
        "gaussian-integer": opendp_gaussian,
        "randomized-response": opendp_response,
        "noisy-max": opendp_noisy_max,
        "laplace-threshold": opendp_threshold,
    },
    "diffprivlib": {
        "laplace": ibm_scalar("Laplace", epsilon=1.0, sensitivity=1.0),
        "geometric": ibm_scalar("Geometric", epsilon=1.0, sensitivity=1),
        "gaussian-analytic": ibm_scalar("GaussianAnalytic", epsilon=1.0, delta=0.01, sensitivity=1.0),
        "mean": ibm_mean,
        "linear-regression": ibm_regression,
    },
}

if __name__ == "__main__":
    library, name = sys.argv[1:]
    serve(MECHANISMS[library][name]())
