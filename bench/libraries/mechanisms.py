"""Mechanisms of other libraries as programs that speak the line protocol: the arguments name a library and one of them.

Each is called as its library documents it, at the guarantee of `experiments/libraries/releases.ts`; where a library states its
guarantee itself, the program refuses to answer if that is another. The libraries draw from the source of randomness of the
system, or are given the seed where they take one. Usage: python mechanisms.py opendp laplace-integer, with clients/python in
PYTHONPATH.
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


def sql_by_key(query, rows):
    """Rows of many keys, each of them a table of its own: the noise of one key is independent of that of the others."""

    def made():
        import pandas
        from snsql import Privacy, from_df

        columns = {"key": {"type": "int"}, "x": {"type": "int", "lower": 0, "upper": 1}}
        table = {"row_privacy": True, "censor_dims": False, **columns}

        def release(value, draws, seed):
            keys = pandas.DataFrame([(key, x) for key in range(draws) for x in rows(value)], columns=["key", "x"])
            reader = from_df(keys, privacy=Privacy(epsilon=1.0), metadata={"": {"d": {"t": table}}})
            agreed(reader.get_privacy_cost(query)[:1], [1.0])
            return [row[1] for row in reader.execute(query)[1:]]

        return release

    return made


def synth_covariance():
    """Of ten records of two features between 0 and 1; nine of them are zero, the input is the tenth.

    The file is loaded alone: the package around it imports at 1.0.5 what scikit-learn has no more since 0.24.
    """
    import importlib.util
    from importlib.metadata import distribution

    import numpy
    import pandas

    place = distribution("smartnoise-synth").locate_file("snsynth/models/dp_covariance.py")
    spec = importlib.util.spec_from_file_location("dp_covariance", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def release(value, draws, seed):
        numpy.random.seed(seed)
        for _ in range(draws):
            bounds = pandas.DataFrame([[0.0, 0.0], [1.0, 1.0]])
            records = pandas.DataFrame([[0.0, 0.0]] * 9 + [[float(x) for x in value]], columns=["a", "b"])
            covariances = module.DPcovariance(10, ["a", "b"], bounds, 1.0).release(records)
            yield all(bool(one >= 0.1) for one in covariances)

    return release


def synthesizer(module, name):
    """How many of 1000 synthetic rows are (0, 0), of ten records (1, 1) and as many (0, 0) as the input says.

    The categories are declared, not learnt from the records. The noise is of OpenDP, which takes no seed.
    """

    def made():
        import contextlib
        import functools
        import importlib
        import io
        import os

        # Every fit compiles its descent anew, which takes longer than the descent itself, least without optimisation.
        os.environ["XLA_FLAGS"] = "--xla_backend_optimization_level=0 --xla_cpu_multi_thread_eigen=false"
        import numpy
        import pandas
        from snsynth.transform.label import LabelTransformer
        from snsynth.transform.table import TableTransformer

        place = importlib.import_module(module)
        place.cdp_rho = functools.lru_cache(place.cdp_rho)  # the same search for every fit
        columns = ["a", "b"]

        def release(value, draws, seed):
            numpy.random.seed(seed)
            records = pandas.DataFrame([[1, 1]] * 10 + [[0, 0]] * value, columns=columns)
            for _ in range(draws):
                table = TableTransformer([LabelTransformer(nullable=False) for _ in columns])
                table.fit(pandas.DataFrame([[0, 0], [1, 1]], columns=columns))
                model = getattr(place, name)(epsilon=3.0, delta=0.03)
                with contextlib.redirect_stdout(io.StringIO()):
                    model.fit(records, transformer=table)
                yield int((model.sample(1000).values == 0).all(axis=1).sum())

        return release

    return made


def jax_gradient(divisor, documented):
    """The sum of clipped gradients with noise of its sensitivity, as documented or as the function itself says."""

    def made():
        import jax
        from jax import numpy
        from jax_privacy import clipped_grad, noise_addition

        clip = 1.0
        gradients = clipped_grad(lambda weight, batch: weight * batch.sum(), l2_clip_norm=clip, normalize_by=divisor)

        def release(value, draws, seed):
            total = gradients(0.0, numpy.array([float(value)]))
            noise = clip if documented else gradients.sensitivity()
            privatizer = noise_addition.gaussian_privatizer(stddev=noise, prng_key=jax.random.key(seed))
            state, update = privatizer.init(total), jax.jit(privatizer.update)
            for _ in range(draws):
                noisy, state = update(total, state)
                yield float(noisy)

        return release

    return made


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
    "smartnoise-sql": {
        "count": sql_by_key("SELECT key, COUNT(*) AS n FROM d.t GROUP BY key", lambda value: [0] * value),
        "sum": sql_by_key("SELECT key, SUM(x) AS total FROM d.t GROUP BY key", lambda value: [value]),
    },
    "smartnoise-synth": {
        "covariance": synth_covariance,
        "mst": synthesizer("snsynth.mst.mst", "MSTSynthesizer"),
        "aim": synthesizer("snsynth.aim.aim", "AIMSynthesizer"),
    },
    "jax-privacy": {
        "clipped-gradient": jax_gradient(1.0, documented=True),
        "divided-gradient": jax_gradient(0.5, documented=True),
        "divided-gradient-by-sensitivity": jax_gradient(0.5, documented=False),
    },
}

if __name__ == "__main__":
    library, name = sys.argv[1:]
    serve(MECHANISMS[library][name]())
