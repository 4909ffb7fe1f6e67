/**
 * The figures on releases, from stored rows alone.
 */
import { cellNumber, estimateOf, figureOf, likeFirst, storedNumber } from "../kit.ts";

/** The error on a grid beside that of the float64 mechanism. */
export const utilityFigure = figureOf({
  kind: "rate",
  part: "utility",
  rows: likeFirst("steps"),
  caption: ([
    {
      cell: { steps },
    },
  ]) =>
    "What a release in whole numbers costs beside the float64 one. Left: the root mean square of the noise of a sum of records in [0, " +
    `10] with ${steps === 1 ? "one point" : `${steps} points`} a unit, and that of Laplace noise. Right: the expected number of ` +
    "records between a private median and the true one, of 501 records. All from exact laws.",
  source: "Ghosh, Roughgarden, Sundararajan (2009); McSherry, Talwar (2007)",
  x: { label: "ε", of: cellNumber("epsilon") },
  y: { label: "error, in units (left) and records (right)" },
  panels: [
    {
      title: "sum",
      estimates: [{ name: "on a grid", y: estimateOf("deviation-of-the-sum") }],
      theory: [{ name: "float64", role: "bound", y: storedNumber("float-deviation") }],
    },
    {
      title: "median, in records",
      estimates: [{ name: "on a grid", y: estimateOf("error-of-the-median") }],
      theory: [{ name: "float64", role: "bound", y: storedNumber("float-median") }],
    },
  ],
});
