/**
 * What each accountant may know of an event.
 *
 * - Its (epsilon, delta): stated for bounded losses; for the others (Gaussian noise, a zero-concentrated or Renyi guarantee) epsilon follows
 *   from the delta that is granted to the release: the exact profile of the Gaussian, the tight conversion of rho, the least over the orders.
 *   Sampling amplifies both exactly (`amplification.ts`).
 * - Its Renyi curve: exact, but order * rho for the discrete Gaussian and the best that follows from a pure or zero-concentrated guarantee.
 *   Of Poisson-sampled Gaussian noise it is exact; of any other sampled release the lesser of `poisson-renyi.ts` or `without-replacement-renyi.ts`, which
 *   are never above the curve without sampling, and that of the amplified epsilon.
 * - Its rho: exact, but that of the pure guarantee for bounded losses; sampling does not lessen that of Gaussian noise (Bun, Dwork, Rothblum,
 *   Steinke 2018).
 * - Its privacy loss, unless only a zero-concentrated, Renyi or trade-off guarantee is known, which has no dominating pair of its own.
 * - Its mu, for Gaussian noise without sampling.
 * Sources: those of the files named; Canonne, Kamath, Steinke (2020) on the discrete Gaussian.
 */
import { log1p } from "../../numerics/logarithm.ts";
import { refuse, requireInteger, requireOpenProbability, requirePositive } from "../../numerics/requirements.ts";
import { pureToRenyi, pureToZeroConcentrated, pureToZeroConcentratedClassic } from "../conversions/pure-conversions.ts";
import { RENYI_ORDERS, renyiToApproximate } from "../conversions/renyi-conversions.ts";
import {
  truncatedConcentratedToApproximate,
  truncatedConcentratedToRenyi,
} from "../conversions/truncated-concentrated-conversions.ts";
import { zeroConcentratedEpsilon, zeroConcentratedToRenyi } from "../conversions/zero-concentrated-conversions.ts";
import {
  approximate,
  type Guarantee,
  type PureGuarantee,
  pure,
  type RenyiGuarantee,
  zeroConcentrated,
} from "../guarantees/guarantee.ts";
import type { DominatingPair } from "../guarantees/mechanism.ts";
import { gaussianEpsilon } from "../loss/gaussian-profile.ts";
import { pldEpsilon } from "../loss/pld-accountant.ts";
import type { NamedRelease } from "../loss/privacy-loss.ts";
import { tradeOffEpsilon } from "../trade-off/trade-off-profile.ts";
import type { PrivacyBudget } from "./advanced-composition.ts";
import { amplifyPoisson, amplifyWithoutReplacement } from "./amplification.ts";
import { centralLimitMuEstimate } from "./central-limit-estimate.ts";
import { lesserRenyi } from "./log-moments.ts";
import { poissonRenyi } from "./poisson-renyi.ts";
import type { BatchSampling, ReadEvent } from "./privacy-event.ts";
import {
  boundedRangeRenyi,
  discreteLaplaceRenyi,
  gaussianRenyi,
  laplaceRenyi,
  randomizedResponseRenyi,
} from "./renyi-curves.ts";
import { poissonGaussianRenyi } from "./renyi-subsampled.ts";
import { withoutReplacementRenyi } from "./without-replacement-renyi.ts";

export interface EventKnowledge {
  readonly name: string;
  readonly times: number;
  /** Absent where epsilon depends on the delta granted. */
  readonly stated?: PrivacyBudget;
  /** At a delta strictly between 0 and 1; the stated epsilon at any. */
  epsilonAt(delta: number): number;
  readonly renyi?: RenyiGuarantee;
  readonly rho?: { readonly classic: number; readonly tight: number };
  readonly loss?: DominatingPair;
  readonly mu?: number;
  /** The mu that all the times approach, for sampled Gaussian noise. Not a bound. */
  centralLimitMu?(): number;
}

/** Of one release. */
type Knowledge = Omit<EventKnowledge, "name" | "times" | "loss">;

export function knowledgeOf({ name, times, guarantee, named, rate, batch, pair }: ReadEvent): EventKnowledge {
  if (named === undefined && guarantee === undefined && pair !== undefined)
    return {
      name,
      times,
      loss: pair,
      epsilonAt: (delta) => pldEpsilon({ events: [{ loss: pair, times: 1 }], delta }).upper,
    };
  const whole = knownOf(named, guarantee);
  const known = rate === 1 ? whole : sampled(whole, { named, rate, batch, times });
  return { name, times, ...known, ...(pair !== undefined && { loss: pair }) };
}

function knownOf(named: NamedRelease | undefined, guarantee: Guarantee | undefined): Knowledge {
  switch (named?.kind) {
    case "gaussian":
      return normal(named);
    case "discrete-gaussian":
      return concentrated((named.sensitivity * named.sensitivity) / (2 * named.sigma * named.sigma));
  }
  if (guarantee !== undefined && guarantee.kind !== "pure") return knownOfGuarantee(guarantee);
  switch (named?.kind) {
    case undefined:
      return knownOfGuarantee(guarantee ?? refuse("event", "one of which a guarantee or a loss is known", guarantee));
    case "laplace":
      return bounded(guarantee?.epsilon ?? named.sensitivity / named.scale, laplaceRenyi(named));
    case "discrete-laplace": {
      const { scale, sensitivity } = named;
      const renyi = discreteLaplaceRenyi({ scale, sensitivity });
      return bounded(guarantee?.epsilon ?? sensitivity / scale, renyi);
    }
    case "randomized-response": {
      const { noise, categories } = named;
      requireOpenProbability({ noise });
      requireInteger({ categories }, 2);
      const epsilon = log1p((1 - noise) / (noise / categories));
      return bounded(epsilon, randomizedResponseRenyi({ noise, categories, against: "record" }));
    }
    case "bounded-range":
      return bounded(guarantee?.epsilon ?? named.epsilon, boundedRangeRenyi(named.epsilon));
    case "pure":
      return bounded(guarantee?.epsilon ?? named.epsilon);
    case "approximate":
      return knownOfGuarantee(named);
  }
}

function knownOfGuarantee(guarantee: Guarantee): Knowledge {
  switch (guarantee.kind) {
    case "pure":
      return bounded(guarantee.epsilon);
    case "approximate": {
      const { epsilon, delta } = guarantee;
      if (delta === 0) return bounded(epsilon);
      return { stated: { epsilon, delta }, epsilonAt: () => epsilon };
    }
    case "zero-concentrated":
      return concentrated(guarantee.rho);
    case "truncated-concentrated":
      return {
        epsilonAt: (delta) => truncatedConcentratedToApproximate(guarantee, delta).epsilon,
        renyi: truncatedConcentratedToRenyi(guarantee),
      };
    case "gaussian":
      return normal({ sigma: 1, sensitivity: guarantee.mu });
    case "renyi":
      return {
        epsilonAt: (delta) => renyiToApproximate(guarantee, { delta, orders: RENYI_ORDERS }).epsilon,
        renyi: guarantee,
      };
    case "trade-off":
      return { epsilonAt: (delta) => tradeOffEpsilon(guarantee.curve, delta) };
    case "privacy-loss":
      return {
        epsilonAt: (delta) => pldEpsilon({ events: [{ loss: guarantee.loss, times: 1 }], delta }).upper,
      };
  }
}

function bounded(epsilon: number, renyi?: RenyiGuarantee): Knowledge {
  const guarantee = pure(epsilon);
  return {
    stated: { epsilon, delta: 0 },
    epsilonAt: () => epsilon,
    renyi: renyi ?? pureToRenyi(guarantee),
    rho: { classic: pureToZeroConcentratedClassic(guarantee).rho, tight: pureToZeroConcentrated(guarantee).rho },
  };
}

function concentrated(rho: number): Knowledge {
  requirePositive({ rho });
  return {
    epsilonAt: (delta) => zeroConcentratedEpsilon({ rho, delta }),
    renyi: zeroConcentratedToRenyi(zeroConcentrated(rho)),
    rho: { classic: rho, tight: rho },
  };
}

function normal({ sigma, sensitivity }: { readonly sigma: number; readonly sensitivity: number }): Knowledge {
  const mu = sensitivity / sigma;
  const rho = (mu * mu) / 2;
  return {
    epsilonAt: (delta) => gaussianEpsilon({ delta, mu }),
    renyi: gaussianRenyi({ sigma, sensitivity }),
    rho: { classic: rho, tight: rho },
    mu,
  };
}

interface Sampling {
  readonly named: NamedRelease | undefined;
  readonly rate: number;
  readonly batch: BatchSampling | undefined;
  readonly times: number;
}

function sampled(whole: Knowledge, { named, rate, batch, times }: Sampling): Knowledge {
  const amplify = (epsilon: number, delta: number) => {
    const guarantee = approximate(epsilon, delta);
    return batch === undefined
      ? amplifyPoisson({ guarantee, samplingRate: rate, neighbours: "add-remove" })
      : amplifyWithoutReplacement({ guarantee, batch: batch.batch, records: batch.records, neighbours: "swap" });
  };
  const curveOf = (guarantee: RenyiGuarantee | PureGuarantee) =>
    batch === undefined
      ? poissonRenyi({ guarantee, samplingRate: rate, neighbours: "add-remove" })
      : withoutReplacementRenyi({ guarantee, batch: batch.batch, records: batch.records, neighbours: "swap" });
  const { mu: _, stated, renyi, ...rest } = whole;
  if (stated !== undefined) {
    const { epsilon, delta } = amplify(stated.epsilon, stated.delta);
    if (delta > 0) return { stated: { epsilon, delta }, epsilonAt: () => epsilon };
    const least = curveOf(pure(stated.epsilon));
    return { ...bounded(epsilon), renyi: renyi === undefined ? least : lesserRenyi(curveOf(renyi), least) };
  }
  const granted = (delta: number) => {
    // Whoever is not in the sample loses nothing.
    if (delta >= rate) return 0;
    return amplify(whole.epsilonAt(delta / rate), delta / rate).epsilon;
  };
  if (named?.kind !== "gaussian" || batch !== undefined)
    return { ...rest, ...(renyi && { renyi: curveOf(renyi) }), epsilonAt: granted };
  const gaussian = { noiseMultiplier: named.sigma / named.sensitivity, samplingRate: rate };
  return {
    ...rest,
    epsilonAt: granted,
    renyi: poissonGaussianRenyi(gaussian),
    centralLimitMu: () => centralLimitMuEstimate({ ...gaussian, times }),
  };
}
