/**
 * The figures on quantiles, from stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, cellNumber, claimRows, distinct } from "../kit.ts";

/** A check of rows as points with intervals. */
function pointsOf(name: string, check: string, x: string, rows: readonly CellRow[]) {
  const at = (end: "estimate" | "lower" | "upper") => rows.map(({ checks }) => Number(checks[check][end]));
  return { name, x: rows.map(cellNumber(x)), y: at("estimate"), lower: at("lower"), upper: at("upper") };
}

/** Records between output and quantile against the number of quantiles. */
export function manyQuantilesFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "joint-accuracy").filter(
    ({ cell }) => cell.epsilon === rowsFirst(rows).epsilon && cell.size === rowsFirst(rows).size,
  );
  const { epsilon, size } = rowsFirst(rows);
  return rateFigure({
    caption:
      `Mean number of records between a private quantile and the true one, of ${size} records at ε = ${epsilon}: all m quantiles by JointExp (drawn), ` +
      "and one mechanism of ε/m for each (exact).",
    source: "Gillenwater, Joseph, Kulesza (2021)",
    x: { label: "quantiles m" },
    y: { label: "error", unit: "records" },
    panels: distinct(all.map(({ cell }) => String(cell.data))).map((data) => {
      const own = all.filter(({ cell }) => cell.data === data);
      return {
        title: data,
        estimates: [
          pointsOf("JointExp", "error-in-records", "outputs", own),
          {
            name: "one for each",
            x: own.map(cellNumber("outputs")),
            y: own.map(({ values }) => Number(values?.split)),
          },
        ],
      };
    }),
  });
}

const rowsFirst = (rows: readonly CellRow[]) => claimRows(rows, "joint-accuracy")[0].cell;

const DATA: Readonly<Record<string, string>> = {
  "one-atom": "all at 0.5",
  "two-atoms": "60 % at 0.3, 40 % at 0.7",
  uniform: "evenly spread",
};

/** The error of the median against the radius of the smoothing, on three datasets. */
export function radiusFigure(rows: readonly CellRow[]): Figure {
  const { epsilon, size } = claimRows(rows, "hsjointexp")[0].cell;
  const all = claimRows(rows, "hsjointexp").filter(({ cell }) => cell.epsilon === epsilon && cell.size === size);
  const radii = distinct(all.map(cellNumber("radius")));
  const atoms = claimRows(rows, "quantile-atoms").find(({ cell }) => cell.epsilon === epsilon && cell.size === size);
  const flat = (name: string, value: string) =>
    atoms === undefined
      ? []
      : [{ name, role: "bound" as const, x: radii, y: radii.map(() => Number(atoms.values?.[value])) }];
  return rateFigure({
    caption: `Mean error of the private median of ${size} records at ε = ${epsilon} after uniform noise of radius α in each record, with the errors that JointExp has on atoms without it. Intervals rest on the range of the errors alone.`,
    source: "Lalanne et al. (2022)",
    x: { label: "radius α" },
    y: { label: "mean error" },
    panels: [
      {
        estimates: Object.entries(DATA).map(([data, name]) =>
          pointsOf(
            name,
            "mean-error",
            "radius",
            all.filter(({ cell }) => cell.data === data),
          ),
        ),
        theory: [
          { name: "α", x: radii, y: radii },
          ...flat("α = 0, one atom", "one"),
          ...flat("α = 0, two atoms", "two"),
        ],
      },
    ],
  });
}
