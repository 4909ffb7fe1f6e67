/**
 * Events of an interaction as plain data, and what each accountant may know of one.
 *
 * An event is one release, made `times` times: a guarantee (`pure`, `approximate`, `zero-concentrated`) or a mechanism of which more is
 * known. All events speak of one neighbouring relation, that of the sensitivities; Poisson sampling is for `add-remove`.
 * What is known of an event:
 * - its (epsilon, delta): stated for bounded losses; for the others (Gaussian noise, a zero-concentrated guarantee) epsilon follows
 *   from the delta that is granted to the release: the exact profile of the Gaussian, amplified exactly by sampling
 *   (`amplification.ts`), and the tight conversion of rho for a zero-concentrated guarantee and for the discrete Gaussian;
 * - its Renyi curve: exact, but order * rho for the discrete Gaussian and the best that follows from a pure or zero-concentrated one;
 * - its rho: exact, but that of the pure guarantee for bounded losses; sampling does not lessen it (Bun, Dwork, Rothblum, Steinke 2018);
 * - its privacy loss, unless only rho is known: a zero-concentrated guarantee has no dominating pair of its own;
 * - its mu, for Gaussian noise without sampling.
 * Sources: those of the files named; Canonne, Kamath, Steinke (2020) on the discrete Gaussian.
 */
import { log1p } from "../../numerics/logarithm.ts";
import {
  refuse,
  requireInteger,
  requireOpenProbability,
  requirePositive,
  requireProbability,
} from "../../numerics/requirements.ts";
import { pureToRenyi, pureToZeroConcentrated, pureToZeroConcentratedClassic } from "../conversions/pure-conversions.ts";
import { zeroConcentratedEpsilon, zeroConcentratedToRenyi } from "../conversions/zero-concentrated-conversions.ts";
import { approximate, pure, type RenyiGuarantee, zeroConcentrated } from "../guarantees/guarantee.ts";
import { discreteGaussianPld, discreteLaplacePld, randomizedResponsePld, worstCasePld } from "../loss/discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "../loss/gaussian-pld.ts";
import { gaussianEpsilon } from "../loss/gaussian-profile.ts";
import { laplacePld } from "../loss/laplace-pld.ts";
import type { PldPair } from "../loss/privacy-loss.ts";
import type { PrivacyBudget } from "./advanced-composition.ts";
import { amplifyPoisson } from "./amplification.ts";
import { centralLimitMuEstimate } from "./central-limit-estimate.ts";
import { discreteLaplaceRenyi, gaussianRenyi, laplaceRenyi, randomizedResponseRenyi } from "./renyi-curves.ts";
import { poissonGaussianRenyi } from "./renyi-subsampled.ts";

export type AccountingEvent = { readonly times: number } & (
  | { readonly kind: "pure"; readonly epsilon: number }
  | { readonly kind: "approximate"; readonly epsilon: number; readonly delta: number }
  | { readonly kind: "zero-concentrated"; readonly rho: number }
  | { readonly kind: "gaussian"; readonly sigma: number; readonly sensitivity: number }
  | { readonly kind: "laplace"; readonly scale: number; readonly sensitivity: number }
  /** P(k) proportional to e^(-parameter |k|). */
  | { readonly kind: "discrete-laplace"; readonly parameter: number; readonly sensitivity: number }
  | { readonly kind: "discrete-gaussian"; readonly sigma: number; readonly sensitivity: number }
  /** An answer among so many categories that is uniform noise with probability `noise`; two records are compared. */
  | { readonly kind: "randomized-response"; readonly noise: number; readonly categories: number }
  /** Gaussian noise on a Poisson sample; the multiplier is the standard deviation over the sensitivity. */
  | { readonly kind: "poisson-gaussian"; readonly noiseMultiplier: number; readonly samplingRate: number }
);

export interface EventKnowledge {
  readonly times: number;
  /** Absent where epsilon depends on the delta granted. */
  readonly stated?: PrivacyBudget;
  /** At a delta strictly between 0 and 1; the stated epsilon at any. */
  epsilonAt(delta: number): number;
  readonly renyi?: RenyiGuarantee;
  readonly rho?: { readonly classic: number; readonly tight: number };
  readonly loss?: PldPair;
  readonly mu?: number;
  /** The mu that all the times approach, for sampled Gaussian noise. Not a bound. */
  centralLimitMu?(): number;
}

export function knowledgeOf(event: AccountingEvent): EventKnowledge {
  const { times } = event;
  requireInteger({ times }, 1);
  switch (event.kind) {
    case "pure":
      return bounded(times, event.epsilon, { loss: worstCasePld({ epsilon: event.epsilon, delta: 0 }) });
    case "approximate": {
      const { epsilon, delta } = event;
      requireProbability({ delta });
      const loss = worstCasePld({ epsilon, delta });
      if (delta === 0) return bounded(times, epsilon, { loss });
      return { times, stated: { epsilon, delta }, epsilonAt: () => epsilon, loss };
    }
    case "zero-concentrated":
      return concentrated(times, event.rho);
    case "gaussian":
      return normal(times, event);
    case "laplace": {
      const { scale, sensitivity } = event;
      const loss = laplacePld({ scale, sensitivity, samplingRate: 1 });
      return bounded(times, sensitivity / scale, { loss, renyi: laplaceRenyi({ scale, sensitivity }) });
    }
    case "discrete-laplace": {
      const { parameter, sensitivity } = event;
      const loss = discreteLaplacePld({ parameter, sensitivity });
      return bounded(times, parameter * sensitivity, { loss, renyi: discreteLaplaceRenyi({ parameter, sensitivity }) });
    }
    case "discrete-gaussian": {
      const { sigma, sensitivity } = event;
      const loss = discreteGaussianPld({ sigma, sensitivity });
      return { ...concentrated(times, (sensitivity * sensitivity) / (2 * sigma * sigma)), loss };
    }
    case "randomized-response": {
      const { noise, categories } = event;
      requireOpenProbability({ noise });
      requireInteger({ categories }, 2);
      const epsilon = log1p((1 - noise) / (noise / categories));
      const renyi = randomizedResponseRenyi({ noise, categories, against: "record" });
      return bounded(times, epsilon, { loss: randomizedResponsePld({ noise, categories }), renyi });
    }
    case "poisson-gaussian":
      return sampled(times, event);
    default:
      return refuse("kind", "one of the kinds of events", (event as { kind: unknown }).kind);
  }
}

function bounded(times: number, epsilon: number, more: { loss: PldPair; renyi?: RenyiGuarantee }): EventKnowledge {
  const guarantee = pure(epsilon);
  return {
    times,
    stated: { epsilon, delta: 0 },
    epsilonAt: () => epsilon,
    renyi: more.renyi ?? pureToRenyi(guarantee),
    rho: { classic: pureToZeroConcentratedClassic(guarantee).rho, tight: pureToZeroConcentrated(guarantee).rho },
    loss: more.loss,
  };
}

function concentrated(times: number, rho: number): EventKnowledge {
  requirePositive({ rho });
  return {
    times,
    epsilonAt: (delta) => zeroConcentratedEpsilon({ rho, delta }),
    renyi: zeroConcentratedToRenyi(zeroConcentrated(rho)),
    rho: { classic: rho, tight: rho },
  };
}

function normal(times: number, parameters: { readonly sigma: number; readonly sensitivity: number }): EventKnowledge {
  const loss = gaussianPld({ sigma: parameters.sigma, sensitivity: parameters.sensitivity });
  const mu = parameters.sensitivity / parameters.sigma;
  const rho = (mu * mu) / 2;
  return {
    times,
    epsilonAt: (delta) => gaussianEpsilon({ delta, mu }),
    renyi: gaussianRenyi({ sigma: parameters.sigma, sensitivity: parameters.sensitivity }),
    rho: { classic: rho, tight: rho },
    loss,
    mu,
  };
}

function sampled(
  times: number,
  { noiseMultiplier, samplingRate }: { readonly noiseMultiplier: number; readonly samplingRate: number },
): EventKnowledge {
  const loss = subsampledGaussianPld({ noiseMultiplier, samplingRate });
  if (samplingRate === 1) return normal(times, { sigma: noiseMultiplier, sensitivity: 1 });
  const rho = 1 / (2 * noiseMultiplier * noiseMultiplier);
  return {
    times,
    epsilonAt(delta) {
      const within = Math.min(1, delta / samplingRate);
      const guarantee = approximate(gaussianEpsilon({ delta: within, mu: 1 / noiseMultiplier }), within);
      return amplifyPoisson({ guarantee, samplingRate, neighbours: "add-remove" }).epsilon;
    },
    renyi: poissonGaussianRenyi({ noiseMultiplier, samplingRate }),
    rho: { classic: rho, tight: rho },
    loss,
    centralLimitMu: () => centralLimitMuEstimate({ noiseMultiplier, samplingRate, times }),
  };
}
