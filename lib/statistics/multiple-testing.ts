/**
 * Multiple testing: p-values adjusted so that rejecting those of at most alpha keeps the family-wise error at alpha.
 *
 * Theorem: Bonferroni's min(1, m p) and Holm's step-down maximum of (m - rank) p (ranks from 0, ascending) both do, under any dependence;
 * Holm's are never larger. Source: Holm, Scandinavian Journal of Statistics 6 (1979).
 */
import { requireList, requireProbability } from "../numerics/requirements.ts";

export function bonferroni(pValues: ArrayLike<number>): Float64Array {
  requirePValues(pValues);
  return Float64Array.from(pValues, (pValue) => Math.min(1, pValues.length * pValue));
}

export function holm(pValues: ArrayLike<number>): Float64Array {
  requirePValues(pValues);
  const ascending = Array.from(pValues, (_, index) => index).sort((i, j) => pValues[i] - pValues[j]);
  const adjusted = new Float64Array(pValues.length);
  let running = 0;
  ascending.forEach((index, rank) => {
    running = Math.max(running, Math.min(1, (pValues.length - rank) * pValues[index]));
    adjusted[index] = running;
  });
  return adjusted;
}

function requirePValues(pValues: ArrayLike<number>): void {
  requireList("pValues", pValues);
  for (let i = 0; i < pValues.length; i++) requireProbability({ [`p-value ${i}`]: pValues[i] });
}
