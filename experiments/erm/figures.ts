/**
 * The figures of the harness, from its stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import type { SeriesPanel } from "../../lib/figures/series-panels.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { type CellRow, claimRows, storedNumber } from "../kit.ts";

const SOURCE = "Chaudhuri, Monteleoni, Sarwate (2011); Bassily, Smith, Thakurta (2014); Abadi et al. (2016)";

/** A method: where its rows are, and the value in them. */
interface Shown {
  readonly name: string;
  readonly part: string;
  readonly value: string;
}

const METHODS: readonly Shown[] = [
  { name: "output", part: "output", value: "output" },
  { name: "objective", part: "objective", value: "objective" },
  { name: "descent, average", part: "descent", value: "average" },
  { name: "descent, last", part: "descent", value: "last" },
  { name: "stochastic", part: "stochastic", value: "average" },
  { name: "subsample", part: "subsample", value: "subsample" },
];

type Along = "size" | "dimension" | "epsilon";
type Place = Readonly<Partial<Record<Along, number>>>;

const numbersOf = (rows: readonly CellRow[], name: string) =>
  [...new Set(rows.map(({ cell }) => Number(cell[name])))].toSorted((a, b) => a - b);

/** The wanted value if it was run, otherwise the largest that was. */
function preferred(rows: readonly CellRow[], name: Along, wanted: number): number {
  const found = numbersOf(rows, name);
  return found.includes(wanted) ? wanted : found[found.length - 1];
}

/** The penalty that is shown: the middle one of those of output perturbation. */
function shownPenalty(rows: readonly CellRow[]): number {
  const penalties = numbersOf(claimRows(rows, "output"), "penalty");
  return penalties[Math.floor(penalties.length / 2)];
}

/** The rows of a part at a place, with the penalty that is shown and the fewest steps. */
function rowsAt(rows: readonly CellRow[], part: string, place: Place): readonly CellRow[] {
  const own = claimRows(rows, part);
  const penalty = shownPenalty(rows);
  const [steps] = numbersOf(own, "steps");
  const wanted: readonly (readonly [string, number])[] = [...Object.entries(place), ["penalty", penalty]];
  return own.filter(
    ({ cell }) =>
      wanted.every(([name, value]) => cell[name] === value) && (cell.steps === undefined || cell.steps === steps),
  );
}

function line(rows: readonly CellRow[], along: Along, y: (row: CellRow) => number) {
  const sorted = rows.toSorted((a, b) => Number(a.cell[along]) - Number(b.cell[along]));
  return { x: sorted.map(({ cell }) => Number(cell[along])), y: sorted.map(y) };
}

/** What every private method has at least, on some dataset. */
const LOWER = [
  { name: "lower bound, ε-DP", privacy: "pure" },
  { name: "lower bound, (ε, δ)-DP", privacy: "approximate" },
] as const;

const BELOW =
  "Black, proved: what every private method has at least on its worst dataset; on another, as are those drawn here, it may have less.";

function panel(rows: readonly CellRow[], along: Along, place: Place, title: string): SeriesPanel {
  const shown = METHODS.map(({ name, part, value }) => ({
    name,
    ...line(rowsAt(rows, part, place), along, ({ values }) => Number(values?.[value])),
  })).filter(({ x }) => x.length > 0);
  const outputs = rowsAt(rows, "output", place);
  const descents = rowsAt(rows, "descent", place);
  const proved = rowsAt(rows, "logistic-sandwich", place);
  return {
    title,
    estimates: shown,
    theory: [
      {
        name: "bound, output",
        of: "output",
        role: "bound",
        ...line(outputs, along, ({ checks }) => checks.excess.theory ?? 0),
      },
      {
        name: "bound, descent",
        of: "descent, average",
        role: "bound",
        ...line(descents, along, ({ checks }) => checks.average.theory ?? 0),
      },
      ...LOWER.map(({ name, privacy }) => ({
        name,
        role: "bound" as const,
        ...line(
          proved.filter(({ cell }) => cell.privacy === privacy),
          along,
          storedNumber("lower"),
        ),
      })),
    ],
  };
}

/** Excess against n with the bounds, one panel for each epsilon. */
export function excessFigure(rows: readonly CellRow[]): Figure {
  const outputs = claimRows(rows, "output");
  const dimension = preferred(outputs, "dimension", 5);
  return rateFigure({
    caption:
      `Mean excess of the regularised empirical risk of logistic regression with ${dimension} features and Λ = ${shownPenalty(rows)}. ` +
      "Both perturbations fall like 1/n²; the average of the iterates of gradient descent stops at what so few steps leave. " +
      `Pure ε-privacy for the perturbations and for subsample and aggregate, (ε, 10⁻⁶) for the gradient methods. ${BELOW}`,
    source: SOURCE,
    x: { label: "records n" },
    y: { label: "excess risk" },
    columns: 2,
    panels: numbersOf(outputs, "epsilon").map((epsilon) =>
      panel(rows, "size", { dimension, epsilon }, `ε = ${epsilon}`),
    ),
  });
}

/** Excess against d at one n. */
export function dimensionFigure(rows: readonly CellRow[]): Figure {
  const outputs = claimRows(rows, "output");
  const size = preferred(outputs, "size", 8000);
  const epsilons = numbersOf(outputs, "epsilon").filter((epsilon) => epsilon === 0.1 || epsilon === 1);
  const shown = epsilons.length > 0 ? epsilons : numbersOf(outputs, "epsilon").slice(0, 2);
  return rateFigure({
    caption:
      `Mean excess of the regularised empirical risk against the number of features, ${size} records, Λ = ${shownPenalty(rows)}. ` +
      `The noise of pure privacy has a length of order d, that of the gradient methods of order √d. ${BELOW}`,
    source: SOURCE,
    x: { label: "features d" },
    y: { label: "excess risk" },
    panels: shown.map((epsilon) => panel(rows, "dimension", { size, epsilon }, `ε = ${epsilon}`)),
  });
}

/** Excess against epsilon at one n. */
export function epsilonFigure(rows: readonly CellRow[]): Figure {
  const outputs = claimRows(rows, "output");
  const size = preferred(outputs, "size", 8000);
  const dimensions = [...new Set([preferred(outputs, "dimension", 5), ...numbersOf(outputs, "dimension").slice(-1)])];
  return rateFigure({
    caption: `Mean excess of the regularised empirical risk against ε, ${size} records, Λ = ${shownPenalty(rows)}. ${BELOW}`,
    source: SOURCE,
    x: { label: "ε" },
    y: { label: "excess risk" },
    panels: dimensions.map((dimension) => panel(rows, "epsilon", { size, dimension }, `d = ${dimension}`)),
  });
}

const POPULATION: readonly Shown[] = [
  { name: "output", part: "output", value: "output-population" },
  { name: "objective", part: "objective", value: "objective-population" },
  { name: "descent, average", part: "descent", value: "average-population" },
  { name: "stochastic", part: "stochastic", value: "average-population" },
];

/** What is left to be paid on fresh records. */
export function populationFigure(rows: readonly CellRow[]): Figure {
  const outputs = claimRows(rows, "output");
  const dimension = preferred(outputs, "dimension", 5);
  return rateFigure({
    caption:
      `Mean excess of the population's risk over that of the truth, ${dimension} features, Λ = ${shownPenalty(rows)}: exact integrals at the weights released. ` +
      "The penalty's own price, which the minimiser without privacy pays too, is reached by one method after another. Each panel has a scale of its own.",
    source: SOURCE,
    x: { label: "records n" },
    y: { label: "excess population risk", ownRanges: true },
    columns: 2,
    panels: numbersOf(outputs, "epsilon").map((epsilon) => ({
      title: `ε = ${epsilon}`,
      estimates: POPULATION.map(({ name, part, value }) => ({
        name,
        ...line(rowsAt(rows, part, { dimension, epsilon }), "size", storedNumber(value)),
      })),
      theory: [
        {
          name: "without privacy",
          ...line(rowsAt(rows, "output", { dimension, epsilon }), "size", storedNumber("without-privacy-population")),
        },
      ],
    })),
  });
}

const INSTANCES: Readonly<Record<string, string>> = {
  aligned: "mean of length 1",
  "worst-case": "mean of length d/(nε)",
};

/** The exponential mechanism's excess over d / sharpness. */
export function linearFigure(rows: readonly CellRow[]): Figure {
  const own = claimRows(rows, "linear");
  const shown = [1, 2, 5, 20].filter((dimension) => numbersOf(own, "dimension").includes(dimension));
  const dimensions = shown.length > 0 ? shown : numbersOf(own, "dimension").slice(0, 4);
  const sharpnesses = own.map(({ values }) => Number(values?.sharpness));
  const ends = [leastOf(sharpnesses), largestOf(sharpnesses)];
  return rateFigure({
    caption:
      "Exact mean excess of the exponential mechanism on the linear loss over its bound d/λ, λ = εn/4. " +
      "With a mean of length 1 it tends to (d + 1)/(2d), which touches the bound on the line; in the worst case it is a constant share.",
    source: "Bassily, Smith, Thakurta (2014)",
    x: { label: "sharpness λ" },
    y: { label: "excess over d/λ" },
    panels: Object.entries(INSTANCES).map(([instance, title]) => ({
      title,
      estimates: dimensions.map((dimension) => {
        const ofIt = own.filter(({ cell }) => cell.instance === instance && cell.dimension === dimension);
        const points = new Map(ofIt.map(({ values }) => [Number(values?.sharpness), Number(values?.ratio)]));
        const x = [...points.keys()].toSorted((a, b) => a - b);
        return { name: `d = ${dimension}`, x, y: x.map((sharpness) => points.get(sharpness) ?? 0) };
      }),
      theory: [{ name: "bound", role: "bound" as const, x: ends, y: [1, 1] }],
    })),
  });
}
