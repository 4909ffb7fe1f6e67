/**
 * Binomial distribution: the number of successes in n independent trials of probability p; mean n p, variance n p (1 - p).
 *
 * By alias table up to a standard deviation of about 220 (every n up to 190 000), one word a draw and the table kept for the last
 * parameters; beyond that by transformed rejection (`binomial-rejection.ts`), which also serves where parameters change with every
 * draw: building a table costs as much as some thousand draws.
 * Accuracy: each probability is met within 2^-48, in absolute terms. Limits: fewer than 2^53 trials.
 */
import { requireInteger, requireProbability } from "../numerics/requirements.ts";
import { binomialRejection } from "./binomial-rejection.ts";
import { drawnBy, type IntegerLaw, tabulated } from "./integer-law.ts";
import { parameterCache } from "./parameter-cache.ts";
import type { Stream } from "./stream.ts";

export interface BinomialParameters {
  readonly trials: number;
  readonly probability: number;
}

export function sampleBinomial({ trials, probability }: BinomialParameters, random: Stream): number {
  requireBinomial({ trials, probability });
  return binomialLaw(trials, probability).draw(random);
}

export function fillBinomial(parameters: BinomialParameters, out: Float64Array, random: Stream): Float64Array {
  requireBinomial(parameters);
  return binomialLaw(parameters.trials, parameters.probability).fill(out, random);
}

const binomialLaw = parameterCache((trials, probability) =>
  probability > 0.5 ? mirrored(lowerLaw(trials, 1 - probability), trials) : lowerLaw(trials, probability),
);

function lowerLaw(trials: number, probability: number): IntegerLaw {
  const odds = probability / (1 - probability);
  const table = tabulated({
    mode: Math.floor((trials + 1) * probability),
    up: (count) => ((trials - count) / (count + 1)) * odds,
    down: (count) => (count === 0 ? 0 : count / (trials - count + 1) / odds),
  });
  return table ?? drawnBy(binomialRejection(trials, probability));
}

/** Failures in place of successes. */
function mirrored(law: IntegerLaw, trials: number): IntegerLaw {
  return {
    draw: (random) => trials - law.draw(random),
    fill: (out, random) => {
      law.fill(out, random);
      for (let i = 0; i < out.length; i++) out[i] = trials - out[i];
      return out;
    },
  };
}

function requireBinomial({ trials, probability }: BinomialParameters): void {
  if (Number.isSafeInteger(trials) && trials >= 0 && Number.isFinite(probability)) {
    if (probability >= 0 && probability <= 1) return;
  }
  requireInteger({ trials }, 0);
  requireProbability({ probability });
}
