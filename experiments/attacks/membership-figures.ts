/**
 * Figures. Membership in the training data of a model: true over false positives of every attack, on log axes, with the boxes that are
 * judged and the limit.
 */
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import type { SeriesPanel } from "../../lib/figures/series-panels.ts";
import { type CellRow, claimRows, distinct, type FigureOfRows, storedAs, storedNumber, z } from "../kit.ts";
import { ATTACKS, type AttackName } from "./membership-trials.ts";

const TITLES: Readonly<Record<AttackName, string>> = {
  loss: "loss threshold",
  "lira-online": "LiRA online",
  "lira-offline": "LiRA offline",
  "rmia-online": "RMIA online",
  "rmia-offline": "RMIA offline",
};
/** Of both axes. */
const RANGE = [3e-4, 1] as const;
const SOURCE = "Dong, Roth, Su (2022); Yeom et al. (2018); Carlini et al. (2022); Zarifzadeh, Liu, Shokri (2024)";

const numbers = z.array(z.number());
const rates = z.object({ fpr: numbers, tpr: numbers });
type Rates = z.infer<typeof rates>;
const bounds = z.object({ estimate: numbers, lower: numbers, upper: numbers });

const curvesOf = storedAs("curves", z.record(z.enum(ATTACKS), rates));
const boxesOf = storedAs("boxes", z.record(z.enum(ATTACKS), z.object({ fpr: bounds, tpr: bounds })));
const limitOf = storedAs("limit", rates.optional());

/** Those that ever say "member" of one. */
function shownAttacks(row: CellRow): readonly AttackName[] {
  const curves = curvesOf(row);
  return ATTACKS.filter((name) => curves[name].tpr.some((rate) => rate > 0));
}

/** The curves as lines, the judged points as boxes, the limit in black, and the diagonal of guessing. */
function panelOf(row: CellRow, title: string): SeriesPanel {
  const curves = curvesOf(row);
  const boxes = boxesOf(row);
  const limit = limitOf(row);
  const shown = shownAttacks(row);
  const inside = ({ fpr, tpr }: Rates): Rates => {
    const kept = fpr.flatMap((rate, k) => (rate >= RANGE[0] && tpr[k] >= RANGE[0] ? [k] : []));
    return { fpr: kept.map((k) => fpr[k]), tpr: kept.map((k) => tpr[k]) };
  };
  return {
    title,
    bands: shown.flatMap((name) =>
      boxes[name].fpr.estimate.flatMap((rate, k) => {
        const { lower: left, upper: right } = boxes[name].fpr;
        const { lower, upper } = boxes[name].tpr;
        if (!(rate > 0 && upper[k] > RANGE[0])) return [];
        const x = [Math.max(left[k], RANGE[0]), right[k]];
        const [low, high] = [Math.max(lower[k], RANGE[0]), upper[k]];
        return [
          { name: "simultaneous box", of: TITLES[name], legend: false, x, lower: [low, low], upper: [high, high] },
        ];
      }),
    ),
    theory: [
      ...(limit === undefined
        ? []
        : [{ name: "certified limit", role: "exact" as const, x: inside(limit).fpr, y: inside(limit).tpr }]),
      { name: "guessing", role: "bound" as const, x: [...RANGE], y: [...RANGE] },
      ...shown.map((name) => {
        const { fpr, tpr } = inside(curves[name]);
        return { name: "at further thresholds", of: TITLES[name], legend: false, x: fpr, y: tpr };
      }),
    ],
    estimates: shown.map((name) => {
      const { fpr, tpr } = boxes[name];
      return { name: TITLES[name], x: fpr.estimate, y: tpr.estimate, lower: tpr.lower, upper: tpr.upper };
    }),
  };
}

/** What log axes cannot show: judged points without a false positive, by attack and panel. */
function unseen(rows: readonly CellRow[], titleOf: Texts["titleOf"]): string {
  const missing = rows.flatMap((row) => {
    const boxes = boxesOf(row);
    return ATTACKS.flatMap((name) => {
      const rates = boxes[name].fpr.estimate;
      const gone = shownAttacks(row).includes(name) ? rates.filter((rate) => rate === 0).length : rates.length;
      return gone === 0 ? [] : [`${TITLES[name]} in “${titleOf(row)}” (${gone} of ${rates.length} points)`];
    });
  });
  return missing.length === 0 ? "" : ` Not drawn, for log axes have no place for a rate of 0: ${missing.join(", ")}.`;
}

interface Texts {
  /** What is attacked, and what it is laid over. */
  readonly what: string;
  /** What follows from the boxes. */
  readonly rule: string;
  titleOf(row: CellRow): string;
}

function rocFigure(rows: readonly CellRow[], { what, rule, titleOf }: Texts) {
  const [trials] = distinct(rows.map((row) => Number(row.trials)));
  const levels = distinct(rows.map(storedNumber("level")));
  return rateFigure({
    caption:
      `${what} Each point is a threshold fixed on other models, the left-most aimed at a false-positive rate of ${100 * levels[0]} %, ` +
      `with its simultaneous box, shaded in its colour, from ${trials} models with the target and ${trials} without; lines go through ` +
      `further thresholds. ${rule}${unseen(rows, titleOf)}`,
    source: SOURCE,
    columns: 3,
    x: { label: "false-positive rate", range: RANGE },
    y: { label: "true-positive rate", range: RANGE },
    panels: rows.map((row) => panelOf(row, titleOf(row))),
  });
}

/** Of one epsilon: 1 where it was run. */
function atOneEpsilon(rows: readonly CellRow[]): readonly CellRow[] {
  const epsilons = distinct(rows.map(({ cell }) => cell.epsilon));
  const shown = epsilons.includes(1) ? 1 : epsilons[0];
  return rows.filter(({ cell }) => cell.epsilon === shown);
}

const LIMITED =
  "No box may lie wholly above the limit. In the worst case, of one target among fixed records, the loss and LiRA offline order models " +
  "alike, and their points coincide.";

export const membershipFigures: Readonly<Record<string, FigureOfRows>> = {
  "membership-logistic": {
    parts: ["trained-logistic"],
    draw: (rows) => {
      const shown = atOneEpsilon(claimRows(rows, "trained-logistic"));
      return rocFigure(shown, {
        what:
          `Attacks on logistic regression trained privately at ε = ${shown[0].cell.epsilon} (noisy gradients: δ = 10⁻⁵, else δ = 0), ` +
          "over the limit of the certified trade-off curve.",
        rule: LIMITED,
        titleOf: ({ cell }) => `${cell.method}, ${cell.setting}`,
      });
    },
  },
  "membership-network": {
    parts: ["trained-network"],
    draw: (rows) =>
      rocFigure(claimRows(rows, "trained-network"), {
        what:
          "Attacks on a small network trained by noisy sampled gradients (δ = 10⁻⁵), over the limit of the accountant's trade-off " +
          "curve.",
        rule: LIMITED,
        titleOf: ({ cell }) => `ε = ${cell.epsilon}, ${cell.setting}`,
      }),
  },
  "membership-exposed": {
    parts: ["exposed-models"],
    draw: (rows) =>
      rocFigure(claimRows(rows, "exposed-models"), {
        what: "The same attacks on models trained without noise.",
        rule: "No curve is certified, and none could be.",
        titleOf: ({ cell }) => `${cell.model}, ${cell.setting}`,
      }),
  },
};
