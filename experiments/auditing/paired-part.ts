/** How often the bound from pairs of outputs is above the truth: exactly, over all counts of few pairs. */
import { pairedLogRatio } from "../../lib/auditing/paired-log-ratio.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type ListedCounts, pairCountLaw } from "../../lib/oracles/pair-counts.ts";
import { atMost, axis, exactStudy, type Part, variant, z } from "../kit.ts";

const ERROR_RATE = 0.1;

const pairs = axis(z.int().min(1).max(40), { means: "pairs of outputs", quick: [8], full: [8, 20] });
const over = axis(z.number().min(0.001).max(0.999), {
  means: "probability of the event under the one neighbour",
  quick: [0.1, 0.5, 0.9],
  full: [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98],
});
const under = { ...over, means: "probability under the other" };

function missing(bound: (counts: ListedCounts["counts"]) => number) {
  return exactStudy({
    axes: { pairs, over, under },
    exact: (cell) => {
      const truth = log(cell.over / cell.under);
      let missed = 0;
      // A bound that is the truth itself but for rounding is not above it.
      for (const { counts, probability } of pairCountLaw(cell))
        if (bound(counts) > truth + 1e-12) missed += probability;
      return { checks: { missing: atMost(missed, ERROR_RATE) } };
    },
  });
}

export const pairedPart: Part = {
  claim: "paired-log-ratio",
  asks: "Is the bound above the true log-ratio in at most 10 % of the samples?",
  study: missing((counts) => pairedLogRatio(counts, ERROR_RATE)),
  controls: {
    odds: {
      says: "the odds are taken for the ratio, as where the event never holds of both",
      study: variant(
        missing((counts) => pairedLogRatio({ ...counts, both: 0, neither: 1_000_000_000 }, ERROR_RATE)),
        { over: { pairs: [20], over: [0.9], under: [0.5] } },
      ),
    },
  },
};
