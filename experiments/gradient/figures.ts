/** The figures on gradient methods, from stored rows alone. */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { type CellRow, claimRows } from "../kit.ts";

const number = (row: CellRow, name: string) => Number(row.cell[name]);
const stored = (row: CellRow, name: string) => Number(row.values?.[name]);
const distinct = (values: readonly number[]) => [...new Set(values)].toSorted((a, b) => a - b);
const sorted = (rows: readonly CellRow[], name: string) => rows.toSorted((a, b) => number(a, name) - number(b, name));

/** Norm in and norm out. */
export function clipFigure(rows: readonly CellRow[]): Figure {
  const all = sorted(claimRows(rows, "clip-norm"), "norm").filter((row) => number(row, "norm") > 0);
  const dimension = largestOf(all.map((row) => number(row, "dimension")));
  const own = all.filter((row) => number(row, "dimension") === dimension);
  const lengths = distinct(own.map((row) => number(row, "norm")));
  return rateFigure({
    caption:
      `Norm of a vector of ${dimension} coordinates after clipping, against its norm before: the smaller of the norm and C. The broken line is what clipping by ` +
      "max in place of min gives: it bounds nothing.",
    source: "Abadi et al. (2016)",
    x: { label: "norm before" },
    y: { label: "norm after" },
    panels: distinct(own.map((row) => number(row, "clip"))).map((clip) => {
      const shown = own.filter((row) => number(row, "clip") === clip);
      const norms = distinct([...lengths, clip]);
      return {
        title: `C = ${clip}`,
        estimates: [
          {
            name: "clipped",
            x: shown.map((row) => number(row, "norm")),
            y: shown.map(({ checks }) => checks.norm.estimate ?? 0),
          },
        ],
        theory: [
          { name: "max for min", role: "bound" as const, x: norms, y: norms.map((length) => Math.max(length, clip)) },
        ],
      };
    }),
  });
}

/** The loss of the best run, against the number of runs, fixed or expected. */
export function tuningFigure(rows: readonly CellRow[]): Figure {
  const fixed = sorted(claimRows(rows, "hyperparameter-tuning"), "runs");
  const stopped = sorted(claimRows(rows, "random-stopping"), "stopping").filter(({ cell }) => cell.choices === 2);
  const epsilons = distinct(fixed.map((row) => number(row, "epsilon"))).slice(0, 3);
  return rateFigure({
    caption:
      "Exact loss of releasing the best of several runs of randomized response, each ε-private: of a fixed number it is that number times ε; of a geometric " +
      "number, with the same mean, it stays below 3ε.",
    source: "Liu, Talwar (2019); Papernot, Steinke (2022)",
    x: { label: "runs, or their mean" },
    y: { label: "ε of the best run" },
    panels: epsilons.map((epsilon) => {
      const [own, random] = [fixed, stopped].map((all) => all.filter((row) => number(row, "epsilon") === epsilon));
      const means = random.map((row) => 1 / number(row, "stopping"));
      const ends = distinct([...own.map((row) => number(row, "runs")), ...means]);
      return {
        title: `ε = ${epsilon}`,
        estimates: [
          {
            name: "fixed number",
            x: own.map((row) => number(row, "runs")),
            y: own.map(({ checks }) => checks.epsilon.estimate ?? 0),
          },
          { name: "geometric number", x: means, y: random.map(({ checks }) => checks.epsilon.estimate ?? 0) },
        ],
        theory: [{ name: "3ε", role: "bound" as const, x: ends, y: ends.map(() => 3 * epsilon) }],
      };
    }),
  });
}

interface Cited {
  readonly name: string;
  readonly accuracy: number;
  readonly epsilon: number;
}

/** Our accuracies beside those of the literature. */
export function networkFigure(rows: readonly CellRow[]): Figure {
  const own = sorted(claimRows(rows, "nn-numbers"), "epsilon");
  const x = own.map((row) => number(row, "epsilon"));
  const cited = (own[0].values?.cited ?? []) as unknown as readonly Cited[];
  return coverageFigure({
    caption:
      `Test accuracy against ε at δ = 1e-5. Ours: a network with 8 hidden units on iris, mean of ${own[0].trials} trainings with private gradients, and the same ` +
      "training without noise. Cited, not ours: convolutional networks on images, as published.",
    source: "Papernot et al. (2021) for the cited values",
    x: { label: "ε", scale: "log" },
    y: { label: "test accuracy", least: 0, most: 1 },
    panels: [
      {
        estimates: [
          { name: "iris, private", x, y: own.map((row) => stored(row, "private-accuracy")) },
          ...cited.map(({ name, accuracy, epsilon }) => ({ name: `${name}, cited`, x: [epsilon], y: [accuracy] })),
        ],
        theory: [
          {
            name: "iris, no noise",
            role: "bound" as const,
            x,
            y: own.map((row) => stored(row, "public-accuracy")),
          },
        ],
      },
    ],
  });
}
