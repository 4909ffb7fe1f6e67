/**
 * One small example of every kind of figure, from exact curves and made-up estimates near them.
 */
import { exp } from "../../numerics/exponential.ts";
import { gaussianTradeOff, laplaceTradeOff, type TradeOff } from "../../privacy/trade-off/trade-off.ts";
import { coverageFigure } from "../coverage-figure.ts";
import { densityFigure } from "../density-figure.ts";
import type { Figure } from "../figure.ts";
import { rateFigure } from "../rate-figure.ts";
import { tailFigure } from "../tail-figure.ts";
import { type ErrorCurve, tradeOffFigure } from "../trade-off-figure.ts";
import { verdictGrid } from "../verdict-grid.ts";

export const examples: Readonly<Record<string, () => Figure>> = {
  "trade-off": () =>
    tradeOffFigure({
      caption: "Errors of the optimal membership attack on the Laplace mechanism at ε = 1, 1000 trials per hypothesis",
      source: "Dong, Roth and Su (2022), equation 9, and Kairouz, Oh and Viswanath (2015); the estimates are made up",
      panels: [
        {
          exact: sampled(laplaceTradeOff(1), 40),
          attacks: [{ ...attack(laplaceTradeOff(1), 24), halfWidth: 0.05 }],
          claim: { epsilon: 1 },
        },
      ],
    }),
  "trade-off-multiples": () =>
    tradeOffFigure({
      caption:
        "Errors of two membership attacks on three mechanisms. Above: all of the curve; below: the corner of small errors " +
        "on log axes, where the Gaussian mechanism crosses the limit of pure privacy",
      source: "Dong, Roth and Su (2022), equations 6 and 9",
      smallest: 0.001,
      panels: (
        [
          ["Laplace, ε = 1", laplaceTradeOff(1), 1],
          ["Laplace, ε = 2", laplaceTradeOff(2), 2],
          ["Gaussian, μ = 1, and ε = 1", gaussianTradeOff(1), 1],
        ] as const
      ).map(([title, curve, epsilon]) => ({
        title,
        exact: sampled(curve, 30),
        attacks: [
          { ...attack(curve, 24), halfWidth: 0.02 },
          { name: "threshold 1/2", typeOne: [0.31], typeTwo: [curve.evaluate(0.31) + 0.05] },
        ],
        claim: { epsilon, delta: 0 },
      })),
    }),
  rate: () =>
    rateFigure({
      caption: "Worst-case risk of the private mean of bits, by the number of records, at ε = 0.1",
      source: "none, all numbers are made up",
      x: { label: "number of records n" },
      y: { label: "mean absolute error" },
      panels: [
        {
          estimates: [
            estimates("Laplace", (n) => 10 / n + 0.4 / Math.sqrt(n), 0.25),
            estimates("randomized response", (n) => 8 / Math.sqrt(n), 0.2),
          ],
          theory: [
            {
              name: "Laplace: bound",
              of: "Laplace",
              role: "bound",
              x: RECORDS,
              y: RECORDS.map((n) => 14 / n + 0.5 / Math.sqrt(n)),
            },
            { name: "private Le Cam bound", x: RECORDS, y: RECORDS.map((n) => 2.8 / n) },
          ],
        },
      ],
    }),
  coverage: () =>
    coverageFigure({
      caption: "Coverage of private confidence intervals for a proportion, 2000 trials each, by the number of records",
      source: "none, all numbers are made up",
      x: { label: "number of records n", scale: "log" },
      nominal: 0.95,
      panels: [
        {
          estimates: [
            coverageSeries("private interval", [0.962, 0.955, 0.951, 0.949, 0.951]),
            coverageSeries("interval that ignores the noise", [0.861, 0.893, 0.921, 0.938, 0.947]),
          ],
        },
      ],
    }),
  "verdict-grid": () =>
    verdictGrid({
      caption: "Verdicts by mechanism and ε. The last two rows are controls, which must be caught",
      source: "none, all verdicts are made up",
      rowLabel: "mechanism",
      columnLabel: "ε",
      rows: ["randomized response", "Laplace", "Gaussian", "Laplace with half the noise", "unclipped sum"],
      columns: ["0.1", "0.5", "1", "2"],
      cells: [
        ...["0.1", "0.5", "1", "2"].flatMap((column, k) => [
          { row: "randomized response", column, verdict: "holds", text: `0.${k + 5}1` } as const,
          { row: "Laplace", column, verdict: k === 0 ? "inconclusive" : "holds" } as const,
          { row: "Gaussian", column, verdict: k === 3 ? "violated" : "not-refuted" } as const,
          { row: "Laplace with half the noise", column, verdict: "caught" } as const,
        ]),
        { row: "unclipped sum", column: "1", verdict: "missed" },
      ],
    }),
  density: () =>
    densityFigure({
      caption: "Laws of the Laplace mechanism on two neighbouring counts at ε = 1, and the logarithm of their ratio",
      source: "Dwork, McSherry, Nissim and Smith (2006); the draws are made up",
      x: { label: "released count" },
      laws: [
        { name: "count 0", x: OUTPUTS, y: OUTPUTS.map((z) => exp(-Math.abs(z)) / 2) },
        { name: "count 1", x: OUTPUTS, y: OUTPUTS.map((z) => exp(-Math.abs(z - 1)) / 2) },
      ],
      samples: [
        {
          name: "draws at count 0",
          of: "count 0",
          x: [-3, -2, -1, 0, 1, 2, 3],
          y: [0.027, 0.065, 0.19, 0.47, 0.18, 0.071, 0.022],
          lower: [0.015, 0.05, 0.17, 0.44, 0.16, 0.055, 0.012],
          upper: [0.04, 0.082, 0.212, 0.5, 0.202, 0.09, 0.034],
        },
      ],
      logRatio: {
        name: "log ratio, count 0 to count 1",
        x: OUTPUTS,
        y: OUTPUTS.map((z) => Math.abs(z - 1) - Math.abs(z)),
      },
      epsilon: 1,
    }),
  tail: () =>
    tailFigure({
      caption: "Tail of the largest of 10 Laplace noises, 10 000 trials; no trial exceeded the last two thresholds",
      source: "the law of the largest of independent exponentials; the estimates are made up",
      x: { label: "threshold t", unit: "noise scales" },
      panels: [
        {
          estimates: [
            {
              name: "largest of 10",
              x: [2, 4, 6, 8, 10, 12, 14],
              y: [0.76, 0.168, 0.0243, 0.0035, 0.0004, 0, 0],
              lower: [0.749, 0.157, 0.0202, 0.0021, 0.00004, 0, 0],
              upper: [0.771, 0.179, 0.029, 0.0054, 0.0013, 0.0006, 0.0006],
            },
          ],
          theory: [
            { name: "union bound", role: "bound", x: THRESHOLDS, y: THRESHOLDS.map((t) => Math.min(1, 10 * exp(-t))) },
            { name: "exact", x: THRESHOLDS, y: THRESHOLDS.map((t) => 1 - repeated(1 - exp(-t), 10)) },
          ],
        },
      ],
    }),
};

const RECORDS = [100, 316, 1000, 3162, 10000, 31623, 100000];
const OUTPUTS = Array.from({ length: 81 }, (_, k) => -4 + k / 10);
const THRESHOLDS = Array.from({ length: 29 }, (_, k) => 1 + k / 2);

function repeated(factor: number, times: number): number {
  let product = 1;
  for (let k = 0; k < times; k++) product *= factor;
  return product;
}

/** The curve at levels that are dense near 0 and 1. */
function sampled(curve: TradeOff, count: number): ErrorCurve {
  const halves = Array.from({ length: count / 2 + 1 }, (_, k) => repeated((2 * k) / count, 4) / 2);
  const typeOne = [...new Set([...halves, ...halves.map((level) => 1 - level)])].sort((a, b) => a - b);
  return { name: "exact curve", typeOne, typeTwo: typeOne.map((alpha) => curve.evaluate(alpha)) };
}

function attack(curve: TradeOff, count: number): ErrorCurve {
  const typeOne = Array.from({ length: count }, (_, k) => repeated((k + 0.5) / count, 2));
  const typeTwo = typeOne.map((alpha, k) =>
    Math.min(1, Math.max(0, curve.evaluate(alpha) + (k % 3 === 0 ? 0.006 : -0.004))),
  );
  return { name: "likelihood-ratio attack", typeOne, typeTwo };
}

function estimates(name: string, risk: (n: number) => number, error: number) {
  const y = RECORDS.map(risk);
  return {
    name,
    x: RECORDS,
    y,
    lower: y.map((value) => value * (1 - error)),
    upper: y.map((value) => value * (1 + error)),
  };
}

function coverageSeries(name: string, y: readonly number[]) {
  const half = (share: number) => 2.6 * Math.sqrt((share * (1 - share)) / 2000);
  return {
    name,
    x: [100, 316, 1000, 3162, 10000],
    y,
    lower: y.map((share) => share - half(share)),
    upper: y.map((share) => Math.min(1, share + half(share))),
  };
}
