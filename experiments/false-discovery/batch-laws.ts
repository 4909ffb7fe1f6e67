/**
 * Exact false discovery rates of batch rules: by counting p-values from above, and by going through all outcomes.
 *
 * `stepUpRate`: m0 independent uniform p-values of true nulls and m1 of law G. k = max{i: N(i q / m) >= i}, where N(u) counts those
 * up to u. Going down from i = m, the numbers of nulls and alternatives up to i q / m are binomial at first and thinned at each
 * step, and the first i with N = i is k. Nothing of Benjamini and Hochberg's proof is used.
 */
import { binomialLogMass } from "../../lib/numerics/binomial.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { normalCdf } from "../../lib/numerics/normal.ts";
import { normalQuantile } from "../../lib/numerics/normal-quantile.ts";

interface Mixture {
  readonly nulls: number;
  readonly alternatives: number;
  /** The mean of the statistic of an alternative, whose deviation is 1; the test is one-sided. */
  readonly shift: number;
}

/** The probability that the p-value of an alternative is at most u. */
export function powerAt(u: number, shift: number): number {
  if (u <= 0) return 0;
  return u >= 1 ? 1 : normalCdf(normalQuantile(u) + shift);
}

const mass = (trials: number, successes: number, probability: number) =>
  exp(binomialLogMass({ trials, successes, probability }));

/** E V / max(R, 1) of the step-up rule at level q, and the mean share of alternatives that it finds. */
export function stepUpRate({ nulls, alternatives, shift }: Mixture, q: number): { rate: number; power: number } {
  const size = nulls + alternatives;
  let state = table(nulls, alternatives, (v, s) => mass(nulls, v, q) * mass(alternatives, s, powerAt(q, shift)));
  let [rate, power] = [0, 0];
  for (let i = size; i >= 1; i--) {
    for (let v = Math.max(0, i - alternatives); v <= Math.min(nulls, i); v++) {
      const probability = state[v][i - v];
      rate += (probability * v) / i;
      power += alternatives === 0 ? 0 : (probability * (i - v)) / alternatives;
      state[v][i - v] = 0;
    }
    if (i === 1) break;
    const keptAlternatives = powerAt((q * (i - 1)) / size, shift) / powerAt((q * i) / size, shift);
    state = thinned(state, (i - 1) / i, Math.min(1, keptAlternatives), i);
  }
  return { rate, power };
}

/** Each null is kept with one probability, each alternative with another; only fewer than i in all can still be there. */
function thinned(state: readonly Float64Array[], null_: number, alternative: number, i: number): Float64Array[] {
  const [nulls, alternatives] = [state.length - 1, state[0].length - 1];
  const [fromNulls, fromAlternatives] = [transitions(nulls, null_), transitions(alternatives, alternative)];
  const half = table(nulls, alternatives, () => 0);
  for (let v = 0; v <= nulls; v++) {
    for (let s = 0; s <= alternatives && v + s < i; s++) {
      if (state[v][s] > 0) for (let left = 0; left <= v; left++) half[left][s] += state[v][s] * fromNulls[v][left];
    }
  }
  const full = table(nulls, alternatives, () => 0);
  for (let v = 0; v <= nulls; v++) {
    for (let s = 0; s <= alternatives; s++) {
      if (half[v][s] > 0) for (let left = 0; left <= s; left++) full[v][left] += half[v][s] * fromAlternatives[s][left];
    }
  }
  return full;
}

function transitions(most: number, kept: number): Float64Array[] {
  return Array.from({ length: most + 1 }, (_, from) =>
    Float64Array.from({ length: from + 1 }, (_, left) => mass(from, left, kept)),
  );
}

function table(rows: number, columns: number, value: (v: number, s: number) => number): Float64Array[] {
  return Array.from({ length: rows + 1 }, (_, v) => Float64Array.from({ length: columns + 1 }, (_, s) => value(v, s)));
}

/** A p-value that takes values[k] with probabilities[k]. */
export interface PValueLaw {
  readonly values: readonly number[];
  readonly probabilities: readonly number[];
}

/** E V / max(R, 1) of any rule, over all outcomes of independent p-values; the first `nulls` are of true nulls. */
export function enumeratedRate(
  laws: readonly PValueLaw[],
  nulls: number,
  rule: (pValues: Float64Array) => Uint8Array,
): number {
  const pValues = new Float64Array(laws.length);
  let rate = 0;
  const extend = (place: number, probability: number): void => {
    if (place < laws.length) {
      const { values, probabilities } = laws[place];
      values.forEach((value, k) => {
        if (probabilities[k] === 0) return;
        pValues[place] = value;
        extend(place + 1, probability * probabilities[k]);
      });
      return;
    }
    const rejected = rule(pValues);
    let [all, wrong] = [0, 0];
    rejected.forEach((flag, i) => {
      all += flag;
      if (i < nulls) wrong += flag;
    });
    rate += (probability * wrong) / Math.max(1, all);
  };
  extend(0, 1);
  return rate;
}
