/**
 * Selection by scores on a grid: what the exact forms of the mechanisms that choose one of several options have in common.
 *
 * Scores are rounded to multiples of the step and all the rest is in integers: epsilon, a float64, is the fraction that it is. The
 * sensitivity in steps is ceil(D / step), and one more for `range`, as `grid.ts` proves; the guarantee is that of the theorem on the grid.
 * Speed: a choice among 3 options takes 2 to 12 microseconds; among 100, 10 to 25 by coins and 100 to 300 by discrete noise. An
 * epsilon that is a short fraction, such as 1 or 1/2, is the faster.
 */
import { largestOf } from "../../../numerics/extremes.ts";
import { requireScale } from "../../../numerics/requirements.ts";
import { exactFraction, type Fraction, fractionOf, type Rational } from "../../../random/rational.ts";
import { grid } from "../../noise/grid.ts";
import { requireScores, type Selection, type SelectionParameters, scoreUnit } from "./selection.ts";

export type GridSelectionParameters = SelectionParameters & {
  /** Of the grid that scores are rounded to: a power of two from 2^-500 to 2^500, such as `{ numerator: 1, denominator: 8 }`. */
  readonly step: Rational;
};

/** A choice on a grid whose parameters were read. */
export interface GridChoice extends Selection {
  readonly step: Rational;
}

/** Whether the exact form is asked for. */
export function isOnGrid<Choice extends Selection & { readonly step: Rational | undefined }>(
  choice: Choice,
): choice is Choice & GridChoice {
  return choice.step !== undefined;
}

interface GridSelection {
  /** The steps that epsilon is worth, exactly and in float64: the scale of noise. */
  readonly scale: Fraction;
  readonly unit: number;
  /** How many steps each score is behind the best. */
  behind(scores: readonly number[]): readonly bigint[];
  /** How many units it is, as fractions. */
  gammas(scores: readonly number[]): readonly Fraction[];
  /** The same in float64, with the sign of a logarithm; for laws. */
  exponents(scores: readonly number[]): readonly number[];
  /**
   * Neighbours between which an option forty units behind rises as far as it may against the others, in steps; less than forty
   * where float64 would not see the others fall. Steps beyond 2^52 sensitivities hide every change from float64, and the two are
   * the same.
   */
  unlikelyRise(): readonly [number[], number[]];
}

export function gridSelection(parameters: GridChoice): GridSelection {
  const { epsilon, sensitivity, change, options } = parameters;
  scoreUnit(parameters);
  const { step, placeOf, stepsOf, edgeOf, isSeen } = grid(parameters.step);
  const steps = (change === "general" ? 2n : 1n) * (stepsOf(sensitivity) + (change === "range" ? 1n : 0n));
  const unit = Number(steps) / epsilon;
  requireScale({ "sensitivity / (epsilon * step)": unit });
  const exact = exactFraction(epsilon);
  const scale = fractionOf("the scale", { numerator: steps * exact.denominator, denominator: exact.numerator }, 1n);
  const behind = (scores: readonly number[]) => {
    requireScores(scores, options);
    const best = placeOf(largestOf(scores));
    return scores.map((score) => best - placeOf(score));
  };
  return {
    scale,
    unit,
    behind,
    gammas: (scores) =>
      behind(scores).map((places) => ({ numerator: places * scale.denominator, denominator: scale.numerator })),
    exponents: (scores) => behind(scores).map((places) => Math.max(-Number.MAX_VALUE, -Number(places) / unit)),
    unlikelyRise: () => {
      const rest = (score: number) => new Array<number>(options - 1).fill(score);
      // From an edge, what is above a whole number of steps counts as one; half of it is enough, and for `range` a quarter more for
      // the others.
      const above = sensitivity - (Number(stepsOf(sensitivity)) - 1) * step;
      const rise = sensitivity - above / 2;
      const fall = { general: rise, monotone: 0, range: above / 4 }[change];
      let lead = Math.ceil(40 * unit) + 2 * Number(steps);
      while (lead > 1 && !isSeen(lead, fall)) lead = Math.ceil(lead / 2);
      return [
        [edgeOf(0) - rise, ...rest(edgeOf(lead))],
        [edgeOf(0), ...rest(edgeOf(lead) - fall)],
      ];
    },
  };
}
