/**
 * The excess risk between two proofs: a lower bound for every private method, and what a method has on the worst dataset, exactly or at most.
 *
 * - `convex`, the linear loss on the unit ball: the exponential mechanism, exactly, on the worst of several datasets, that of the lower bound among them; with
 *   delta, the direction of the mean with Gaussian noise b, which has at most 2 E|b|, as <w, mean> >= |mean| - 2 |b|;
 * - `strongly-convex`, |w - z|^2 / 2: output perturbation, exactly: half the mean square of its noise, on every dataset;
 * - `logistic`, with a penalty: output perturbation, at most its proved bound.
 */
import { excessRiskBound, type LearningProblem } from "../../lib/bounds/excess-risk.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { outputPerturbation } from "../../lib/learning/output-perturbation.ts";
import { gaussianSigmaFor } from "../../lib/privacy/calibration/gaussian-calibration.ts";
import { approximate, pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { atMost, axis, exactStudy, type Judgement, type Part, z } from "../kit.ts";
import { DELTA, epsilonOf } from "./axes.ts";
import { linearMechanism } from "./exponential-parts.ts";
import { linearExcess } from "./linear-instance.ts";

const KINDS = ["convex", "strongly-convex", "logistic"] as const;
const PRIVACY = ["pure", "approximate"] as const;
const PENALTY = 0.01;
/** How far the exponential mechanism is from the bound at most. */
const FACTOR = 15;

const PROBLEMS: Readonly<Record<(typeof KINDS)[number], LearningProblem>> = {
  convex: { kind: "convex", lipschitz: 1, radius: 1 },
  "strongly-convex": { kind: "strongly-convex", lipschitz: 2, convexity: 1 },
  logistic: { kind: "logistic", penalty: PENALTY },
};

interface SandwichCell {
  readonly problem: (typeof KINDS)[number];
  readonly privacy: (typeof PRIVACY)[number];
  readonly dimension: number;
  readonly size: number;
  readonly epsilon: number;
}

function lowerOf({ problem, privacy, dimension, size, epsilon }: SandwichCell) {
  const guarantee = privacy === "pure" ? pure(epsilon) : approximate(epsilon, DELTA);
  return excessRiskBound({ problem: PROBLEMS[problem], dimension, size, guarantee });
}

/** What the method has on the worst dataset, or at most. */
function upperOf({ problem, privacy, dimension, size, epsilon }: SandwichCell, records: number): number {
  const sigma = () => gaussianSigmaFor({ epsilon, delta: DELTA, sensitivity: 2 / size });
  switch (problem) {
    case "convex": {
      if (privacy === "approximate") return 2 * sigma() * Math.sqrt(dimension);
      const sharpness = linearMechanism(epsilon).sharpness(size);
      const lengths = [records / size, ...[0.5, 1, 2, 4, 8].map((times) => (times * dimension) / (size * epsilon))];
      return lengths
        .map((length) => linearExcess({ dimension, sharpness, meanLength: Math.min(1, length) }))
        .reduce((worst, excess) => Math.max(worst, excess));
    }
    case "strongly-convex": {
      if (privacy === "approximate") return (dimension * sigma() * sigma()) / 2;
      const scale = 2 / (size * epsilon);
      return (dimension * (dimension + 1) * scale * scale) / 2;
    }
    case "logistic": {
      const given = { loss: logisticLoss, regularisation: PENALTY, epsilon };
      const method = outputPerturbation(privacy === "pure" ? given : { ...given, delta: DELTA });
      return method.excessBound(size, dimension);
    }
  }
}

function judge(cell: SandwichCell, times: number): Judgement {
  const { value, method, records } = lowerOf(cell);
  const upper = upperOf(cell, records);
  return {
    checks: {
      below: atMost(times * value, upper),
      ...(cell.problem === "convex" && cell.privacy === "pure" && { within: atMost(upper / value, FACTOR) }),
    },
    values: { lower: value, upper, ratio: upper / value, records, fingerprinting: method === "fingerprinting" ? 1 : 0 },
  };
}

const problem = axis(z.enum(KINDS), { means: "the losses", quick: KINDS });
const privacy = axis(z.enum(PRIVACY), { means: "pure, or with a delta of 1e-6", quick: PRIVACY });
const sizeOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.int().min(1).max(100_000_000), { means: "records", quick, full });
const dimensionOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.int().min(1).max(1000), { means: "features", quick, full });

export const sandwichPart: Part = {
  claim: "erm-lower-bounds",
  asks: "Is the excess of private methods on their worst dataset above the lower bound for all of them, and how far?",
  study: exactStudy({
    axes: {
      problem,
      privacy,
      dimension: dimensionOf([2, 20], [1, 2, 5, 10, 20, 100]),
      size: sizeOf([1000, 8000], [500, 1000, 2000, 4000, 8000, 16_000, 32_000]),
      epsilon: epsilonOf([0.1, 1], [0.1, 0.3, 1]),
    },
    exact: (cell) => judge(cell, 1),
  }),
  controls: {
    "no-method": {
      says: "a lower bound forty times as large, against the exponential mechanism and output perturbation",
      study: exactStudy({
        axes: {
          problem: axis(z.enum(KINDS), { means: "the losses", quick: KINDS.slice(0, 2) }),
          privacy: axis(z.enum(PRIVACY), { means: "pure privacy", quick: PRIVACY.slice(0, 1) }),
          dimension: dimensionOf([1, 5, 20]),
          size: sizeOf([8000]),
          epsilon: epsilonOf([0.1, 1]),
        },
        exact: (cell) => judge(cell, 40),
      }),
    },
  },
};
