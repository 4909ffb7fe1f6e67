/**
 * Figures with long names, wide numbers and many panels, to see that nothing runs into anything.
 */
import { gaussianTradeOff } from "../../privacy/trade-off/trade-off.ts";
import { coverageFigure } from "../coverage-figure.ts";
import { densityFigure } from "../density-figure.ts";
import type { Figure } from "../figure.ts";
import { rateFigure } from "../rate-figure.ts";
import { tailFigure } from "../tail-figure.ts";
import { tradeOffFigure } from "../trade-off-figure.ts";
import { verdictGrid } from "../verdict-grid.ts";

const LEVELS = Array.from({ length: 21 }, (_, k) => k / 20);
const NAMES = [
  "output perturbation",
  "objective perturbation, guarded",
  "DP-SGD",
  "DP-GD",
  "exponential mechanism",
  "none",
];

export const crowdedExamples: Readonly<Record<string, () => Figure>> = {
  "ten panels of trade-offs": () =>
    tradeOffFigure({
      caption: "Five levels of privacy for two mechanisms",
      source: "made up",
      columns: 5,
      smallest: 1e-5,
      panels: LEVELS.slice(1, 11).map((level, k) => ({
        title: `${k < 5 ? "output-perturbation logistic regression" : "Gaussian"}, μ = ${level}`,
        exact: {
          name: "exact curve",
          typeOne: LEVELS,
          typeTwo: LEVELS.map((alpha) => gaussianTradeOff(level).evaluate(alpha)),
        },
        claim: { epsilon: 1, delta: 1e-5 },
      })),
    }),
  "two panels of trade-offs in one column": () =>
    tradeOffFigure({
      caption: "Two levels of privacy",
      source: "made up",
      size: "one-column",
      panels: [0.5, 2].map((mu) => ({
        title: `μ = ${mu}`,
        exact: {
          name: "exact curve",
          typeOne: LEVELS,
          typeTwo: LEVELS.map((alpha) => gaussianTradeOff(mu).evaluate(alpha)),
        },
      })),
    }),
  "four panels of six series over nine decades": () =>
    rateFigure({
      caption: "Excess risk of six methods",
      source: "made up",
      x: { label: "number of records in the training set n" },
      y: { label: "excess regularised empirical risk over the minimiser, averaged over repetitions", unit: "nats" },
      panels: [0.1, 0.3, 1, 3].map((epsilon) => ({
        title: `ε = ${epsilon}`,
        estimates: NAMES.map((name, k) => ({
          name,
          x: [100, 1000, 10000],
          y: [1, 1e-3, 1e-6].map((risk) => risk / (k + 1) / epsilon),
        })),
        theory: NAMES.map((name) => ({
          name: `${name}: bound`,
          of: name,
          role: "bound",
          x: [100, 10000],
          y: [4 / epsilon, 1e-5 / epsilon],
        })),
      })),
    }),
  "narrow coverage far from zero": () =>
    coverageFigure({
      caption: "Coverage in thousandths",
      source: "made up",
      nominal: 0.999,
      x: { label: "offset of the mean", unit: "ms", scale: "linear", range: [10000, 10004] },
      panels: [{ estimates: [{ name: "interval", x: [10000, 10002, 10004], y: [0.9991, 0.9989, 0.99902] }] }],
    }),
  "a grid of many verdicts": () =>
    verdictGrid({
      caption: "All mechanisms",
      source: "made up",
      rowLabel: "mechanism and neighbouring relation",
      columnLabel: "claim",
      rows: ["Laplace", "subsample-and-aggregate of a smooth median of logistic regressions", "Gaussian"],
      columns: Array.from({ length: 12 }, (_, k) => `claim-number-${k}`),
      cells: Array.from(
        { length: 12 },
        (_, k) => ({ row: "Laplace", column: `claim-number-${k}`, verdict: "holds", text: "0.12345" }) as const,
      ),
    }),
  "densities of large counts": () =>
    densityFigure({
      caption: "Laws near a million",
      source: "made up",
      x: { label: "released count", unit: "records" },
      laws: [{ name: "count", x: [999990, 1000000, 1000010], y: [1e-7, 5e-7, 1e-7] }],
      logRatio: { name: "log ratio", x: [999990, 1000010], y: [0.00002, -0.00002] },
    }),
  "a tail over less than a decade": () =>
    tailFigure({
      caption: "A short tail",
      source: "made up",
      x: { label: "threshold", range: [-0.0004, 0.0004] },
      panels: [{ theory: [{ name: "exact", x: [-0.0004, 0.0004], y: [0.031, 0.034] }] }],
    }),
};
