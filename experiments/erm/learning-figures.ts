/**
 * The figures of private learning, from its stored rows alone.
 */
import {
  by,
  type CellRow,
  cellNumber,
  cellText,
  figureOf,
  likeFirst,
  nearest,
  storedList,
  storedNumber,
  where,
} from "../kit.ts";

/** The rows that have the accuracy, beta and number of values of the last one. */
function likeLast(rows: readonly CellRow[]): readonly CellRow[] {
  const { accuracy, beta, values } = rows[rows.length - 1].cell;
  return where({ accuracy, beta, values })(rows);
}

/** The excess that is exceeded with probability beta at most, against the number of records. */
export const thresholdsFigure = figureOf({
  kind: "rate",
  part: "klnrs-learning",
  rows: likeLast,
  caption: ([
    {
      cell: { values, beta },
    },
  ]) =>
    `Excess error of a threshold on {1..${values}} chosen by the exponential mechanism, exceeded with probability ${beta} at most, ` +
    "on evenly spread records. Exact; an excess of 0 is not drawn.",
  source: "Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith (2011)",
  x: { label: "records n", of: storedList("sizes") },
  y: { label: "excess error on the sample" },
  panels: by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`),
  estimates: [
    {
      by: by(cellNumber("flipped"), (flipped) => (flipped === 0 ? "no label wrong" : `every ${flipped}th label wrong`)),
      y: storedList("quantiles"),
    },
  ],
  theory: [{ name: "(2/(εn)) ln(|H|/β)", role: "bound", rows: likeFirst("flipped"), y: storedList("bounds") }],
});

/** How often the class of most votes is released, against epsilon. */
export const votesFigure = figureOf({
  kind: "coverage",
  part: "pate",
  caption:
    "Chance that the class with at least three fifths of the votes is released, against the price 2γ of an answer: exact, with Laplace " +
    "noise on the number of votes for each class.",
  source: "Papernot, Abadi, Erlingsson, Goodfellow, Talwar (2017)",
  x: { label: "ε = 2γ of an answer", scale: "log", of: ({ cell }) => 2 * Number(cell.rate) },
  y: { label: "chance of the right answer" },
  panels: by(cellNumber("classes"), (classes) => `${classes} classes`),
  estimates: [{ by: by(cellNumber("teachers"), (teachers) => `${teachers} teachers`), y: storedNumber("accuracy") }],
});

const levels = by(storedNumber("epsilon"), (epsilon) => `ε = ${epsilon}`);

/** What noise and sample give to first order. */
function firstOrder(row: CellRow): readonly number[] {
  return storedList("sizes")(row).map((n) => {
    const noise = storedNumber("epsilon")(row) * n;
    return 768 / noise / noise + 0.75 / n;
  });
}

/** The squared error of the slope against n: first the noise of the sums, then the sample. */
export const lineFigure = figureOf({
  kind: "rate",
  part: "linreg-rate",
  caption:
    "Mean squared error of the slope from four sums with Laplace noise, of bits with a true slope of 1/2, and what noise and sample " +
    "give to first order, 768/(εn)² + 3/(4n).",
  source: "Vu, Slavkovic (2009)",
  x: { label: "records n", of: storedList("sizes") },
  y: { label: "mean squared error of the slope" },
  estimates: [{ by: levels, y: storedList("errors") }],
  theory: [{ name: "first order", of: levels, y: firstOrder }],
});

const sizes = by(cellNumber("size"), (size) => `n = ${size}`);

/** n times the error over c, against the number of blocks. */
export const blocksFigure = figureOf({
  kind: "rate",
  part: "subsample-aggregate",
  rows: where({ epsilon: nearest(1) }),
  caption: ([{ cell }]) =>
    `Mean squared error of subsample and aggregate on n normal records at ε = ${cell.epsilon}, times n over the c of the estimator ` +
    "without privacy: exact. Without bias many blocks reach 1. With it the variance alone (lines) still does, and the bias of the " +
    "blocks takes over in the error.",
  source: "Nissim, Raskhodnikova, Smith (2007); Smith (2011)",
  x: { label: "blocks k", of: storedNumber("blocks") },
  y: { label: "n · mean squared error / c" },
  panels: by(cellText("estimator"), { mean: "mean, no bias", "exp-of-mean": "exp(mean), biased blocks" }),
  estimates: [{ by: sizes, y: storedNumber("ratio") }],
  theory: [{ name: "variance alone", of: sizes, y: storedNumber("variance") }],
});
