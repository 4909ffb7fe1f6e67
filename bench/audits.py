"""
Audits by two tools, for bench/audits.ts: argv is the tool and the folder of its source. The first line says the versions; then each line
of JSON names a case and its draws, and the answer has what the tool found and the seconds of the processor, its children's included.
"""

import json
import logging
import os
import resource
import sys
import tempfile

tool, folder = sys.argv[1:3]
sys.path.insert(0, folder)


def processor() -> float:
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def statdp(case):
    """Refutes one epsilon, or does not: the search for inputs and event, and the test."""
    from statdp import ALL_DIFFER, ONE_DIFFER, algorithms, detect_counterexample

    chosen = {
        "histogram": (algorithms.histogram, {}, ONE_DIFFER),
        "noisy-max": (algorithms.noisy_max_v1a, {}, ALL_DIFFER),
        "SVT": (algorithms.SVT, {"N": 1, "T": 0.5}, ALL_DIFFER),
    }
    algorithm, more, sensitivity = chosen[case["name"]]
    found = detect_counterexample(
        algorithm,
        (case["tested"],),
        {**more, "epsilon": case["claimed"]},
        sensitivity=sensitivity,
        event_iterations=case["training"],
        detect_iterations=case["counted"],
        cores=1,
        quiet=True,
        loglevel=logging.CRITICAL,
    )
    return {"found": case["tested"] if found[0][1] < 0.05 else 0}


def dp_sniper(case):
    """A lower limit at confidence 0.9: the search over its pairs of inputs, and the count."""
    from dpsniper.attack.dpsniper import DPSniper
    from dpsniper.classifiers.classifier_factory import LogisticRegressionFactory
    from dpsniper.classifiers.torch_optimizer_factory import SGDOptimizerFactory
    from dpsniper.input.input_domain import InputBaseType, InputDomain
    from dpsniper.input.pattern_generator import PatternGenerator
    from dpsniper.mechanisms.laplace import LaplaceMechanism
    from dpsniper.mechanisms.noisy_hist import NoisyHist1
    from dpsniper.mechanisms.report_noisy_max import ReportNoisyMax3
    from dpsniper.search.ddconfig import DDConfig
    from dpsniper.search.ddsearch import DDSearch
    from dpsniper.utils.initialization import initialize_dpsniper

    domain = {
        "Laplace": (LaplaceMechanism, InputDomain(1, InputBaseType.FLOAT, [-10, 10]), False, 1),
        "NoisyHist1": (NoisyHist1, InputDomain(5, InputBaseType.INT, [0, 10]), False, 5),
        "RNM3": (ReportNoisyMax3, InputDomain(5, InputBaseType.FLOAT, [-10, 10]), True, 1),
    }
    build, inputs, both_ways, outputs = domain[case["name"]]
    mechanism = build()
    training = case["training"]
    config = DDConfig(n_train=training, n=training, n_check=training, n_final=case["counted"], n_processes=1)
    optimizer = SGDOptimizerFactory(learning_rate=0.3, momentum=0.3, step_size=500)
    factory = LogisticRegressionFactory(
        in_dimensions=outputs, optimizer_factory=optimizer, regularization_weight=0.001, epochs=10
    )
    with tempfile.TemporaryDirectory() as out, initialize_dpsniper(config, out_dir=out):
        attack = DPSniper(mechanism, factory, config)
        witness = DDSearch(mechanism, attack, PatternGenerator(inputs, both_ways), config).run()
        witness.compute_eps_high_precision(mechanism, config)
    return {"found": float(witness.lower_bound)}


def main() -> None:
    # What the tools and their processes print is dropped; the answers have a stream of their own.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    logging.disable(logging.CRITICAL)
    import numpy

    versions = f"Python {sys.version.split()[0]}, numpy {numpy.__version__}"
    if tool == "DP-Sniper":
        import torch

        torch.set_num_threads(1)
        versions += f", torch {torch.__version__}"
    print(versions, file=answers, flush=True)
    audit = {"StatDP": statdp, "DP-Sniper": dp_sniper}[tool]
    for line in sys.stdin:
        before = processor()
        answer = audit(json.loads(line))
        print(json.dumps({**answer, "seconds": processor() - before}), file=answers, flush=True)


if __name__ == "__main__":
    main()
