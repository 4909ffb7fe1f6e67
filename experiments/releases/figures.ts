/**
 * The figures on releases, from stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, cellNumber, claimRows, distinct } from "../kit.ts";

/** The error on a grid beside that of the float64 mechanism. */
export function utilityFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "utility");
  const [steps] = distinct(all.map(cellNumber("steps")));
  const own = all.filter(({ cell }) => cell.steps === steps);
  const x = own.map(cellNumber("epsilon"));
  const found = (check: string) => own.map(({ checks }) => Number(checks[check].estimate));
  const float = (value: string) => own.map(({ values }) => Number(values?.[value]));
  const panel = (title: string, check: string, value: string) => ({
    title,
    estimates: [{ name: "on a grid", x, y: found(check) }],
    theory: [{ name: "float64", role: "bound" as const, x, y: float(value) }],
  });
  return rateFigure({
    caption:
      `What a release in whole numbers costs beside the float64 one. Left: the root mean square of the noise of a sum of records in [0, 10] with ${steps === 1 ? "one point" : `${steps} points`} a unit, ` +
      "and that of Laplace noise. Right: the expected number of records between a private median and the true one, of 501 records. All from exact laws.",
    source: "Ghosh, Roughgarden, Sundararajan (2009); McSherry, Talwar (2007)",
    x: { label: "ε" },
    y: { label: "error, in units (left) and records (right)" },
    panels: [
      panel("sum", "deviation-of-the-sum", "float-deviation"),
      panel("median, in records", "error-of-the-median", "float-median"),
    ],
  });
}
