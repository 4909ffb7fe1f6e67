/**
 * Broken: a Markov chain that is stopped before it has forgotten its start, in place of the exponential mechanism.
 *
 * Metropolis on a line of options, from the best one of this very dataset: after few steps most options are impossible, and which ones
 * tells the data. After many steps the law is within g of the exponential mechanism in total variation for every dataset, which makes
 * it (epsilon, (1 + e^epsilon) g)-private: a delta that exact sampling does not cost.
 * Source: Metropolis et al. (1953) for the chain; claim exp-continuous for the price.
 */
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { log } from "../../numerics/logarithm.ts";
import { refuse, requireInteger, requirePositive } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { tabulatedLaw } from "../../privacy/loss/tabulated-law.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";
import { exponentialChoice } from "./selection.ts";

interface ShortChain {
  readonly exponent: number;
  readonly steps: number;
}

/** The law after `steps` proposals of the option to the left or to the right, each with probability 1/2. */
export function shortChainChoice(scores: readonly number[], { exponent, steps }: ShortChain): DiscreteLaw<number> {
  if (scores.length === 0) refuse("scores", "not empty", scores);
  requirePositive({ exponent });
  requireInteger({ steps }, 0);
  let masses = new Float64Array(scores.length);
  masses[scores.indexOf(largestOf(scores))] = 1;
  for (let step = 0; step < steps; step++) {
    const moved = new Float64Array(scores.length);
    masses.forEach((mass, option) => {
      for (const proposal of [option - 1, option + 1]) {
        const accepted =
          proposal >= 0 && proposal < scores.length
            ? Math.min(1, exp(exponent * (scores[proposal] - scores[option])))
            : 0;
        if (accepted > 0) moved[proposal] += (mass / 2) * accepted;
        moved[option] += (mass / 2) * (1 - accepted);
      }
    });
    masses = moved;
  }
  return tabulatedLaw(Array.from(masses, (mass, option) => [option, log(mass)] as const));
}

/** Scores of five options for two neighbours: the best one moves by a place. */
export const CHAIN_SCORES: readonly (readonly number[])[] = [
  [-2, -1, 0, -1, -2],
  [-3, -2, -1, 0, -1],
];

interface Chain {
  readonly epsilon: number;
  readonly steps: number;
}

const shortChainVariant = (steps: number) =>
  brokenVariant({
    name: `chain-of-${steps}-steps`,
    claim: `a Markov chain of ${steps} steps from the best option is as private as what it would tend to`,
    source: "claim exp-continuous",
    at: { epsilon: 1, steps },
    claimed: pureClaim(1),
    needs: Infinity,
    broken: (chain: Chain) => {
      const [first, second] = CHAIN_SCORES.map((scores) =>
        shortChainChoice(scores, { exponent: chain.epsilon / 2, steps: chain.steps }),
      );
      return { first, second };
    },
    corrected: ({ epsilon }: Chain) => {
      const [first, second] = CHAIN_SCORES.map((scores) => exponentialChoice(scores, epsilon / 2));
      return { first, second };
    },
  });

export const shortChain = shortChainVariant(0);

export const CHAIN_VARIANTS: readonly Exhibit[] = [shortChain, shortChainVariant(1)];
