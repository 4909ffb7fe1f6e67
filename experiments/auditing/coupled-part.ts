/** How often the bound from pairs with the same noise is above the truth: exactly, over all counts of few pairs, however they are coupled. */
import { coupledLogRatio } from "../../lib/auditing/coupled-log-ratio.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type ListedCounts, pairCountLaw } from "../../lib/oracles/pair-counts.ts";
import { clopperPearsonUpper } from "../../lib/statistics/proportion-interval.ts";
import { atMost, axis, exactStudy, type Part, variant, z } from "../kit.ts";

const ERROR_RATE = 0.1;

const pairs = axis(z.int().min(1).max(40), { means: "pairs of outputs", quick: [8], full: [8, 20] });
const over = axis(z.number().min(0.001).max(0.999), {
  means: "probability of the event under the one neighbour",
  quick: [0.1, 0.5, 0.9],
  full: [0.02, 0.1, 0.5, 0.9, 0.98],
});
const under = { ...over, means: "probability under the other" };
const together = axis(z.number().min(0).max(1), {
  means: "how often both are in the event: 0 as rarely as can be, 1 as often",
  quick: [0, 1],
  full: [0, 0.5, 1],
});

function missing(bound: (counts: ListedCounts["counts"]) => number) {
  return exactStudy({
    axes: { pairs, over, under, together },
    exact: ({ pairs, over, under, together }) => {
      const [least, most] = [Math.max(0, over + under - 1), Math.min(over, under)];
      const both = least + together * (most - least);
      const truth = log(over / under);
      let missed = 0;
      // A bound that is the truth itself but for rounding is not above it.
      for (const { counts, probability } of pairCountLaw({ pairs, over, under, both }))
        if (bound(counts) > truth + 1e-12) missed += probability;
      return { checks: { missing: atMost(missed, ERROR_RATE) } };
    },
  });
}

/** The share of the pairs in the event under the first neighbour that are in it under the second, too, and nothing else. */
function careless({ both, overOnly }: ListedCounts["counts"]): number {
  const trials = both + overOnly;
  return trials === 0 ? -Infinity : -log(clopperPearsonUpper({ successes: both, trials, errorRate: ERROR_RATE }));
}

export const coupledPart: Part = {
  claim: "coupled-log-ratio",
  asks: "Is the bound above the true log-ratio in at most 10 % of the samples, however the outputs of a pair depend on each other?",
  study: missing((counts) => coupledLogRatio(counts, ERROR_RATE)),
  controls: {
    careless: {
      says: "outputs that are in the event under the other neighbour alone are left out",
      study: variant(missing(careless), { over: { pairs: [20], over: [0.5], under: [0.5], together: [0] } }),
    },
  },
};
