"""Answers Epsilab's requests for draws of a mechanism; nothing but Python's own library is needed.

    from epsilab_audit import serve

    def release(value, draws, seed):      # an input, how many outputs, and a seed that decides them
        ...
        return outputs                    # a list, a NumPy array (a row is an output) or a generator

    serve(release)

An output is a finite number, a text, True or False, or a list or a dict of such. A generator is sent as it goes, so a slow
mechanism is not taken for a silent one. What the program prints goes to standard error. The protocol is in docs/programs.md
of Epsilab.
"""
import itertools
import json
import platform
import sys

_MOST = 1000  # outputs of a line
_ANSWERS = sys.stdout
sys.stdout = sys.stderr  # what is printed for people is no answer


def serve(release):
    """Answers requests until there are no more."""
    is_first = True
    for line in sys.stdin:
        request = json.loads(line)
        draws = request["draws"]
        try:
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
