/**
 * The figures of the lower bounds, from their stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, claimRows, storedNumber } from "../kit.ts";

const SHARES = [
  { name: "two points and fingerprinting", part: "fingerprinting", value: "share" },
  { name: "van Trees", part: "van-trees", value: "share" },
  { name: "local, squared", part: "local", value: "share-squared" },
  { name: "learning on the line", part: "learning", value: "share" },
] as const;

/** What share of the least worst risk each bound reaches, against epsilon. */
export function shareFigure(rows: readonly CellRow[]): Figure {
  const points = SHARES.map(({ name, part, value }) => {
    const own = claimRows(rows, part).toSorted((a, b) => storedNumber("epsilon")(a) - storedNumber("epsilon")(b));
    return { name, x: own.map(storedNumber("epsilon")), y: own.map(storedNumber(value)) };
  });
  const epsilons = points.flatMap(({ x }) => x).toSorted((a, b) => a - b);
  const ends = [epsilons[0], epsilons[epsilons.length - 1]];
  return rateFigure({
    caption:
      "Lower bounds over the least worst risk of all private methods, which a linear program gives, for 1 to 8 records. " +
      "No bound is above 1; that for learning with a linear loss on the line is attained at one record.",
    source: "Bun, Ullman, Vadhan (2014); Duchi, Jordan, Wainwright (2013); Bassily, Smith, Thakurta (2014)",
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

const PANELS = [
  { problem: "convex", privacy: "pure", title: "convex, ε-DP" },
  { problem: "convex", privacy: "approximate", title: "convex, (ε, δ)-DP" },
  { problem: "strongly-convex", privacy: "pure", title: "strongly convex, ε-DP" },
  { problem: "strongly-convex", privacy: "approximate", title: "strongly convex, (ε, δ)-DP" },
  { problem: "logistic", privacy: "pure", title: "logistic, ε-DP" },
  { problem: "logistic", privacy: "approximate", title: "logistic, (ε, δ)-DP" },
] as const;

/** The excess of a method on its worst dataset above the lower bound for all, against n. */
export function sandwichFigure(rows: readonly CellRow[]): Figure {
  const own = claimRows(rows, "sandwich");
  const epsilon = own.some(({ cell }) => cell.epsilon === 1) ? 1 : Number(own[0].cell.epsilon);
  const found = [...new Set(own.map(({ cell }) => Number(cell.dimension)))].toSorted((a, b) => a - b);
  const dimensions = found.length > 2 ? [2, 20, 100].filter((dimension) => found.includes(dimension)) : found;
  const line = (problem: string, privacy: string, dimension: number, value: string) => {
    const at = own
      .filter(
        ({ cell }) =>
          cell.problem === problem &&
          cell.privacy === privacy &&
          cell.dimension === dimension &&
          cell.epsilon === epsilon,
      )
      .toSorted((a, b) => Number(a.cell.size) - Number(b.cell.size));
    return { x: at.map(({ cell }) => Number(cell.size)), y: at.map(storedNumber(value)) };
  };
  return rateFigure({
    caption:
      `Excess risk of private learning on the worst dataset, ε = ${epsilon}, δ = 10⁻⁶: what a method has, exactly or by its proved bound, above what every ` +
      "private method has at least. Exponential mechanism, noisy mean direction, and output perturbation with Λ = 0.01 for logistic regression.",
    source: "Bassily, Smith, Thakurta (2014); Chaudhuri, Monteleoni, Sarwate (2011)",
    x: { label: "records n" },
    y: { label: "excess risk" },
    columns: 2,
    panels: PANELS.map(({ problem, privacy, title }) => ({
      title,
      estimates: dimensions.map((dimension) => ({
        name: `d = ${dimension}`,
        ...line(problem, privacy, dimension, "upper"),
      })),
      theory: dimensions.map((dimension) => ({
        name: `lower bound, d = ${dimension}`,
        of: `d = ${dimension}`,
        role: "bound" as const,
        ...line(problem, privacy, dimension, "lower"),
      })),
    })),
  });
}
