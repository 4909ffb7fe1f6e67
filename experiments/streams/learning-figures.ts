/**
 * The figure of private online learning, from its stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { leastOf } from "../../lib/numerics/extremes.ts";
import { type CellRow, cellNumber, claimRows, distinct, storedNumber } from "../kit.ts";

/** The regret of the private leader against the number of losses, beside that without privacy, and below its bound. */
export function regretFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "pftal");
  const sensitivity = leastOf(all.map(cellNumber("sensitivity")));
  const own = all.filter(({ cell }) => cell.sensitivity === sensitivity);
  const [first, ...others] = distinct(own.map(cellNumber("epsilon")));
  const at = (epsilon: number) => own.filter(({ cell }) => cell.epsilon === epsilon);
  const found = (name: "estimate" | "lower" | "upper" | "theory") => (row: CellRow) =>
    Number(row.checks["mean-regret"][name]);
  return rateFigure({
    caption:
      "The regret of follow-the-approximate-leader on quadratic losses in the unit disc, against the best fixed point in hindsight: private, with the noise of a tree " +
      `(sensitivity ${sensitivity}), and without privacy. Means of runs with their intervals, which are asymptotic; broken lines are the bounds on the means.`,
    source: "Smith, Thakurta (2013); Hazan, Agarwal, Kale (2007); the bound is our own",
    x: { label: "number of losses T" },
    y: { label: "regret" },
    panels: [
      {
        estimates: [first, ...others].map((epsilon) => ({
          name: `ε = ${epsilon}`,
          x: at(epsilon).map(cellNumber("horizon")),
          y: at(epsilon).map(found("estimate")),
          lower: at(epsilon).map(found("lower")),
          upper: at(epsilon).map(found("upper")),
        })),
        theory: [
          ...[first, ...others].map((epsilon) => ({
            name: `bound, ε = ${epsilon}`,
            of: `ε = ${epsilon}`,
            role: "bound" as const,
            x: at(epsilon).map(cellNumber("horizon")),
            y: at(epsilon).map(found("theory")),
          })),
          {
            name: "without privacy",
            role: "exact" as const,
            x: at(first).map(cellNumber("horizon")),
            y: at(first).map(storedNumber("regret-without-privacy")),
          },
        ],
      },
    ],
  });
}
