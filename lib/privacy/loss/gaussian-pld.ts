/**
 * Privacy loss of the Gaussian mechanism, without and with Poisson sampling.
 *
 * Without sampling, with mu = sensitivity / sigma, the loss is normal with mean mu^2 / 2 and variance mu^2, in both directions.
 * With sampling at rate q (relation `add-remove`), the dominating pair is (1 - q) N(0, s^2) + q N(1, s^2) and N(0, s^2), s the noise
 * multiplier, and the loss is L(x) = log(1 + q (e^((2x - 1) / (2 s^2)) - 1)) for `remove` and -L(x), x from N(0, s^2), for `add`.
 * log1p and expm1 keep all digits at tiny rates.
 * Source: Koskela, Jaelkoe, Honkela (AISTATS 2020); Zhu, Dong, Wang (AISTATS 2022).
 * @also pld, privacy loss distribution
 */
import { expm1 } from "../../numerics/exponential.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { logNormalCdf, normalCdf, normalDensity } from "../../numerics/normal.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import {
  declare,
  number,
  optional,
  type ParametersOf,
  positive,
  positiveProbability,
} from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { normalMassError, panelShare } from "./gauss-panel.ts";
import { logMixture } from "./log-mixture.ts";
import type { PldPair, PrivacyLoss, ReleaseName } from "./privacy-loss.ts";

/** Gaussian noise as the release of a loss. */
export interface GaussianName extends ReleaseName {
  readonly kind: "gaussian";
  readonly sigma: number;
  readonly sensitivity: number;
}

export function isGaussian(release: ReleaseName | undefined): release is GaussianName {
  return release?.kind === "gaussian";
}

/** Above this loss, 1 - q is nothing beside q e^loss. */
const LARGE = 600;
/** Of noise over sensitivity, and of its inverse: squares stay within float64. */
const LARGEST = 1e100;

export const gaussianPldParameters = declare({
  sigma: positive,
  sensitivity: positive,
  /** Of a Poisson sample; 1, no sampling, by default. */
  samplingRate: optional(positiveProbability, 1),
});

export interface GaussianPldParameters extends ParametersOf<typeof gaussianPldParameters> {}

export function gaussianPld(parameters: GaussianPldParameters): PldPair {
  const { sigma, sensitivity, samplingRate } = gaussianPldParameters.read(parameters);
  if (samplingRate !== 1) return subsampledGaussianPld({ noiseMultiplier: sigma / sensitivity, samplingRate });
  const mu = sensitivity / sigma;
  if (!(mu > 0 && mu <= LARGEST)) refuse("sensitivity / sigma", `positive and at most ${LARGEST}`, mu);
  const loss: PrivacyLoss = {
    pieces(tail) {
      const reach = reachOf(tail);
      const piece = {
        from: -reach,
        to: reach,
        density: normalDensity,
        loss: (x: number) => mu * (x + 0.5 * mu),
        locate: (value: number) => within(value / mu - 0.5 * mu, -reach, reach),
        panel: 0.25 * panelShare(reach),
      };
      const cut = normalCdf(-reach);
      const logBeyond = (tilt: number) => 0.5 * tilt * (tilt + 1) * mu * mu + logNormalCdf(tilt * mu - reach);
      return { atoms: [], densities: [piece], infinite: 0, beneath: cut, beyond: cut, logBeyond };
    },
  };
  const release: GaussianName = { kind: "gaussian", sigma, sensitivity };
  return { remove: loss, add: loss, release };
}

export const subsampledGaussianPldParameters = declare({
  /** Standard deviation of the noise over the sensitivity. */
  noiseMultiplier: number({ expected: `from ${1 / LARGEST} to ${LARGEST}`, least: 1 / LARGEST, most: LARGEST }),
  samplingRate: positiveProbability,
});

export interface SubsampledGaussianPldParameters extends ParametersOf<typeof subsampledGaussianPldParameters> {}

/** @claim pld */
export function subsampledGaussianPld(parameters: SubsampledGaussianPldParameters): PldPair {
  const { noiseMultiplier, samplingRate } = subsampledGaussianPldParameters.read(parameters);
  if (samplingRate === 1) return gaussianPld({ sigma: noiseMultiplier, sensitivity: 1 });
  const [s, q] = [noiseMultiplier, samplingRate];
  const panel = 0.25 * s * Math.min(1, 2 * s);
  const lossAt = (x: number) => logMixture(q, (x - 0.5) / (s * s));
  const locate = (value: number) => {
    if (value > LARGE) return s * s * (value - log(q)) + 0.5;
    const odds = expm1(value) / q;
    return odds <= -1 ? -Infinity : s * s * log1p(odds) + 0.5;
  };
  const massError = normalMassError(1 / s);
  const remove: PrivacyLoss = {
    pieces(tail) {
      const reach = s * reachOf(tail);
      const far = Math.max(1 + s * reachOf(Math.min(0.1, tail / q)), reach);
      const piece = {
        from: -reach,
        to: far,
        density: (x: number) => ((1 - q) * normalDensity(x / s) + q * normalDensity((x - 1) / s)) / s,
        loss: lossAt,
        locate: (value: number) => within(locate(value), -reach, far),
        panel: panel * panelShare(reach / s),
      };
      const [beneath, beyond] = [normalCdf(-reach / s), normalCdf(-far / s) + q * normalCdf((1 - far) / s)];
      // Far out the loss is at most that without sampling, (2x - 1) / (2 s^2).
      const logPart = (centre: number, tilt: number) =>
        (tilt * (centre - 0.5) + 0.5 * tilt * tilt) / (s * s) + logNormalCdf((centre + tilt - far) / s);
      const logBeyond = (tilt: number) => logSumExp([log1p(-q) + logPart(0, tilt), log(q) + logPart(1, tilt)]);
      return { atoms: [], densities: [piece], infinite: 0, beneath, beyond, massError, logBeyond };
    },
  };
  const add: PrivacyLoss = {
    largest: -log1p(-q),
    pieces(tail) {
      const reach = s * reachOf(tail);
      const piece = {
        from: -reach,
        to: reach,
        density: (x: number) => normalDensity(x / s) / s,
        loss: (x: number) => -lossAt(-x),
        locate: (value: number) => within(-locate(-value), -reach, reach),
        panel: panel * panelShare(reach / s),
      };
      const cut = normalCdf(-reach / s);
      const logBeyond = (tilt: number) => -tilt * log1p(-q) + logNormalCdf(-reach / s);
      return { atoms: [], densities: [piece], infinite: 0, beneath: cut, beyond: cut, massError, logBeyond };
    },
  };
  const release: GaussianName = { kind: "gaussian", sigma: s, sensitivity: 1 };
  return { remove, add, release, samplingRate: q };
}

function reachOf(tail: number): number {
  return normalUpperQuantile(tail);
}

function within(x: number, from: number, to: number): number {
  return Math.min(to, Math.max(from, x));
}
