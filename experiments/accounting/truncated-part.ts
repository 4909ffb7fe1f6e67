/**
 * Truncated concentrated privacy: its amplification on a batch, where zero-concentrated privacy has none, against the divergences
 * of the sampled Gaussian.
 *
 * Within the conditions of the theorem the divergence of the sampled Gaussian, by quadrature, over order * rate^2 * rho is the
 * constant that is needed; it must stay below 13 at orders to log(1 / rate) / (4 rho). Many such steps, composed and converted,
 * must not lie below the certified epsilon. The pair is one under swap too: a record of 1 against one of 0.
 * Source: Bun, Dwork, Rothblum, Steinke (STOC 2018), on amplification by subsampling.
 */
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { divergence } from "../../lib/oracles/renyi-quadrature.ts";
import { amplifyTruncatedConcentrated } from "../../lib/privacy/accounting/truncated-concentrated-sampling.ts";
import { convert } from "../../lib/privacy/conversions/convert.ts";
import { truncatedConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import { atLeast, atMost, axis, exactStudy, type PartDraft, variant, z } from "../kit.ts";
import { rateOf } from "./axes.ts";
import { mixtureFromNormal } from "./pairs.ts";
import { certified } from "./renyi-parts.ts";

const SHARES = [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 1];
const RECORDS = 1000;
const STEPS = 1000;
const DELTA = 1e-5;

const rho = axis(z.number().min(0.002).max(0.1), { means: "rho", quick: [0.01, 0.1], full: [0.005, 0.01, 0.03, 0.1] });
const rate = rateOf([0.01, 0.1], [0.001, 0.01, 0.05, 0.1], 0.1);

interface Batch {
  readonly rho: number;
  readonly rate: number;
}

const noiseAt = (rho: number) => 1 / Math.sqrt(2 * rho);

/** The conditions that leave the theorem something to say. */
const within = ({ rho, rate }: Batch) => log(1 / rate) >= 3 * rho * (2 + log(1 / rho) / Math.LN2);

/** D / (order rate^2 rho) of the sampled Gaussian at an order. */
function needed({ rho, rate }: Batch, order: number): number {
  return divergence(mixtureFromNormal({ noise: noiseAt(rho), rate }, order), order) / (order * rate * rate * rho);
}

function amplified({ rho, rate }: Batch) {
  const guarantee = truncatedConcentrated(rho, Infinity);
  return amplifyTruncatedConcentrated({
    guarantee,
    batchSize: Math.round(rate * RECORDS),
    size: RECORDS,
    neighbours: "swap",
  });
}

const largestNeed = (batch: Batch) =>
  largestOf(SHARES.map((share) => needed(batch, Math.max(1.5, share * amplified(batch).omega))));

const truncatedStudy = exactStudy({
  axes: { rho, rate },
  where: within,
  exact: (batch) => {
    const own = amplified(batch);
    const steps = Array.from({ length: STEPS }, () => own);
    const all = convert(steps, { to: "truncated-concentrated" });
    const { epsilon } = convert(all, { to: "approximate", delta: DELTA });
    const { lower, upper } = certified({ rate: batch.rate, noise: noiseAt(batch.rho), steps: STEPS }, DELTA);
    return {
      checks: {
        constant: atMost(largestNeed(batch), own.rho / (batch.rate * batch.rate * batch.rho)),
        "above-exact": atLeast(epsilon, upper),
      },
      values: { omega: own.omega, lower, upper },
    };
  },
});

export const truncatedPart: PartDraft = {
  claim: "zcdp",
  asks: "Is truncated concentrated privacy amplified by sampling, to the order and with the constant of its theorem?",
  study: truncatedStudy,
  controls: {
    "constant-one": {
      says: "rate^2 rho to the same order, the divergence at order 1 without the 13",
      study: variant(truncatedStudy, {
        exact: (batch) => ({ checks: { constant: atMost(largestNeed(batch), 1) } }),
      }),
    },
    "to-every-order": {
      says: "the amplified rho claimed at all orders, as a zero-concentrated one",
      study: variant(truncatedStudy, {
        exact: (batch) => {
          const order = Math.ceil(1 + (100 * log(1 / batch.rate)) / batch.rho);
          return { checks: { constant: atMost(needed(batch, order), 13) } };
        },
      }),
    },
  },
};
