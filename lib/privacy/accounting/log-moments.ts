/**
 * Logarithms of moments: (k - 1) D_k, of which sampled Renyi curves are sums, and what follows between integers.
 *
 * Theorem: (a - 1) D_a of two laws is convex in a, and 0 at 1; so is the largest over neighbours. A chord between two orders is
 * therefore above it, and a curve that is known at some orders bounds the others from above. D_a is at most the curve without
 * sampling, as the moment is jointly convex in both laws.
 * Source: van Erven, Harremoes, "Renyi divergence and Kullback-Leibler divergence" (IEEE Trans. Inf. Theory 2014), corollary 2 and
 * theorem 13.
 * Limits: a curve is asked at every integer to 1024 and beyond at 512 of them from each power of two to the next.
 */
import { logAddExp } from "../../numerics/log-sum.ts";
import { refuse } from "../../numerics/requirements.ts";
import type { RenyiGuarantee } from "../guarantees/guarantee.ts";

const LARGEST_ORDER = 1e6;

/** (k - 1) D_k at integers, or a little more; each order of the curve is asked once. */
export function integerMoments(curve: RenyiGuarantee): (k: number) => number {
  const known = new Map<number, number>();
  const at = (k: number): number => {
    let moment = known.get(k);
    if (moment === undefined) {
      moment = (k - 1) * checked(curve, k);
      known.set(k, moment);
    }
    return moment;
  };
  return (k) => {
    const octave = 31 - Math.clz32(k);
    const width = octave < 10 ? 1 : 1 << (octave - 9);
    const below = k - (k % width);
    return chord(at, { below, above: below + width, at: k });
  };
}

/** A curve from bounds of its logarithmic moments at integers from 2 on, never above the one without sampling. */
export function curveOfMoments(bound: (order: number) => number, whole: RenyiGuarantee): RenyiGuarantee {
  const known = new Map([[1, 0]]);
  const moment = (order: number) => {
    const value = known.get(order) ?? bound(order);
    known.set(order, value);
    return value;
  };
  return {
    kind: "renyi",
    epsilonAt: (order) => {
      if (!(order > 1 && order <= LARGEST_ORDER)) refuse("order", `above 1 and at most ${LARGEST_ORDER}`, order);
      const below = Math.floor(order);
      const sampled = chord(moment, { below, above: below + 1, at: order }) / (order - 1);
      return Math.min(checked(whole, order), sampled);
    },
  };
}

/** The least of two curves, order by order. */
export function lesserRenyi(one: RenyiGuarantee, other: RenyiGuarantee): RenyiGuarantee {
  return { kind: "renyi", epsilonAt: (order) => Math.min(one.epsilonAt(order), other.epsilonAt(order)) };
}

/** log(1 + e^x). */
export function logOnePlusExp(x: number): number {
  return x === -Infinity ? 0 : logAddExp(0, x);
}

function checked(curve: RenyiGuarantee, order: number): number {
  const epsilon = curve.epsilonAt(order);
  return epsilon >= 0 ? epsilon : refuse(`epsilonAt(${order})`, "at least 0", epsilon);
}

interface Chord {
  readonly below: number;
  readonly above: number;
  readonly at: number;
}

function chord(value: (order: number) => number, { below, above, at }: Chord): number {
  const low = value(below);
  if (at === below || low === Infinity) return low;
  const high = value(above);
  return high === Infinity ? high : low + ((at - below) / (above - below)) * (high - low);
}
