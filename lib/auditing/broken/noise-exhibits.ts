/** Exhibits of the gallery: noise of the wrong size or shape. */
import { domain, flagColumn } from "../../data/domain.ts";
import { laplaceLaw } from "../../mechanisms/laws/laplace-law.ts";
import { normalLaw } from "../../mechanisms/laws/normal-law.ts";
import { smoothSensitivityMedian } from "../../mechanisms/local-sensitivity/smooth-sensitivity-median.ts";
import { boundedLaplace } from "../../mechanisms/noise/bounded-laplace.ts";
import { discreteGaussian } from "../../mechanisms/noise/discrete-gaussian.ts";
import { gaussian } from "../../mechanisms/noise/gaussian.ts";
import { truncatedDiscreteLaplace } from "../../mechanisms/noise/truncated-discrete-laplace.ts";
import { noisyCount } from "../../mechanisms/statistics/noisy-count.ts";
import { noisyVariance } from "../../mechanisms/statistics/noisy-variance.ts";
import { log } from "../../numerics/logarithm.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import { gaussianSigmaFor } from "../../privacy/calibration/gaussian-calibration.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { sampleNormal } from "../../random/normal.ts";
import type { Stream } from "../../random/stream.ts";
import { auditContinuous, continuousEpsilon, type DensityPair } from "../continuous-audit.ts";
import { auditDiscrete } from "../discrete-audit.ts";
import { halfLineEvent } from "../event-choice.ts";
import { auditZeroConcentrated } from "../renyi-audit.ts";
import {
  addRemoveHistogram,
  discreteLaplaceCount,
  doubledDiscreteLaplace,
  laplaceByDeviation,
  localSensitivityMedian,
  noisyPrefixSums,
} from "./additive-noise.ts";
import { densityExhibit, type Exhibit, lawExhibit, lossExhibit, pureClaim, sampledExhibit } from "./exhibit.ts";

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
function gaussianExhibit(described: {
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
  return densityExhibit({
    ...shown,
    shape: { kind: "monotone" },
    broken: () => normals(sigma),
    corrected: () => normals(right),
  });
}

/** The same by draws, where delta is large enough to see. */
function drawnGaussianExhibit(described: {
  readonly name: string;
  readonly claim: string;
  readonly claimed: { readonly epsilon: number; readonly delta: number };
  readonly share: number;
  readonly draws: number;
}): Exhibit {
  const { share, ...shown } = described;
  const sigma = share * gaussianSigmaFor({ ...described.claimed, sensitivity: 1 });
  const choose = halfLineEvent((x: number) => x);
  return sampledExhibit({
    ...shown,
    source: "claim gaussian-analytic; Balle, Wang (ICML 2018)",
    inputs: [0, 1],
    broken: (mean: number, random: Stream) => sampleNormal({ mean, sigma }, random),
    choose,
    corrected: gaussian({ ...described.claimed, sensitivity: 1, neighbours: "swap" }).release,
    chooseCorrected: choose,
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

export const NOISE_EXHIBITS: readonly Exhibit[] = [
  densityExhibit({
    name: "bounded-laplace-of-plain-scale",
    claim: "Laplace noise of scale sensitivity / epsilon, drawn until the output is in the range, is epsilon-private",
    source: "Holohan, Antonatos, Braghin, Mac Aonghusa (2020), doi:10.29012/jpc.715, for the scale that is right",
    claimed: pureClaim(1),
    needs: boundedLaplace({ scale: 1, sensitivity: 1, lower: 0, upper: 4, neighbours: "swap" }).guarantee.epsilon,
    within: 1e-9,
    shape: { kind: "unknown" },
    broken: () => bounded({ scale: 1 }),
    corrected: () => bounded({ epsilon: 1 }),
  }),
  lossExhibit({
    name: "laplace-by-deviation",
    claim: "Laplace noise of deviation 1 / epsilon is epsilon-private",
    source: "claim laplace-mechanism, E01",
    caughtBy: "density",
    claimed: pureClaim(1),
    needs: Math.SQRT2,
    within: 1e-13,
    broken: () =>
      continuousEpsilon({ first: laplaceByDeviation(0, 1), second: laplaceByDeviation(1, 1) }, monotone(Math.SQRT2))
        .upper,
    corrected: () => continuousEpsilon({ first: laplaceLaw(0, 1), second: laplaceLaw(1, 1) }, monotone(1)).upper,
  }),
  lawExhibit({
    name: "doubled-geometric",
    claim: "geometric noise of ratio e^(-2 epsilon) is epsilon-private",
    source: "claim geometric-mechanism; Ghosh, Roughgarden, Sundararajan (STOC 2009)",
    claimed: pureClaim(0.5),
    needs: 1,
    within: 1e-12,
    broken: () => ({ first: doubledDiscreteLaplace(0, 0.5), second: doubledDiscreteLaplace(1, 0.5) }),
    corrected: () => ({ first: discreteLaplaceCount(0, 0.5), second: discreteLaplaceCount(1, 0.5) }),
  }),
  lossExhibit({
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
  lawExhibit({
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
  lawExhibit({
    name: "clamped-noise",
    claim: "a count plus discrete Laplace noise clamped to [-5, 5] is private for some epsilon, here 10",
    source: "Ghosh, Roughgarden, Sundararajan (STOC 2009), who clamp the sum",
    claimed: pureClaim(10),
    correctedClaim: pureClaim(1),
    needs: Infinity,
    broken: () => ({ first: windowedCount(5), second: windowedCount(6) }),
    corrected: () => ({ first: rangedCount.law(5), second: rangedCount.law(6) }),
  }),
  lawExhibit({
    name: "one-scale-histogram",
    claim: "a histogram, or a density estimate, with the noise for add-remove is epsilon-private under swap",
    source: "claims sensitivity and nonparametric-density; Wasserman, Zhou (2010)",
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-12,
    broken: () => ({ first: addRemoveHistogram([3, 2], 1), second: addRemoveHistogram([2, 3], 1) }),
    corrected: () => ({ first: addRemoveHistogram([3, 2], 0.5), second: addRemoveHistogram([2, 3], 0.5) }),
  }),
  lossExhibit({
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
  {
    name: "half-variance",
    claim: "discrete Gaussian noise of variance s / 2 is 1 / (2 s)-zero-concentrated, here 1/2",
    source: "claim discrete-gaussian; Canonne, Kamath, Steinke (NeurIPS 2020)",
    caughtBy: "divergence",
    audit: () => auditZeroConcentrated(integers(0.5), { rho: 0.5 }),
    auditCorrected: () => auditZeroConcentrated(integers(1), { rho: 0.5 }),
  },
  gaussianExhibit({
    name: "classic-gaussian-at-10",
    claim: "sqrt(2 log(1.25 / delta)) / epsilon is enough noise at epsilon 10, delta 1e-5",
    source: "claim gaussian-classic, E52; row A15",
    claimed: { epsilon: 10, delta: 1e-5 },
    sigma: Math.sqrt(2 * log(1.25e5)) / 10,
    needs: 2.27e-5,
    within: 5e-8,
  }),
  gaussianExhibit({
    name: "gaussian-of-variance-1-over-epsilon",
    claim: "Gaussian noise of variance 1 / epsilon is (epsilon, 1e-5)-private, here at 1",
    source: "claim gaussian-classic, E50",
    claimed: { epsilon: 1, delta: 1e-5 },
    sigma: 1,
    needs: 0.12694,
    within: 5e-6,
  }),
  gaussianExhibit({
    name: "tail-calibration-at-unit-scale",
    claim: "a variance of (1 + 2 z) / epsilon with the normal quantile z of delta is (1, 1e-5)-private",
    source: "claim gaussian-tail-calibration, E50b",
    claimed: { epsilon: 1, delta: 1e-5 },
    sigma: Math.sqrt(1 + 2 * normalUpperQuantile(1e-5)),
  }),
  gaussianExhibit({
    name: "nine-tenths-gaussian",
    claim: "nine tenths of the analytic sigma are (1, 1e-5)-private",
    source: "claim gaussian-analytic; Balle, Wang (ICML 2018)",
    claimed: { epsilon: 1, delta: 1e-5 },
    sigma: 0.9 * gaussianSigmaFor({ epsilon: 1, delta: 1e-5, sensitivity: 1 }),
    needs: 4.97e-5,
    within: 5e-8,
  }),
  drawnGaussianExhibit({
    name: "half-gaussian-drawn",
    claim: "half of the analytic sigma is (1, 1e-5)-private",
    claimed: { epsilon: 1, delta: 1e-5 },
    share: 0.5,
    draws: 150_000,
  }),
  drawnGaussianExhibit({
    name: "nine-tenths-gaussian-drawn",
    claim: "nine tenths of the analytic sigma are (1, 0.01)-private",
    claimed: { epsilon: 1, delta: 0.01 },
    share: 0.9,
    draws: 240_000,
  }),
  lawExhibit({
    name: "prefix-sums",
    claim: "three prefix sums, each with fresh noise for one sum, are epsilon-private",
    source: "DP-Sniper's list (Wang et al., PLDI 2019, for the algorithm); claim counter-naive for counters",
    claimed: pureClaim(1),
    needs: 3,
    within: 1e-12,
    broken: () => ({ first: noisyPrefixSums([0, 1, 0], 1), second: noisyPrefixSums([1, 1, 0], 1) }),
    corrected: () => ({ first: roundsOf([0, 1, 0]), second: roundsOf([1, 1, 0]) }),
  }),
  {
    name: "local-sensitivity",
    claim: "noise scaled by the local sensitivity is private for some epsilon, here 10",
    source: "claim smooth-sensitivity; Nissim, Raskhodnikova, Smith (STOC 2007)",
    caughtBy: "law",
    needs: Infinity,
    audit: () =>
      auditDiscrete(
        { first: localSensitivityMedian([0, 0, 0], 1), second: localSensitivityMedian([0, 0, 1], 1) },
        pureClaim(10),
      ),
    auditCorrected: () =>
      auditContinuous(
        { first: medianLaw([0, 0, 0]), second: medianLaw([0, 0, 1]) },
        { ...pureClaim(1), shape: { kind: "unknown" } },
      ),
  },
];
