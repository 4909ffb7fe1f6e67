/** What the example pages show: a noisy count to publish, one to study, what a year of counts reveals, and a linear program's answer. */
import { compose, discreteLaplace, laplace, pure, secureRandom, stream } from "epsilab";
import { exactMinimax } from "epsilab/bounds";

export async function firstNumbers() {
  const release = discreteLaplace({
    epsilon: { numerator: 1, denominator: 1 },
    sensitivity: 1,
    neighbours: "add-remove",
  });
  const study = laplace({ epsilon: 1, sensitivity: 1, neighbours: "add-remove" });
  const best = await exactMinimax({
    ...{ size: 10, guarantee: pure(1), model: "central", target: "population", loss: "absolute" },
  });
  return {
    published: release.release(42, secureRandom()),
    studied: study.release(42, stream(20261115, "release")),
    year: compose([{ mechanism: release, times: 365 }]).epsilonAt(1e-6).upper,
    best: best.lower,
  };
}
