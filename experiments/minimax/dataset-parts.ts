/**
 * Bounds for one dataset: variances of unbiased private means of bits, and how often a private majority is right.
 *
 * Variances are those of the number of ones, so that one record moves it by 1. They are exact; so is the bias, which the bounds
 * need to be 0.
 */
import { unbiasedSuccessBound } from "../../lib/bounds/unbiased-success.ts";
import { type UnbiasedVarianceForm, unbiasedVarianceBound } from "../../lib/bounds/unbiased-variance.ts";
import { majority } from "../../lib/mechanisms/choice/majority.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { assumed, atLeast, atMost, axis, equal, exactStudy, type Judgement, type Part, z } from "../kit.ts";

const UNBIASED = ["laplace", "geometric", "staircase", "single-response", "sum-of-responses"] as const;
type Unbiased = (typeof UNBIASED)[number];

const SIZE = 1000;
const ONES = 500;

interface Release {
  readonly bias: number;
  readonly meanSquare: number;
  /** How many records can move the statistic one way. */
  readonly records: number;
}

function unbiasedRelease(name: Unbiased, epsilon: number): Release {
  const decay = exp(-epsilon);
  const lost = -expm1(-epsilon);
  const response = decay / (lost * lost);
  const many = { bias: 0, records: Math.max(ONES, SIZE - ONES) };
  switch (name) {
    case "laplace":
      return { ...many, meanSquare: 2 / (epsilon * epsilon) };
    case "geometric":
      return { ...many, meanSquare: 2 * response };
    case "staircase":
      return { ...many, meanSquare: staircaseVariance(epsilon) };
    case "single-response":
      return { bias: 0, records: 1, meanSquare: response };
    case "sum-of-responses":
      return { ...many, meanSquare: SIZE * response };
  }
}

/** A geometric number of steps, then a uniform place on the upper or the lower part of the step. */
function staircaseVariance(epsilon: number): number {
  const decay = exp(-epsilon);
  const upper = 1 / (1 + exp(epsilon / 2));
  const onUpper = upper / (upper + decay * (1 - upper));
  const lost = -expm1(-epsilon);
  const [steps, squares] = [decay / lost, (decay * (1 + decay)) / (lost * lost)];
  const meanSquare = (from: number, width: number) =>
    squares + 2 * steps * (from + width / 2) + from * from + from * width + (width * width) / 3;
  return onUpper * meanSquare(0, upper) + (1 - onUpper) * meanSquare(upper, 1 - upper);
}

function judgeVariance({ bias, meanSquare, records }: Release, epsilon: number): Judgement {
  const moves = Array.from({ length: records }, (_, k) => k + 1);
  const constants = epsilon <= 0.5 && Math.ceil(1 / (2 * epsilon)) <= records;
  const forms: readonly UnbiasedVarianceForm[] = constants
    ? ["lecture", "rounded", "best-step", "chapman-robbins"]
    : ["best-step", "chapman-robbins"];
  const bounds = forms.map((form) => [form, unbiasedVarianceBound({ epsilon, moves, form }).value] as const);
  return {
    checks: {
      bias: assumed(equal(bias, 0, { absolute: 1e-12 })),
      ...Object.fromEntries(bounds.map(([form, bound]) => [form, atLeast(meanSquare, bound)])),
    },
    values: { "mean-square": meanSquare, ...Object.fromEntries(bounds) },
  };
}

/** How often the sharpest bound goes into the variance, where that is known. */
const MULTIPLES: Partial<Record<Unbiased, number>> = { geometric: 2, "single-response": 1 };

const epsilon = axis(z.number().positive().max(20), {
  means: "epsilon",
  quick: [0.01, 0.03, 0.1, 0.3, 0.5, 1, 2],
  full: [0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2],
});

export const variancePart: Part = {
  claim: "lb-continuous-unbiased",
  asks: "Are exact variances of unbiased means above the four bounds, the geometric one twice the sharpest?",
  study: exactStudy({
    axes: { mechanism: axis(z.enum(UNBIASED), { means: "unbiased mechanism", quick: UNBIASED }), epsilon },
    exact: (cell) => {
      const release = unbiasedRelease(cell.mechanism, cell.epsilon);
      const { checks, values = {} } = judgeVariance(release, cell.epsilon);
      const sharpest = checks["chapman-robbins"].theory ?? 0;
      const multiple = MULTIPLES[cell.mechanism];
      return {
        checks: {
          ...checks,
          ...(multiple !== undefined && { multiple: equal(release.meanSquare / sharpest, multiple) }),
        },
        values,
      };
    },
  }),
  controls: {
    "constant-called-unbiased": {
      says: "the constant 1/2, labelled unbiased, at 300 ones of 1000",
      study: exactStudy({
        axes: { epsilon },
        exact: (cell) => judgeVariance({ bias: 200, meanSquare: 200 * 200, records: 700 }, cell.epsilon),
      }),
    },
    "constant-where-right": {
      says: "the same at 501 ones: an error of 1 in the number of ones, below the bounds at small epsilon",
      study: exactStudy({
        axes: { epsilon },
        exact: (cell) => judgeVariance({ bias: -1, meanSquare: 1, records: 501 }, cell.epsilon),
      }),
    },
    "clipped-at-the-end": {
      says: "Laplace noise clipped at no ones, labelled unbiased: half the variance and a bias",
      study: exactStudy({
        axes: { epsilon },
        exact: (cell) => {
          const scale = 1 / cell.epsilon;
          return judgeVariance({ bias: scale / 2, meanSquare: scale * scale, records: SIZE }, cell.epsilon);
        },
      }),
    },
  },
};

const RULES = ["exponential", "inverse-sensitivity", "optimal"] as const;
const voteAxes = {
  voters: axis(z.int().min(1).max(999), { means: "voters, an odd number", quick: [11, 51] }),
  epsilon: axis(z.number().positive().max(20), { means: "epsilon", quick: [0.1, 0.5, 1] }),
};

/** The largest share of the bound that a rule's success reaches, over all numbers of ones. */
function judgeSuccess(voters: number, epsilon: number, success: (ones: number) => number): Judgement {
  const half = (voters - 1) / 2;
  let share = 0;
  for (let ones = 0; ones <= voters; ones++) {
    const changes = ones > half ? ones - half : half + 1 - ones;
    share = Math.max(share, success(ones) / unbiasedSuccessBound({ epsilon, distances: [0, changes] }));
  }
  return { checks: { "share-of-bound": atMost(share, 1) } };
}

export const successPart: Part = {
  claim: "lb-discrete-unbiased",
  asks: "Is no private majority right more often than the bound for unbiased rules allows, at any number of ones?",
  study: exactStudy({
    axes: { rule: axis(z.enum(RULES), { means: "rule of the vote", quick: RULES }), ...voteAxes },
    where: ({ voters }) => voters % 2 === 1,
    exact: ({ rule, voters, epsilon: level }) => {
      const vote = majority({ epsilon: level, size: voters, rule });
      return judgeSuccess(voters, level, (ones) => {
        const law = vote.law(Array.from({ length: voters }, (_, i) => (i < ones ? 1 : 0)));
        return exp(law.logMass(2 * ones > voters ? 1 : 0));
      });
    },
  }),
  controls: {
    "constant-answer": {
      says: "the constant answer 1, which is biased, and right for sure where the majority is 1",
      study: exactStudy({
        axes: voteAxes,
        where: ({ voters }) => voters % 2 === 1,
        exact: (cell) => judgeSuccess(cell.voters, cell.epsilon, (ones) => (2 * ones > cell.voters ? 1 : 0)),
      }),
    },
  },
};
