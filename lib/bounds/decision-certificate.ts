/**
 * Certificates for decision tables: a bound below the optimum, and a table that keeps its privacy, from a proposal of any quality.
 *
 * Theorem (weak duality): for weights w >= 0 of the scenarios that add up to 1 and prices p >= 0 of the constraints q(a | y) <=
 * e^epsilon q(a | y') + z, no allowed table has a largest expected cost below the sum over y of min over a of (the w-mean of the
 * costs of (y, a), plus the prices of the constraints that bound q(a | y) from above, less e^epsilon times the prices of those that
 * it bounds), less delta times the largest price of each ordered pair. `feasibleTable`: raise every probability to what its
 * neighbours demand, q(a | y) >= e^-epsilon (q(a | y') - z(a)), in two passes. That makes the rows add up to differing totals; one
 * action then takes what they lack of a common total, which is chosen so that these amounts are within e^epsilon too.
 * Source: weak duality of linear programs; the repair is our own.
 * Accuracy: a relative error of 1e-12 of all that is added is taken off the bound; ratios are kept within e^epsilon (1 - 2^-46)
 * before rounding.
 * Limits: underflow is left to the caller: observations times epsilon is at most 600.
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { largestOf, leastOf } from "../numerics/extremes.ts";
import type { Interval } from "../statistics/interval.ts";
import { type DecisionProgram, type DecisionSolution, solveDecision } from "./decision-table.ts";

/** Rounding errors of costs, which are products of probabilities good to 1e-13, and of sums of a few hundred terms. */
export const ROUNDING = 1e-12;
const MARGIN = 1.4210854715202004e-14; // 2^-46
/** A probability so small is rounding of the solver. */
const NOISE = 1e-11;
const LEAST_EXTRA = 1e-9;

interface CertifiedDecision extends Interval {
  /** An allowed table whose largest expected cost is at most `upper`, at y * actions + a. */
  readonly table: Float64Array;
}

/** The optimum of a program between two numbers, and a table that attains the upper one. */
export async function certifiedDecision(program: DecisionProgram): Promise<CertifiedDecision> {
  const solution = await solveDecision(program);
  const table = feasibleTable(program, solution);
  const charged = program.costs.map((cost) => cost.reduce((sum, value, cell) => sum + value * table[cell], 0));
  const upper = largestOf(charged);
  return { lower: certifiedLower(program, solution), upper: upper + ROUNDING * (1 + Math.abs(upper)), table };
}

/** A number that the largest expected cost of no allowed table is below, whatever the weights and prices are. */
export function certifiedLower(
  program: DecisionProgram,
  { weights, prices }: Pick<DecisionSolution, "weights" | "prices">,
): number {
  const { observations, actions, costs, privacy } = program;
  const clipped = weights.map((weight) => Math.max(0, weight) || 0);
  const total = clipped.reduce((sum, weight) => sum + weight, 0);
  const prior = total > 0 ? clipped.map((weight) => weight / total) : clipped.fill(1 / costs.length);
  // A larger factor allows more tables.
  const factor = privacy === undefined ? 0 : exp(privacy.epsilon) * (1 + MARGIN);
  const priceAt = (side: Float64Array, y: number, a: number) =>
    y < 0 || y >= observations - 1 || privacy === undefined ? 0 : Math.max(0, side[y * actions + a]) || 0;
  let bound = 0;
  let magnitude = 0;
  for (let y = 0; y < observations; y++) {
    let least = Infinity;
    let largest = 0;
    for (let a = 0; a < actions; a++) {
      let value = 0;
      for (let k = 0; k < costs.length; k++) value += prior[k] * costs[k][y * actions + a];
      const paid = priceAt(prices.up, y, a) + priceAt(prices.down, y - 1, a);
      const earned = factor * (priceAt(prices.up, y - 1, a) + priceAt(prices.down, y, a));
      least = Math.min(least, value + paid - earned);
      largest = Math.max(largest, value + paid + earned);
    }
    bound += least;
    magnitude += largest;
  }
  if (privacy !== undefined && privacy.delta > 0) {
    for (let y = 0; y < observations - 1; y++) {
      for (const side of [prices.up, prices.down]) {
        let dearest = 0;
        for (let a = 0; a < actions; a++) dearest = Math.max(dearest, priceAt(side, y, a));
        bound -= privacy.delta * dearest;
      }
    }
  }
  return bound - ROUNDING * (1 + magnitude);
}

/** A table that is allowed, next to the proposed one; its rows add up to 1. */
export function feasibleTable(
  { observations, actions, privacy }: DecisionProgram,
  { table, slack }: Pick<DecisionSolution, "table" | "slack">,
): Float64Array {
  const raised = table.map((value) => (value > NOISE ? value : 0));
  if (privacy !== undefined) {
    const decay = exp(-privacy.epsilon) * (1 + MARGIN);
    const allowance = allowances({ observations, actions, delta: privacy.delta }, slack);
    const raise = (cell: number, from: number, allowed: number) => {
      raised[cell] = Math.max(raised[cell], decay * (raised[from] - allowed));
    };
    for (let a = 0; a < actions; a++) {
      for (let y = 1; y < observations; y++)
        raise(y * actions + a, (y - 1) * actions + a, allowance.up[(y - 1) * actions + a]);
      for (let y = observations - 2; y >= 0; y--)
        raise(y * actions + a, (y + 1) * actions + a, allowance.down[y * actions + a]);
    }
  }
  const totals = Array.from({ length: observations }, (_, y) =>
    raised.subarray(y * actions, (y + 1) * actions).reduce((sum, value) => sum + value, 0),
  );
  const [least, most] = [leastOf(totals), largestOf(totals)];
  if (privacy === undefined) {
    return raised.map((value, cell) => {
      const total = totals[Math.floor(cell / actions)];
      return total > 0 ? value / total : 1 / actions;
    });
  }
  // What is missing lies from `extra` to `extra` + most - least; a whole below 1 would make the slack larger than delta.
  // A hundredth more than is needed, and never so little that rounding decides.
  const extra = Math.max(LEAST_EXTRA, (1.01 * (most - least)) / expm1(privacy.epsilon));
  const whole = Math.max(1, most + extra);
  const middle = Math.floor(actions / 2);
  return raised.map((value, cell) => {
    const missing = cell % actions === middle ? whole - totals[Math.floor(cell / actions)] : 0;
    return (value + missing) / whole;
  });
}

/** The slack of the proposal, clipped and scaled down so that each pair has at most delta. */
function allowances(
  { observations, actions, delta }: { readonly observations: number; readonly actions: number; readonly delta: number },
  slack: DecisionSolution["slack"],
) {
  const allowed = (side: Float64Array) => {
    const kept = side.map((value) => (delta > 0 && value > 0 ? value : 0));
    for (let y = 0; y < observations - 1; y++) {
      const row = kept.subarray(y * actions, (y + 1) * actions);
      const total = row.reduce((sum, value) => sum + value, 0);
      const scale = total > 0 ? (1 - MARGIN) * Math.min(1, delta / total) : 1;
      for (let a = 0; a < actions; a++) row[a] *= scale;
    }
    return kept;
  };
  return { up: allowed(slack.up), down: allowed(slack.down) };
}
