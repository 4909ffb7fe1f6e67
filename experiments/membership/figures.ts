/**
 * The figures of the harness, from its stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { tradeOffFigure } from "../../lib/figures/trade-off-figure.ts";
import { verdictGrid } from "../../lib/figures/verdict-grid.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { type CellRow, claimRows, distinct } from "../kit.ts";
import { deltaAndTail } from "./extra-panels.ts";

const KOV = "Kairouz, Oh, Viswanath (2015); Dong, Roth, Su (2022)";

const CANARIES: Readonly<Record<string, string>> = { "dp-gd": "DP-GD canary", "dp-sgd": "DP-SGD canary" };

/** How what is attacked in a row is called in a picture. */
function titleOf({ cell }: CellRow): string {
  const name = String(cell.mechanism ?? cell.learner);
  const title = name.replaceAll("-", " ").replace("gaussian", "Gaussian");
  return CANARIES[name] ?? title[0].toUpperCase() + title.slice(1);
}

/** Of mechanisms, then of learning methods. */
function attacksOf(rows: readonly CellRow[]): readonly CellRow[] {
  return [...claimRows(rows, "attack"), ...claimRows(rows, "learning")];
}

const numbers = (row: CellRow, name: string) => (row.values?.[name] ?? []) as readonly number[];

/** The epsilon nearest to 1 of those that were run. */
function middleEpsilon(rows: readonly CellRow[]): number {
  const epsilons = distinct(rows.map(({ cell }) => Number(cell.epsilon)));
  return epsilons.reduce((best, each) => (Math.abs(each - 1) < Math.abs(best - 1) ? each : best));
}

/** One panel for each mechanism at one epsilon. */
export function curvesFigure(rows: readonly CellRow[]): Figure {
  return tradeOffsOf(claimRows(rows, "attack"), { columns: 4 });
}

/** One panel for each learning method at one epsilon. */
export function learningFigure(rows: readonly CellRow[]): Figure {
  return tradeOffsOf(claimRows(rows, "learning"), { columns: 3, more: METHODS });
}

const METHODS =
  " DP-GD: 20 full gradients; DP-SGD: 50 steps that sample a record with probability 0.05, which claims the δ that its loss distribution has at ε; " +
  "output perturbation: a logistic regression of 50 records in the plane.";

function tradeOffsOf(
  attacks: readonly CellRow[],
  { columns, more = "" }: { readonly columns: number; readonly more?: string },
): Figure {
  const epsilon = middleEpsilon(attacks);
  const shown = attacks.filter(({ cell }) => cell.epsilon === epsilon);
  return tradeOffFigure({
    caption:
      `Errors of the optimal membership attack at ε = ${epsilon}, ${shown[0].trials} draws for each hypothesis. ` +
      "Type I: guessing “member” of one who is not in the data; type II: guessing “not a member” of one who is." +
      more,
    source: KOV,
    columns,
    panels: shown.map((row) => ({
      title: titleOf(row),
      exact: { name: "exact curve", typeOne: numbers(row, "exact-alpha"), typeTwo: numbers(row, "exact-beta") },
      attacks: [
        {
          name: "attack",
          typeOne: numbers(row, "observed-alpha"),
          typeTwo: numbers(row, "observed-beta"),
          halfWidth: row.checks.band.theory ?? 0,
          markEvery: row.values?.straight === true ? 1 : Math.ceil(numbers(row, "observed-alpha").length / 16),
          between: row.values?.straight === true ? "lines" : "steps",
        },
      ],
      claim: { epsilon, delta: Number(row.values?.delta ?? 0) },
    })),
  });
}

/** The share of the claimed epsilon that the attack certifies, cell by cell. */
export function certifiedFigure(rows: readonly CellRow[]): Figure {
  const attacks = attacksOf(rows);
  return verdictGrid({
    caption:
      "The epsilon that the attack certifies, as a share of the claimed one; the sign is the verdict of the cell.",
    source: KOV,
    size: "two-column",
    rowLabel: "mechanism or method",
    columnLabel: "claimed ε",
    rows: distinct(attacks.map(titleOf)),
    columns: distinct(attacks.map(({ cell }) => String(cell.epsilon))),
    cells: attacks.map((row) => ({
      row: titleOf(row),
      column: String(row.cell.epsilon),
      verdict: row.verdict,
      text: Number(row.values?.["certified-share"]).toFixed(3),
    })),
  });
}

/** Exact delta of Gaussian noise below the probability that the loss exceeds epsilon. */
export function deltaFigure(rows: readonly CellRow[]): Figure {
  const tails = claimRows(rows, "tail");
  const largest = largestOf(tails.map(({ cell }) => Number(cell.epsilon)));
  const grid = Array.from({ length: 61 }, (_, k) => (k * largest) / 60);
  return tailFigure({
    caption:
      "δ of Gaussian noise and the probability that its privacy loss exceeds ε: the second is larger, not the same. Lines are exact, points those that were checked; " +
      "each panel has a scale of its own.",
    source: "Balle, Wang (2018); Meiser (2018)",
    x: { label: "ε", least: 0, ownRanges: true },
    y: { label: "probability", ownRanges: true },
    panels: distinct(tails.map(({ cell }) => Number(cell.mu))).map((mu) => {
      const isShown = (value: number) => value >= LEAST_SHOWN;
      const own = tails.filter(({ cell, checks }) => cell.mu === mu && isShown(checks.tail.estimate ?? 0));
      const epsilons = own.map(({ cell }) => Number(cell.epsilon));
      const curve = (of: "exact" | "tail") => {
        const points = grid.map((x) => ({ x, y: deltaAndTail(mu, x)[of] })).filter(({ y }) => isShown(y));
        return { x: points.map(({ x }) => x), y: points.map(({ y }) => y) };
      };
      return {
        title: `μ = ${mu}`,
        estimates: [
          { name: "δ", x: epsilons, y: own.map(({ checks }) => checks.tail.estimate ?? 0) },
          { name: "P(loss > ε)", x: epsilons, y: own.map(({ checks }) => checks.tail.theory ?? 0) },
        ],
        theory: [
          { name: "δ, exact", of: "δ", legend: false, ...curve("exact") },
          { name: "P(loss > ε), exact", of: "P(loss > ε)", legend: false, ...curve("tail") },
        ],
      };
    }),
  });
}

/** What is less is not drawn: a panel would show little else. */
const LEAST_SHOWN = 1e-9;

/** How often a record is guessed, against the bound. */
export function reconstructionFigure(rows: readonly CellRow[]): Figure {
  const guesses = claimRows(rows, "reconstruction");
  return tailFigure({
    caption: "How often the likeliest record is the right one, exactly, when it takes so many equally likely values.",
    source: "the bound e^ε / (e^ε + values − 1), attained by randomized response among the values",
    x: { label: "claimed ε" },
    y: { label: "probability of a right guess" },
    panels: distinct(guesses.map(({ cell }) => cell.values)).map((values) => {
      const own = guesses.filter(({ cell }) => cell.values === values);
      const through = (name: string) => own.filter(({ cell }) => cell.through === name);
      const x = (list: readonly CellRow[]) => list.map(({ cell }) => Number(cell.epsilon));
      const success = (list: readonly CellRow[]) => list.map(({ checks }) => checks.success.estimate ?? 0);
      const [response, sum] = [through("response"), through("laplace-sum")];
      return {
        title: `${values} values`,
        estimates: [
          { name: "randomized response", x: x(response), y: success(response) },
          { name: "sum with Laplace noise", x: x(sum), y: success(sum) },
        ],
        theory: [
          {
            name: "bound",
            role: "bound" as const,
            x: x(response),
            y: response.map(({ checks }) => checks.success.theory ?? 0),
          },
        ],
      };
    }),
  });
}

/** The list experiment's delta does not fall with epsilon. */
export function listFigure(rows: readonly CellRow[]): Figure {
  const answers = claimRows(rows, "list-experiment").filter(({ cell }) => cell.harmless === 1);
  return coverageFigure({
    caption: "δ of one answer in the list experiment when only the sensitive bit changes: one half, whatever ε is.",
    source: "enumeration of the answers",
    x: { label: "ε", scale: "linear" },
    y: { label: "δ" },
    nominal: 0.5,
    panels: [
      {
        estimates: [
          {
            name: "exact δ, one of three harmless items holds",
            x: answers.map(({ cell }) => Number(cell.epsilon)),
            y: answers.map(({ checks }) => checks.delta.estimate ?? 0),
          },
        ],
      },
    ],
  });
}
