/**
 * The figures on structured releases, from stored rows alone.
 */
import { by, type CellRow, cellNumber, cellText, figureOf, spread, storedNumber } from "../kit.ts";

/** The error of strategies over the number of cells, with the bound, a panel for each workload. */
export const strategyFigure = figureOf({
  kind: "rate",
  part: "matrix-mechanism",
  caption:
    "Total squared error of the answers to a workload, at unit sensitivity and unit noise: four strategies, the bound that no strategy " +
    "beats, and the bound of the singular values.",
  source: "Li, Hay, Rastogi, Miklau, McGregor (2010); Li, Miklau (2013)",
  x: { label: "cells", of: ({ cell }) => 1 << Number(cell.bits) },
  y: { label: "total squared error" },
  panels: by(cellText("workload"), {
    prefix: "prefix sums",
    ranges: "all ranges",
    marginals: "marginals of one and two bits",
  }),
  estimates: ["identity", "hierarchy", "wavelet", "optimal"].map((name) => ({ name, y: storedNumber(name) })),
  theory: [
    { name: "bound of the dual", role: "bound", y: storedNumber("bound") },
    { name: "bound of the singular values", role: "bound", y: storedNumber("spectral") },
  ],
});

/** How often the median is refused, over its distance. */
export const failureFigure = figureOf({
  kind: "coverage",
  part: "propose-test-release",
  caption:
    "Probability that propose-test-release refuses the median of 201 records, over the number of changed records to data at which it " +
    "is unstable: exact.",
  source: "Dwork, Lei (2009)",
  x: { label: "distance to instability", scale: "linear", of: ({ cell }) => 100 - Number(cell.elsewhere) },
  y: { label: "P(unstable)" },
  panels: by(cellNumber("delta"), (delta) => `δ = ${delta}`, spread(3)),
  estimates: [{ by: by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`), y: storedNumber("unstable") }],
});

const perRecord = (value: string) => (row: CellRow) => storedNumber(value)(row) / cellNumber("records")(row);

/** The share that the first component loses, over the number of records. */
export const componentsFigure = figureOf({
  kind: "rate",
  part: "principal-components",
  caption:
    "What the first private component loses of the largest sum of squares, mean over releases at (1, 10⁻⁶), per record, with the bound " +
    "σ√(2d).",
  source: "Dwork, Talwar, Thakurta, Zhang (2014)",
  x: { label: "records n", of: cellNumber("records") },
  y: { label: "loss per record" },
  panels: by(cellNumber("columns"), (columns) => `${columns} columns`),
  estimates: [{ name: "measured", y: perRecord("loss") }],
  theory: [{ name: "bound", role: "bound", y: perRecord("bound") }],
});
