/**
 * Local information: how much answers that are epsilon-private locally can tell of a random corner of the cube of parameters.
 *
 * Theorem: let V be uniform on {-1, 1}^d, a record d independent bits of which the j-th is 1 with probability (1 + gap V_j) / 2,
 * and Z an answer by an epsilon-private channel that was chosen without looking at answers of others. Then, in nats,
 *   I(V; Z) <= K gap^2 sinh^2(epsilon / 2),   K = (r ln r - r + 1) / (1 - r)^2 at r = e^-epsilon,
 * whatever d is; K grows from 1/2 to 1. Answers of n persons have at most n times that, and a coordinate on average a d-th of it.
 * Proof: q(z | x) = c(z)(1 + (e^epsilon - 1) g(x)) with 0 <= g <= 1. In the Fourier basis of the cube the mean of g given V differs
 * from that of a fair record by the sum over S of gap^|S| V_S g_S, so its variance over V is at most gap^2 Var g <= gap^2 m (1 -
 * m), m the mean of g. So the mean chi-square divergence of the answers from those of a fair record is at most gap^2 times the
 * largest (e^epsilon - 1)^2 m (1 - m) / (1 + (e^epsilon - 1) m)^2, which is sinh^2(epsilon / 2); Kullback-Leibler is at most K
 * times chi-square where no density ratio is below r. As V_1, ..., V_d are independent, their informations add up to at most I(V;
 * Z).
 * Source: Duchi, Jordan, Wainwright (JASA 2018), for the shape of the argument; the constants are our own.
 * Limits: channels may share public coins but not depend on earlier answers.
 */
import { expm1 } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { findRoot } from "../numerics/root.ts";

interface CubeInformation {
  readonly epsilon: number;
  readonly gap: number;
  /** How many persons answer. */
  readonly size: number;
}

/** The most that the answers tell of all of V, in nats. */
export function cubeInformation({ epsilon, gap, size }: CubeInformation): number {
  if (epsilon === 0) return 0;
  const sinh = (expm1(epsilon / 2) - expm1(-epsilon / 2)) / 2;
  return size * divergenceShare(epsilon) * gap * gap * sinh * sinh;
}

/** (r ln r - r + 1) / (1 - r)^2 at r = e^-epsilon, by its series where it would cancel. */
function divergenceShare(epsilon: number): number {
  const fall = -expm1(-epsilon);
  if (epsilon > 0.1) return (fall - epsilon * (1 - fall)) / (fall * fall);
  // With x = 1 - r: 1/2 + x/6 + x^2/12 + ..., the coefficients 1 / ((k + 1)(k + 2)).
  let sum = 0;
  for (let k = 20; k >= 0; k--) sum = sum * fall + 1 / ((k + 1) * (k + 2));
  return sum;
}

/**
 * The largest total variation of two fair hypotheses of which the answers tell this many nats on average: t with
 * ln 2 - h((1 - t) / 2) = information, h the binary entropy. Its square bounds the mean square of the posterior's lean.
 */
export function largestContrast(information: number): number {
  if (!(information < Math.LN2)) return 1;
  if (information <= 0) return 0;
  if (information < 1e-9) return Math.sqrt(2 * information);
  return findRoot((t) => toldBy(t) - information, { lower: 0, upper: 1 });
}

/** ln 2 - h((1 - t) / 2), the sum of t^(2k) / (2k (2k - 1)). */
function toldBy(t: number): number {
  if (t >= 1) return Math.LN2;
  if (t > 0.3) return ((1 + t) * log(1 + t) + (1 - t) * log(1 - t)) / 2;
  let sum = 0;
  for (let k = 20; k >= 1; k--) sum = (sum + 1 / (2 * k * (2 * k - 1))) * t * t;
  return sum;
}
