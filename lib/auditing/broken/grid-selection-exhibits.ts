/** Exhibits of the gallery: exact selections with a grid that was not thought through. */
import { reportNoisyMax } from "../../mechanisms/choice/report-noisy-max.ts";
import { type Exhibit, lawExhibit, pureClaim } from "./exhibit.ts";
import { noisyLarger, roundedChoice } from "./grid-selection.ts";

const roundedPair = (first: readonly number[], second: readonly number[], exponent: number) => () => ({
  first: roundedChoice(first, exponent),
  second: roundedChoice(second, exponent),
});
const largerPair = (ties: "fair" | "unrounded") => () => ({
  first: noisyLarger([0.25, 0], { scale: 0.25, ties }),
  second: noisyLarger([-0.75, 1], { scale: 0.25, ties }),
});
/** Two options on whole numbers: the second is far behind and both move towards each other. */
const step = { numerator: 1, denominator: 1 };
const choice = { sensitivity: 1, options: 2, change: "general", neighbours: "swap", step } as const;
const largestPair = (epsilon: number) => () => {
  const [first, second] = [
    [0, -60],
    [-1, -59],
  ].map(reportNoisyMax({ ...choice, epsilon, noise: "laplace" }).law);
  return { first, second };
};
const SOURCE = "Mironov (CCS 2012) for rounding; the proof is in mechanisms/grid.ts";

export const GRID_SELECTION_EXHIBITS: readonly Exhibit[] = [
  lawExhibit({
    name: "grid-sensitivity-rounded-down",
    claim: "scores of sensitivity 3/2, rounded to whole numbers, move by one",
    source: SOURCE,
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-9,
    broken: roundedPair([-81, 0.5], [-79.5, -1], 0.5),
    corrected: roundedPair([-81, 0.5], [-79.5, -1], 0.25),
  }),
  lawExhibit({
    name: "grid-range-without-rounding",
    claim: "differences of scores that move by at most one still do when scores are rounded to whole numbers",
    source: SOURCE,
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-9,
    broken: roundedPair([-40, 0.5], [-39.5, 0], 1),
    corrected: roundedPair([-40, 0.5], [-39.5, 0], 0.5),
  }),
  lawExhibit({
    name: "grid-ties-by-score",
    claim:
      "the largest of two noisy rounded scores, ties to the score that was larger before rounding, is epsilon-private",
    source: "the proof is in mechanisms/report-noisy-max.ts",
    claimed: pureClaim(8),
    broken: largerPair("unrounded"),
    corrected: largerPair("fair"),
  }),
  lawExhibit({
    name: "discrete-noisy-max-short",
    claim: "the largest of two scores with discrete Laplace noise a tenth short is epsilon-private",
    source: "Dwork, Roth (2014), claim 3.9, for the right scale",
    claimed: pureClaim(1),
    broken: largestPair(1 / 0.9),
    corrected: largestPair(1),
  }),
];
