/**
 * Renyi curves on samples against the divergences of the sampled laws, by quadrature and enumeration, in both orders.
 *
 * Poisson, relation add-remove: the law with the record in the sample with probability q against the law without it. Without
 * replacement, relation swap: the sum is 1 with the record before, 0 after the change, and 1/2 without it (for the response, three
 * different answers). The bound must not lie below either order; for Poisson sampling at integers it must be the larger one, as
 * these pairs have the curves of their mechanisms.
 * Source: Zhu, Wang (ICML 2019); Wang, Balle, Kasiviswanathan (AISTATS 2019).
 */
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { normalLaw } from "../../lib/mechanisms/laws/normal-law.ts";
import { expm1 } from "../../lib/numerics/exponential.ts";
import { logAddExp } from "../../lib/numerics/log-sum.ts";
import { log, log1p } from "../../lib/numerics/logarithm.ts";
import { divergence, listedDivergence } from "../../lib/oracles/renyi-quadrature.ts";
import { poissonRenyi } from "../../lib/privacy/accounting/poisson-renyi.ts";
import { gaussianRenyi, laplaceRenyi, randomizedResponseRenyi } from "../../lib/privacy/accounting/renyi-curves.ts";
import { withoutReplacementRenyi } from "../../lib/privacy/accounting/without-replacement-renyi.ts";
import type { RenyiGuarantee } from "../../lib/privacy/guarantees/guarantee.ts";
import { atLeast, axis, type Check, equal, exactStudy, type PartDraft, z } from "../kit.ts";
import { noiseOf, rateOf } from "./axes.ts";

const INTEGRATED = { share: 1e-8 };
const RECORDS = 1000;

const sampling = axis(z.enum(["poisson", "without-replacement"]), {
  means: "how records are drawn",
  quick: ["poisson", "without-replacement"],
});
const mechanism = axis(z.enum(["gaussian", "laplace", "response"]), {
  means: "mechanism",
  quick: ["gaussian", "laplace", "response"],
});
const order = axis(z.number().min(1.1).max(20), {
  means: "order of the divergence",
  quick: [1.5, 2, 8],
  full: [1.5, 2, 3, 5.5, 8, 16],
});
const noise = noiseOf([1], [0.5, 1, 4]);
const rate = rateOf([0.05], [0.01, 0.1, 0.5], 0.9);

interface Sampled {
  readonly sampling: string;
  readonly mechanism: string;
  readonly noise: number;
  readonly rate: number;
  readonly order: number;
}

/** log densities, or log masses of the answers 0, 1, 2. */
type LogLaw = (x: number) => number;

/** Of the response with epsilon = 1 / noise. */
function responseNoise(noise: number): number {
  return 3 / (3 + expm1(1 / noise));
}

/** The laws with the record, with its replacement (or without it), and of the other samples. */
function lawsOf({ sampling, mechanism, noise }: Sampled): readonly LogLaw[] {
  if (mechanism === "response") {
    const random = responseNoise(noise);
    const answer = (truth: number) => (x: number) => log(random / 3 + (x === truth ? 1 - random : 0));
    return sampling === "poisson" ? [answer(0), answer(1), answer(1)] : [answer(0), answer(1), answer(2)];
  }
  const at = (mean: number) => (mechanism === "gaussian" ? normalLaw : laplaceLaw)(mean, noise).logDensity;
  return sampling === "poisson" ? [at(1), at(0), at(0)] : [at(1), at(0), at(0.5)];
}

const mixed =
  (rate: number, one: LogLaw, other: LogLaw): LogLaw =>
  (x) =>
    logAddExp(log(rate) + one(x), log1p(-rate) + other(x));

/** D of the first sampled law from the second. */
function between(first: LogLaw, second: LogLaw, { mechanism, noise, order }: Sampled): number {
  if (mechanism === "response") {
    return listedDivergence({ logRatio: (x) => first(x) - second(x), logBase: second }, [0, 1, 2], order);
  }
  const reach = mechanism === "gaussian" ? 12 * noise : 40 * noise;
  const around = [-6, -2, 0, 2, 6].map((t) => t * noise);
  return divergence(
    {
      logRatio: (x) => first(x) - second(x),
      logBase: second,
      from: -order - reach,
      to: 1 + order + reach,
      kinks: [...around.map((t) => t - order), ...around, 0.5, 1, ...around.map((t) => t + order)],
    },
    order,
  );
}

function truth(cell: Sampled): number {
  const [before, after, others] = lawsOf(cell);
  const [first, second] = [before, after].map((law) => mixed(cell.rate, law, others));
  return Math.max(between(first, second, cell), between(second, first, cell));
}

function baseOf({ mechanism, noise }: Sampled): RenyiGuarantee {
  if (mechanism === "gaussian") return gaussianRenyi({ sigma: noise, sensitivity: 1 });
  if (mechanism === "laplace") return laplaceRenyi({ scale: noise, sensitivity: 1 });
  return randomizedResponseRenyi({ noise: responseNoise(noise), categories: 3, against: "record" });
}

const poissonBound = (cell: Sampled) =>
  poissonRenyi({ guarantee: baseOf(cell), samplingRate: cell.rate, neighbours: "add-remove" }).epsilonAt(cell.order);

const batchBound = (cell: Sampled) =>
  withoutReplacementRenyi({
    guarantee: baseOf(cell),
    batchSize: Math.round(cell.rate * RECORDS),
    size: RECORDS,
    neighbours: "swap",
  }).epsilonAt(cell.order);

export const sampledRenyiPart: PartDraft = {
  claim: "rdp",
  asks: "Is the Renyi curve of a mechanism on a sample never below the divergence of the sampled laws?",
  study: exactStudy({
    axes: { sampling, mechanism, noise, rate, order },
    exact: (cell) => {
      const [found, poisson] = [truth(cell), cell.sampling === "poisson"];
      const bound = poisson ? poissonBound(cell) : batchBound(cell);
      const checks: Record<string, Check> = { "above-divergence": atLeast(bound, found, INTEGRATED) };
      if (poisson && Number.isInteger(cell.order)) checks.attained = equal(bound, found, INTEGRATED);
      return { checks };
    },
  }),
  controls: {
    "rate-squared": {
      says: "the square of the rate times the curve without sampling, for Poisson samples",
      study: exactStudy({
        axes: { mechanism, noise, rate },
        exact: (own) => {
          const cell = { ...own, sampling: "poisson", order: 2 };
          const claimed = cell.rate * cell.rate * baseOf(cell).epsilonAt(2);
          return { checks: { "above-divergence": atLeast(claimed, truth(cell), INTEGRATED) } };
        },
      }),
    },
    "poisson-curve-for-batches": {
      says: "the curve of Poisson samples, under add-remove, used for batches under swap",
      study: exactStudy({
        axes: { noise, rate: rateOf([0.01, 0.05], undefined, 0.1) },
        exact: (own) => {
          const cell = { ...own, sampling: "without-replacement", mechanism: "response", order: 2 };
          return { checks: { "above-divergence": atLeast(poissonBound(cell), truth(cell), INTEGRATED) } };
        },
      }),
    },
  },
};
