/** The figure on Renyi curves of samples, from stored rows alone. */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { type CellRow, claimRows, distinct } from "../kit.ts";

const number = (row: CellRow, name: string) => Number(row.cell[name]);
const names: Readonly<Record<string, string>> = { poisson: "Poisson", "without-replacement": "batches" };

/** The divergences of the sampled laws and the curves that bound them, against the order. */
export function samplingFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "renyi-sampling");
  const model = all.find(({ cell }) => cell.noise === 1 && cell.rate === 0.1) ?? all[0];
  const { noise, rate } = model.cell;
  const own = all
    .filter(({ cell }) => cell.noise === noise && cell.rate === rate)
    .toSorted((a, b) => number(a, "order") - number(b, "order"));
  const series = (mechanism: string, sampling: string, name: string, value: (row: CellRow) => number) => {
    const drawn = own.filter(({ cell }) => cell.mechanism === mechanism && cell.sampling === sampling);
    return { name, x: drawn.map((row) => number(row, "order")), y: drawn.map(value) };
  };
  return rateFigure({
    caption:
      `Rényi divergence of a mechanism on a sample against the order, noise ${noise} times the sensitivity, rate ${rate}: that of the sampled laws, points, and the curve ` +
      "that is stated from the mechanism's own curve, lines. For Poisson samples it is attained at integers; for batches it is a bound.",
    source: "Zhu, Wang (2019); Wang, Balle, Kasiviswanathan (2019)",
    x: { label: "order α" },
    y: { label: "D" },
    panels: distinct(own.map(({ cell }) => String(cell.mechanism))).map((mechanism) => ({
      title: mechanism,
      estimates: Object.entries(names).map(([sampling, name]) =>
        series(mechanism, sampling, name, ({ checks }) => checks["above-divergence"].theory ?? 0),
      ),
      theory: Object.entries(names).map(([sampling, name]) => ({
        ...series(mechanism, sampling, `${name}, stated`, ({ checks }) => checks["above-divergence"].estimate ?? 0),
        role: "bound" as const,
      })),
    })),
  });
}
