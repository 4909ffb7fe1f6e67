/**
 * The figure of private bandits, from its stored rows alone.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import { rateFigure } from "../../lib/figures/rate-figure.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type CellRow, cellNumber, distinct, storedNumber } from "../kit.ts";

/** Two lower bounds that are nearer than this are one line to the eye. */
const COINCIDES = 0.1;
const percent = (share: number) => Math.ceil(100 * share);

/** Regret against the number of rounds, of both learners, with what none can beat. */
export function banditFigure(rows: readonly CellRow[]): Figure {
  const partRows = (name: string) =>
    rows.filter(({ part, control, cell }) => part === name && control === undefined && (cell.gap ?? 0.2) === 0.2);
  const [confidence, elimination] = [partRows("private-bandits"), partRows("elimination-regret")];
  const horizons = cellNumber("horizon");
  const named = (epsilon: unknown) => (epsilon === "infinity" ? "without privacy" : `ε = ${epsilon}`);
  const epsilons = distinct([...confidence, ...elimination].map(({ cell }) => cell.epsilon));
  const at = (own: readonly CellRow[], epsilon: unknown) => own.filter(({ cell }) => cell.epsilon === epsilon);
  const line = (own: readonly CellRow[], value: string) => ({
    x: own.map(horizons),
    y: own.map(storedNumber(value)),
  });
  const bound = storedNumber("lower-bound");
  /** How far the lower bound is above that without privacy, at most. */
  const aboveOpen = (epsilon: unknown) =>
    largestOf(
      [confidence, elimination].flatMap((own) =>
        at(own, epsilon).flatMap((row) => {
          const same = at(own, "infinity").filter((each) => horizons(each) === horizons(row));
          return same.map((each) => bound(row) / bound(each) - 1);
        }),
      ),
    );
  const isHidden = (epsilon: unknown) => epsilon !== "infinity" && aboveOpen(epsilon) <= COINCIDES;
  const hidden = epsilons.filter(isHidden);
  const bounds = (own: readonly CellRow[]) =>
    epsilons
      .filter((epsilon) => !isHidden(epsilon))
      .map((epsilon) => ({
        name: `lower bound, ${named(epsilon)}`,
        of: named(epsilon),
        role: "bound" as const,
        ...line(at(own, epsilon), "lower-bound"),
      }));
  const filled = <Series extends { readonly x: readonly number[] }>(all: readonly Series[]) =>
    all.filter(({ x }) => x.length > 0);
  const open = at(confidence, "infinity");
  return rateFigure({
    caption:
      "Regret of private bandits after T rounds on two Bernoulli arms of means 0.5 and 0.3, or 0.5 and 0.7, the larger of the two. " +
      "Upper confidence with trees: medians of runs, with exact " +
      "intervals. Elimination with fresh batches: exact expectations. Broken lines are proven lower bounds: every learner with that " +
      "privacy has at least that much expected regret on one of the two " +
      "pairs. " +
      hidden
        .map(
          (epsilon) =>
            `That for ${named(epsilon)} is at most ${percent(aboveOpen(epsilon))} % above the one without privacy, and not drawn. `,
        )
        .join("") +
      "The solid line is the rate of Lai and Robbins, which is no bound at a given T.",
    source:
      "Mishra, Thakurta (2015); Sajed, Sheffet (2019); Shariff, Sheffet (2018) for the order of the lower bound, whose constant is our own",
    x: { label: "rounds T" },
    y: { label: "regret", unit: "rewards" },
    panels: [
      {
        title: "Upper confidence",
        estimates: filled(
          epsilons.map((epsilon) => ({
            name: named(epsilon),
            ...line(at(confidence, epsilon), "median"),
            lower: at(confidence, epsilon).map(storedNumber("median-lower")),
            upper: at(confidence, epsilon).map(storedNumber("median-upper")),
          })),
        ),
        theory: filled([
          ...bounds(confidence),
          {
            name: "rate of Lai, Robbins",
            role: "exact" as const,
            x: open.map(horizons),
            y: open.map((row) => storedNumber("lai-robbins-rate")(row) * log(horizons(row))),
          },
        ]),
      },
      {
        title: "Elimination",
        estimates: filled(
          epsilons.map((epsilon) => ({
            name: named(epsilon),
            ...line(at(elimination, epsilon), "larger-regret"),
          })),
        ),
        theory: filled(bounds(elimination)),
      },
    ].filter(({ estimates }) => estimates.length > 0),
  });
}
