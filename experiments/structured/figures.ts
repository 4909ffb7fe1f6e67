/**
 * The figures on structured releases, from stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, cellNumber, claimRows, distinct, storedNumber } from "../kit.ts";

const STRATEGIES = ["identity", "hierarchy", "wavelet", "optimal"];
const NAMES: Readonly<Record<string, string>> = {
  prefix: "prefix sums",
  ranges: "all ranges",
  marginals: "marginals of one and two bits",
};

/** The error of strategies over the number of cells, with the bound, a panel for each workload. */
export function strategyFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "matrix-mechanism");
  return rateFigure({
    caption:
      "Total squared error of the answers to a workload, at unit sensitivity and unit noise: four strategies, the bound that no strategy beats, and " +
      "the bound of the singular values.",
    source: "Li, Hay, Rastogi, Miklau, McGregor (2010); Li, Miklau (2013)",
    x: { label: "cells" },
    y: { label: "total squared error" },
    panels: distinct(all.map(({ cell }) => String(cell.workload))).map((workload) => {
      const own = all.filter(({ cell }) => cell.workload === workload);
      const x = own.map(({ cell }) => 1 << Number(cell.bits));
      const line = (name: string) => own.map((row) => storedNumber(name)(row));
      return {
        title: NAMES[workload] ?? workload,
        estimates: STRATEGIES.map((name) => ({ name, x, y: line(name) })),
        theory: [
          { name: "bound of the dual", role: "bound" as const, x, y: line("bound") },
          { name: "bound of the singular values", role: "bound" as const, x, y: line("spectral") },
        ],
      };
    }),
  });
}

/** How often the median is refused, over its distance. */
export function failureFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "propose-test-release");
  const deltas = distinct(all.map(cellNumber("delta")));
  const shown =
    deltas.length <= 3 ? deltas : [deltas[0], deltas[Math.floor(deltas.length / 2)], deltas[deltas.length - 1]];
  return coverageFigure({
    caption:
      "Probability that propose-test-release refuses the median of 201 records, over the number of changed records to data at which it is unstable: exact.",
    source: "Dwork, Lei (2009)",
    x: { label: "distance to instability", scale: "linear" },
    y: { label: "P(unstable)" },
    panels: shown.map((delta) => ({
      title: `δ = ${delta}`,
      estimates: distinct(all.map(cellNumber("epsilon"))).map((epsilon) => {
        const own = all
          .filter(({ cell }) => cell.epsilon === epsilon && cell.delta === delta)
          .toSorted((a, b) => Number(b.cell.elsewhere) - Number(a.cell.elsewhere));
        return {
          name: `ε = ${epsilon}`,
          x: own.map(({ cell }) => 100 - Number(cell.elsewhere)),
          y: own.map(storedNumber("unstable")),
        };
      }),
    })),
  });
}

/** The share that the first component loses, over the number of records. */
export function componentsFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "principal-components");
  return rateFigure({
    caption:
      "What the first private component loses of the largest sum of squares, mean over releases at (1, 10⁻⁶), per record, with the bound σ√(2d).",
    source: "Dwork, Talwar, Thakurta, Zhang (2014)",
    x: { label: "records n" },
    y: { label: "loss per record" },
    panels: distinct(all.map(cellNumber("columns"))).map((columns) => {
      const own = all.filter(({ cell }) => cell.columns === columns);
      const x = own.map(cellNumber("records"));
      const per = (name: string) => own.map((row) => storedNumber(name)(row) / cellNumber("records")(row));
      return {
        title: `${columns} columns`,
        estimates: [{ name: "measured", x, y: per("loss") }],
        theory: [{ name: "bound", role: "bound" as const, x, y: per("bound") }],
      };
    }),
  });
}
