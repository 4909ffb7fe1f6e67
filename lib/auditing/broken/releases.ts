/**
 * Broken: releases on a grid with the noise of another relation, and ones that make use of the structure of the data, with one of
 * its numbers taken from elsewhere.
 */
import { normalLaw } from "../../mechanisms/laws/normal-law.ts";
import { matrixMechanism } from "../../mechanisms/linear/matrix-mechanism.ts";
import { noisyCovariance } from "../../mechanisms/linear/noisy-covariance.ts";
import { hierarchicalStrategy } from "../../mechanisms/linear/workload.ts";
import type { TestedRelease } from "../../mechanisms/local-sensitivity/propose-test-release.ts";
import { proposeTestReleaseMedian } from "../../mechanisms/local-sensitivity/propose-test-release-median.ts";
import { discreteLaplace } from "../../mechanisms/noise/discrete-laplace.ts";
import { noisySum } from "../../mechanisms/statistics/noisy-sum.ts";
import { quantiles } from "../../mechanisms/statistics/quantiles.ts";
import { countThresholdFor, thresholdedCounts } from "../../mechanisms/statistics/thresholded-counts.ts";
import { exp } from "../../numerics/exponential.ts";
import { gaussianSigmaFor } from "../../privacy/calibration/gaussian-calibration.ts";
import { gaussianDelta } from "../../privacy/loss/gaussian-profile.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { tabulatedLaw } from "../../privacy/loss/tabulated-law.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

const fraction = (numerator: number, denominator: number) => ({ numerator, denominator });
const marks = { step: fraction(1, 1), lower: 90, upper: 100, epsilon: fraction(1, 1) } as const;
const sums = (neighbours: "swap" | "add-remove") => {
  const { law } = noisySum({ ...marks, neighbours });
  return { first: law([]), second: law([100]) };
};
const quartiles = (neighbours: "swap" | "add-remove") => {
  const probabilities = [1, 2, 3].map((k) => fraction(k, 4));
  const { law } = quantiles({
    ...{ step: fraction(1, 1), lower: 0, upper: 5 },
    epsilon: fraction(2, 1),
    probabilities,
    neighbours,
  });
  return { first: law([0, 4]), second: law([5, 4]) };
};

interface Budget {
  readonly epsilon: number;
  readonly delta: number;
}

/** Lone keys x and y in counts with the noise of swap, scale 2 / epsilon, and the threshold of this epsilon a count. */
function loneKeys({ epsilon, delta }: Budget, perCount: number) {
  const noise = "discrete-laplace" as const;
  const threshold = countThresholdFor({ noise, epsilon: perCount, sensitivity: 1, delta });
  const { law } = thresholdedCounts({ noise, epsilon: epsilon / 2, sensitivity: 1, threshold });
  return { first: law(new Map([["x", 1]])), second: law(new Map([["y", 1]])) };
}

export const addRemoveThreshold = brokenVariant({
  name: "stability-histogram-add-remove-threshold",
  claim: "the threshold of noise of scale 1 / epsilon hides a lone key under swap too, where the scale is 2 / epsilon",
  source: "Korolova, Kenthapadi, Mishra, Ntoulas (WWW 2009) for the mechanism; the delta is that of the larger scale",
  at: { epsilon: 2, delta: 1e-4 },
  claimed: { epsilon: 2, delta: 1e-4 },
  // The threshold of add-remove is 6, and the chance to pass it with noise of scale 1 is a^5 / (1 + a), a = 1 / e.
  needs: exp(-5) / (1 + exp(-1)),
  within: 1e-9,
  broken: (budget: Budget) => loneKeys(budget, budget.epsilon),
  corrected: (budget: Budget) => loneKeys(budget, budget.epsilon / 2),
});

/** Equal records, of which this many are elsewhere: with one more the median may move by 100. */
const crowd = (elsewhere: number) => Array.from({ length: 41 }, (_, i) => (i < elsewhere ? 100 : 40));
const unstable = tabulatedLaw<TestedRelease>([["unstable", 0]]);
const withOutcome = (law: DiscreteLaw<TestedRelease>): DiscreteLaw<TestedRelease> => ({
  ...law,
  support: law.support,
  logMass: (output) => (output === "unstable" ? -Infinity : law.logMass(output)),
});

export const distanceWithoutNoise = brokenVariant({
  name: "propose-test-release-without-noise",
  claim: "the distance to instability may be compared with the threshold as it is, here for the median of 41 ages",
  source: "Dwork, Lei (STOC 2009) for the test with noise",
  at: { epsilon: 2, delta: 1e-4 },
  claimed: { epsilon: 2, delta: 1e-4 },
  needs: 1,
  within: 1e-9,
  // With 11 of the 41 elsewhere the distance is one more than with 12, and a threshold between them lets the first pass for sure:
  // then the median 40 is released with its noise.
  broken: ({ epsilon }: Budget) => {
    const passes = discreteLaplace({ epsilon: epsilon / 2, sensitivity: 1, neighbours: "swap" }).law(40);
    return { first: withOutcome(passes), second: unstable };
  },
  corrected: (budget: Budget) => {
    const median = proposeTestReleaseMedian({ ...budget, proposed: 1, lower: 0, upper: 100 });
    return { first: median.law(crowd(11)), second: median.law(crowd(12)) };
  },
});

const tree = hierarchicalStrategy({ cells: 8, branching: 2 });
const hierarchy = matrixMechanism({
  ...{ epsilon: 1, delta: 1e-5, neighbours: "add-remove", workload: tree, strategy: tree },
});
const covariance = noisyCovariance({ epsilon: 1, delta: 1e-5, clip: 1, dimension: 2, neighbours: "swap" });
const gaussian = { epsilon: 1, delta: 1e-5 };
/** Normal laws this far apart with the noise of a sensitivity. */
const apart = (distance: number, sensitivity: number) => {
  const sigma = gaussianSigmaFor({ ...gaussian, sensitivity });
  return { first: normalLaw(0, sigma), second: normalLaw(distance, sigma), points: [0, distance] };
};
const unitMu = 1 / gaussianSigmaFor({ ...gaussian, sensitivity: 1 });
const shape = { kind: "monotone", limits: [Infinity, -Infinity] } as const;

export const RELEASE_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    name: "grid-sum-of-a-width",
    claim: "a sum of records in [90, 100] with noise for the width 10 of the range is epsilon-private under add-remove",
    source: "Dwork, McSherry, Nissim, Smith (TCC 2006): a record that comes moves the sum by 100",
    claimed: pureClaim(1),
    needs: 10,
    within: 1e-9,
    broken: () => sums("swap"),
    corrected: () => sums("add-remove"),
  }),
  brokenVariant({
    name: "bisection-accounted-once",
    claim:
      "quantiles by bisection, accounted as if a record changed one part of each level, are epsilon-private under swap, here 2",
    source: "Kaplan, Schnapp, Stemmer (ICML 2022): a replaced record leaves one part and enters another",
    claimed: pureClaim(2),
    broken: () => quartiles("add-remove"),
    corrected: () => quartiles("swap"),
  }),
  addRemoveThreshold,
  distanceWithoutNoise,
  brokenVariant({
    name: "matrix-mechanism-sensitivity-of-one-entry",
    claim: "a hierarchy of sums over 8 cells needs the noise of one sum, as each moves by at most 1",
    source: "Li, Hay, Rastogi, Miklau, McGregor (PODS 2010): the norm of a column, here 2",
    claimed: gaussian,
    needs: gaussianDelta({ epsilon: gaussian.epsilon, mu: 2 * unitMu }),
    within: 1e-9,
    caughtBy: "density",
    shape,
    broken: () => apart(hierarchy.sensitivity, 1),
    corrected: () => apart(hierarchy.sensitivity, hierarchy.sensitivity),
  }),
  brokenVariant({
    name: "covariance-add-remove-sensitivity",
    claim: "the sum of x x^T over rows of norm 1 moves by 1 in the Frobenius norm under swap too",
    source: "Dwork, Talwar, Thakurta, Zhang (STOC 2014) for the mechanism: orthogonal rows are sqrt(2) apart",
    claimed: gaussian,
    needs: gaussianDelta({ epsilon: gaussian.epsilon, mu: Math.SQRT2 * unitMu }),
    within: 1e-9,
    caughtBy: "density",
    shape,
    broken: () => apart(covariance.sensitivity, 1),
    corrected: () => apart(covariance.sensitivity, covariance.sensitivity),
  }),
];
