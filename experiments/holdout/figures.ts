/**
 * The figures of the harness, from its stored rows alone.
 */

import { expectedGapBound, sharpExpectedGap } from "../../lib/adaptive/generalisation.ts";
import { voteAccuracyLimit } from "../../lib/adaptive/vote-analyst.ts";
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { expm1 } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import {
  by,
  type CellRow,
  cellNumber,
  cellText,
  claimRows,
  distinct,
  estimateOf,
  figureOf,
  likeFirst,
  logPlaces,
  storedAs,
  storedList,
  storedNumber,
  where,
  z,
} from "../kit.ts";

const DWORK = "Dwork, Feldman, Hardt, Pitassi, Reingold, Roth (2015)";

const numbers = z.array(z.number());
const columnSchema = z.object({ mean: numbers, deviation: numbers });
const predictionOf = storedAs("predicted", z.object({ train: numbers, holdout: numbers, fresh: numbers }));

const SETS = [
  ["training set", "train", "train"],
  ["holdout, as reported", "report", "holdout"],
  ["fresh data", "fresh", "fresh"],
] as const;

/** The four panels of the paper: without and with signal, the holdout as it is and through Thresholdout. */
export function publishedFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "published");
  const first = all[0].cell;
  const shown = all.filter(({ cell }) =>
    ["method", "size", "features", "threshold"].every((name) => cell[name] === first[name]),
  );
  const panels = distinct(shown.map(cellNumber("signal"))).flatMap((signal) =>
    shown
      .filter(({ cell }) => cell.signal === signal)
      .map((row) => {
        const { cell } = row;
        const x = storedList("features")(row);
        const column = (name: string) => storedAs(name, columnSchema)(row);
        const predicted = predictionOf(row);
        const isReused = cell.view === "standard";
        return {
          title:
            `${signal === 0 ? "no signal" : `${cell.informative} features with signal`}, ` +
            `${isReused ? "reused holdout" : "Thresholdout"}`,
          bands: SETS.map(([name, key]) => ({
            name: "mean ± deviation",
            of: name,
            x,
            lower: column(key).mean.map((mean, k) => mean - column(key).deviation[k]),
            upper: column(key).mean.map((mean, k) => mean + column(key).deviation[k]),
          })),
          estimates: SETS.map(([name, key]) => ({ name, x, y: column(key).mean })),
          theory: SETS.filter(([, , key]) => isReused || key !== "holdout").map(([name, , key]) => ({
            name: "predicted",
            of: name,
            x,
            y: predicted[key],
          })),
        };
      }),
  );
  return coverageFigure({
    caption:
      `Accuracy of the classifier of the first k features, selected on training set and holdout, for ${first.size} records and ` +
      `${first.features} features: mean and standard deviation over the repetitions, and what the law of a single feature predicts. ` +
      "A reused holdout follows the training set; what Thresholdout reports stays near fresh data.",
    source: DWORK,
    columns: 2,
    x: { label: "features used, k", scale: "linear" },
    y: { label: "accuracy" },
    panels,
  });
}

const ANALYSTS: Readonly<Record<number, string>> = { 0: "agreeing", 1: "fishing, 1 bait", 2: "fishing, 2 baits" };

/** The chance that a late answer is off, against how far, for the analysts. */
export const tailsFigure = figureOf({
  kind: "tail",
  part: "tail",
  rows: where({ budget: largestOf }),
  caption:
    "Exact chance that Thresholdout answers a late query from the training set although the holdout is T + t τ away, after queries on " +
    "which both agree and after an analyst has fished for a large threshold noise; the tail as printed in lecture notes, and the " +
    "corrected bound.",
  source: DWORK,
  x: { label: "t", of: cellNumber("deviation") },
  panels: by(
    ({ cell }) => `T = ${cell.threshold} τ, B = ${cell.budget}`,
    (title) => title,
  ),
  estimates: [
    {
      by: by(cellNumber("baits"), (baits) => ANALYSTS[baits] ?? `fishing, ${baits} baits`),
      y: estimateOf("corrected"),
    },
  ],
  theory: [
    { name: "as printed, exp(−t/8)", role: "bound", rows: likeFirst("baits"), y: storedNumber("printed") },
    { name: "corrected bound", role: "bound", rows: likeFirst("baits"), y: storedNumber("corrected") },
  ],
});

/** The expected gap of a private choice against epsilon, below its bounds. */
export const gapFigure = figureOf({
  kind: "rate",
  part: "gap",
  caption:
    "Expected generalisation gap of the exponential mechanism among 1000 random queries on n records, and of subset selection on one " +
    "record, which attains the sharp bound tanh(ε/4).",
  source: `${DWORK}; Bassily et al. (2016)`,
  x: { label: "ε", of: cellNumber("epsilon") },
  y: { label: "expected gap" },
  estimates: [
    { by: by(cellNumber("size"), (size) => `exponential mechanism, n = ${size}`), y: estimateOf("sharp") },
    { name: "subset selection, n = 1", part: "subset-selection", y: estimateOf("sharp") },
  ],
  theory: [
    { name: "tanh(ε/4)", role: "bound", curve: sharpExpectedGap, over: logPlaces(41) },
    {
      name: "tanh(ε/2)",
      role: "bound",
      curve: (epsilon) => expectedGapBound({ epsilon, delta: 0 }),
      over: logPlaces(41),
    },
    { name: "1 − exp(−ε)", role: "bound", curve: (epsilon) => -expm1(-epsilon), over: logPlaces(41) },
  ],
});

const functionsPerRecord = ({ cell }: CellRow) => Number(cell.functions) / Number(cell.size);

/** The accuracy that a vote of random functions shows on the holdout. */
export const voteFigure = figureOf({
  kind: "coverage",
  part: "vote",
  rows: likeFirst("size"),
  caption: ([{ cell }]) =>
    `Accuracy on a holdout of ${cell.size} records of the majority vote of k random functions, each with the sign of its answered ` +
    "correlation; the true accuracy is 1/2. Line: Φ(√(2k/(πn))).",
  source: "Blum, Hardt (2015)",
  x: { label: "k / n", scale: "log", of: functionsPerRecord },
  y: { label: "accuracy on the holdout" },
  estimates: [
    {
      by: by(cellText("channel"), {
        raw: "raw holdout",
        noisy: "normal noise",
        published: "Thresholdout, as published",
        theorem: "Thresholdout, Laplace",
      }),
      y: storedNumber("accuracy"),
    },
  ],
  theory: [
    {
      name: "limit, raw holdout",
      of: "raw holdout",
      rows: where({ channel: "raw" }),
      over: (_, rows) => logPlaces(41)(rows.map(cellNumber("functions"))).map((k) => k / cellNumber("size")(rows[0])),
      curve: (share, [{ cell }]) => {
        const size = Number(cell.size);
        return voteAccuracyLimit({ size, functions: Math.max(1, Math.round(share * size)), sigma: 0 });
      },
    },
  ],
});
