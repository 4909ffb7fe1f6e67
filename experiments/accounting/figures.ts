/** The figures on accounting, from its stored rows alone. */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { expm1 } from "../../lib/numerics/exponential.ts";
import { log1p } from "../../lib/numerics/logarithm.ts";
import { type CellRow, claimRows, distinct } from "../kit.ts";

const number = (row: CellRow, name: string) => Number(row.cell[name]);
const stored = (row: CellRow, name: string) => Number(row.values?.[name]);
const numbers = (row: CellRow, name: string) => (row.values?.[name] ?? []) as readonly number[];
const sorted = (rows: readonly CellRow[], name: string) => rows.toSorted((a, b) => number(a, name) - number(b, name));

/** The rows that share all cells but one with the first of them that `fits`, or with the first of all. */
function alike(rows: readonly CellRow[], free: string, fits: (row: CellRow) => boolean): readonly CellRow[] {
  const model = rows.find(fits) ?? rows[0];
  const same = (row: CellRow) =>
    Object.keys(row.cell).every((name) => name === free || row.cell[name] === model.cell[name]);
  return sorted(rows.filter(same), free);
}

/** Epsilon against delta by three accountants. */
export function conversionFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "rdp-conversion");
  const own = alike(all, "delta", ({ cell }) => cell.rate === 0.01 && cell.noise === 4 && cell.steps === 10_000);
  const { rate, noise, steps } = own[0].cell;
  const x = own.map((row) => number(row, "delta"));
  const series = (name: string, value: string) => ({ name, x, y: own.map((row) => stored(row, value)) });
  return coverageFigure({
    caption:
      `Epsilon against δ of ${steps} steps of Gaussian noise, ${noise} times the sensitivity, each on a Poisson sample at rate ${rate}: two conversions of the ` +
      "Rényi curve, and the upper end of the certified interval from the privacy-loss distribution.",
    source: "Mironov (2017); Canonne, Kamath, Steinke (2020); Abadi et al. (2016)",
    x: { label: "δ", scale: "log" },
    y: { label: "ε", least: 0, most: 1e9 },
    panels: [
      {
        estimates: [
          series("Rényi, classic", "classic"),
          series("Rényi, sharper", "sharper"),
          series("loss distribution", "upper"),
        ],
      },
    ],
  });
}

/** Epsilon against the number of steps by four accountants. */
export function stepsFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "moments-accountant");
  const own = alike(all, "steps", ({ cell }) => cell.rate === 0.01 && cell.noise === 4 && cell.delta === 1e-5);
  const { rate, noise, delta } = own[0].cell;
  const x = own.map((row) => number(row, "steps"));
  const series = (name: string, y: (row: CellRow) => number) => ({ name, x, y: own.map(y) });
  return rateFigure({
    caption:
      `Epsilon at δ = ${Number(delta).toExponential()} against the number of steps, for Gaussian noise ${noise} times the sensitivity on Poisson samples at rate ${rate}: strong ` +
      "composition, the moments accountant with λ up to 48, the sharper Rényi conversion, and the certified loss distribution.",
    source: "Abadi et al. (2016); Dwork, Rothblum, Vadhan (2010)",
    x: { label: "steps T" },
    y: { label: "ε" },
    panels: [
      {
        estimates: [
          series("strong composition", (row) => stored(row, "strong")),
          series("moments accountant", ({ checks }) => checks["as-renyi"].estimate ?? 0),
          series("Rényi, sharper", (row) => stored(row, "sharper")),
          series("loss distribution", (row) => stored(row, "upper")),
        ],
      },
    ],
  });
}

/** D / order of the sampled Gaussian over that without sampling. */
export function concentrationFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "zcdp-subsampling");
  const noises = distinct(all.map((row) => number(row, "noise")));
  return coverageFigure({
    caption:
      "Rényi divergence over its order, for the Poisson-sampled Gaussian, as a share of ρ = 1/(2σ²) without sampling. It is small at small orders and comes " +
      "back to 1 at large ones whatever the rate is: zero-concentrated privacy is not amplified.",
    source: "Bun, Steinke (2016); Bun, Dwork, Rothblum, Steinke (2018)",
    x: { label: "order α", scale: "log" },
    y: { label: "D / (α ρ)", range: [-0.04, 1.06] },
    nominal: { name: "without sampling", level: 1 },
    panels: noises.map((noise) => ({
      title: `σ = ${noise}`,
      estimates: all
        .filter((row) => number(row, "noise") === noise)
        .map((row) => ({ name: `rate ${row.cell.rate}`, x: numbers(row, "orders"), y: numbers(row, "ratios") })),
    })),
  });
}

/** Poisson sampling has the losses of sampling without replacement, to the digit. */
const samplingLike = (sampling: unknown) => (sampling === "poisson" ? "without-replacement" : sampling);

/** The amplified epsilon against the rate: found, stated, and the rate times epsilon. */
export function amplificationFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "subsampling-amplification");
  const shown = distinct(all.map((row) => number(row, "epsilon")))
    .toSorted((a, b) => a - b)
    .slice(-3);
  const rates = Array.from({ length: 61 }, (_, k) => (k + 1) / 61);
  const names: Readonly<Record<string, string>> = {
    "without-replacement": "Poisson, or without replacement",
    "with-replacement": "with replacement",
  };
  return rateFigure({
    caption:
      "Exact loss of a count with discrete Laplace noise on a sample of few records, over all samples and datasets, against the share p that is drawn. Poisson " +
      "sampling and sampling without replacement attain log(1 + p(exp(ε) − 1)); with replacement it is more; pε, the broken line, is no bound.",
    source: "Balle, Barthe, Gaboardi (2018); Kasiviswanathan et al. (2011)",
    x: { label: "share drawn p" },
    y: { label: "ε of the sampled count" },
    panels: shown.map((epsilon) => {
      const own = all.filter((row) => number(row, "epsilon") === epsilon);
      return {
        title: `ε = ${epsilon}`,
        estimates: Object.entries(names).map(([sampling, name]) => {
          const drawn = own.filter(({ cell }) => samplingLike(cell.sampling) === sampling);
          return {
            name,
            x: drawn.map((row) => number(row, "batch") / number(row, "records")),
            y: drawn.map(({ checks }) => checks.epsilon.estimate ?? 0),
          };
        }),
        theory: [
          { name: "log(1 + p(exp(ε) − 1))", x: rates, y: rates.map((p) => log1p(p * expm1(epsilon))) },
          { name: "pε", role: "bound" as const, x: rates, y: rates.map((p) => p * epsilon) },
        ],
      };
    }),
  });
}
