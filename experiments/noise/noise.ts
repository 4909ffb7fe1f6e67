/**
 * Noise: are the mechanisms that add noise as private and as accurate as stated?
 *
 * Part `discrete-laplace`: integer noise of mass proportional to e^(-epsilon |k| / sensitivity) is exactly epsilon-private, its mass at 0 is tanh of
 * half the ratio's logarithm, and its variance 2 a / (1 - a)^2. All by finite sums over the law: the mass beyond is stated and below 1e-300.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009). A mechanism of twice the ratio, sold for the same epsilon, is the control.
 */
import { discreteLaplace } from "../../lib/mechanisms/discrete-laplace.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { tanh } from "../../lib/numerics/hyperbolic-tangent.ts";
import { axis, type Check, defineExperiment, epsilonAtMost, equal, exactStudy, z } from "../kit.ts";

const epsilon = axis(z.number().positive().max(20), {
  means: "epsilon of one release",
  quick: [0.1, 1, 3],
  full: [0.01, 0.1, 0.5, 1, 2, 3, 8],
});
const sensitivity = axis(z.int().min(1).max(1000), {
  means: "largest change of the integer answer",
  quick: [1, 3],
  full: [1, 2, 3, 10, 50],
});

/** Of a sum over a law against its closed form. */
const SUMMED = { share: 1e-10 };

interface Release {
  readonly epsilon: number;
  readonly sensitivity: number;
}

/** The audit of integer noise with `factor` times the ratio's logarithm that it should have. */
function privacy({ epsilon, sensitivity }: Release, factor: number): Check {
  const mechanism = discreteLaplace({ epsilon: factor * epsilon, sensitivity, neighbours: "add-remove" });
  const [first, second] = mechanism.worstPair().map((value) => mechanism.law(value));
  return epsilonAtMost({ first, second }, epsilon);
}

export default defineExperiment({
  id: "noise",
  version: 1,
  title: "Mechanisms that add noise: their privacy and their spread",
  area: "noise",
  parts: {
    "discrete-laplace": {
      claim: "geometric-mechanism",
      asks: "Is discrete Laplace noise exactly epsilon-private, with the stated mass at 0 and variance?",
      study: exactStudy({
        axes: { epsilon, sensitivity },
        exact: (cell) => {
          const law = discreteLaplace({ ...cell, neighbours: "add-remove" }).law(0);
          const logRatio = cell.epsilon / cell.sensitivity;
          let variance = 0;
          for (const k of law.support) variance += k * k * exp(law.logMass(k));
          const lost = -expm1(-logRatio);
          return {
            checks: {
              epsilon: privacy(cell, 1),
              "mass-at-zero": equal(exp(law.logMass(0)), tanh(logRatio / 2), SUMMED),
              variance: equal(variance, (2 * exp(-logRatio)) / lost / lost, SUMMED),
            },
          };
        },
      }),
      controls: {
        "twice-the-ratio": {
          says: "noise of ratio e^(-2 epsilon / sensitivity) sold as epsilon-private: it needs 2 epsilon",
          study: exactStudy({
            axes: { epsilon, sensitivity },
            exact: (cell) => ({ checks: { epsilon: privacy(cell, 2) } }),
          }),
        },
      },
    },
  },
});
