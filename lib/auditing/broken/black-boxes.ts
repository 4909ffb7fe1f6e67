/** Broken: what audits of one run, watched audits, audits of mu and of Renyi curves, and the search for a pair must catch. */
import { gaussianTradeOff } from "../../privacy/trade-off/trade-off.ts";
import { sampleBernoulli } from "../../random/bernoulli.ts";
import { sampleLaplace } from "../../random/laplace.ts";
import { sampleNormal } from "../../random/normal.ts";
import type { Stream } from "../../random/stream.ts";
import type { PrivacyVerdict } from "../../statistics/privacy-verdict.ts";
import { halfLineEvent } from "../event-choice.ts";
import { auditOneRunTradeOff } from "../one-run-trade-off-audit.ts";
import { searchPair } from "../pair-search.ts";
import { auditGaussianRelease, auditRenyiRelease } from "../sampled-divergence-audit.ts";
import { watchAudit } from "../watched-audit.ts";
import { neighbouringPairs } from "../worst-pair.ts";
import { brokenVariant, type Exhibit, GALLERY_ERROR_RATE } from "./broken-variant.ts";

const choose = halfLineEvent((output: number) => output);
const errorRate = GALLERY_ERROR_RATE;

/** Coins of 1000 canaries through Gaussian noise. */
function canaryRun(sigma: number, random: Stream): PrivacyVerdict {
  const [members, others]: [number[], number[]] = [[], []];
  for (let k = 0; k < 1000; k++) {
    const bit = sampleBernoulli(0.5, random);
    (bit ? members : others).push(sampleNormal({ mean: bit, sigma }, random));
  }
  const { verdict, lowerBound } = auditOneRunTradeOff(
    { members, others },
    { curve: gaussianTradeOff(0.25), errorRate, guessCounts: [200, 500] },
  );
  return { verdict, lowerBound };
}

const normal = (sigma: number) => (mean: number, random: Stream) => sampleNormal({ mean, sigma }, random);
const plan = { inputs: [0, 1] as const, draws: 20_000, errorRate, choose };

/** The last look, or the first that refutes. */
function watched(scale: number, random: Stream): PrivacyVerdict {
  const release = (value: number, source: Stream) => value + sampleLaplace(scale, source);
  const claim = { ...plan, epsilon: 1, delta: 0, training: 1000, batchSize: 200 };
  let last: PrivacyVerdict = { verdict: "not-refuted", lowerBound: 0 };
  for (const { verdict, lowerBound } of watchAudit(release, claim, random)) {
    last = { verdict, lowerBound };
    if (verdict === "violated") break;
  }
  return last;
}

const pairs = [...neighbouringPairs({ universe: [0, 1, 2, 3], size: 2, neighbours: "swap" })];

/** A sum of records clamped to [0, 1], but where both are 3 the clamp is forgotten. */
function hiddenSum(forgets: boolean) {
  return (records: readonly number[], random: Stream) => {
    const whole = forgets && records.every((record) => record === 3);
    return records.reduce((sum, record) => sum + (whole ? record : Math.min(1, record)), 0) + sampleLaplace(1, random);
  };
}

const shown = { source: "constructed; caught by the audits of black boxes", caughtBy: "sampling" } as const;

export const AUDITED_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    ...shown,
    name: "canaries-with-little-noise",
    claim: "a run with Gaussian noise of deviation 1/10 on each canary is 0.25-Gaussian private",
    broken: () => (random) => canaryRun(0.1, random),
    corrected: () => (random) => canaryRun(4, random),
  }),
  brokenVariant({
    ...shown,
    name: "gaussian-mu-small-sigma",
    claim: "noise of deviation 0.8 on a sum of sensitivity 1 is 1-Gaussian private",
    broken: () => (random) => auditGaussianRelease(normal(0.8), { ...plan, mu: 1 }, random),
    corrected: () => (random) => auditGaussianRelease(normal(1), { ...plan, mu: 1 }, random),
  }),
  brokenVariant({
    ...shown,
    name: "gaussian-renyi-half-sigma",
    claim: "noise of deviation 0.5 on a sum of sensitivity 1 has Renyi divergence order / 2",
    broken: () => (random) => renyi(0.5, random),
    corrected: () => (random) => renyi(1, random),
  }),
  brokenVariant({
    ...shown,
    name: "laplace-half-scale-watched",
    claim: "Laplace noise of scale 1/2 on a sum of sensitivity 1 is 1-private",
    broken: () => (random) => watched(0.5, random),
    corrected: () => (random) => watched(1, random),
  }),
  brokenVariant({
    ...shown,
    name: "clamp-forgotten-on-one-input",
    claim: "a sum of clamped records with Laplace noise of scale 1 is 1-private, on all inputs",
    broken: () => (random) => hidden(true, random),
    corrected: () => (random) => hidden(false, random),
  }),
];

function renyi(sigma: number, random: Stream): PrivacyVerdict {
  const curve = { orders: [1.5, 2, 4, 8], epsilonAt: (order: number) => order / 2 };
  return auditRenyiRelease(normal(sigma), { ...plan, ...curve }, random);
}

function hidden(forgets: boolean, random: Stream): PrivacyVerdict {
  const { verdict, lowerBound } = searchPair(
    hiddenSum(forgets),
    { pairs, epsilon: 1, delta: 0, draws: 100_000, errorRate, choose },
    random,
  );
  return { verdict, lowerBound };
}
