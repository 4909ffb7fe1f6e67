/** Broken: noise of the wrong size or shape. */

import { isFloatLaplaceOutput, releaseFloatLaplace } from "../../attacks/float-laplace.ts";
import { auditSupport } from "../../attacks/support-audit.ts";
import { domain, flagColumn } from "../../data/domain.ts";
import { laplaceLaw } from "../../mechanisms/laws/laplace-law.ts";
import { normalLaw } from "../../mechanisms/laws/normal-law.ts";
import { planarSideLaw } from "../../mechanisms/laws/planar-side-law.ts";
import { smoothSensitivityMedian } from "../../mechanisms/local-sensitivity/smooth-sensitivity-median.ts";
import { boundedLaplace } from "../../mechanisms/noise/bounded-laplace.ts";
import { discreteGaussian } from "../../mechanisms/noise/discrete-gaussian.ts";
import { gaussian } from "../../mechanisms/noise/gaussian.ts";
import { laplace } from "../../mechanisms/noise/laplace.ts";
import { truncatedDiscreteLaplace } from "../../mechanisms/noise/truncated-discrete-laplace.ts";
import { noisyCount } from "../../mechanisms/statistics/noisy-count.ts";
import { noisyVariance } from "../../mechanisms/statistics/noisy-variance.ts";
import { log } from "../../numerics/logarithm.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import { gaussianSigmaFor } from "../../privacy/calibration/gaussian-calibration.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { sampleNormal } from "../../random/normal.ts";
import type { Stream } from "../../random/stream.ts";
import { continuousEpsilon, type DensityPair } from "../continuous-audit.ts";
import { halfLineEvent } from "../event-choice.ts";
import { auditZeroConcentrated } from "../renyi-audit.ts";
import { auditRelease } from "../sampled-audit.ts";
import {
  addRemoveHistogram,
  discreteLaplaceCount,
  doubledDiscreteLaplace,
  laplaceByDeviation,
  localSensitivityMedian,
  noisyPrefixSums,
} from "./additive-noise.ts";
import { brokenVariant, type Exhibit, GALLERY_ERROR_RATE, pureClaim } from "./broken-variant.ts";

const visits = domain({
  columns: { treated: flagColumn() },
  person: { column: "patient", atMost: 3, keep: "first" },
});
const monotone = (limit: number) => ({ kind: "monotone", limits: [limit, -limit] }) as const;
const normals = (sigma: number): DensityPair => ({
  first: normalLaw(0, sigma),
  second: normalLaw(1, sigma),
  points: [0, 0.5, 1],
});
const integers = (variance: number) => {
  const { law } = discreteGaussian({ rho: 1 / (2 * variance), sensitivity: 1, neighbours: "swap" });
  return { first: law(0), second: law(1) };
};

/** A Gaussian claim against noise of another deviation: caught by quadrature of the hockey-stick divergence. */
function gaussianVariant(described: {
  readonly name: string;
  readonly claim: string;
  readonly source: string;
  readonly claimed: { readonly epsilon: number; readonly delta: number };
  readonly sigma: number;
  readonly needs?: number;
  readonly within?: number;
}): Exhibit {
  const { sigma, ...shown } = described;
  const right = gaussianSigmaFor({ ...described.claimed, sensitivity: 1 });
  return brokenVariant({
    ...shown,
    caughtBy: "density",
    shape: { kind: "monotone" },
    broken: () => normals(sigma),
    corrected: () => normals(right),
  });
}

/** The same by draws, where delta is large enough to see. */
function drawnGaussianVariant(described: {
  readonly name: string;
  readonly claim: string;
  readonly claimed: { readonly epsilon: number; readonly delta: number };
  readonly share: number;
  readonly draws: number;
}): Exhibit {
  const { share, draws, ...shown } = described;
  const sigma = share * gaussianSigmaFor({ ...described.claimed, sensitivity: 1 });
  const plan = {
    inputs: [0, 1] as const,
    draws,
    errorRate: GALLERY_ERROR_RATE,
    choose: halfLineEvent((x: number) => x),
  };
  const drawn = (release: (mean: number, random: Stream) => number) => (random: Stream) =>
    auditRelease(release, { ...plan, ...described.claimed }, random);
  return brokenVariant({
    ...shown,
    source: "claim gaussian-analytic; Balle, Wang (ICML 2018)",
    caughtBy: "sampling",
    broken: () => drawn((mean, random) => sampleNormal({ mean, sigma }, random)),
    corrected: () => drawn(gaussian({ ...described.claimed, sensitivity: 1, neighbours: "swap" }).release),
  });
}

/** Coordinates are independent, and all may be at their worst at once: their losses add up. */
function coordinateLoss(dimension: number, scale: number): number {
  const pair = { first: laplaceLaw(0, scale), second: laplaceLaw(1 / Math.sqrt(dimension), scale) };
  const limit = 1 / (Math.sqrt(dimension) * scale);
  return dimension * continuousEpsilon(pair, monotone(limit)).upper;
}

const median = smoothSensitivityMedian({ epsilon: 1, lower: 0, upper: 1 });
const medianLaw = median.law;
const roundsOf = (records: readonly number[]) => noisyPrefixSums(records, 1 / 3);

/** The noise, and not the count with noise, clamped to the range: how far an output may lie from the count tells the count. */
const windowedCount = (value: number): DiscreteLaw<number> => {
  const noise = truncatedDiscreteLaplace({ epsilon: 1, lower: -5, upper: 5, neighbours: "swap" }).law(0);
  return {
    kind: "discrete",
    support: noise.support.map((k) => value + k),
    logMass: (output) => noise.logMass(output - value),
    neglected: 0,
  };
};
const rangedCount = truncatedDiscreteLaplace({ epsilon: 1, lower: 0, upper: 10, neighbours: "swap" });

/** Bounded noise of a scale, at the two inputs that it tells apart best. */
const bounded = (noise: { readonly scale: number } | { readonly epsilon: number }): DensityPair => {
  const { law } = boundedLaplace({ ...noise, sensitivity: 1, lower: 0, upper: 4, neighbours: "swap" });
  return { first: law(0), second: law(1), points: [0, 1, 4] };
};

const grid = laplace({
  epsilon: { numerator: 1, denominator: 10 },
  sensitivity: 1,
  step: { numerator: 1, denominator: 1024 },
  neighbours: "swap",
});

export const laplaceByDeviationVariant = brokenVariant({
  name: "laplace-by-deviation",
  claim: "Laplace noise of deviation 1 / epsilon is epsilon-private",
  source: "claim laplace-mechanism, E01",
  caughtBy: "density",
  at: { epsilon: 1 },
  claimed: pureClaim(1),
  needs: Math.SQRT2,
  within: 1e-13,
  shape: monotone(Math.SQRT2),
  broken: ({ epsilon }: { readonly epsilon: number }) => ({
    first: laplaceByDeviation(0, epsilon),
    second: laplaceByDeviation(1, epsilon),
  }),
  corrected: ({ epsilon }: { readonly epsilon: number }) => {
    const [first, second] = [laplaceLaw(0, 1 / epsilon), laplaceLaw(1, 1 / epsilon)];
    return continuousEpsilon({ first, second }, monotone(epsilon)).upper;
  },
});

/** A record that changes its bin. */
function movedRecord(epsilon: number) {
  return { first: addRemoveHistogram([1, 0], epsilon), second: addRemoveHistogram([0, 1], epsilon) };
}

export const oneScaleHistogram = brokenVariant({
  name: "one-scale-histogram",
  claim: "a histogram, or a density estimate, with the noise for add-remove is epsilon-private under swap",
  says: "a histogram that is epsilon-private under add-remove said to be so under swap, where two bins move",
  source: "claims sensitivity and nonparametric-density; Wasserman, Zhou (2010)",
  at: { epsilon: 1 },
  claimed: pureClaim(1),
  needs: 2,
  within: 1e-12,
  broken: ({ epsilon }: { readonly epsilon: number }) => movedRecord(epsilon),
  corrected: ({ epsilon }: { readonly epsilon: number }) => movedRecord(epsilon / 2),
});

export const planarCoordinates = brokenVariant({
  name: "planar-laplace-coordinates",
  claim: "Laplace noise of scale 1 on both coordinates of a place is 1-private for places at a distance of 1",
  source:
    "Andres, Bordenabe, Chatzikokolakis, Palamidessi (CCS 2013): the noise is around the place, not along the axes",
  caughtBy: "density",
  claimed: pureClaim(1),
  shape: { kind: "monotone" },
  needs: Math.SQRT2,
  within: 1e-12,
  says: "independent Laplace noise of the same scale on both coordinates",
  at: { epsilon: 1 },
  broken: ({ epsilon }: { readonly epsilon: number }): number => coordinateLoss(2, 1 / epsilon),
  corrected: ({ epsilon }) => ({
    first: planarSideLaw(epsilon, "first"),
    second: planarSideLaw(epsilon, "second"),
    points: [-1, 0, 1],
  }),
});

export const NOISE_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    name: "bounded-laplace-of-plain-scale",
    claim: "Laplace noise of scale sensitivity / epsilon, drawn until the output is in the range, is epsilon-private",
    source: "Holohan, Antonatos, Braghin, Mac Aonghusa (2020), doi:10.29012/jpc.715, for the scale that is right",
    claimed: pureClaim(1),
    needs: boundedLaplace({ scale: 1, sensitivity: 1, lower: 0, upper: 4, neighbours: "swap" }).guarantee.epsilon,
    within: 1e-9,
    caughtBy: "density",
    shape: { kind: "unknown" },
    broken: () => bounded({ scale: 1 }),
    corrected: () => bounded({ epsilon: 1 }),
  }),
  laplaceByDeviationVariant,
  brokenVariant({
    name: "doubled-geometric",
    claim: "geometric noise of ratio e^(-2 epsilon) is epsilon-private",
    source: "claim geometric-mechanism; Ghosh, Roughgarden, Sundararajan (STOC 2009)",
    claimed: pureClaim(0.5),
    needs: 1,
    within: 1e-12,
    broken: () => ({ first: doubledDiscreteLaplace(0, 0.5), second: doubledDiscreteLaplace(1, 0.5) }),
    corrected: () => ({ first: discreteLaplaceCount(0, 0.5), second: discreteLaplaceCount(1, 0.5) }),
  }),
  brokenVariant({
    name: "variance-by-one-square",
    claim: "a variance of four records moves by at most (range / 4)^2 if one is replaced",
    source: "noisyVariance: three of the six squared distances move, by the square of the range each",
    caughtBy: "density",
    claimed: pureClaim(1),
    needs: 3,
    within: 1e-13,
    broken: () => {
      const [first, second] = [laplaceLaw(0, 1 / 16), laplaceLaw(3 / 16, 1 / 16)];
      return continuousEpsilon({ first, second }, monotone(3)).upper;
    },
    corrected: () => {
      const { law } = noisyVariance({ epsilon: 1, lower: 0, upper: 1 });
      return continuousEpsilon({ first: law([0, 0, 0, 0]), second: law([0, 0, 0, 1]) }, monotone(1)).upper;
    },
  }),
  brokenVariant({
    name: "rows-for-persons",
    claim: "a count of rows with noise for one row is epsilon-private for persons who have up to three rows each",
    source: "Dwork, Roth (2014), theorem 2.2: a group of three needs three times epsilon",
    claimed: pureClaim(1),
    needs: 3,
    within: 1e-12,
    broken: () => ({ first: discreteLaplaceCount(5, 1), second: discreteLaplaceCount(8, 1) }),
    corrected: () => {
      const { law, worstPair } = noisyCount({ domain: visits, epsilon: 1 });
      const [first, second] = worstPair();
      return { first: law(first), second: law(second) };
    },
  }),
  brokenVariant({
    name: "clamped-noise",
    claim: "a count plus discrete Laplace noise clamped to [-5, 5] is private for some epsilon, here 10",
    source: "Ghosh, Roughgarden, Sundararajan (STOC 2009), who clamp the sum",
    claimed: pureClaim(10),
    correctedClaim: pureClaim(1),
    needs: Infinity,
    broken: () => ({ first: windowedCount(5), second: windowedCount(6) }),
    corrected: () => ({ first: rangedCount.law(5), second: rangedCount.law(6) }),
  }),
  oneScaleHistogram,
  brokenVariant({
    name: "wrong-norm",
    claim: "Laplace noise of scale 1 / epsilon on each of 16 coordinates is epsilon-private for l2 sensitivity 1",
    source: "claim laplace-vs-gaussian-dimension; Steinke, Ullman (2016) for the comparison",
    caughtBy: "density",
    claimed: pureClaim(1),
    needs: 4,
    within: 1e-12,
    broken: () => coordinateLoss(16, 1),
    corrected: () => coordinateLoss(16, 4),
  }),
  planarCoordinates,
  brokenVariant({
    name: "half-variance",
    claim: "discrete Gaussian noise of variance s / 2 is 1 / (2 s)-zero-concentrated, here 1/2",
    source: "claim discrete-gaussian; Canonne, Kamath, Steinke (NeurIPS 2020)",
    caughtBy: "divergence",
    broken: () => () => auditZeroConcentrated(integers(0.5), { rho: 0.5 }),
    corrected: () => () => auditZeroConcentrated(integers(1), { rho: 0.5 }),
  }),
  gaussianVariant({
    name: "classic-gaussian-at-10",
    claim: "sqrt(2 log(1.25 / delta)) / epsilon is enough noise at epsilon 10, delta 1e-5",
    source: "claim gaussian-classic, E52; row A15",
    claimed: { epsilon: 10, delta: 1e-5 },
    sigma: Math.sqrt(2 * log(1.25e5)) / 10,
    needs: 2.27e-5,
    within: 5e-8,
  }),
  gaussianVariant({
    name: "gaussian-of-variance-1-over-epsilon",
    claim: "Gaussian noise of variance 1 / epsilon is (epsilon, 1e-5)-private, here at 1",
    source: "claim gaussian-classic, E50",
    claimed: { epsilon: 1, delta: 1e-5 },
    sigma: 1,
    needs: 0.12694,
    within: 5e-6,
  }),
  gaussianVariant({
    name: "tail-calibration-at-unit-scale",
    claim: "a variance of (1 + 2 z) / epsilon with the normal quantile z of delta is (1, 1e-5)-private",
    source: "claim gaussian-tail-calibration, E50b",
    claimed: { epsilon: 1, delta: 1e-5 },
    sigma: Math.sqrt(1 + 2 * normalUpperQuantile(1e-5)),
  }),
  gaussianVariant({
    name: "nine-tenths-gaussian",
    claim: "nine tenths of the analytic sigma are (1, 1e-5)-private",
    source: "claim gaussian-analytic; Balle, Wang (ICML 2018)",
    claimed: { epsilon: 1, delta: 1e-5 },
    sigma: 0.9 * gaussianSigmaFor({ epsilon: 1, delta: 1e-5, sensitivity: 1 }),
    needs: 4.97e-5,
    within: 5e-8,
  }),
  drawnGaussianVariant({
    name: "half-gaussian-drawn",
    claim: "half of the analytic sigma is (1, 1e-5)-private",
    claimed: { epsilon: 1, delta: 1e-5 },
    share: 0.5,
    draws: 150_000,
  }),
  drawnGaussianVariant({
    name: "nine-tenths-gaussian-drawn",
    claim: "nine tenths of the analytic sigma are (1, 0.01)-private",
    claimed: { epsilon: 1, delta: 0.01 },
    share: 0.9,
    draws: 240_000,
  }),
  brokenVariant({
    name: "prefix-sums",
    claim: "three prefix sums, each with fresh noise for one sum, are epsilon-private",
    source: "DP-Sniper's list (Wang et al., PLDI 2019, for the algorithm); claim counter-naive for counters",
    claimed: pureClaim(1),
    needs: 3,
    within: 1e-12,
    broken: () => ({ first: noisyPrefixSums([0, 1, 0], 1), second: noisyPrefixSums([1, 1, 0], 1) }),
    corrected: () => ({ first: roundsOf([0, 1, 0]), second: roundsOf([1, 1, 0]) }),
  }),
  brokenVariant({
    name: "local-sensitivity",
    claim: "noise scaled by the local sensitivity is private for some epsilon, here 10",
    source: "claim smooth-sensitivity; Nissim, Raskhodnikova, Smith (STOC 2007)",
    claimed: pureClaim(10),
    correctedClaim: pureClaim(1),
    needs: Infinity,
    broken: () => ({ first: localSensitivityMedian([0, 0, 0], 1), second: localSensitivityMedian([0, 0, 1], 1) }),
    corrected: () => ({ first: medianLaw([0, 0, 0]), second: medianLaw([0, 0, 1]) }),
  }),
  brokenVariant({
    name: "float-laplace",
    claim: "Laplace noise by inversion in float64 is 0.1-private",
    source: "claim float-attack; Mironov (CCS 2012); DP-Sniper's list",
    caughtBy: "support",
    needs: Infinity,
    broken: () => (random) => {
      const outputs = Array.from({ length: 200 }, () => releaseFloatLaplace({ centre: 0, scale: 10 }, random));
      const claim = { ...pureClaim(0.1), errorRate: GALLERY_ERROR_RATE };
      return auditSupport(outputs, (y) => isFloatLaplaceOutput(y, { centre: 1, scale: 10 }), claim);
    },
    corrected: () => (random) => {
      const outputs = Array.from({ length: 200 }, () => grid.release(0, random));
      const law = grid.law(1);
      const claim = { ...pureClaim(0.1), errorRate: GALLERY_ERROR_RATE };
      return auditSupport(outputs, (y) => law.logMass(y) > -Infinity, claim);
    },
  }),
];
