/**
 * The figures of the harness, from its stored rows alone.
 */

import { expectedGapBound, sharpExpectedGap } from "../../lib/adaptive/generalisation.ts";
import { voteAccuracyLimit } from "../../lib/adaptive/vote-analyst.ts";
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type CellRow, claimRows, distinct } from "../kit.ts";

const DWORK = "Dwork, Feldman, Hardt, Pitassi, Reingold, Roth (2015)";

const number = (name: string) => (row: CellRow) => Number(row.cell[name]);

interface Column {
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
}
type Prediction = Readonly<Record<"train" | "holdout" | "fresh", readonly number[]>>;

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
  const panels = distinct(shown.map(number("signal"))).flatMap((signal) =>
    shown
      .filter(({ cell }) => cell.signal === signal)
      .map(({ cell, values }) => {
        const x = values?.features as readonly number[];
        const column = (name: string) => values?.[name] as unknown as Column;
        const predicted = values?.predicted as unknown as Prediction;
        const isReused = cell.view === "standard";
        return {
          title: `${signal === 0 ? "no signal" : `${cell.informative} features with signal`}, ${isReused ? "reused holdout" : "Thresholdout"}`,
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

/** The chance that a late answer is off, against how far, for the analysts. */
export function tailsFigure(rows: readonly CellRow[]): Figure {
  const tails = claimRows(rows, "tail");
  const names: Readonly<Record<number, string>> = { 0: "agreeing", 1: "fishing, 1 bait", 2: "fishing, 2 baits" };
  const shownBudgets = distinct(tails.map(number("budget"))).slice(-1);
  const panels = distinct(tails.map(number("threshold"))).flatMap((threshold) =>
    shownBudgets.map((budget) => {
      const own = tails.filter(({ cell }) => cell.threshold === threshold && cell.budget === budget);
      const line = (baits: number) => own.filter(({ cell }) => cell.baits === baits);
      const bounds = line(Number(own[0].cell.baits));
      const bound = (name: string, value: string) => ({
        name,
        role: "bound" as const,
        x: bounds.map(number("deviation")),
        y: bounds.map(({ values }) => Number(values?.[value])),
      });
      return {
        title: `T = ${threshold} τ, B = ${budget}`,
        estimates: distinct(own.map(number("baits"))).map((baits) => ({
          name: names[baits] ?? `fishing, ${baits} baits`,
          x: line(baits).map(number("deviation")),
          y: line(baits).map(({ checks }) => checks.corrected.estimate ?? 0),
        })),
        theory: [bound("as printed, exp(−t/8)", "printed"), bound("corrected bound", "corrected")],
      };
    }),
  );
  return tailFigure({
    caption:
      "Exact chance that Thresholdout answers a late query from the training set although the holdout is T + t τ away, after queries on which " +
      "both agree and after an analyst has fished for a large threshold noise; the tail as printed in lecture notes, and the corrected bound.",
    source: DWORK,
    x: { label: "t" },
    panels,
  });
}

function logGrid(values: readonly number[]): number[] {
  const [least, largest] = [leastOf(values), largestOf(values)];
  return Array.from({ length: 41 }, (_, k) => least * exp((k / 40) * log(largest / least)));
}

/** The expected gap of a private choice against epsilon, below its bounds. */
export function gapFigure(rows: readonly CellRow[]): Figure {
  const gaps = claimRows(rows, "gap");
  const subsets = claimRows(rows, "subset-selection");
  const x = logGrid([...gaps, ...subsets].map(number("epsilon")));
  const bound = (name: string, of: (epsilon: number) => number) => ({ name, role: "bound" as const, x, y: x.map(of) });
  const points = (own: readonly CellRow[]) => ({
    x: own.map(number("epsilon")),
    y: own.map(({ checks }) => checks.sharp.estimate ?? 0),
  });
  return rateFigure({
    caption:
      "Expected generalisation gap of the exponential mechanism among 1000 random queries on n records, and of subset selection on one record, " +
      "which attains the sharp bound tanh(ε/4).",
    source: `${DWORK}; Bassily et al. (2016)`,
    x: { label: "ε" },
    y: { label: "expected gap" },
    panels: [
      {
        estimates: [
          ...distinct(gaps.map(number("size"))).map((size) => ({
            name: `exponential mechanism, n = ${size}`,
            ...points(gaps.filter(({ cell }) => cell.size === size)),
          })),
          { name: "subset selection, n = 1", ...points(subsets) },
        ],
        theory: [
          bound("tanh(ε/4)", sharpExpectedGap),
          bound("tanh(ε/2)", (epsilon) => expectedGapBound({ epsilon, delta: 0 })),
          bound("1 − exp(−ε)", (epsilon) => -expm1(-epsilon)),
        ],
      },
    ],
  });
}

const CHANNELS: Readonly<Record<string, string>> = {
  raw: "raw holdout",
  noisy: "normal noise",
  published: "Thresholdout, as published",
  theorem: "Thresholdout, Laplace",
};

/** The accuracy that a vote of random functions shows on the holdout. */
export function voteFigure(rows: readonly CellRow[]): Figure {
  const votes = claimRows(rows, "vote");
  const size = number("size")(votes[0]);
  const own = votes.filter(({ cell }) => cell.size === size);
  const functions = logGrid(own.map(number("functions")));
  const share = (row: CellRow) => number("functions")(row) / size;
  return coverageFigure({
    caption:
      `Accuracy on a holdout of ${size} records of the majority vote of k random functions, each with the sign of its answered correlation; ` +
      "the true accuracy is 1/2. Line: Φ(√(2k/(πn))).",
    source: "Blum, Hardt (2015)",
    x: { label: "k / n", scale: "log" },
    y: { label: "accuracy on the holdout" },
    panels: [
      {
        estimates: Object.entries(CHANNELS).map(([channel, name]) => {
          const shown = own.filter(({ cell }) => cell.channel === channel);
          return { name, x: shown.map(share), y: shown.map(({ values }) => Number(values?.accuracy)) };
        }),
        theory: [
          {
            name: "limit, raw holdout",
            of: CHANNELS.raw,
            x: functions.map((k) => k / size),
            y: functions.map((k) => voteAccuracyLimit({ size, functions: Math.max(1, Math.round(k)), sigma: 0 })),
          },
        ],
      },
    ],
  });
}
