/** The figures on gradient methods, from stored rows alone. */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import {
  ascending,
  by,
  type CellRow,
  cellNumber,
  claimRows,
  estimateOf,
  figureOf,
  storedAs,
  storedNumber,
  where,
  z,
} from "../kit.ts";

/** Norm in and norm out. */
export const clipFigure = figureOf({
  kind: "rate",
  part: "clip-norm",
  rows: (rows) => where({ dimension: largestOf })(rows.filter(({ cell }) => cell.norm !== 0)),
  caption: ([{ cell }]) =>
    `Norm of a vector of ${cell.dimension} coordinates after clipping, against its norm before: the smaller of the norm and C. The ` +
    "broken line is what clipping by max in place of min gives: it bounds nothing.",
  source: "Abadi et al. (2016)",
  x: { label: "norm before", of: cellNumber("norm") },
  y: { label: "norm after" },
  panels: by(cellNumber("clip"), (clip) => `C = ${clip}`, ascending),
  estimates: [{ name: "clipped", y: estimateOf("norm") }],
  theory: [
    {
      name: "max for min",
      role: "bound",
      curve: (norm, [{ cell }]) => Math.max(norm, Number(cell.clip)),
      over: (norms, [{ cell }]) => ascending([...norms, Number(cell.clip)]),
    },
  ],
});

/** The loss of the best run, against the number of runs, fixed or expected. */
export const tuningFigure = figureOf({
  kind: "rate",
  part: "hyperparameter-tuning",
  caption:
    "Exact loss of releasing the best of several runs of randomized response, each ε-private: of a fixed number it is that number " +
    "times ε; of a geometric number, with the same mean, it stays below 3ε.",
  source: "Liu, Talwar (2019); Papernot, Steinke (2022)",
  x: { label: "runs, or their mean", of: cellNumber("runs") },
  y: { label: "ε of the best run" },
  panels: by(
    cellNumber("epsilon"),
    (epsilon) => `ε = ${epsilon}`,
    (found) => ascending(found).slice(0, 3),
  ),
  estimates: [
    { name: "fixed number", y: estimateOf("epsilon") },
    {
      name: "geometric number",
      part: "random-stopping",
      rows: where({ choices: 2 }),
      x: ({ cell }) => 1 / Number(cell.stopping),
      order: cellNumber("stopping"),
      y: estimateOf("epsilon"),
    },
  ],
  theory: [{ name: "3ε", role: "bound", curve: (_, [{ cell }]) => 3 * Number(cell.epsilon), over: ascending }],
});

const citedOf = storedAs("cited", z.array(z.object({ name: z.string(), accuracy: z.number(), epsilon: z.number() })));

/** Our accuracies beside those of the literature. */
export function networkFigure(rows: readonly CellRow[]): Figure {
  const own = claimRows(rows, "nn-numbers").toSorted((a, b) => cellNumber("epsilon")(a) - cellNumber("epsilon")(b));
  const x = own.map(cellNumber("epsilon"));
  return coverageFigure({
    caption:
      `Test accuracy against ε at δ = 1e-5. Ours: a network with 8 hidden units on iris, mean of ${own[0].trials} trainings with ` +
      "private gradients, and the same training without noise. Cited, not ours: convolutional networks on images, as published.",
    source: "Papernot et al. (2021) for the cited values",
    x: { label: "ε", scale: "log" },
    y: { label: "test accuracy", least: 0, most: 1 },
    panels: [
      {
        estimates: [
          { name: "iris, private", x, y: own.map(storedNumber("private-accuracy")) },
          ...citedOf(own[0]).map(({ name, accuracy, epsilon }) => ({
            name: `${name}, cited`,
            x: [epsilon],
            y: [accuracy],
          })),
        ],
        theory: [
          {
            name: "iris, no noise",
            role: "bound" as const,
            x,
            y: own.map(storedNumber("public-accuracy")),
          },
        ],
      },
    ],
  });
}
