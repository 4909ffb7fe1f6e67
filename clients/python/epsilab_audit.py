"""Answers Epsilab's requests for draws of a mechanism; nothing but Python's own library is needed.

    from epsilab_audit import serve

    def release(value, draws, seed):      # an input, how many outputs, and a seed that decides them
        ...
        return outputs                    # a list, a NumPy array (a row is an output) or a generator

    serve(release)

An output is a finite number, a text, True or False, or a list or a dict of such. A generator is sent as it goes, so a slow
mechanism is not taken for a silent one. What the program prints goes to standard error. The protocol is in docs/programs.md
of Epsilab.

A mechanism that draws its noise through `recorder` can be replayed on neighbouring inputs, too (epsilab audit --replay):

    noisy = recorder.laplace(value, sensitivity=1, scale=2)
"""
import copy
import itertools
import json
import math
import os
import platform
import random
import sys

_MOST = 1000  # outputs of a line
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>")  # frames of their own before Python 3.12
_ANSWERS = sys.stdout
sys.stdout = sys.stderr  # what is printed for people is no answer


def serve(release):
    """Answers requests until there are no more."""
    is_first = True
    for line in sys.stdin:
        request = json.loads(line)
        if "replay" in request:
            _send(_replayed(release, request["inputs"], request["seed"]))
            continue
        draws = request["draws"]
        try:
            recorder._begin(request["seed"])
            sent = 0
            for part in _parts(release(request["input"], draws, request["seed"])):
                sent += len(part)
                answer = {"outputs": part}
                if is_first:
                    answer["versions"] = _versions()
                    is_first = False
                _send(answer)
                if sent > draws:
                    break
            if sent < draws:
                _send({"end": True})
        except Exception as error:  # whatever the mechanism throws is no answer
            _send({"error": f"{type(error).__name__}: {error}"})


class Recorder:
    """Draws noise, and notes in a replay what it was added to, so that Epsilab can look at each draw.

    `value` is a number, a list of numbers or an array; what comes back has its shape. The noise is for study: float64.
    The inputs of a replay are neighbours, and every draw of the second run has the output that it had in the first.
    """

    def __init__(self):
        self._begin(0)

    def laplace(self, value, sensitivity, scale):
        """Adds Laplace noise; `sensitivity` is of the sum of absolute differences."""
        _require_positive(scale=scale)
        draw = self._noise.expovariate
        sample = lambda: scale * (draw(1) - draw(1))
        release = lambda v: _noisy(v, sample)
        return self._draw("laplace", value, release, sensitivity, "l1", _by_gaps(lambda x: -abs(x) / scale), scale=scale)

    def gaussian(self, value, sensitivity, sigma):
        """Adds normal noise; `sensitivity` is of the Euclidean distance."""
        _require_positive(sigma=sigma)
        sample = lambda: self._noise.gauss(0, sigma)
        release = lambda v: _noisy(v, sample)
        return self._draw("gaussian", value, release, sensitivity, "l2", _by_gaps(lambda x: -((x / sigma) ** 2) / 2), sigma=sigma)

    def discrete_laplace(self, value, sensitivity, scale):
        """Adds whole numbers k of probability proportional to e^(-|k| / scale)."""
        _require_positive(scale=scale)
        draw = self._noise.expovariate
        sample = lambda: int(scale * draw(1)) - int(scale * draw(1))
        release = lambda v: _noisy(v, sample)
        weigh = _by_gaps(lambda x: -abs(x) / scale)
        return self._draw("discrete laplace", value, release, sensitivity, "l1", weigh, scale=scale)

    def choose(self, scores, sensitivity, epsilon):
        """The place of an option, by the exponential mechanism; `sensitivity` is of each score."""
        _require_positive(sensitivity=sensitivity, epsilon=epsilon)

        def best(each):
            heights = [epsilon * s / (2 * sensitivity) - math.log(self._noise.expovariate(1)) for s in _flat(each)]
            return heights.index(max(heights))

        def weigh(each, place):
            heights = [epsilon * s / (2 * sensitivity) for s in each]
            top = max(heights)
            return heights[place] - top - math.log(sum(math.exp(height - top) for height in heights))

        return self._draw("choice", scores, best, sensitivity, "linf", weigh, epsilon=epsilon)

    def draw(self, kind, value, release, sensitivity, norm="l1", **parameters):
        """What `release(value)` gives, as of a library; `parameters`, such as its scale, may not depend on the data."""
        if norm not in ("l1", "l2", "linf"):
            raise ValueError(f"norm must be l1, l2 or linf, got {norm!r}")
        return self._draw(kind, value, release, sensitivity, norm, None, **parameters)

    def public(self, value):
        """Gives back a value that may not depend on the data."""
        if self._is_noted:
            self._note({"kind": "public", "at": _place(), "parameters": {"value": _told(value)}}, None)
        return value

    def _begin(self, seed, is_noted=False, earlier=None):
        self.random = random.Random(f"{seed} public")  # for what is no noise, such as a sample: the same in both runs
        self._noise = random.Random(f"{seed} noise")
        self._is_noted = is_noted
        self._earlier = earlier
        self._calls = []
        self._outputs = []

    def _draw(self, kind, value, release, sensitivity, norm, weigh, **parameters):
        if not 0 <= sensitivity < math.inf:
            raise ValueError(f"sensitivity must be non-negative and finite, got {sensitivity}")
        if not self._is_noted:
            return release(value)
        numbers = _flat(value)
        call = {"kind": kind, "at": _place(), "value": _told(numbers), "sensitivity": float(sensitivity), "norm": norm}
        call["parameters"] = _told(parameters)
        output = release(value)  # in the second run, too, so that generators stay in step
        k = len(self._calls)
        if self._earlier is not None:
            calls, outputs = self._earlier
            if k < len(calls) and _same_draw(calls[k], call):
                output = copy.deepcopy(outputs[k])
            else:
                self._earlier = None
        if weigh is not None:
            call["logLikelihood"] = _told(weigh(numbers, output))
        self._note(call, copy.deepcopy(output))
        return output

    def _note(self, call, output):
        self._calls.append(call)
        self._outputs.append(output)


recorder = Recorder()


def _replayed(release, inputs, seed):
    """The runs on both inputs; where both fail, why."""
    runs, errors, earlier = [], [], None
    for value in inputs:
        recorder._begin(seed, True, earlier)
        run = {}
        try:
            for part in _parts(release(value, 1, seed)):
                run["output"] = _told(part[0])
                break
        except Exception as error:  # that one run fails and the other does not is what a replay finds
            run["failed"] = type(error).__name__
            errors.append(error)
        run["calls"] = recorder._calls
        runs.append(run)
        earlier = (recorder._calls, recorder._outputs)
    if len(errors) == 2:
        return {"error": f"{type(errors[0]).__name__}: {errors[0]}"}
    return {"runs": runs, "versions": _versions()}


def _same_draw(one, other):
    return one["kind"] == other["kind"] and one["at"] == other["at"] and len(one["value"]) == len(other["value"])


def _place():
    """Where in the program a draw is: its line, and the lines that lead to it."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename == __file__:
        frame = frame.f_back
    places, line = [], None
    while frame is not None and frame.f_code.co_filename != __file__ and len(places) < 3:
        line = line or frame.f_lineno
        if frame.f_code.co_name not in _COMPREHENSIONS:
            path = os.path.relpath(frame.f_code.co_filename)
            places.append(f"{os.path.basename(path) if path.startswith('..') else path}:{line}")
            line = None
        frame = frame.f_back
    return ", called at ".join(places)


def _flat(value):
    """The numbers of a number, a list or an array."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [number for part in value for number in _flat(part)]
    if not isinstance(value, (int, float)):
        raise TypeError(f"value must be a number, a list of numbers or an array, got {type(value).__name__}")
    return [value]


def _noisy(value, sample):
    """Noise on a number, or on each of a list or an array."""
    if hasattr(value, "shape") and value.shape != ():
        return value + _noisy(value.tolist(), sample)
    if isinstance(value, (list, tuple)):
        return [_noisy(each, sample) for each in value]
    _flat(value)
    return value + sample()


def _by_gaps(log_density):
    """The log-likelihood of what noise of this density makes of numbers, up to a term of its parameters."""
    return lambda numbers, output: sum(log_density(b - a) for a, b in zip(numbers, _flat(output)))


def _told(value):
    """A value as JSON has it: what is not finite is a text."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, (list, tuple)):
        return [_told(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _told(each) for key, each in value.items()}
    return value


def _require_positive(**values):
    for name, value in values.items():
        if not 0 < value < math.inf:
            raise ValueError(f"{name} must be positive and finite, got {value}")


def _send(answer):
    _ANSWERS.write(json.dumps(answer, allow_nan=False, default=_plain, separators=(",", ":")) + "\n")
    _ANSWERS.flush()


def _parts(outputs):
    """Lists of outputs, of at most _MOST each."""
    if hasattr(outputs, "tolist"):  # a NumPy array, row by row
        outputs = outputs.tolist()
    rest = iter(outputs)
    while True:
        part = list(itertools.islice(rest, _MOST))
        if not part:
            return
        yield part


def _plain(value):
    """Numbers and arrays of NumPy, tuples of other kinds and the like as JSON has them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"an output must be a number, a text, a list or a dict, got {type(value).__name__}")


def _versions():
    versions = {"python": platform.python_version()}
    for name in ("numpy", "scipy", "pandas", "torch", "opendp", "diffprivlib"):
        module = sys.modules.get(name)
        if hasattr(module, "__version__"):
            versions[name] = str(module.__version__)
    return versions
