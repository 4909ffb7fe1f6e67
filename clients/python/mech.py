from random import Random

from epsilab_audit import serve

EPSILON = 1.0

def release(value, draws, seed):
    """The input and Laplace noise for a sensitivity of 1."""
    random = Random(seed)
    for _ in range(draws):
        yield value + random.expovariate(EPSILON) - random.expovariate(EPSILON)

serve(release)
