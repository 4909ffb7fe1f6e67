/** The figures on accounting, from its stored rows alone. */
import { expm1 } from "../../lib/numerics/exponential.ts";
import { log1p } from "../../lib/numerics/logarithm.ts";
import {
  by,
  type CellRow,
  cellNumber,
  estimateOf,
  figureOf,
  nearest,
  storedList,
  storedNumber,
  where,
} from "../kit.ts";

/** Epsilon against delta by three accountants. */
export const conversionFigure = figureOf({
  kind: "coverage",
  part: "rdp-conversion",
  rows: where({ rate: nearest(0.01), noise: nearest(4), steps: nearest(10_000) }),
  caption: ([
    {
      cell: { rate, noise, steps },
    },
  ]) =>
    `Epsilon against δ of ${steps} steps of Gaussian noise, ${noise} times the sensitivity, each on a Poisson sample at rate ${rate}: ` +
    "two conversions of the Rényi curve, and the upper end of the certified interval from the privacy-loss distribution.",
  source: "Mironov (2017); Canonne, Kamath, Steinke (2020); Abadi et al. (2016)",
  x: { label: "δ", scale: "log", of: cellNumber("delta") },
  y: { label: "ε", least: 0, most: 1e9 },
  estimates: [
    { name: "Rényi, classic", y: storedNumber("classic") },
    { name: "Rényi, sharper", y: storedNumber("sharper") },
    { name: "loss distribution", y: storedNumber("upper") },
  ],
});

/** Epsilon against the number of steps by four accountants. */
export const stepsFigure = figureOf({
  kind: "rate",
  part: "moments-accountant",
  rows: where({ rate: nearest(0.01), noise: nearest(4), delta: nearest(1e-5) }),
  caption: ([
    {
      cell: { rate, noise, delta },
    },
  ]) =>
    `Epsilon at δ = ${Number(delta).toExponential()} against the number of steps, for Gaussian noise ${noise} times the sensitivity on ` +
    `Poisson samples at rate ${rate}: strong composition, the moments accountant with λ up to 48, the sharper Rényi conversion, and ` +
    "the certified loss distribution.",
  source: "Abadi et al. (2016); Dwork, Rothblum, Vadhan (2010)",
  x: { label: "steps T", of: cellNumber("steps") },
  y: { label: "ε" },
  estimates: [
    { name: "strong composition", y: storedNumber("strong") },
    { name: "moments accountant", y: estimateOf("as-renyi") },
    { name: "Rényi, sharper", y: storedNumber("sharper") },
    { name: "loss distribution", y: storedNumber("upper") },
  ],
});

/** D / order of the sampled Gaussian over that without sampling. */
export const concentrationFigure = figureOf({
  kind: "coverage",
  part: "zcdp-subsampling",
  caption:
    "Rényi divergence over its order, for the Poisson-sampled Gaussian, as a share of ρ = 1/(2σ²) without sampling. It is small at " +
    "small orders and comes back to 1 at large ones whatever the rate is: zero-concentrated privacy is not amplified.",
  source: "Bun, Steinke (2016); Bun, Dwork, Rothblum, Steinke (2018)",
  x: { label: "order α", scale: "log", of: storedList("orders") },
  y: { label: "D / (α ρ)", range: [-0.04, 1.06] },
  nominal: { name: "without sampling", level: 1 },
  panels: by(cellNumber("noise"), (noise) => `σ = ${noise}`),
  estimates: [{ by: by(cellNumber("rate"), (rate) => `rate ${rate}`), y: storedList("ratios") }],
});

/** Poisson sampling has the losses of sampling without replacement, to the digit. */
const samplingLike = ({ cell }: CellRow) =>
  cell.sampling === "poisson" ? "without-replacement" : String(cell.sampling);
const shares = Array.from({ length: 61 }, (_, k) => (k + 1) / 61);

/** The amplified epsilon against the rate: found, stated, and the rate times epsilon. */
export const amplificationFigure = figureOf({
  kind: "rate",
  part: "subsampling-amplification",
  caption:
    "Exact loss of a count with discrete Laplace noise on a sample of few records, over all samples and datasets, against the share p " +
    "that is drawn. Poisson sampling and sampling without replacement attain log(1 + p(exp(ε) − 1)); with replacement it is more; pε, " +
    "the broken line, is no bound.",
  source: "Balle, Barthe, Gaboardi (2018); Kasiviswanathan et al. (2011)",
  x: { label: "share drawn p", of: ({ cell }) => Number(cell.batch) / Number(cell.records) },
  y: { label: "ε of the sampled count" },
  panels: by(
    cellNumber("epsilon"),
    (epsilon) => `ε = ${epsilon}`,
    (found) => found.toSorted((a, b) => a - b).slice(-3),
  ),
  estimates: [
    {
      by: by(samplingLike, {
        "without-replacement": "Poisson, or without replacement",
        "with-replacement": "with replacement",
      }),
      y: estimateOf("epsilon"),
      order: "rows",
    },
  ],
  theory: [
    {
      name: "log(1 + p(exp(ε) − 1))",
      curve: (p, [{ cell }]) => log1p(p * expm1(Number(cell.epsilon))),
      over: shares,
    },
    { name: "pε", role: "bound", curve: (p, [{ cell }]) => p * Number(cell.epsilon), over: shares },
  ],
});
