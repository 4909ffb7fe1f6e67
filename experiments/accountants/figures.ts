/** The figures on accountants, from the stored rows alone. */
import { ascending, by, type CellRow, cellNumber, estimateOf, figureOf, storedNumber } from "../kit.ts";
import { UPPER_BOUNDS } from "./stated-table.ts";

const CAPTION_GRID =
  "Gaussian noise on Poisson samples, at rates 0.00001 to 1, noise 0.3 to 30, 1 to a million releases";

/** So small an epsilon is 0 for some, and no ratio says anything. */
const isDrawn = ({ values }: CellRow) => Number(values?.lower) >= 0.01;

const ratioTo = (end: "lower" | "upper", stated: (row: CellRow) => number) => (row: CellRow) =>
  stated(row) / storedNumber(end)(row);

/** The least two together, as a figure has six series. */
const deltas = by(
  (row) => Math.max(cellNumber("delta")(row), 1e-100),
  (delta) => (delta > 1e-100 ? `δ = ${delta.toExponential()}` : "δ = 1e-100, 1e-300"),
  ascending,
);

/** A panel for each accountant. */
export const loosenessFigure = figureOf({
  kind: "rate",
  part: "upper-bounds",
  caption:
    `What accountants state as an upper bound of ε, over the upper end of the certified interval. ${CAPTION_GRID}; each point is one of ` +
    "them. At 1 a bound is tight. Points whose ε is below 0.01 and bounds that are infinite are not drawn.",
  source: "versions in experiments/accountants/reference; Gopi, Lee, Wutschitz (2021)",
  columns: 4,
  x: { label: "certified ε", of: storedNumber("upper") },
  y: { label: "stated / certified" },
  panels: UPPER_BOUNDS.map((name) => ({
    title: name,
    rows: (rows: readonly CellRow[]) => rows.filter((row) => isDrawn(row) && name in row.checks),
    estimates: [{ by: deltas, y: ratioTo("upper", estimateOf(name)), order: "rows" as const }],
    theory: [{ name: "certified", role: "bound" as const, level: 1 }],
  })),
});

/** The estimate of which its library warns. */
export const warnedFigure = figureOf({
  kind: "rate",
  part: "upper-bounds",
  rows: (rows) => rows.filter((row) => isDrawn(row) && storedNumber("centralLimit")(row) > 0),
  caption:
    `The central-limit estimate of ε of Opacus, of which the library warns that it can underestimate, over the lower end of the ` +
    `certified interval. ${CAPTION_GRID}. Below the line the estimate is no upper bound.`,
  source: "opacus#384; Bu, Dong, Long, Su (2020); Gopi, Lee, Wutschitz (2021)",
  columns: 2,
  x: { label: "certified ε", of: storedNumber("lower") },
  y: { label: "estimate / certified" },
  panels: by(cellNumber("rate"), (rate) => (rate === 1 ? "no sampling" : `rate ${rate}`), ascending),
  estimates: [{ by: deltas, y: ratioTo("lower", storedNumber("centralLimit")), order: "rows" }],
  theory: [{ name: "certified", role: "bound", level: 1 }],
});
