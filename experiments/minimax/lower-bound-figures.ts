/**
 * The figures of the lower bounds, from their stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, claimRows, storedNumber } from "../kit.ts";

const SHARES = [
  { name: "two points and fingerprinting", part: "fingerprinting" },
  { name: "van Trees", part: "van-trees" },
  { name: "learning on the line", part: "learning" },
] as const;

/** What share of the least worst risk each bound reaches, against epsilon. */
export function shareFigure(rows: readonly CellRow[]): Figure {
  const points = SHARES.map(({ name, part }) => {
    const own = claimRows(rows, part).toSorted((a, b) => storedNumber("epsilon")(a) - storedNumber("epsilon")(b));
    return { name, x: own.map(storedNumber("epsilon")), y: own.map(storedNumber("share")) };
  });
  const epsilons = points.flatMap(({ x }) => x).toSorted((a, b) => a - b);
  const ends = [epsilons[0], epsilons[epsilons.length - 1]];
  return rateFigure({
    caption:
      "Lower bounds over the least worst risk of all private methods, which a linear program gives, for 1 to 8 records. " +
      "No bound is above 1; that for learning with a linear loss on the line is attained at one record.",
    source: "Bun, Ullman, Vadhan (2014); Gill, Levit (1995); Bassily, Smith, Thakurta (2014)",
    x: { label: "ε" },
    y: { label: "bound over optimum" },
    panels: [{ estimates: points, theory: [{ name: "optimum", role: "bound" as const, x: ends, y: [1, 1] }] }],
  });
}

/** The squared error of Gaussian noise over the bound, against the dimension. */
export function dimensionsFigure(rows: readonly CellRow[]): Figure {
  const own = claimRows(rows, "dimensions");
  const rhos = [...new Set(own.map(({ cell }) => Number(cell.rho)))].toSorted((a, b) => a - b);
  const dimensions = own.map(({ cell }) => Number(cell.dimension)).toSorted((a, b) => a - b);
  const ends = [dimensions[0], dimensions[dimensions.length - 1]];
  return rateFigure({
    caption:
      "Squared error of Gaussian noise on the mean of d independent bits over the fingerprinting bound for zero-concentrated privacy: " +
      "the same factor in every dimension, which tends to 4 as the noise of a coordinate falls.",
    source: "Bun, Ullman, Vadhan (2014)",
    x: { label: "bits d" },
    y: { label: "error over bound" },
    panels: [
      {
        estimates: rhos.map((rho) => {
          const at = own
            .filter(({ cell }) => cell.rho === rho)
            .toSorted((a, b) => Number(a.cell.dimension) - Number(b.cell.dimension));
          return {
            name: `ρ = ${rho}`,
            x: at.map(({ cell }) => Number(cell.dimension)),
            y: at.map(storedNumber("ratio")),
          };
        }),
        theory: [{ name: "limit", role: "bound" as const, x: ends, y: [4, 4] }],
      },
    ],
  });
}
