/**
 * Excess risk of private learning: what no private method can have less of on every dataset, with explicit constants.
 *
 * Problems, w the weights, z a record of length at most 1, n records, the excess that of the mean loss over its minimum:
 * - `convex`: -L <w, z> for |w| <= R: every method for L-Lipschitz convex losses on a ball of radius R must solve it;
 * - `strongly-convex`: (H / 2) |w - r z|^2 for |w| <= r = L / (2H), which is L-Lipschitz and H-strongly convex;
 * - `logistic`: ln(1 + e^(-<w, z>)) + (Lambda / 2) |w|^2, the regularised logistic regression of this library, z a row times its label.
 * Theorem (pure, packing of directions): let m records be v, uniform on the sphere, and the rest 0. Datasets of two directions
 * differ in m records, so given any output the mean of v is at most g long, g that of `directionAlignment` at ln L = m epsilon. The
 * worst excess is at least L R (m / n)(1 - g); (H r^2 / 2)(m / n)^2 (1 - g^2); (Lambda / 2) s^2 (1 - g^2), where s v is the
 * minimiser, Lambda s (1 + e^s) = m / n (strong convexity). In one dimension g = tanh(m epsilon / 2) at most, and v or -v in any
 * dimension: with delta, g = (e^(m epsilon) - 1 + 2 delta_m) / (e^(m epsilon) + 1) for the convex problem (the total variation of
 * group privacy); 1 - g^2 becomes the harmonic overlap for the others; for the other guarantees the same overlaps. Theorem
 * (fingerprinting): let m records be corners of the cube over sqrt(d), of means p with the prior of `fingerprintingBound`, and the
 * rest 0. Then for every output w, sqrt(d) E <w, mean of the m> = (1 + 2k / m) E <w, p> <= (m / (2k) + 1)(c sqrt(E |w|^2) + lost
 * sup |w| sqrt(d 2k / (2k + 1))), with c and lost of `output-correlation.ts`. Write b = c (m / (2k) + 1), e = lost (m / (2k) + 1)
 * sqrt(d 2k / (2k + 1)), and M2 = (1 + 2k / m) / (2k + 1), the mean square of a coordinate of the mean of the m corners. The worst
 * excess is at least L R (m / n)(E length - (b + e) / sqrt d), E length >= sqrt(d M2^3 / ((d - 1) M2^2 + M4)) by Hoelder's
 * inequality, M4 the fourth moment; (H r^2 / 2)((m / n)^2 (M2 - b^2 / d) - 2 (m / n) e / sqrt d); (m / n)^2 (M2 / (Lambda + m /
 * (4n)) - (b^2 / d + 2 e / sqrt d) / Lambda) / 8, as -x/2 <= ln(1 + e^-x) - ln 2 <= -x/2 + x^2 / 8.
 * Source: Bassily, Smith, Thakurta (FOCS 2014), section 5, whose orders are d / (n epsilon) and sqrt d / (n epsilon), squared for
 * strongly convex losses; they state no constants: these are proved here. All m up to n and k are searched; each gives a valid
 * bound.
 * Limits: empirical risk, worst dataset: on one dataset a method can have less. With delta no factor log(1 / delta). At most 10 000
 * dimensions.
 * @example
 * ```ts
 * import { pure } from "epsilab";
 * import { excessRiskBound } from "epsilab/bounds";
 * const problem = { kind: "convex", lipschitz: 1, radius: 1 } as const;
 * excessRiskBound({ problem, dimension: 20, size: 1000, guarantee: pure(1) }).value; // => 0.0035271...
 * ```
 * @claim erm-lower-bounds
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { declare, declareKinds, group, integer, number, optional, type ParametersOf } from "../numerics/parameters.ts";
import { findRoot } from "../numerics/root.ts";
import { bestSeparation } from "./best-separation.ts";
import { directionAlignment } from "./direction-alignment.ts";
import { sampleSize } from "./fingerprinting.ts";
import {
  boundedGuarantee,
  estimatorNeighbours,
  harmonicOverlap,
  leastOverlap,
  underSwap,
} from "./indistinguishability.ts";
import { alignment } from "./output-correlation.ts";

const moderate = number({ expected: "from 1e-50 to 1e50", least: 1e-50, most: 1e50 });

const learningProblem = declareKinds({
  convex: { lipschitz: moderate, radius: moderate },
  "strongly-convex": { lipschitz: moderate, convexity: moderate },
  logistic: { penalty: moderate },
});

export type LearningProblem = ParametersOf<typeof learningProblem>;

export const excessRiskParameters = declare({
  problem: group(learningProblem),
  dimension: integer(1, 10_000),
  size: sampleSize,
  guarantee: boundedGuarantee,
  /** Swap by default. */
  neighbours: optional(estimatorNeighbours, "swap"),
});

export interface ExcessRiskParameters extends ParametersOf<typeof excessRiskParameters> {}

export interface ExcessRiskBound {
  readonly value: number;
  readonly method: "packing" | "fingerprinting";
  /** How many records of the hard dataset carry the secret. */
  readonly records: number;
}

export function excessRiskBound(parameters: ExcessRiskParameters): ExcessRiskBound {
  const read = excessRiskParameters.read(parameters);
  const given = { ...read, guarantee: underSwap(read.guarantee, read.neighbours) };
  return [packingBound(given), fingerprintBound(given)].reduce((best, each) => (each.value > best.value ? each : best));
}

/** One secret direction. */
function packingBound({ problem, dimension, size, guarantee }: ExcessRiskParameters): ExcessRiskBound {
  const kept = (records: number) => {
    const line = [leastOverlap(guarantee, records), harmonicOverlap(guarantee, records)];
    if (guarantee.kind !== "pure") return line;
    const aligned = directionAlignment(dimension, records * guarantee.epsilon);
    return [Math.max(line[0], 1 - aligned), Math.max(line[1], 1 - aligned * aligned)];
  };
  return largestOver(size, "packing", (records) => {
    const [overlap, harmonic] = kept(records);
    const share = records / size;
    switch (problem.kind) {
      case "convex":
        return problem.lipschitz * problem.radius * share * overlap;
      case "strongly-convex":
        return ((halfWidth(problem) * share * share) / 2) * harmonic;
      case "logistic": {
        const length = minimiserLength(problem.penalty, share);
        return (problem.penalty / 2) * length * length * harmonic;
      }
    }
  });
}

/** Secret means of many coordinates. */
function fingerprintBound({ problem, dimension, size, guarantee }: ExcessRiskParameters): ExcessRiskBound {
  const { factor, lost } = alignment(guarantee);
  const at = (records: number, concentration: number) => {
    const share = records / size;
    const spread = records / (2 * concentration) + 1;
    const leaked = factor * spread;
    const missed = lost * spread * Math.sqrt((dimension * 2 * concentration) / (2 * concentration + 1));
    const { square, length } = cornerMean({ dimension, records, concentration });
    const aligned = (leaked * leaked) / dimension;
    switch (problem.kind) {
      case "convex":
        return problem.lipschitz * problem.radius * share * (length - (leaked + missed) / Math.sqrt(dimension));
      case "strongly-convex":
        return (
          (halfWidth(problem) / 2) * (share * share * (square - aligned) - (2 * share * missed) / Math.sqrt(dimension))
        );
      case "logistic":
        return (
          ((share * share) / 8) *
          (square / (problem.penalty + share / 4) - (aligned + (2 * missed) / Math.sqrt(dimension)) / problem.penalty)
        );
    }
  };
  return largestOver(size, "fingerprinting", (records) => {
    const value = (concentration: number) => at(records, concentration);
    const concentration = bestSeparation(value, { widest: 1e6, narrowest: 1e-2, density: 1 });
    return Math.max(0, value(concentration));
  });
}

/** H r^2, of the ball of radius r = L / (2H) on which (H / 2) |w - r z|^2 is L-Lipschitz. */
function halfWidth({ lipschitz, convexity }: { readonly lipschitz: number; readonly convexity: number }): number {
  return (lipschitz * lipschitz) / (4 * convexity);
}

/** The s with Lambda s (1 + e^s) = share. */
function minimiserLength(penalty: number, share: number): number {
  const upper = share / (2 * penalty);
  if (upper < 1e-9) return upper * (1 - upper);
  const most = Math.min(upper, log(1 + share / penalty) + 1);
  return findRoot((s) => penalty * s - share / (1 + exp(s)), { lower: 0, upper: most, tolerance: 0 });
}

/** Of the mean of this many corners over sqrt(d): the mean square of its length, and a lower bound of its mean length. */
function cornerMean(given: { dimension: number; records: number; concentration: number }) {
  const { dimension: d, records: m, concentration: k } = given;
  const [second, fourth] = [1 / (2 * k + 1), 3 / ((2 * k + 1) * (2 * k + 3))];
  const square = (1 + (m - 1) * second) / m;
  const distinct = (m - 1) * (m - 2) * (m - 3) * fourth + (6 * (m - 1) * (m - 2) + 4 * (m - 1)) * second;
  const quartic = (distinct + 3 * (m - 1) + 1) / (m * m * m);
  // E|x| >= (E x^2)^(3/2) / (E x^4)^(1/2).
  const length = square * Math.sqrt(square / (((d - 1) * square * square + quartic) / d));
  return { square, length };
}

/** The largest value over whole numbers of records, found near the best of all. */
function largestOver(
  size: number,
  method: ExcessRiskBound["method"],
  value: (records: number) => number,
): ExcessRiskBound {
  const known = new Map<number, number>();
  const rounded = (records: number) => {
    const whole = Math.min(size, Math.max(1, Math.round(records)));
    const found = known.get(whole) ?? value(whole);
    known.set(whole, found);
    return found;
  };
  bestSeparation(rounded, { widest: size, narrowest: 1, density: 2 });
  let best = { records: 1, value: rounded(1) };
  for (const [records, found] of known) if (found > best.value) best = { records, value: found };
  return { ...best, method };
}
