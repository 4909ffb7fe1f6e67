/** The figure on private training on MNIST, from stored rows alone. */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { type CellRow, cellNumber, cellText, claimRows, estimateOf, intervalOf } from "../kit.ts";

/** As published, of a convolutional network, and as the lecture has it, without privacy; values of the literature, none of ours. */
const PUBLISHED = { epsilon: 2.93, accuracy: 0.981, open: 0.998 };

/** What learners are called in the legend. */
const NAMES = [
  ["oriented-gradients", "softmax on oriented gradients"],
  ["network-on-pixels", "network on pixels"],
  ["pixels", "softmax on pixels"],
] as const;

/** Mean accuracies with their intervals against epsilon, and without noise. */
export function mnistFigure(rows: readonly CellRow[]): Figure {
  const own = claimRows(rows, "accuracy");
  const noisy = own.filter(({ cell }) => cell.epsilon !== "infinity");
  const open = own.filter(({ cell }) => cell.epsilon === "infinity" && cell.learner === "oriented-gradients");
  const epsilons = [...new Set([...noisy.map(cellNumber("epsilon")), PUBLISHED.epsilon])].sort((a, b) => a - b);
  const { y, lower, upper } = intervalOf("accuracy");
  const [{ cell, trials }] = own;
  const level = (name: string, height: number) => ({
    ...{ name, role: "bound" as const },
    ...{ x: epsilons, y: epsilons.map(() => height) },
  });
  return coverageFigure({
    caption:
      `Share of right answers on test digits of MNIST against certified ε at δ = 1e-5, means of ${trials} trainings on ` +
      `${cell.size} digits with intervals. At each ε all have the same steps, sampling rate and noise. Cited, not ours: a ` +
      "convolutional network with tempered sigmoids, as published, and the lecture's 99.8 % without privacy.",
    source: "MNIST: LeCun, Bottou, Bengio, Haffner (1998); Papernot et al. (2021) for 98.1 %",
    x: { label: "certified ε", scale: "log" },
    y: { label: "test accuracy", least: 0.5, most: 1 },
    panels: [
      {
        estimates: [
          ...NAMES.flatMap(([learner, name]) => {
            const found = noisy.filter((row) => cellText("learner")(row) === learner);
            const sorted = found.toSorted((a, b) => cellNumber("epsilon")(a) - cellNumber("epsilon")(b));
            if (sorted.length === 0) return [];
            return [
              {
                name,
                x: sorted.map(cellNumber("epsilon")),
                y: sorted.map((row) => Number(y(row))),
                lower: sorted.map((row) => Number(lower(row))),
                upper: sorted.map((row) => Number(upper(row))),
              },
            ];
          }),
          { name: "cited", x: [PUBLISHED.epsilon], y: [PUBLISHED.accuracy] },
        ],
        theory: [
          ...open.map((row) => level("oriented gradients, no noise", Number(estimateOf("accuracy")(row)))),
          level("cited, no noise", PUBLISHED.open),
        ],
      },
    ],
  });
}
