/**
 * Headlines: four experiments that tell what private data analysis costs, each with a figure and what was found, in numbers from its rows.
 *
 * Where the stored rows lack the cells that a line speaks of, as in a run of other parameters, the line is the outcome of the run.
 */
import type { Experiment } from "../definition/experiment.ts";
import type { CellRow } from "../definition/row.ts";
import { summaryOf } from "../execution/verdict-table.ts";
import { outcomeOf } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import { type Html, html } from "../text/html.ts";
import type { FigureShelf } from "./figures.ts";
import { setText } from "./formula.ts";
import { numberText, percentText } from "./number-text.ts";

interface Headline {
  readonly experiment: string;
  readonly figure: string;
  readonly title: string;
  found(rows: readonly CellRow[]): string;
}

const HEADLINES: readonly Headline[] = [
  {
    experiment: "minimax-bounds",
    figure: "price",
    title: "The price of privacy",
    found: (rows) => {
      const price = (kappa: number) => numberText(estimate(rows, "price", { kappa }, "price"), 3);
      return (
        `Privacy multiplies the error of a mean of n bits by ${price(1)} at ε = 1/√n, ` +
        `by ${price(3)} at 3/√n and by ${price(10)} at 10/√n.`
      );
    },
  },
  {
    experiment: "membership-tradeoff",
    figure: "learning",
    title: "What an attacker can guess",
    found: (rows) => {
      const right = (learner: string) => percentText(estimate(rows, "learning", { epsilon: 1, learner }, "accuracy"));
      const most = theory(rows, "region", { epsilon: 1, mechanism: "randomized-response" }, "accuracy");
      return (
        `At ε = 1 the best membership attack is right in ${right("dp-gd")} of its guesses on gradient descent and ` +
        `${right("dp-sgd")} on stochastic gradient descent; pure 1-DP alone would allow ${percentText(most)}.`
      );
    },
  },
  {
    experiment: "thresholdout-holdout",
    figure: "vote",
    title: "Reusing a holdout",
    found: (rows) => {
      const { functions } = rowOf(rows, "vote", { channel: "raw" }).cell;
      const seems = (channel: string) =>
        percentText(estimate(rows, "vote", { channel, functions: Number(functions) }, "accuracy"));
      return (
        `A vote of ${functions} random functions seems ${seems("raw")} accurate on the holdout that chose their ` +
        `signs, and ${seems("published")} through Thresholdout; the truth is ${percentText(0.5)}.`
      );
    },
  },
  {
    experiment: "erm-excess-risk",
    figure: "epsilon",
    title: "Learning with privacy",
    found: (rows) => {
      const cell = { dimension: 5, epsilon: 1, penalty: 0.01, size: 8000 };
      const excess = (part: string, name: string) => numberText(storedValue(rows, part, cell, name), 2);
      return (
        `At ε = 1 and 8000 records, logistic regression pays ${excess("objective", "objective")} of excess risk ` +
        `by objective perturbation, ${excess("output", "output")} by output perturbation and ` +
        `${excess("stochastic", "average")} by stochastic gradient descent.`
      );
    },
  },
];

/** Says which cell is missing, to `foundIn`. */
class NoSuchCell extends Error {}

/** The headlines of the experiments that are known. */
export function headlines(
  shown: readonly { readonly experiment: Experiment; readonly result: Result | undefined }[],
  shelf: FigureShelf,
): readonly Html[] {
  return HEADLINES.flatMap((headline) => {
    const known = shown.find(({ experiment }) => experiment.id === headline.experiment);
    return known === undefined ? [] : [headlineArticle(headline, known.experiment, known.result, shelf)];
  });
}

function headlineArticle(headline: Headline, { id }: Experiment, result: Result | undefined, shelf: FigureShelf): Html {
  const figure = result?.figures.get(headline.figure);
  return html`<article class="headline"><h3><a href="#experiment-${id}">${headline.title}</a></h3>
<p>${result === undefined ? html`Not run yet: <code>npx epsilab run ${id}</code>` : setText(foundIn(headline, result))}</p>
${figure === undefined ? "" : shelf.show(headline.figure, figure, { still: true })}</article>`;
}

function foundIn({ found }: Headline, { rows }: Result): string {
  try {
    return found(rows);
  } catch (error) {
    if (!(error instanceof NoSuchCell)) throw error;
    return `The run ${summaryOf(outcomeOf(rows))}.`;
  }
}

type Wanted = Readonly<Record<string, string | number>>;

/** The last cell of the claim with these values: of the sizes of a grid, the largest. */
function rowOf(rows: readonly CellRow[], part: string, wanted: Wanted): CellRow {
  const found = rows.findLast(
    (row) =>
      row.part === part &&
      row.control === undefined &&
      Object.entries(wanted).every(([axis, value]) => row.cell[axis] === value),
  );
  if (found === undefined) throw new NoSuchCell(part);
  return found;
}

function estimate(rows: readonly CellRow[], part: string, wanted: Wanted, check: string): number {
  return numberIn(rowOf(rows, part, wanted).checks[check]?.estimate);
}

function theory(rows: readonly CellRow[], part: string, wanted: Wanted, check: string): number {
  return numberIn(rowOf(rows, part, wanted).checks[check]?.theory);
}

function storedValue(rows: readonly CellRow[], part: string, wanted: Wanted, name: string): number {
  return numberIn(rowOf(rows, part, wanted).values?.[name]);
}

function numberIn(value: unknown): number {
  if (typeof value !== "number") throw new NoSuchCell("number");
  return value;
}
