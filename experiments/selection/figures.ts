/**
 * The figures on selection, from stored rows alone.
 */
import { coverageFigure } from "../../lib/figures/coverage-figure.ts";
import { densityFigure } from "../../lib/figures/density-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { tailFigure } from "../../lib/figures/tail-figure.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type CellRow, cellNumber, claimRows, distinct } from "../kit.ts";

const MC_SHERRY = "McSherry, Talwar (2007)";

const numbers = (row: CellRow, name: string) => (row.values?.[name] ?? []) as readonly number[];
const controlRows = (rows: readonly CellRow[], part: string, control: string) =>
  rows.filter((row) => row.part === part && row.control === control);
/** At most so many of some values, spread over them. */
function some(values: readonly number[], count: number): readonly number[] {
  const sorted = distinct(values).toSorted((a, b) => a - b);
  if (sorted.length <= count) return sorted;
  return Array.from({ length: count }, (_, k) => sorted[Math.round((k * (sorted.length - 1)) / (count - 1))]);
}
/** The value nearest to a wanted one. */
const nearest = (values: readonly number[], wanted: number) =>
  values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best));

/** The loss of the tight instance against the number of options, with the right exponent and with the full one. */
export function tightFigure(rows: readonly CellRow[]): Figure {
  const right = claimRows(rows, "exponential-mechanism").filter(({ cell }) => cell.scores === "random");
  const broken = controlRows(rows, "exponential-mechanism", "full-exponent");
  const shown = some(right.map(cellNumber("epsilon")), 4);
  const panel = (title: string, own: readonly CellRow[]) => ({
    title,
    estimates: shown.map((epsilon) => {
      const at = own.filter(({ cell }) => cell.epsilon === epsilon);
      return {
        name: `ε = ${epsilon}`,
        x: at.map(cellNumber("options")),
        y: at.map(({ values }) => Number(values?.gain) / epsilon),
      };
    }),
  });
  return coverageFigure({
    caption:
      "Exact loss over ε of the one of m equal options that gains where all others lose: it rises to 1 with the number of options, " +
      "and to 2 with the full exponent.",
    source: MC_SHERRY,
    x: { label: "options m", scale: "log" },
    y: { label: "loss over ε", most: 2.1 },
    nominal: { name: "claimed", level: 1 },
    panels: [panel("exponent ε u / (2 Δ)", right), panel("exponent ε u / Δ", broken)],
  });
}

/** Tails of the worst scores with their bounds, a panel for each number of options. */
export function tailsFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "exp-utility");
  const level = nearest(all.map(cellNumber("epsilon")), 1);
  const of = (options: number) => all.find(({ cell }) => cell.epsilon === level && cell.options === options);
  return tailFigure({
    caption:
      `Probability of choosing an option at least v behind the best, at ε = ${level} and sensitivity 1, where one option is best and all others are v behind: ` +
      "exact, with the two bounds.",
    source: MC_SHERRY,
    x: { label: "gap v" },
    panels: some(all.map(cellNumber("options")), 3).map((options) => {
      const row = of(options);
      const x = row === undefined ? [] : numbers(row, "gaps");
      const bound = (factor: number) => x.map((gap) => Math.min(1, factor * exp((-level * gap) / 2)));
      return {
        title: `${options} options`,
        estimates: [{ name: "exact", x, y: row === undefined ? [] : numbers(row, "alone") }],
        theory: [
          { name: "m exp(−εv/2)", role: "bound" as const, x, y: bound(options) },
          { name: "(m − 1) exp(−εv/2)", role: "bound" as const, x, y: bound(options - 1) },
        ],
      };
    }),
  });
}

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
  const level = nearest(all.map(cellNumber("epsilon")), 1);
  const size = nearest(all.map(cellNumber("records")), 3);
  const row = all.find(({ cell }) => cell.epsilon === level && cell.records === size) ?? all[0];
  const places = numbers(row, "places");
  const [first, second] = [numbers(row, "first"), numbers(row, "second")];
  return densityFigure({
    caption: `The exponential mechanism for the median of ${size} records of [0, 1] at ε = ${level}: exact densities of the worst two neighbours found, and their log-ratio.`,
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

const RULES: Readonly<Record<string, string>> = {
  exponential: "exponential",
  "inverse-sensitivity": "inverse sensitivity",
  optimal: "optimal",
};

/** P(answer 1) against the number of ones. */
export function answersFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "majority");
  const voters = nearest(all.map(cellNumber("voters")), 21);
  const levels = some(
    all.map(cellNumber("epsilon")).filter((epsilon) => epsilon >= 0.1 && epsilon <= 2),
    3,
  );
  const of = (rule: string, epsilon: number) =>
    all.find(({ cell }) => cell.rule === rule && cell.epsilon === epsilon && cell.voters === voters);
  const ones = Array.from({ length: voters + 1 }, (_, s) => s);
  return coverageFigure({
    caption: `Probability of the answer 1 from s ones among ${voters} votes by three ε-private rules, and the bound that no symmetric ε-private rule exceeds above a half.`,
    source: "Ghosh, Roughgarden, Sundararajan (2009); Asi, Duchi (2020)",
    x: { label: "ones s", scale: "linear" },
    y: { label: "P(answer 1)" },
    panels: levels.map((epsilon) => {
      const optimal = of("optimal", epsilon);
      return {
        title: `ε = ${epsilon}`,
        estimates: Object.entries(RULES).flatMap(([rule, name]) => {
          const row = of(rule, epsilon);
          return row === undefined ? [] : [{ name, x: ones, y: numbers(row, "answers") }];
        }),
        theory:
          optimal === undefined
            ? []
            : [
                {
                  name: "bound",
                  role: "bound" as const,
                  x: ones.filter((s) => 2 * s > voters),
                  y: numbers(optimal, "bound").filter((_, s) => 2 * s > voters),
                },
              ],
      };
    }),
  });
}

/** The share of answers that are not the population's majority, against how far the population is from a tie. */
export function majorityPriceFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "majority-price");
  const voters = largestOf(all.map(cellNumber("voters")));
  const of = (rule: string, kappa: number) =>
    all.find(({ cell }) => cell.rule === rule && cell.kappa === kappa && cell.voters === voters);
  const curve = (row: CellRow, name: string, values: string) => ({
    name,
    x: numbers(row, "distances"),
    y: numbers(row, values),
  });
  const levels = some(
    all.map(cellNumber("kappa")).filter((kappa) => kappa >= 3 && kappa <= 10),
    3,
  );
  return coverageFigure({
    caption:
      `Share of private majorities of n = ${voters} votes that are not the population's, whose share of ones is 1/2 + t/√n, at ε = κ/√n: exact. At t = 1 and κ = 3 ` +
      "the exponential rule is wrong four times as often as the sample itself.",
    source: "Ghosh, Roughgarden, Sundararajan (2009)",
    x: { label: "t", scale: "linear" },
    y: { label: "share of wrong answers", most: 0.5 },
    panels: levels.map((kappa) => {
      const [exponential, optimal] = [of("exponential", kappa), of("optimal", kappa)];
      return {
        title: `κ = ${kappa}`,
        estimates: [
          ...(exponential === undefined ? [] : [curve(exponential, "exponential rule", "errors")]),
          ...(optimal === undefined ? [] : [curve(optimal, "optimal rule", "errors")]),
        ],
        theory: optimal === undefined ? [] : [curve(optimal, "without privacy", "without")],
      };
    }),
  });
}

const NOISES: Readonly<Record<string, string>> = { laplace: "Laplace", exponential: "exponential", gumbel: "Gumbel" };

/** The loss of the index against the lead of the largest count. */
export function noisyMaxFigure(rows: readonly CellRow[]): Figure {
  const all = claimRows(rows, "noisy-max");
  const level = nearest(all.map(cellNumber("epsilon")), 1);
  const broken = controlRows(rows, "noisy-max", "scale-of-add-remove-under-swap").find(
    ({ cell }) => cell.epsilon === level,
  );
  const own = (relation: string) =>
    distinct(all.map(({ cell }) => String(cell.noise))).flatMap((noise) => {
      const row = all.find(({ cell }) => cell.noise === noise && cell.relation === relation && cell.epsilon === level);
      return row === undefined ? [] : [{ name: NOISES[noise], x: numbers(row, "leads"), y: numbers(row, "losses") }];
    });
  return coverageFigure({
    caption:
      `Exact loss of the index of the largest noisy count at ε = ${level}: a small count gains one record, and under swap the largest loses one. ` +
      "With the scale for add-remove, Laplace noise needs almost 2ε under swap.",
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
            : [{ name: "Laplace, scale 1/ε (wrong)", x: numbers(broken, "leads"), y: numbers(broken, "losses") }]),
        ],
        theory: [claimed(level)],
      },
    ],
  });
}

const claimed = (epsilon: number) => ({ name: "claimed ε", role: "bound" as const, x: [0, 16], y: [epsilon, epsilon] });
