/**
 * PAPRIKA and its repair: exact audits of both, the shift that keeps noise from rejecting, and what the private rules find among 800 tests.
 */
import { logAnswersProbability } from "../../lib/adaptive/comparison-law.ts";
import { discreteDelta, discreteEpsilon, type LawPair } from "../../lib/auditing/discrete-audit.ts";
import { paprikaLiteral } from "../../lib/false-discovery/paprika-literal.ts";
import { privateLord } from "../../lib/false-discovery/private-lord.ts";
import { noiseRejects, rejectionNoise, rejectionShift } from "../../lib/false-discovery/private-rejections.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import {
  atMost,
  axis,
  boundedMeanOf,
  deltaAtMost,
  equal,
  estimateAtMost,
  exactStudy,
  lossAtMost,
  type Part,
  sampledStudy,
  shareOf,
  variant,
  z,
} from "../kit.ts";
import { ALPHA, RULES, runs } from "./private-simulation.ts";
import { sensitivityParts } from "./sensitivity-parts.ts";

const COMMON = { alpha: 0.05, neighbours: "swap" } as const;
const DELTA = 2.5e-4;

const epsilonOf = (quick: readonly number[], full = quick) =>
  axis(z.number().min(0.1).max(20), { means: "epsilon", quick, full });
const sensitivity = axis(z.number().min(0.01).max(1), { means: "eta, by which a record moves ln p", quick: [0.1] });

function literalOf({ epsilon, sensitivity }: { readonly epsilon: number; readonly sensitivity: number }) {
  return paprikaLiteral({
    ...COMMON,
    epsilon,
    sensitivity,
    delta: DELTA,
    lambda: 0.2,
    mostRejections: 1,
    horizon: 1001,
    shiftFactor: 4,
  });
}

/** The quadrature of the laws is good to 1e-11, and the worst pair attains epsilon. */
const lossCheck = (laws: LawPair<string>, claimed: number) =>
  lossAtMost(discreteEpsilon(laws), claimed, { error: 1e-9 * claimed });

const privateLordPart: Part = {
  claim: "paprika",
  asks: "Is the exact loss of private LORD++ within epsilon, on its worst pair and on the one that breaks PAPRIKA?",
  study: exactStudy({
    axes: {
      epsilon: epsilonOf([1, 3], [1, 3, 10]),
      sensitivity,
      mostRejections: axis(z.int().min(1).max(2), { means: "rejections that are allowed", quick: [1], full: [1, 2] }),
    },
    exact: ({ epsilon, sensitivity, mostRejections }) => {
      const given = { ...COMMON, epsilon, sensitivity, mostRejections };
      const rule = privateLord({ ...given, floor: 1e-300, noiseError: DELTA });
      const pairOf = ([first, second]: readonly (readonly number[])[]) => ({
        first: rule.law(first),
        second: rule.law(second),
      });
      const worst = lossCheck(pairOf(rule.worstPair()), epsilon);
      const leaking = pairOf(literalOf({ epsilon, sensitivity }).leakingPair(12));
      return {
        checks: { worst, "counter-example": lossCheck(leaking, epsilon) },
        values: { share: (worst.estimate ?? 0) / epsilon },
      };
    },
  }),
  controls: {
    "paprika-literal": {
      says: "PAPRIKA as transcribed, whose levels know the candidates: on p-values just below 2 lambda against as many just above it",
      study: exactStudy({
        axes: {
          epsilon: epsilonOf([1], [1, 3, 10]),
          sensitivity,
          copies: axis(z.int().min(10).max(300), {
            means: "p-values at the border",
            quick: [10, 30, 100, 300],
          }),
        },
        exact: ({ epsilon, sensitivity, copies }) => {
          const literal = literalOf({ epsilon, sensitivity });
          const [first, second] = literal.leakingPair(copies).map(literal.law);
          const rejects = `${"-".repeat(copies)}+`;
          const found = discreteDelta({ first, second }, epsilon).lower;
          const [p, q] = [first, second].map((law) => exp(law.logMass(rejects)));
          return {
            checks: { delta: deltaAtMost(found, DELTA) },
            // The event that the last is rejected certifies an epsilon at the delta claimed.
            values: { rejects: p, neighbourRejects: q, epsilonNeeded: Math.max(0, log((p - DELTA) / q)) },
          };
        },
      }),
    },
  },
};

const shiftAxes = {
  epsilon: epsilonOf([1]),
  noiseError: axis(z.number().min(1e-9).max(0.1), {
    means: "chance that noise alone may reject",
    quick: [0.01, 1e-4],
  }),
};
const noiseOf = (epsilon: number) => ({ epsilon, sensitivity: 0.1, mostRejections: 1 });

/** What the noise rejects at a shift, by quadrature over that of the threshold, against what it may. */
function shiftCheck(epsilon: number, shift: number, allowed: number) {
  const exact = exp(logAnswersProbability(rejectionNoise(noiseOf(epsilon)), [-shift], [true]));
  return { exact, check: atMost(exact, allowed) };
}

const shiftPart: Part = {
  claim: "paprika",
  asks: "Does the shift A = 4 (eta c / epsilon) ln(2 / (3 delta)) keep the noise from rejecting with more than delta?",
  study: exactStudy({
    axes: shiftAxes,
    exact: ({ epsilon, noiseError }) => {
      const shift = rejectionShift(noiseOf(epsilon), noiseError);
      const { exact, check } = shiftCheck(epsilon, shift, noiseError);
      return {
        checks: { tail: check, "closed-form": equal(noiseRejects(noiseOf(epsilon), shift), exact, { share: 1e-9 }) },
        values: { shift },
      };
    },
  }),
  controls: {
    "factor-one": {
      says: "the shift with the factor 1 in place of 4: .21 where .01 is meant",
      study: exactStudy({
        axes: shiftAxes,
        exact: ({ epsilon, noiseError }) => {
          const { check } = shiftCheck(epsilon, rejectionShift(noiseOf(epsilon), noiseError) / 4, noiseError);
          return { checks: { tail: check } };
        },
      }),
    },
    "no-shift": {
      says: "no shift at all, as in the listing of the notes (erratum E10): noise rejects a p-value at its level half of the time",
      refutes: ["E10"],
      study: exactStudy({
        axes: shiftAxes,
        exact: ({ epsilon, noiseError }) => ({ checks: { tail: shiftCheck(epsilon, 0, noiseError).check } }),
      }),
    },
  },
};

const rule = axis(z.enum(RULES), { means: "private rule", quick: RULES });
const signals = axis(z.number().min(0).max(0.05), {
  means: "share of hypotheses with signal",
  quick: [0.03],
  full: [0.01, 0.02, 0.03, 0.04, 0.05],
});
const mostRejections = axis(z.int().min(1).max(20), { means: "rejections that are allowed", quick: [10] });
const runsEpsilon = axis(z.number().min(0.5).max(10), { means: "epsilon", quick: [3, 10], full: [1, 3, 5, 10] });

const rulesStudy = sampledStudy({
  axes: { rule, epsilon: runsEpsilon, signals, mostRejections },
  trials: { quick: 400, full: 400 },
  blockSize: 25,
  intervals: () => 2,
  block: (cell, count, random) => runs({ ...cell, shiftFactor: 4 }, count, random),
  judge: (_, { any, falseShare, power }, context) => {
    const found = boundedMeanOf(power, { least: 0, greatest: 1, errorRate: context.errorRate });
    return {
      // The false discovery rate is at most the chance of any false discovery, whose interval is exact and short.
      checks: { "any-false-discovery": estimateAtMost(shareOf(any, context), ALPHA) },
      values: {
        rate: falseShare.mean,
        power: found.estimate,
        powerLower: Math.max(0, found.lower),
        powerUpper: Math.min(1, found.upper),
      },
    };
  },
});

const privateRulesPart: Part = {
  claim: "paprika",
  asks: "Do private rules make a false discovery in more than a share alpha of runs of 800 tests, and how many signals do they find?",
  study: rulesStudy,
  controls: {
    "no-shift": {
      says: "PAPRIKA without its shift, as in the listing of the notes (erratum E10): the noise rejects, and most of it is false",
      refutes: ["E10"],
      study: variant(rulesStudy, {
        axes: { epsilon: runsEpsilon, signals },
        over: { epsilon: [3, 10] },
        intervals: () => 1,
        block: (cell, count, random) =>
          runs({ ...cell, rule: "paprika-literal", mostRejections: 10, shiftFactor: 0 }, count, random),
        judge: (_, { falseShare }, { errorRate }) => ({
          checks: { rate: estimateAtMost(boundedMeanOf(falseShare, { least: 0, greatest: 1, errorRate }), ALPHA) },
        }),
      }),
    },
  },
};

/** The private half of the experiment. */
export const privateParts: Readonly<Record<string, Part>> = {
  ...sensitivityParts,
  paprika: privateLordPart,
  shift: shiftPart,
  "private-rules": privateRulesPart,
};
