/**
 * The figures of the harness, from its stored rows alone.
 */
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import {
  ascending,
  by,
  type CellRow,
  cellNumber,
  cellText,
  claimRows,
  distinct,
  figureOf,
  type RowChoice,
  storedNumber,
  theoryOf,
  where,
} from "../kit.ts";

const SOURCE = "Chaudhuri, Monteleoni, Sarwate (2011); Bassily, Smith, Thakurta (2014); Abadi et al. (2016)";

/** The wanted value if it was run, otherwise the largest that was. */
const preferred = (wanted: number) => (found: readonly number[]) =>
  found.includes(wanted) ? wanted : largestOf(found);

/** The middle one, of the penalties of output perturbation. */
function middle(found: readonly number[]): number {
  const sorted = ascending(found);
  return sorted[Math.floor(sorted.length / 2)];
}

/** The rows of all parts at a size or a dimension, with the penalty that is shown and the fewest steps of their part. */
function shownAt(place: Readonly<Record<string, number>>): RowChoice {
  return (rows) => {
    const outputs = claimRows(rows, "output");
    const values = Object.entries(place).map(([axis, wanted]): [string, number] => [
      axis,
      preferred(wanted)(outputs.map(cellNumber(axis))),
    ]);
    const chosen = where({ ...Object.fromEntries(values), penalty: middle(outputs.map(cellNumber("penalty"))) })(rows);
    return distinct(chosen.map(({ part }) => part)).flatMap((part) => {
      const own = claimRows(chosen, part);
      return own.every(({ cell }) => cell.steps === undefined) ? own : where({ steps: leastOf })(own);
    });
  };
}

/** The methods, with the bounds of two of them, and what every private method has at least. */
const METHODS = {
  estimates: [
    { name: "output", y: storedNumber("output") },
    { name: "objective", part: "objective", y: storedNumber("objective") },
    { name: "descent, average", part: "descent", y: storedNumber("average") },
    { name: "descent, last", part: "descent", y: storedNumber("last") },
    { name: "stochastic", part: "stochastic", y: storedNumber("average") },
    { name: "subsample", part: "subsample", y: storedNumber("subsample") },
  ],
  theory: [
    { name: "bound, output", of: "output", role: "bound", y: theoryOf("excess") },
    { name: "bound, descent", of: "descent, average", role: "bound", part: "descent", y: theoryOf("average") },
    {
      name: "lower bound, ε-DP",
      role: "bound",
      part: "logistic-sandwich",
      rows: where({ privacy: "pure" }),
      y: storedNumber("lower"),
    },
    {
      name: "lower bound, (ε, δ)-DP",
      role: "bound",
      part: "logistic-sandwich",
      rows: where({ privacy: "approximate" }),
      y: storedNumber("lower"),
    },
  ],
} as const;

const BELOW =
  "Black, proved: what every private method has at least on its worst dataset; on another, as are those drawn here, it may have less.";

/** Excess against n with the bounds, one panel for each epsilon. */
export const excessFigure = figureOf({
  kind: "rate",
  part: "output",
  rows: shownAt({ dimension: 5 }),
  caption: ([
    {
      cell: { dimension, penalty },
    },
  ]) =>
    `Mean excess of the regularised empirical risk of logistic regression with ${dimension} features and Λ = ${penalty}. ` +
    "Both perturbations fall like 1/n²; the average of the iterates of gradient descent stops at what so few steps leave. " +
    `Pure ε-privacy for the perturbations and for subsample and aggregate, (ε, 10⁻⁶) for the gradient methods. ${BELOW}`,
  source: SOURCE,
  x: { label: "records n", of: cellNumber("size") },
  y: { label: "excess risk" },
  columns: 2,
  panels: by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`, ascending),
  ...METHODS,
});

/** The usual epsilons that were run, or else the two smallest. */
function usualEpsilons(found: readonly number[]): readonly number[] {
  const usual = ascending(found).filter((epsilon) => epsilon === 0.1 || epsilon === 1);
  return usual.length > 0 ? usual : ascending(found).slice(0, 2);
}

/** Excess against d at one n. */
export const dimensionFigure = figureOf({
  kind: "rate",
  part: "output",
  rows: shownAt({ size: 8000 }),
  caption: ([
    {
      cell: { size, penalty },
    },
  ]) =>
    `Mean excess of the regularised empirical risk against the number of features, ${size} records, Λ = ${penalty}. ` +
    `The noise of pure privacy has a length of order d, that of the gradient methods of order √d. ${BELOW}`,
  source: SOURCE,
  x: { label: "features d", of: cellNumber("dimension") },
  y: { label: "excess risk" },
  panels: by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`, usualEpsilons),
  ...METHODS,
});

/** Excess against epsilon at one n. */
export const epsilonFigure = figureOf({
  kind: "rate",
  part: "output",
  rows: shownAt({ size: 8000 }),
  caption: ([
    {
      cell: { size, penalty },
    },
  ]) => `Mean excess of the regularised empirical risk against ε, ${size} records, Λ = ${penalty}. ${BELOW}`,
  source: SOURCE,
  x: { label: "ε", of: cellNumber("epsilon") },
  y: { label: "excess risk" },
  panels: by(
    cellNumber("dimension"),
    (dimension) => `d = ${dimension}`,
    (found) => distinct([preferred(5)(found), largestOf(found)]),
  ),
  ...METHODS,
});

/** What is left to be paid on fresh records. */
export const populationFigure = figureOf({
  kind: "rate",
  part: "output",
  rows: shownAt({ dimension: 5 }),
  caption: ([
    {
      cell: { dimension, penalty },
    },
  ]) =>
    `Mean excess of the population's risk over that of the truth, ${dimension} features, Λ = ${penalty}: exact integrals at the ` +
    "weights released. The penalty's own price, which the minimiser without privacy pays too, is reached by one method after another. " +
    "Each panel has a scale of its own.",
  source: SOURCE,
  x: { label: "records n", of: cellNumber("size") },
  y: { label: "excess population risk", ownRanges: true },
  columns: 2,
  panels: by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`, ascending),
  estimates: [
    { name: "output", y: storedNumber("output-population") },
    { name: "objective", part: "objective", y: storedNumber("objective-population") },
    { name: "descent, average", part: "descent", y: storedNumber("average-population") },
    { name: "stochastic", part: "stochastic", y: storedNumber("average-population") },
  ],
  theory: [{ name: "without privacy", y: storedNumber("without-privacy-population") }],
});

/** The usual dimensions that were run, or else the four smallest. */
function usualDimensions(found: readonly number[]): readonly number[] {
  const usual = [1, 2, 5, 20].filter((dimension) => found.includes(dimension));
  return usual.length > 0 ? usual : ascending(found).slice(0, 4);
}

/** One row for each sharpness: those of other sizes and epsilons with the same product have the same ratio. */
function oneForEachSharpness(rows: readonly CellRow[]): readonly CellRow[] {
  const keyOf = ({ cell, values }: CellRow) => `${cell.instance} ${cell.dimension} ${values?.sharpness}`;
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** The exponential mechanism's excess over d / sharpness. */
export const linearFigure = figureOf({
  kind: "rate",
  part: "linear",
  rows: oneForEachSharpness,
  caption:
    "Exact mean excess of the exponential mechanism on the linear loss over its bound d/λ, λ = εn/4. " +
    "With a mean of length 1 it tends to (d + 1)/(2d), which touches the bound on the line; in the worst case it is a constant share.",
  source: "Bassily, Smith, Thakurta (2014)",
  x: { label: "sharpness λ", of: storedNumber("sharpness") },
  y: { label: "excess over d/λ" },
  panels: by(cellText("instance"), { aligned: "mean of length 1", "worst-case": "mean of length d/(nε)" }),
  estimates: [
    { by: by(cellNumber("dimension"), (dimension) => `d = ${dimension}`, usualDimensions), y: storedNumber("ratio") },
  ],
  theory: [{ name: "bound", role: "bound", level: 1 }],
});
