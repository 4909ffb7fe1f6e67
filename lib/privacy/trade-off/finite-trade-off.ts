/**
 * Trade-off curve of two laws on finitely many outcomes, by the lemma of Neyman and Pearson.
 *
 * Theorem: the best test at every level rejects the outcomes of the largest likelihood ratio Q/P first, and the last of them with a
 * chance; so the curve runs through the cumulated masses in that order and is linear between (Neyman, Pearson 1933).
 * Every convex piecewise linear curve arises so: a segment is an outcome. The one of all (epsilon, delta)-private pairs is that of
 * leaky randomized response: max(0, 1 - delta - e^epsilon alpha, e^-epsilon (1 - delta - alpha)) (Kairouz, Oh, Viswanath 2015).
 * Method: masses stay logarithms; outcomes whose ratios differ by rounding only are one outcome.
 * Accuracy: absolute 1e-15 for each thousand outcomes.
 * Limits: masses that do not add up to 1 within 1e-9 are refused. Mass that a law neglects is taken for perfectly telling.
 */
import { exp } from "../../numerics/exponential.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { declare, nonNegative, type ParametersOf, probability, requireKnownNames } from "../../numerics/parameters.ts";
import { refuse, requireList, requireProbability } from "../../numerics/requirements.ts";
import { commonSupport, type DiscreteLaw, requireListed } from "../loss/law.ts";
import type { FiniteTradeOff } from "./trade-off.ts";

export interface MassPair {
  /** Log masses of the outcomes under the null; -Infinity where impossible. */
  readonly logNull: ArrayLike<number>;
  /** Log masses of the same outcomes under the alternative. */
  readonly logAlternative: ArrayLike<number>;
}

export function tradeOffOfMasses(masses: MassPair): FiniteTradeOff {
  requireKnownNames(masses, ["logNull", "logAlternative"], "masses");
  const { logNull, logAlternative } = masses;
  requireList("logNull", logNull);
  requireList("logAlternative", logAlternative);
  if (logNull.length !== logAlternative.length) {
    refuse("logAlternative", `of the same length as logNull (${logNull.length})`, logAlternative);
  }
  requireMasses("logNull", logNull);
  requireMasses("logAlternative", logAlternative);
  return curve(mergeTies({ logNull, logAlternative }));
}

/** The curve of two exact discrete laws, on the union of their supports. */
export function tradeOffOfLaws<Output>(
  nullLaw: DiscreteLaw<Output>,
  alternativeLaw: DiscreteLaw<Output>,
): FiniteTradeOff {
  requireListed("nullLaw", nullLaw);
  requireListed("alternativeLaw", alternativeLaw);
  const outcomes = commonSupport(nullLaw, alternativeLaw);
  const logNull = outcomes.map((outcome) => nullLaw.logMass(outcome));
  const logAlternative = outcomes.map((outcome) => alternativeLaw.logMass(outcome));
  if (alternativeLaw.neglected > 0) {
    logNull.push(-Infinity);
    logAlternative.push(log(alternativeLaw.neglected));
  }
  if (nullLaw.neglected > 0) {
    logNull.push(log(nullLaw.neglected));
    logAlternative.push(-Infinity);
  }
  return tradeOffOfMasses({ logNull, logAlternative });
}

export const approximateTradeOffTarget = declare({ epsilon: nonNegative, delta: probability });

/**
 * The lowest curve of any (epsilon, delta)-private pair.
 * @claim fdp, mia-dp-bounds
 */
export function approximateTradeOff(target: ParametersOf<typeof approximateTradeOffTarget>): FiniteTradeOff {
  const { epsilon, delta } = approximateTradeOffTarget.read(target);
  const likely = log1p(-delta) - log1p(exp(-epsilon));
  return tradeOffOfMasses({
    logNull: [-Infinity, likely - epsilon, likely, log(delta)],
    logAlternative: [log(delta), likely, likely - epsilon, -Infinity],
  });
}

function requireMasses(name: string, logMasses: ArrayLike<number>): void {
  for (let k = 0; k < logMasses.length; k++) {
    if (!(logMasses[k] <= 1e-9)) refuse(`${name}[${k}]`, "the logarithm of a probability", logMasses[k]);
  }
  const total = exp(logSumExp(logMasses));
  if (!(Math.abs(total - 1) <= 1e-9)) refuse(name, "masses that add up to 1", total);
}

function mergeTies({ logNull, logAlternative }: MassPair): { logNull: Float64Array; logAlternative: Float64Array } {
  const ratio = (k: number) => logAlternative[k] - logNull[k];
  const order: number[] = [];
  for (let k = 0; k < logNull.length; k++) if (!Number.isNaN(ratio(k))) order.push(k); // NaN: impossible under both
  order.sort((a, b) => (ratio(a) === ratio(b) ? 0 : ratio(b) > ratio(a) ? 1 : -1));
  const outNull: number[] = [];
  const outAlternative: number[] = [];
  for (let start = 0; start < order.length; ) {
    const first = order[start];
    let end = start + 1;
    while (end < order.length && isTie(first, order[end])) end++;
    const group = order.slice(start, end);
    outNull.push(logSumExp(group.map((k) => logNull[k])));
    outAlternative.push(logSumExp(group.map((k) => logAlternative[k])));
    start = end;
  }
  return { logNull: Float64Array.from(outNull), logAlternative: Float64Array.from(outAlternative) };

  /** Two ratios that the rounding of the logarithms cannot tell apart. */
  function isTie(a: number, b: number): boolean {
    if (ratio(a) === ratio(b)) return true;
    const rounding = 8 * Number.EPSILON * Math.max(1, Math.abs(logNull[a]), Math.abs(logAlternative[a]));
    return rounding < Infinity && ratio(a) - ratio(b) <= rounding;
  }
}

function curve({ logNull, logAlternative }: { logNull: Float64Array; logAlternative: Float64Array }): FiniteTradeOff {
  const { length } = logNull;
  const nullMass = logNull.map(exp);
  const alternativeMass = logAlternative.map(exp);
  const nullBefore = new Float64Array(length + 1);
  const powerBefore = new Float64Array(length + 1);
  const missFrom = new Float64Array(length + 1);
  for (let k = 0; k < length; k++) {
    nullBefore[k + 1] = nullBefore[k] + nullMass[k];
    powerBefore[k + 1] = powerBefore[k] + alternativeMass[k];
  }
  for (let k = length - 1; k >= 0; k--) missFrom[k] = missFrom[k + 1] + alternativeMass[k];
  return {
    kind: "finite",
    logNull,
    logAlternative,
    evaluate: (alpha) => {
      const k = segmentAt(alpha);
      if (k === length) return 0;
      const left = 1 - (alpha - nullBefore[k]) / nullMass[k];
      return Math.min(1, missFrom[k + 1] + left * alternativeMass[k]);
    },
    power: (alpha) => {
      const k = segmentAt(alpha);
      if (k === length) return 1;
      const taken = (alpha - nullBefore[k]) / nullMass[k];
      return Math.min(1, powerBefore[k] + taken * alternativeMass[k]);
    },
  };

  /** The last outcome before which the null has at most alpha; `length` where alpha covers all. */
  function segmentAt(alpha: number): number {
    if (!(alpha >= 0 && alpha <= 1)) requireProbability({ alpha });
    if (alpha === 1) return length;
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (nullBefore[middle] <= alpha) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
