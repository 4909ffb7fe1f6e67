/**
 * The figures of the harness, from its stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { tradeOffFigure } from "../../lib/figures/trade-off-figure.ts";
import { verdictGrid } from "../../lib/figures/verdict-grid.ts";
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
  nearest,
  storedList,
  theoryOf,
  where,
} from "../kit.ts";
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

/** One panel for each mechanism at one epsilon. */
export function curvesFigure(rows: readonly CellRow[]): Figure {
  return tradeOffsOf(claimRows(rows, "attack"), { columns: 4 });
}

/** One panel for each learning method at one epsilon. */
export function learningFigure(rows: readonly CellRow[]): Figure {
  return tradeOffsOf(claimRows(rows, "learning"), { columns: 3, more: METHODS });
}

const METHODS =
  " DP-GD: 20 full gradients; DP-SGD: 50 steps that sample a record with probability 0.05, which claims the δ that its loss " +
  "distribution has at ε; output perturbation: a logistic regression of 50 records in the plane.";

function tradeOffsOf(
  attacks: readonly CellRow[],
  { columns, more = "" }: { readonly columns: number; readonly more?: string },
): Figure {
  const epsilon = nearest(1)(attacks.map(cellNumber("epsilon")));
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
      exact: { name: "exact curve", typeOne: storedList("exact-alpha")(row), typeTwo: storedList("exact-beta")(row) },
      attacks: [
        {
          name: "attack",
          typeOne: storedList("observed-alpha")(row),
          typeTwo: storedList("observed-beta")(row),
          halfWidth: row.checks.band.theory ?? 0,
          markEvery: row.values?.straight === true ? 1 : Math.ceil(storedList("observed-alpha")(row).length / 16),
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

/** What is less is not drawn: a panel would show little else. */
const LEAST_SHOWN = 1e-9;

/** The exact line of one of both, where it is shown. */
const exactCurve = (of: "exact" | "tail") => ({
  legend: false,
  curve: (epsilon: number, [{ cell }]: readonly CellRow[]) => deltaAndTail(Number(cell.mu), epsilon)[of],
  over: (epsilons: readonly number[], [{ cell }]: readonly CellRow[]) =>
    Array.from({ length: 61 }, (_, k) => (k * largestOf(epsilons)) / 60).filter(
      (epsilon) => deltaAndTail(Number(cell.mu), epsilon)[of] >= LEAST_SHOWN,
    ),
});

/** Exact delta of Gaussian noise below the probability that the loss exceeds epsilon. */
export const deltaFigure = figureOf({
  kind: "tail",
  part: "tail",
  rows: (rows) => rows.filter((row) => estimateOf("tail")(row) >= LEAST_SHOWN),
  caption:
    "δ of Gaussian noise and the probability that its privacy loss exceeds ε: the second is larger, not the same. Lines are exact, " +
    "points those that were checked; each panel has a scale of its own.",
  source: "Balle, Wang (2018); Meiser (2018)",
  x: { label: "ε", least: 0, ownRanges: true, of: cellNumber("epsilon") },
  y: { label: "probability", ownRanges: true },
  panels: by(cellNumber("mu"), (mu) => `μ = ${mu}`),
  estimates: [
    { name: "δ", y: estimateOf("tail") },
    { name: "P(loss > ε)", y: theoryOf("tail") },
  ],
  theory: [
    { name: "δ, exact", of: "δ", ...exactCurve("exact") },
    { name: "P(loss > ε), exact", of: "P(loss > ε)", ...exactCurve("tail") },
  ],
});

/** How often a record is guessed, against the bound. */
export const reconstructionFigure = figureOf({
  kind: "tail",
  part: "reconstruction",
  caption: "How often the likeliest record is the right one, exactly, when it takes so many equally likely values.",
  source: "the bound e^ε / (e^ε + values − 1), attained by randomized response among the values",
  x: { label: "claimed ε", of: cellNumber("epsilon") },
  y: { label: "probability of a right guess" },
  panels: by(cellNumber("values"), (values) => `${values} values`),
  estimates: [
    {
      by: by(cellText("through"), { response: "randomized response", "laplace-sum": "sum with Laplace noise" }),
      y: estimateOf("success"),
    },
  ],
  theory: [{ name: "bound", role: "bound", rows: where({ through: "response" }), y: theoryOf("success") }],
});

/** The list experiment's delta does not fall with epsilon. */
export const listFigure = figureOf({
  kind: "coverage",
  part: "list-experiment",
  rows: where({ harmless: 1 }),
  caption: "δ of one answer in the list experiment when only the sensitive bit changes: one half, whatever ε is.",
  source: "enumeration of the answers",
  x: { label: "ε", scale: "linear", of: cellNumber("epsilon") },
  y: { label: "δ" },
  nominal: 0.5,
  estimates: [{ name: "exact δ, one of three harmless items holds", y: estimateOf("delta") }],
});
