/**
 * The test of Neyman and Pearson on finitely many outcomes: at every level reject the null at the largest ratios, at the last by a coin.
 *
 * An outcome is known by its score, the logarithm of its likelihood ratio; it belongs to the segment of the curve whose ratio is nearest,
 * since outcomes whose ratios differ by rounding only are one segment.
 */
import { exp } from "../numerics/exponential.ts";
import type { FiniteTradeOff } from "../privacy/trade-off/trade-off.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";

export function segmentTest({
  logNull,
  logAlternative,
}: FiniteTradeOff): (score: number, level: number, random: Stream) => boolean {
  const ratios = logNull.map((mass, k) => logAlternative[k] - mass);
  const nullMass = logNull.map(exp);
  const nullBefore = new Float64Array(ratios.length + 1);
  for (let k = 0; k < ratios.length; k++) nullBefore[k + 1] = nullBefore[k] + nullMass[k];
  return (score, level, random) => {
    if (level === 1) return true;
    const k = nearest(ratios, score);
    if (level >= nullBefore[k + 1]) return true;
    if (level <= nullBefore[k]) return false;
    return sampleUniform(random) * nullMass[k] < level - nullBefore[k];
  };
}

/** The place of the value nearest to `score` in a falling list. */
function nearest(falling: Float64Array, score: number): number {
  let [low, high] = [0, falling.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (falling[middle] <= score) high = middle;
    else low = middle + 1;
  }
  if (low === 0 || falling[low] === score) return low;
  return Math.abs(falling[low - 1] - score) < Math.abs(falling[low] - score) ? low - 1 : low;
}
