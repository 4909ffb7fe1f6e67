/**
 * The figures on selection, from stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import { densityFigure } from "../../lib/figures/density-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import {
  by,
  type CellRow,
  cellNumber,
  cellText,
  claimRows,
  distinct,
  figureOf,
  likeFirst,
  nearest,
  spread,
  storedList,
  storedNumber,
  where,
} from "../kit.ts";

const MC_SHERRY = "McSherry, Talwar (2007)";

/** The loss of the tight instance against the number of options, with the right exponent and with the full one. */
export const tightFigure = figureOf({
  kind: "coverage",
  part: "exponential-mechanism",
  caption:
    "Exact loss over ε of the one of m equal options that gains where all others lose: it rises to 1 with the number of options, " +
    "and to 2 with the full exponent.",
  source: MC_SHERRY,
  x: { label: "options m", scale: "log", of: cellNumber("options") },
  y: { label: "loss over ε", most: 2.1 },
  nominal: { name: "claimed", level: 1 },
  panels: [
    { title: "exponent ε u / (2 Δ)", rows: where({ scores: "random" }) },
    { title: "exponent ε u / Δ", control: "full-exponent" },
  ],
  estimates: [
    {
      by: by(cellNumber("epsilon"), (epsilon) => `ε = ${epsilon}`, spread(4)),
      y: (row) => storedNumber("gain")(row) / cellNumber("epsilon")(row),
    },
  ],
});

/** A bound on the tail of a row: the options, or all but one, times the chance of each. */
const tailBound = (fewer: number) => (row: CellRow) =>
  storedList("gaps")(row).map((gap) =>
    Math.min(1, (Number(row.cell.options) - fewer) * exp((-Number(row.cell.epsilon) * gap) / 2)),
  );

/** Tails of the worst scores with their bounds, a panel for each number of options. */
export const tailsFigure = figureOf({
  kind: "tail",
  part: "exp-utility",
  rows: (rows) => where({ epsilon: nearest(1) })(likeFirst("beta")(rows)),
  caption: ([{ cell }]) =>
    `Probability of choosing an option at least v behind the best, at ε = ${cell.epsilon} and sensitivity 1, where one option is best ` +
    "and all others are v behind: exact, with the two bounds.",
  source: MC_SHERRY,
  x: { label: "gap v", of: storedList("gaps") },
  panels: by(cellNumber("options"), (options) => `${options} options`, spread(3)),
  estimates: [{ name: "exact", y: storedList("alone") }],
  theory: [
    { name: "m exp(−εv/2)", role: "bound", y: tailBound(0) },
    { name: "(m − 1) exp(−εv/2)", role: "bound", y: tailBound(1) },
  ],
});

/** Steps of a function that is constant between places. */
function steps(places: readonly number[], heights: readonly number[]) {
  return {
    x: heights.flatMap((_, k) => [places[k], places[k + 1]]),
    y: heights.flatMap((height) => [height, height]),
  };
}

/** The densities of the worst neighbours and their log-ratio. */
export function densityPairFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "exp-continuous");
  const level = nearest(1)(all.map(cellNumber("epsilon")));
  const size = nearest(3)(all.map(cellNumber("records")));
  const row = all.find(({ cell }) => cell.epsilon === level && cell.records === size) ?? all[0];
  const places = storedList("places")(row);
  const [first, second] = [storedList("first")(row), storedList("second")(row)];
  return densityFigure({
    caption:
      `The exponential mechanism for the median of ${size} records of [0, 1] at ε = ${level}: exact densities of the worst two ` +
      "neighbours found, and their log-ratio.",
    source: MC_SHERRY,
    x: { label: "output" },
    laws: [
      { name: "dataset x", ...steps(places, first) },
      { name: "neighbour x′", ...steps(places, second) },
    ],
    logRatio: {
      name: "ln p(x) − ln p(x′)",
      ...steps(
        places,
        first.map((p, k) => log(p / second[k])),
      ),
    },
    epsilon: level,
  });
}

/** The numbers of ones among the votes of a row. */
const ones = ({ cell }: CellRow) => Array.from({ length: Number(cell.voters) + 1 }, (_, s) => s);
/** Whether this many ones are more than half of the votes. */
const isMajority =
  ({ cell }: CellRow) =>
  (_: number, s: number) =>
    2 * s > Number(cell.voters);

/** P(answer 1) against the number of ones. */
export const answersFigure = figureOf({
  kind: "coverage",
  part: "majority",
  rows: where({ voters: nearest(21) }),
  caption: ([{ cell }]) =>
    `Probability of the answer 1 from s ones among ${cell.voters} votes by three ε-private rules, and the bound that no symmetric ` +
    "ε-private rule exceeds above a half.",
  source: "Ghosh, Roughgarden, Sundararajan (2009); Asi, Duchi (2020)",
  x: { label: "ones s", scale: "linear", of: ones },
  y: { label: "P(answer 1)" },
  panels: by(
    cellNumber("epsilon"),
    (epsilon) => `ε = ${epsilon}`,
    (found) => spread(3)(found.filter((epsilon) => epsilon >= 0.1 && epsilon <= 2)),
  ),
  estimates: [
    {
      by: by(cellText("rule"), {
        exponential: "exponential",
        "inverse-sensitivity": "inverse sensitivity",
        optimal: "optimal",
      }),
      y: storedList("answers"),
    },
  ],
  theory: [
    {
      name: "bound",
      role: "bound",
      rows: where({ rule: "optimal" }),
      x: (row) => ones(row).filter(isMajority(row)),
      y: (row) => storedList("bound")(row).filter(isMajority(row)),
    },
  ],
});

/** The share of answers that are not the population's majority, against how far the population is from a tie. */
export const majorityPriceFigure = figureOf({
  kind: "coverage",
  part: "majority-price",
  rows: where({ voters: largestOf }),
  caption: ([{ cell }]) =>
    `Share of private majorities of n = ${cell.voters} votes that are not the population's, whose share of ones is 1/2 + t/√n, at ε = ` +
    "κ/√n: exact. At t = 1 and κ = 3 the exponential rule is wrong four times as often as the sample itself.",
  source: "Ghosh, Roughgarden, Sundararajan (2009)",
  x: { label: "t", scale: "linear", of: storedList("distances") },
  y: { label: "share of wrong answers", most: 0.5 },
  panels: by(
    cellNumber("kappa"),
    (kappa) => `κ = ${kappa}`,
    (found) => spread(3)(found.filter((kappa) => kappa >= 3 && kappa <= 10)),
  ),
  estimates: [
    { by: by(cellText("rule"), { exponential: "exponential rule", optimal: "optimal rule" }), y: storedList("errors") },
  ],
  theory: [{ name: "without privacy", rows: where({ rule: "optimal" }), y: storedList("without") }],
});

const NOISES: Readonly<Record<string, string>> = { laplace: "Laplace", exponential: "exponential", gumbel: "Gumbel" };

/** The loss of the index against the lead of the largest count. */
export function noisyMaxFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "noisy-max");
  const level = nearest(1)(all.map(cellNumber("epsilon")));
  const broken = rows.find(
    ({ part, control, cell }) =>
      part === "noisy-max" && control === "scale-of-add-remove-under-swap" && cell.epsilon === level,
  );
  const own = (relation: string) =>
    distinct(all.map(({ cell }) => String(cell.noise))).flatMap((noise) => {
      const row = all.find(({ cell }) => cell.noise === noise && cell.relation === relation && cell.epsilon === level);
      return row === undefined
        ? []
        : [{ name: NOISES[noise], x: storedList("leads")(row), y: storedList("losses")(row) }];
    });
  return coverageFigure({
    caption:
      `Exact loss of the index of the largest noisy count at ε = ${level}: a small count gains one record, and under swap the largest ` +
      "loses one. With the scale for add-remove, Laplace noise needs almost 2ε under swap.",
    source: "Dwork, Roth (2014), claim 3.9; Ding et al. (2021)",
    x: { label: "lead of the largest count", scale: "linear" },
    y: { label: "loss", most: 2.1 * level },
    panels: [
      { title: "add-remove", estimates: own("add-remove"), theory: [claimed(level)] },
      {
        title: "swap",
        estimates: [
          ...own("swap"),
          ...(broken === undefined
            ? []
            : [
                { name: "Laplace, scale 1/ε (wrong)", x: storedList("leads")(broken), y: storedList("losses")(broken) },
              ]),
        ],
        theory: [claimed(level)],
      },
    ],
  });
}

const claimed = (epsilon: number) => ({ name: "claimed ε", role: "bound" as const, x: [0, 16], y: [epsilon, epsilon] });
