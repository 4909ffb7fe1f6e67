/** Exhibits of the gallery: above-threshold with too little noise (claim above-threshold). */
import { type AboveThresholdVariant, aboveThresholdLaw, aboveThresholdPair, HALVED_NOISE } from "./above-threshold.ts";
import { type Exhibit, lawExhibit, pureClaim } from "./exhibit.ts";

const EPSILON = 1;
const RIGHT = { threshold: 2, query: 4 };
/** Without query noise: two queries of which the first is the larger cannot be below and above. */
const ORDERED = [
  [0, 1],
  [1, 0],
] as const;
const pairOf = (noise: Omit<AboveThresholdVariant, "epsilon">, bare: boolean) => () => {
  const [first, second] = (bare ? ORDERED : aboveThresholdPair(EPSILON)).map((queries) =>
    aboveThresholdLaw({ epsilon: EPSILON, ...noise }, queries),
  );
  return { first, second };
};

const VARIANTS = [
  ["above-threshold-halved", "half of the noise", HALVED_NOISE, 2],
  ["above-threshold-query", "query noise of scale 2 / epsilon", { threshold: 2, query: 2 }, 1.5],
  ["above-threshold-threshold", "threshold noise of scale 1 / epsilon", { threshold: 1, query: 4 }, 1.5],
  ["above-threshold-quarter", "query noise of scale 1 / epsilon", { threshold: 2, query: 1 }, 2.5],
  ["above-threshold-bare", "no query noise", { threshold: 2, query: 0 }, Infinity],
] as const;

export const ABOVE_THRESHOLD_EXHIBITS: readonly Exhibit[] = VARIANTS.map(([name, what, noise, needs]) =>
  lawExhibit({
    name,
    claim: `above-threshold is epsilon-private with ${what}`,
    source: "claim above-threshold; Dwork, Roth (2014), theorem 3.23, for the scales that are right",
    claimed: pureClaim(EPSILON),
    needs,
    within: 1e-6,
    broken: pairOf(noise, noise.query === 0),
    corrected: pairOf(RIGHT, noise.query === 0),
  }),
);
