/**
 * Kolmogorov's law: the upper tail of the one-sample Kolmogorov-Smirnov statistic D_n under a continuous distribution.
 *
 * Method, with t = n d^2. Near (t < 4): up to n = 500 the exact matrix power of Marsaglia, Tsang and Wang (J. Statistical Software 8(18),
 * 2003); beyond, the expansion of Pelz and Good to n^-3/2 (J. Royal Statistical Society B 38, 1976). Far (t >= 4): twice the
 * one-sided tail, the overlap of the two sides being below 4e-11 of it; up to n = 20000 as the sum of positive terms of Birnbaum
 * and Tingey (Annals of Mathematical Statistics 22, 1951); beyond, exp(-2 n (d + 1 / (6 n))^2 - 4 n d^4 / 9), after Maag and
 * Dicaire (Biometrika 58, 1971). Accuracy, against 40-digit values: absolute error below 1e-13 (matrix power), relative error below
 * 1e-13 (sum), 3e-6 (expansion) and 1e-3 (far beyond n = 20000, for p-values down to 1e-30).
 * Limits: 1 at d <= 1 / (2 n) and 0 at d = 1, exactly.
 */
import { binomialLogMass } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { requireInteger, requireProbability } from "../numerics/requirements.ts";
import { kolmogorovMatrixPower } from "./kolmogorov-matrix.ts";

const FAR = 4;
const LARGEST_POWER = 500;
const LARGEST_SUM = 20_000;

/** P(D_n >= d) for n = count values. */
export function kolmogorovUpperTail(statistic: number, count: number): number {
  requireProbability({ statistic });
  requireInteger({ count }, 1);
  if (statistic <= 0.5 / count) return 1;
  if (statistic === 1) return 0;
  if (count * statistic * statistic >= FAR) {
    return Math.min(1, 2 * (count <= LARGEST_SUM ? oneSidedSum(statistic, count) : oneSidedLimit(statistic, count)));
  }
  const cdf = count <= LARGEST_POWER ? kolmogorovMatrixPower(statistic, count) : expansion(statistic, count);
  return Math.min(1, Math.max(0, 1 - cdf));
}

/** P(D_n^+ >= d): the sum over j of d / q times the binomial mass of j at q = d + j / n. */
function oneSidedSum(statistic: number, count: number): number {
  let sum = 0;
  for (let j = 0; j <= count * (1 - statistic); j++) {
    const probability = Math.min(1, statistic + j / count);
    sum += exp(binomialLogMass({ trials: count, successes: j, probability })) / probability;
  }
  return statistic * sum;
}

function oneSidedLimit(statistic: number, count: number): number {
  const shifted = statistic + 1 / (6 * count);
  const square = statistic * statistic;
  return exp(-2 * count * shifted * shifted - (4 / 9) * count * square * square);
}

/** The Pelz-Good expansion of P(D_n <= d) in powers of n^-1/2, its sums over half-integers and integers times pi / z. */
function expansion(statistic: number, count: number): number {
  const root = Math.sqrt(count);
  const z = root * statistic;
  const z2 = z * z;
  const z4 = z2 * z2;
  const z6 = z4 * z2;
  let [limit, first, second, third] = [0, 0, 0, 0];
  // Beyond ten terms even z = 2 leaves exp(-135).
  for (let k = 0; k < 10; k++) {
    const half = Math.PI * Math.PI * (k + 0.5) * (k + 0.5);
    const halfWeight = 2 * exp(-half / (2 * z2));
    limit += halfWeight;
    first += halfWeight * (half - z2);
    second += halfWeight * (6 * z6 + 2 * z4 + half * (2 * z4 - 5 * z2) + half * half * (1 - 2 * z2));
    third +=
      halfWeight *
      (half * half * half * (5 - 30 * z2) +
        half * half * (212 * z4 - 60 * z2) +
        half * (135 * z4 - 96 * z6) -
        30 * z6 -
        90 * z6 * z2);
    const whole = Math.PI * Math.PI * k * k;
    const wholeWeight = 2 * exp(-whole / (2 * z2));
    second -= 2 * z4 * wholeWeight * whole;
    third += 30 * z4 * wholeWeight * whole * (3 * z2 - whole);
  }
  const scale = Math.sqrt(Math.PI / 2) / z;
  return (
    scale *
    (limit + first / (6 * z2 * z * root) + second / (72 * z6 * count) + third / (6480 * z6 * z2 * z * count * root))
  );
}
