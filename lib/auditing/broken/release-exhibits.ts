/** Exhibits of the gallery: releases on a grid with the noise of another relation. */

import { noisySum } from "../../mechanisms/statistics/noisy-sum.ts";
import { quantiles } from "../../mechanisms/statistics/quantiles.ts";
import { type Exhibit, lawExhibit, pureClaim } from "./exhibit.ts";

const fraction = (numerator: number, denominator: number) => ({ numerator, denominator });
const marks = { step: fraction(1, 1), lower: 90, upper: 100, epsilon: fraction(1, 1) } as const;
const sums = (neighbours: "swap" | "add-remove") => {
  const { law } = noisySum({ ...marks, neighbours });
  return { first: law([]), second: law([100]) };
};
const quartiles = (neighbours: "swap" | "add-remove") => {
  const probabilities = [1, 2, 3].map((k) => fraction(k, 4));
  const { law } = quantiles({
    ...{ step: fraction(1, 1), lower: 0, upper: 5 },
    epsilon: fraction(2, 1),
    probabilities,
    neighbours,
  });
  return { first: law([0, 4]), second: law([5, 4]) };
};

export const RELEASE_EXHIBITS: readonly Exhibit[] = [
  lawExhibit({
    name: "grid-sum-of-a-width",
    claim: "a sum of records in [90, 100] with noise for the width 10 of the range is epsilon-private under add-remove",
    source: "Dwork, McSherry, Nissim, Smith (TCC 2006): a record that comes moves the sum by 100",
    claimed: pureClaim(1),
    needs: 10,
    within: 1e-9,
    broken: () => sums("swap"),
    corrected: () => sums("add-remove"),
  }),
  lawExhibit({
    name: "bisection-accounted-once",
    claim:
      "quantiles by bisection, accounted as if a record changed one part of each level, are epsilon-private under swap, here 2",
    source: "Kaplan, Schnapp, Stemmer (ICML 2022): a replaced record leaves one part and enters another",
    claimed: pureClaim(2),
    broken: () => quartiles("add-remove"),
    corrected: () => quartiles("swap"),
  }),
];
