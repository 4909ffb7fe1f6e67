/**
 * Quantiles of the standard normal distribution, from a probability or from its logarithm.
 *
 * Method: algorithm AS 241 (Wichura, Applied Statistics 37, 1988, routine PPND16), whose coefficients these are: a rational
 * function of the squared distance from 1/2 in the middle, of sqrt(-log p) in the tails. From log p below -729 on, two Newton
 * steps on log P(Z <= x) = log p from its asymptotic solution.
 *
 * Accuracy: relative error below 8.9e-16 (4 units in the last place), for p from the least denormal to 1 - 2^-53 and log p
 * from -1e300 to -5e-324, next to the median too.
 * Limits: normalQuantile(0) = logNormalQuantile(-Infinity) = -Infinity, normalQuantile(1) = logNormalQuantile(0) = Infinity.
 */
import { erfcx } from "./error-function.ts";
import { expm1 } from "./exponential.ts";
import { log } from "./logarithm.ts";
import { polynomial } from "./polynomial.ts";
import { refuse, requireProbability } from "./requirements.ts";

const MIDDLE_NUMERATOR = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
];
const MIDDLE_DENOMINATOR = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854,
];
const TAIL_NUMERATOR = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
];
const TAIL_DENOMINATOR = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const FAR_NUMERATOR = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const FAR_DENOMINATOR = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
];

/** log 2 - Math.LN2. */
const LN2_TAIL = 2.3190468138462996e-17;

/** The x with P(Z <= x) = p. The x with P(Z > x) = p is its negative, exactly: for tiny upper tails use that. */
export function normalQuantile(p: number): number {
  if (!(typeof p === "number" && p > 0 && p < 1)) {
    requireProbability({ p });
    return p === 0 ? -Infinity : Infinity;
  }
  const distance = p - 0.5;
  if (distance > -0.425 && distance < 0.425) return middle(distance);
  return distance < 0 ? lowerTail(log(p)) : -lowerTail(log(1 - p));
}

/** The x with P(Z > x) = p. */
export function normalUpperQuantile(p: number): number {
  return -normalQuantile(p);
}

/** The x with log P(Z <= x) = logP; not the quantile of a log-normal variable. */
export function logNormalQuantile(logP: number): number {
  if (!(typeof logP === "number" && logP < 0 && logP > -Infinity)) {
    if (logP === 0) return Infinity;
    if (logP === -Infinity) return -Infinity;
    refuse("logP", "at most 0", logP);
  }
  // p = 0.075 and p = 0.925.
  if (logP <= -2.59) return lowerTail(logP);
  if (logP >= -0.078) return -lowerTail(log(-expm1(logP)));
  return middle(0.5 * expm1(logP + Math.LN2 + LN2_TAIL));
}

function middle(distance: number): number {
  const t = 0.180625 - distance * distance;
  return (distance * polynomial(MIDDLE_NUMERATOR, t)) / polynomial(MIDDLE_DENOMINATOR, t);
}

function lowerTail(logP: number): number {
  const r = Math.sqrt(-logP);
  if (r <= 5) return -polynomial(TAIL_NUMERATOR, r - 1.6) / polynomial(TAIL_DENOMINATOR, r - 1.6);
  if (r <= 27) return -polynomial(FAR_NUMERATOR, r - 5) / polynomial(FAR_DENOMINATOR, r - 5);
  return farTail(logP);
}

function farTail(logP: number): number {
  const twice = -2 * logP;
  const first = twice - log(2 * Math.PI * twice);
  let u = Math.sqrt(twice - log(2 * Math.PI * first));
  for (let step = 0; step < 2; step++) {
    const scaled = erfcx(u * Math.SQRT1_2);
    // d/du log P(Z > u) = -sqrt(2 / pi) / erfcx(u / sqrt 2).
    u += (log(0.5 * scaled) - 0.5 * (u * u) - logP) * scaled * 1.2533141373155003;
  }
  return -u;
}
