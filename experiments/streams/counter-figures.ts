/**
 * The figures on counters, from the stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { type CellRow, cellNumber, storedNumber } from "../kit.ts";

const partRows = (rows: readonly CellRow[], name: string) =>
  rows.filter(({ part, control }) => part === name && control === undefined);

/** Root mean squared error against the horizon: Laplace counters at epsilon 1, Gaussian ones at mu 1. */
export function errorFigure(rows: readonly CellRow[]): Figure {
  const crossing = partRows(rows, "tree-crossing");
  const gaussian = partRows(rows, "matrix-factorisation");
  const series = (own: readonly CellRow[], name: string, value: string) => ({
    name,
    x: own.map(cellNumber("horizon")),
    y: own.map(storedNumber(value)),
  });
  return rateFigure({
    caption:
      "Root mean squared error over all times of running counts of T bits, event-level. Left: Laplace noise at ε = 1; the tree overtakes noise on " +
      "every bit at T ≈ 1200. Right: Gaussian noise at μ = 1; the square root and six buffers are within a tenth of the bound that no factorisation beats.",
    source:
      "Chan, Shi, Song (2011); Fichtenberger, Henzinger, Upadhyay (2023); Henzinger, Upadhyay, Upadhyay (2023); Dvijotham et al. (2024)",
    x: { label: "records T" },
    y: { label: "root mean squared error", unit: "records" },
    panels: [
      {
        title: "Laplace, ε = 1",
        estimates: [series(crossing, "tree", "tree"), series(crossing, "noise on every record", "records")],
        theory: [],
      },
      {
        title: "Gaussian, μ = 1",
        estimates: [
          series(gaussian, "tree", "tree-rms"),
          series(gaussian, "noise on every record", "records-rms"),
          series(gaussian, "refined tree", "refined-rms"),
          series(gaussian, "six buffers", "buffered-rms"),
        ],
        theory: [
          series(gaussian, "square root", "square-root-rms"),
          { role: "bound" as const, ...series(gaussian, "least possible", "rms-bound") },
        ],
      },
    ],
  });
}

/** The variance at every time of streams of 64 bits, of Gaussian counters. */
export function varianceFigure(rows: readonly CellRow[]): Figure {
  const [row] = partRows(rows, "matrix-factorisation").filter(({ values }) => values?.["tree-over-time"] !== undefined);
  const series = (name: string, value: string) => {
    const y = (row?.values?.[`${value}-over-time`] ?? []) as readonly number[];
    return { name, x: y.map((_, k) => k + 1), y };
  };
  return tailFigure({
    caption:
      "Variance of the estimate at every time t of a stream of 64 bits, Gaussian noise at μ = 1. The tree's is 7 times the number of ones in the " +
      "binary form of t; the refined tree almost halves it; the square root's grows slowly and steadily.",
    source: "Chan, Shi, Song (2011); Honaker (2015); Fichtenberger, Henzinger, Upadhyay (2023)",
    x: { label: "time t" },
    y: { label: "variance of the estimate" },
    panels: [
      {
        estimates: [
          series("tree", "tree"),
          series("noise on every record", "records"),
          series("refined tree", "refined"),
          series("square root", "square-root"),
        ],
      },
    ],
  });
}
