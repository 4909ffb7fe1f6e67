/**
 * The excess risk between two proofs: a lower bound for every private method, and what a method has on its worst dataset, exactly
 * or at most.
 *
 * - `convex`, the linear loss on the unit ball: the exponential mechanism, exactly, on the worst of several datasets, that of the
 *   lower bound among them; with delta, the direction of the mean with Gaussian noise b, which has at most 2 E|b|, as <w, mean> >= |mean| -
 *   2 |b|;
 * - `strongly-convex`, |w - z|^2 / 2: the mean with noise, exactly: half the mean square of the noise, on every dataset;
 * - logistic regression with a penalty, at the places of the sampled parts: output perturbation, at most its proved bound.
 */
import { excessRiskBound, type LearningProblem } from "../../lib/bounds/excess-risk.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { outputPerturbation } from "../../lib/learning/output-perturbation.ts";
import { gaussianSigmaFor } from "../../lib/privacy/calibration/gaussian-calibration.ts";
import { approximate, pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { atMost, axis, exactStudy, type Judgement, type Part, variant, z } from "../kit.ts";
import { DELTA, dimension, epsilon, epsilonOf, exactDimensionOf, exactSizeOf, penalty, size } from "./axes.ts";
import { linearMechanism } from "./exponential-parts.ts";
import { linearExcess } from "./linear-instance.ts";
import type { RiskCell } from "./trial.ts";

const PRIVACY = ["pure", "approximate"] as const;
type Privacy = (typeof PRIVACY)[number];
const privacy = axis(z.enum(PRIVACY), { means: "pure, or with a delta of 1e-6", quick: PRIVACY });

type Place = Omit<RiskCell, "penalty"> & { readonly privacy: Privacy };

/** What no private method has less of on every dataset. */
function lowerOf(problem: LearningProblem, place: Place) {
  const guarantee = place.privacy === "pure" ? pure(place.epsilon) : approximate(place.epsilon, DELTA);
  return excessRiskBound({ problem, dimension: place.dimension, size: place.size, guarantee });
}

interface Ends {
  readonly lower: ReturnType<typeof lowerOf>;
  readonly upper: number;
}

function valuesOf({ lower: { value, method, records }, upper }: Ends): Readonly<Record<string, number>> {
  return { lower: value, upper, ratio: upper / value, records, fingerprinting: method === "fingerprinting" ? 1 : 0 };
}

const PROBLEMS = {
  convex: { kind: "convex", lipschitz: 1, radius: 1 },
  "strongly-convex": { kind: "strongly-convex", lipschitz: 2, convexity: 1 },
} as const satisfies Readonly<Record<string, LearningProblem>>;
const KINDS = ["convex", "strongly-convex"] as const satisfies readonly (keyof typeof PROBLEMS)[];

interface SandwichCell extends Place {
  readonly problem: (typeof KINDS)[number];
}

function endsOf(cell: SandwichCell): Ends {
  const lower = lowerOf(PROBLEMS[cell.problem], cell);
  return { lower, upper: cell.problem === "convex" ? directionExcess(cell, lower.records) : meanExcess(cell) };
}

/** The deviation of the noise of a mean of records of length 1. */
const sigmaOf = ({ size: records, epsilon: level }: Place) =>
  gaussianSigmaFor({ epsilon: level, delta: DELTA, sensitivity: 2 / records });

/** The linear loss: with delta at most, else on the worst of datasets whose means have several lengths. */
function directionExcess(place: Place, records: number): number {
  const { dimension: features, size: rows, epsilon: level } = place;
  if (place.privacy === "approximate") return 2 * sigmaOf(place) * Math.sqrt(features);
  const sharpness = linearMechanism(level).sharpness(rows);
  const lengths = [records / rows, ...[0.5, 1, 2, 4, 8].map((times) => (times * features) / (rows * level))];
  return lengths
    .map((length) => linearExcess({ dimension: features, sharpness, meanLength: Math.min(1, length) }))
    .reduce((worst, excess) => Math.max(worst, excess));
}

/** The squared distance to the mean. */
function meanExcess(place: Place): number {
  const { dimension: features, size: rows, epsilon: level } = place;
  if (place.privacy === "approximate") return (features * sigmaOf(place) * sigmaOf(place)) / 2;
  const scale = 2 / (rows * level);
  return (features * (features + 1) * scale * scale) / 2;
}

/** How far the exponential mechanism is from the bound at most. */
const FACTOR = 15;

function judge(cell: SandwichCell, times: number): Judgement {
  const ends = endsOf(cell);
  const { lower, upper } = ends;
  return {
    checks: {
      below: atMost(times * lower.value, upper),
      ...(cell.problem === "convex" && cell.privacy === "pure" && { within: atMost(upper / lower.value, FACTOR) }),
    },
    values: valuesOf(ends),
  };
}

const sandwichStudy = exactStudy({
  axes: {
    problem: axis(z.enum(KINDS), { means: "the losses", quick: KINDS }),
    privacy,
    dimension: exactDimensionOf([2, 20], [1, 2, 5, 10, 20, 100]),
    size: exactSizeOf([1000, 8000], [500, 1000, 2000, 4000, 8000, 16_000, 32_000]),
    epsilon: epsilonOf([0.1, 1], [0.1, 0.3, 1, 3]),
  },
  exact: (cell) => judge(cell, 1),
});

export const sandwichPart: Part = {
  claim: "erm-lower-bounds",
  asks: "Is the excess of private methods on their worst dataset above the lower bound for all of them, and how far?",
  study: sandwichStudy,
  controls: {
    "no-method": {
      says: "a lower bound forty times as large, against the exponential mechanism and the noisy mean",
      study: variant(sandwichStudy, {
        over: { privacy: ["pure"], dimension: [1, 5, 20], size: [8000], epsilon: [0.1, 1] },
        exact: (cell) => judge(cell, 40),
      }),
    },
  },
};

type LogisticCell = RiskCell & { readonly privacy: Privacy };

function judgeLogistic(cell: LogisticCell, claimed: LearningProblem): Judgement {
  const given = { loss: logisticLoss, regularisation: cell.penalty, epsilon: cell.epsilon };
  const method = outputPerturbation(cell.privacy === "pure" ? given : { ...given, delta: DELTA });
  const ends = { lower: lowerOf(claimed, cell), upper: method.excessBound(cell.size, cell.dimension) };
  return { checks: { below: atMost(ends.lower.value, ends.upper) }, values: valuesOf(ends) };
}

const logisticStudy = exactStudy({
  axes: { privacy, dimension, size, penalty, epsilon },
  exact: (cell) => judgeLogistic(cell, { kind: "logistic", penalty: cell.penalty }),
});

export const logisticSandwichPart: Part = {
  claim: "erm-lower-bounds",
  asks: "Is the bound of output perturbation above what every private method for penalised logistic regression has at least?",
  study: logisticStudy,
  controls: {
    "no-penalty": {
      says: "the lower bound of convex losses on the unit ball, which falls like 1 / n, claimed with a penalty",
      study: variant(logisticStudy, {
        over: { dimension: [2, 5], size: [32_000], penalty: [0.1], epsilon: [1, 3] },
        exact: (cell) => judgeLogistic(cell, PROBLEMS.convex),
      }),
    },
  },
};
