/** Exhibits of the gallery: releases that make use of the structure of the data, with one of its numbers taken from elsewhere. */

import { normalLaw } from "../../mechanisms/laws/normal-law.ts";
import { matrixMechanism } from "../../mechanisms/linear/matrix-mechanism.ts";
import { noisyCovariance } from "../../mechanisms/linear/noisy-covariance.ts";
import { hierarchicalStrategy } from "../../mechanisms/linear/workload.ts";
import type { TestedRelease } from "../../mechanisms/local-sensitivity/propose-test-release.ts";
import { proposeTestReleaseMedian } from "../../mechanisms/local-sensitivity/propose-test-release-median.ts";
import { discreteLaplace } from "../../mechanisms/noise/discrete-laplace.ts";
import { countThresholdFor, thresholdedCounts } from "../../mechanisms/statistics/thresholded-counts.ts";
import { exp } from "../../numerics/exponential.ts";
import { gaussianSigmaFor } from "../../privacy/calibration/gaussian-calibration.ts";
import { gaussianDelta } from "../../privacy/loss/gaussian-profile.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { tabulatedLaw } from "../tabulated-law.ts";
import { densityExhibit, type Exhibit, lawExhibit } from "./exhibit.ts";

/** Lone keys x and y in counts with the noise of swap, scale 2 / epsilon, and the threshold of this epsilon a count. */
function loneKeys({ epsilon, delta }: { readonly epsilon: number; readonly delta: number }, perCount: number) {
  const noise = "discrete-laplace" as const;
  const threshold = countThresholdFor({ noise, epsilon: perCount, sensitivity: 1, delta });
  const { law } = thresholdedCounts({ noise, epsilon: epsilon / 2, sensitivity: 1, threshold });
  return { first: law(new Map([["x", 1]])), second: law(new Map([["y", 1]])) };
}

const median = proposeTestReleaseMedian({ epsilon: 2, delta: 1e-4, proposed: 1, lower: 0, upper: 100 });
/** Equal records, of which this many are elsewhere: with one more the median may move by 100. */
const crowd = (elsewhere: number) => Array.from({ length: 41 }, (_, i) => (i < elsewhere ? 100 : 40));
/** What is released where a test without noise passes: the median 40 with its noise. */
const stable: DiscreteLaw<TestedRelease> = discreteLaplace({
  ...{ epsilon: 1, sensitivity: 1, neighbours: "swap" },
}).law(40);
const unstable = tabulatedLaw<TestedRelease>([["unstable", 0]]);
const withOutcome = (law: DiscreteLaw<TestedRelease>): DiscreteLaw<TestedRelease> => ({
  ...law,
  support: law.support,
  logMass: (output) => (output === "unstable" ? -Infinity : law.logMass(output)),
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

const lone = { epsilon: 2, delta: 1e-4 };

export const STRUCTURED_EXHIBITS: readonly Exhibit[] = [
  lawExhibit({
    name: "stability-histogram-add-remove-threshold",
    claim:
      "the threshold of noise of scale 1 / epsilon hides a lone key under swap too, where the scale is 2 / epsilon",
    source: "Korolova, Kenthapadi, Mishra, Ntoulas (WWW 2009) for the mechanism; the delta is that of the larger scale",
    claimed: lone,
    // The threshold of add-remove is 6, and the chance to pass it with noise of scale 1 is a^5 / (1 + a), a = 1 / e.
    needs: exp(-5) / (1 + exp(-1)),
    within: 1e-9,
    broken: () => loneKeys(lone, lone.epsilon),
    corrected: () => loneKeys(lone, lone.epsilon / 2),
  }),
  lawExhibit({
    name: "propose-test-release-without-noise",
    claim: "the distance to instability may be compared with the threshold as it is, here for the median of 41 ages",
    source: "Dwork, Lei (STOC 2009) for the test with noise",
    claimed: { epsilon: 2, delta: 1e-4 },
    needs: 1,
    within: 1e-9,
    // With 11 of the 41 elsewhere the distance is one more than with 12, and a threshold between them lets the first pass for sure.
    broken: () => ({ first: withOutcome(stable), second: unstable }),
    corrected: () => ({ first: median.law(crowd(11)), second: median.law(crowd(12)) }),
  }),
  densityExhibit({
    name: "matrix-mechanism-sensitivity-of-one-entry",
    claim: "a hierarchy of sums over 8 cells needs the noise of one sum, as each moves by at most 1",
    source: "Li, Hay, Rastogi, Miklau, McGregor (PODS 2010): the norm of a column, here 2",
    claimed: gaussian,
    needs: gaussianDelta({ epsilon: gaussian.epsilon, mu: 2 * unitMu }),
    within: 1e-9,
    shape,
    broken: () => apart(hierarchy.sensitivity, 1),
    corrected: () => apart(hierarchy.sensitivity, hierarchy.sensitivity),
  }),
  densityExhibit({
    name: "covariance-add-remove-sensitivity",
    claim: "the sum of x x^T over rows of norm 1 moves by 1 in the Frobenius norm under swap too",
    source: "Dwork, Talwar, Thakurta, Zhang (STOC 2014) for the mechanism: orthogonal rows are sqrt(2) apart",
    claimed: gaussian,
    needs: gaussianDelta({ epsilon: gaussian.epsilon, mu: Math.SQRT2 * unitMu }),
    within: 1e-9,
    shape,
    broken: () => apart(covariance.sensitivity, 1),
    corrected: () => apart(covariance.sensitivity, covariance.sensitivity),
  }),
];
