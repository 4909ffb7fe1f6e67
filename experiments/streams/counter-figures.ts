/**
 * The figures on counters, from the stored rows alone.
 */
import { type CellRow, cellNumber, figureOf, storedList, storedNumber } from "../kit.ts";

/** Root mean squared error against the horizon: Laplace counters at epsilon 1, Gaussian ones at mu 1. */
export const errorFigure = figureOf({
  kind: "rate",
  part: "tree-crossing",
  caption:
    "Root mean squared error over all times of running counts of T bits, event-level. Left: Laplace noise at ε = 1; the tree overtakes " +
    "noise on every bit at T ≈ 1200. Right: Gaussian noise at μ = 1; the square root and six buffers are within a tenth of the bound " +
    "that no factorisation beats.",
  source:
    "Chan, Shi, Song (2011); Fichtenberger, Henzinger, Upadhyay (2023); Henzinger, Upadhyay, Upadhyay (2023); Dvijotham et al. (2024)",
  x: { label: "records T", of: cellNumber("horizon") },
  y: { label: "root mean squared error", unit: "records" },
  panels: [
    {
      title: "Laplace, ε = 1",
      estimates: [
        { name: "tree", y: storedNumber("tree") },
        { name: "noise on every record", y: storedNumber("records") },
      ],
    },
    {
      title: "Gaussian, μ = 1",
      part: "matrix-factorisation",
      estimates: [
        { name: "tree", y: storedNumber("tree-rms") },
        { name: "noise on every record", y: storedNumber("records-rms") },
        { name: "refined tree", y: storedNumber("refined-rms") },
        { name: "six buffers", y: storedNumber("buffered-rms") },
      ],
      theory: [
        { name: "square root", y: storedNumber("square-root-rms") },
        { name: "least possible", role: "bound", y: storedNumber("rms-bound") },
      ],
    },
  ],
});

/** The times of the stream whose variances a row keeps. */
const times = (row: CellRow) => storedList("tree-over-time")(row).map((_, k) => k + 1);

/** The variance at every time of streams of 64 bits, of Gaussian counters. */
export const varianceFigure = figureOf({
  kind: "tail",
  part: "matrix-factorisation",
  rows: (rows) => rows.filter(({ values }) => values?.["tree-over-time"] !== undefined).slice(0, 1),
  caption:
    "Variance of the estimate at every time t of a stream of 64 bits, Gaussian noise at μ = 1. The tree's is 7 times the number of " +
    "ones in the binary form of t; the refined tree almost halves it; the square root's grows slowly and steadily.",
  source: "Chan, Shi, Song (2011); Honaker (2015); Fichtenberger, Henzinger, Upadhyay (2023)",
  x: { label: "time t", of: times },
  y: { label: "variance of the estimate" },
  estimates: [
    { name: "tree", y: storedList("tree-over-time") },
    { name: "noise on every record", y: storedList("records-over-time") },
    { name: "refined tree", y: storedList("refined-over-time") },
    { name: "square root", y: storedList("square-root-over-time") },
  ],
});
