/**
 * Binomial distribution: the number of successes in n independent trials of probability p; mean n p, variance n p (1 - p).
 *
 * By alias table up to a standard deviation of about 220 (every n up to 190 000), one word a draw and the table kept for the last
 * parameters; beyond that by transformed rejection (`binomial-rejection.ts`), which also serves where parameters change with every
 * draw: building a table costs as much as some thousand draws.
 * Accuracy: each probability is met within 2^-48, in absolute terms. Limits: fewer than 2^53 trials.
 */
import { declare, hasNoOtherNames, integer, type ParametersOf, probability } from "../numerics/parameters.ts";
import { binomialRejection } from "./binomial-rejection.ts";
import { drawnBy, type IntegerLaw, tabulated } from "./integer-law.ts";
import { parameterCache } from "./parameter-cache.ts";
import type { Stream } from "./stream.ts";

export const binomialParameters = declare({ trials: integer(0), probability });

export interface BinomialParameters extends ParametersOf<typeof binomialParameters> {}

const NAMES = Object.keys(binomialParameters.declared);

export function sampleBinomial(parameters: BinomialParameters, random: Stream): number {
  const { trials, probability } = parameters ?? binomialParameters.read(parameters);
  if (
    !(
      Number.isSafeInteger(trials) &&
      trials >= 0 &&
      Number.isFinite(probability) &&
      probability >= 0 &&
      probability <= 1 &&
      hasNoOtherNames(parameters, NAMES)
    )
  )
    binomialParameters.read(parameters);
  return binomialLaw(trials, probability).draw(random);
}

export function fillBinomial(parameters: BinomialParameters, out: Float64Array, random: Stream): Float64Array {
  const { trials, probability } = binomialParameters.read(parameters);
  return binomialLaw(trials, probability).fill(out, random);
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
