/**
 * The exact risks drawn again: three estimators are sampled, and their mean errors must be the exact ones.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { tanh } from "../../lib/numerics/hyperbolic-tangent.ts";
import { fillBinomial } from "../../lib/random/binomial.ts";
import { sampleDiscreteLaplace } from "../../lib/random/discrete-laplace.ts";
import { fillLaplace } from "../../lib/random/laplace.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { type Moments, momentsOf } from "../../lib/statistics/moments.ts";
import {
  axis,
  boundedMeanOf,
  estimateEquals,
  type Judgement,
  type Part,
  type SampleContext,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import { epsilonOf, kappaOf } from "./axes.ts";
import { privateRisk, type Setting } from "./estimators.ts";

/** Those whose errors are bounded. */
const SAMPLED = ["clipped-laplace", "inverse-sensitivity", "local-response"] as const;
type Sampled = (typeof SAMPLED)[number];

/** `count` estimates for an epsilon. */
function estimates(name: Sampled, { size, epsilon, theta }: Setting, count: number, random: Stream): Float64Array {
  const draw = (probability: number) => fillBinomial({ trials: size, probability }, new Float64Array(count), random);
  switch (name) {
    case "clipped-laplace": {
      const noise = fillLaplace(1 / (size * epsilon), new Float64Array(count), random);
      return draw(theta).map((ones, i) => Math.min(1, Math.max(0, ones / size + noise[i])));
    }
    case "inverse-sensitivity":
      // Two-sided geometric noise, drawn until the sum is a possible number of ones, has the mechanism's law.
      return draw(theta).map((ones) => {
        let noisy = -1;
        while (!(noisy >= 0 && noisy <= size)) noisy = ones + sampleDiscreteLaplace(2 / epsilon, random);
        return noisy / size;
      });
    case "local-response": {
      const lie = 1 / (1 + exp(epsilon));
      const stretch = tanh(epsilon / 2);
      return draw(lie + theta * stretch).map((answers) => (answers / size - lie) / stretch);
    }
  }
}

function errors(name: Sampled, setting: Setting, count: number, random: Stream): Moments {
  return momentsOf(estimates(name, setting, count, random).map((estimate) => Math.abs(estimate - setting.theta)));
}

function judge(name: Sampled, setting: Setting, moments: Moments, { errorRate }: SampleContext): Judgement {
  const exact = privateRisk(name, setting);
  const reach = name === "local-response" ? (1 / tanh(setting.epsilon / 2) + 1) / 2 : 1;
  const found = boundedMeanOf(moments, { least: 0, greatest: reach + setting.theta, errorRate });
  return { checks: { risk: estimateEquals(found, exact, 0.02 * exact) } };
}

const settingOf = (cell: { size: number; kappa: number; theta: number }): Setting => ({
  size: cell.size,
  epsilon: epsilonOf(cell),
  theta: cell.theta,
});

/** Where the mean error is no tiny part of the largest one: only then an interval that knows nothing but the bounds is narrow enough. */
const study = sampledStudy({
  axes: {
    estimator: axis(z.enum(SAMPLED), { means: "estimator, whose errors are bounded", quick: SAMPLED }),
    size: axis(z.int().min(1).max(1000), { means: "records", quick: [1000] }),
    kappa: kappaOf([1]),
    theta: axis(z.number().min(0.1).max(0.9), { means: "share of ones", quick: [0.3] }),
  },
  trials: { quick: 500_000, full: 4_000_000 },
  intervals: () => 1,
  block: (cell, count, random) => errors(cell.estimator, settingOf(cell), count, random),
  judge: (cell, moments, context) => judge(cell.estimator, settingOf(cell), moments, context),
});

export const sampledPart: Part = {
  claim: "lecam-private",
  asks: "Are the exact risks those that are found by drawing?",
  study,
  controls: {
    "too-little-noise": {
      says: "noise for an epsilon that is a tenth larger",
      study: variant(study, {
        trials: { quick: 200_000, full: 200_000 },
        block: (cell, count, random) => {
          const setting = settingOf(cell);
          return errors(cell.estimator, { ...setting, epsilon: 1.1 * setting.epsilon }, count, random);
        },
      }),
    },
  },
};
