/**
 * The figure of generalisation, from its stored rows alone.
 */
import { expectedGapBound, sharpExpectedGap } from "../../lib/adaptive/generalisation.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type CellRow, claimRows, distinct } from "../kit.ts";

const number = (name: string) => (row: CellRow) => Number(row.cell[name]);
const TITLES: Readonly<Record<string, string>> = { "commonest-value": "the commonest value", mean: "the mean of bits" };

/** The largest expected gap that ten adversaries find, against epsilon. */
export function adversariesFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "robust-perfect-generalization");
  const values = Math.max(2, number("values")(all[all.length - 1]));
  const shown = all.map(number("epsilon"));
  const [least, largest] = [leastOf(shown), largestOf(shown)];
  const epsilons = Array.from({ length: 41 }, (_, k) => least * exp((k / 40) * log(largest / least)));
  return rateFigure({
    caption:
      `The largest expected gap between sample and population that ten adversaries find from a private output, on records of ${values} values, ` +
      "two of them the best that there are: exact, over all samples.",
    source: "Cummings, Ligett, Nissim, Roth, Wu (2016)",
    x: { label: "ε" },
    y: { label: "expected gap" },
    panels: distinct(all.map(({ cell }) => `${cell.mechanism}`)).map((mechanism) => {
      const own = all.filter(({ cell }) => cell.mechanism === mechanism && cell.values === values);
      return {
        title: TITLES[mechanism],
        estimates: distinct(own.map(number("size"))).map((size) => {
          const points = own.filter(({ cell }) => cell.size === size);
          return {
            name: `n = ${size}`,
            x: points.map(number("epsilon")),
            y: points.map((row) => Number(row.values?.["largest-gap"])),
          };
        }),
        theory: [
          { name: "tanh(ε/4)", role: "bound" as const, x: epsilons, y: epsilons.map(sharpExpectedGap) },
          {
            name: "tanh(ε/2)",
            role: "bound" as const,
            x: epsilons,
            y: epsilons.map((epsilon) => expectedGapBound({ epsilon, delta: 0 })),
          },
        ],
      };
    }),
  });
}
