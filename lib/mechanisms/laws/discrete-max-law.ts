/**
 * Which of several integers is the largest after discrete Laplace noise, ties broken by a fair draw.
 *
 * P(j) is the sum over x of P(j's noisy integer is x) times the chance that j wins there: give every option a uniform moment, the first of
 * the tied wins, and given j's moment s another is no hindrance with probability F(x - 1) + (1 - s) p(x), independently of the
 * rest. The product is a polynomial in 1 - s of positive coefficients, integrated term by term.
 * Accuracy: 1e-12 relative; what lies beyond 42 scales from all integers is left out. Zero below 1e-300.
 * Limits: at most 2^20 places are summed over, for at most 64 options.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { leastOf } from "../../numerics/extremes.ts";
import { log } from "../../numerics/logarithm.ts";
import { refuse, refuseData } from "../../numerics/requirements.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { finiteLaw } from "./finite-law.ts";

const MOST_PLACES = 1048576;
const MOST_OPTIONS = 64;
/** Options further behind than this many scales have no mass that float64 holds. */
const FURTHEST = 700;

/** For integers given by how far each is behind the largest. */
export function discreteMaxLaw(behind: readonly bigint[], scale: number): NumberLaw {
  if (behind.length > MOST_OPTIONS) refuse("options", `at most ${MOST_OPTIONS} for a law`, behind.length);
  const reach = Math.ceil((42 + log(behind.length)) * scale);
  const centres = behind.map((places) => -Math.min(Number(places), Math.ceil(FURTHEST * scale) + reach));
  const lowest = leastOf(centres) - reach;
  if (!(reach - lowest <= MOST_PLACES))
    refuseData("the spread of scores in steps", "at most 2^20, noise included, for a law");
  const ratio = exp(-1 / scale);
  const peak = -expm1(-1 / scale) / (1 + ratio);
  const mass = (k: number) => peak * exp(-Math.abs(k) / scale);
  const below = (k: number) => (k < 0 ? exp(k / scale) / (1 + ratio) : 1 - exp(-(k + 1) / scale) / (1 + ratio));
  const masses = new Float64Array(centres.length);
  for (let x = lowest; x <= reach; x++) {
    const at = centres.map((centre) => mass(x - centre));
    const under = centres.map((centre) => below(x - 1 - centre));
    for (let j = 0; j < centres.length; j++) if (at[j] > 0) masses[j] += at[j] * fairShare(under, at, j);
  }
  return finiteLaw(Array.from(masses, log));
}

/** The integral over s in [0, 1] of the product over the others of under + s at. */
function fairShare(under: readonly number[], at: readonly number[], without: number): number {
  const coefficients = [1];
  for (let i = 0; i < under.length; i++) {
    if (i === without) continue;
    coefficients.push(0);
    for (let k = coefficients.length - 1; k > 0; k--)
      coefficients[k] = coefficients[k] * under[i] + coefficients[k - 1] * at[i];
    coefficients[0] *= under[i];
  }
  return coefficients.reduce((sum, coefficient, k) => sum + coefficient / (k + 1), 0);
}
