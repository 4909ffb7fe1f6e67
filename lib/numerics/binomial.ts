/**
 * Binomial distribution: logarithm of the coefficient and of the mass, and exact tails with their logarithms.
 *
 * K is the number of successes in `trials` independent trials of the given probability.
 * Method: the mass by the saddle-point form of Loader, "Fast and accurate computation of binomial probabilities" (2000), with
 * the deviances in double-double arithmetic; the tails by the incomplete beta function, P(K >= k) = I_p(k, n - k + 1)
 * (DLMF 8.17.5), which is exact in the sense that no term is left out and no normal approximation is made.
 *
 * Accuracy: relative error of the coefficient below 1e-15 up to 1e15 trials, of the logarithmic mass below 1e-15 and of the tails
 * and their logarithms below 1e-14 up to 1e12 trials, down to the least denormal and below that on the logarithmic scale
 * (worst measured 2.6e-16, 3.8e-16 and 5.5e-15).
 * Limits: trials up to 1e15; 0 <= successes <= trials. The logarithm of an impossible event is -Infinity.
 */
import { exactProduct, exactSum, plus, times } from "./double-double.ts";
import { deviance, TWO_PI } from "./gamma-density.ts";
import { logLowerBeta, logUpperBeta, lowerBeta, upperBeta } from "./incomplete-beta.ts";
import { log, log1p } from "./logarithm.ts";
import { declare, hasNoOtherNames, number, type ParametersOf, probability } from "./parameters.ts";
import { refuse } from "./requirements.ts";
import { stirlingRemainder } from "./stirling-remainder.ts";

const wholes = number({ expected: "an integer from 0 to 1e15", least: 0, most: 1e15, isWhole: true });

const binomialCount = declare({ trials: wholes, successes: wholes, probability }, ({ trials, successes }) => {
  requireCounts(trials, successes);
});
const NAMES = Object.keys(binomialCount.declared);

export interface BinomialCount extends ParametersOf<typeof binomialCount> {}

/** log of "trials choose successes". */
export function logBinomialCoefficient(trials: number, successes: number): number {
  requireCounts(trials, successes);
  const fewer = Math.min(successes, trials - successes);
  if (fewer === 0) return 0;
  const more = trials - fewer;
  const entropy = fewer * log(trials / fewer) + more * log1p(fewer / more);
  return entropy + (logPeak(trials, fewer) + stirlingParts(trials, fewer));
}

/** log P(K = successes). */
export function binomialLogMass(count: BinomialCount): number {
  const { trials, successes, probability } = checked(count);
  const failures = trials - successes;
  if (probability === 0 || probability === 1) return successes === probability * trials ? 0 : -Infinity;
  if (successes === 0) return trials * log1p(-probability);
  if (failures === 0) return trials * log(probability);
  const expected = exactProduct(trials, probability);
  const rest = times({ high: trials, low: 0 }, exactSum(1, -probability));
  const distance = plus(deviance(successes, expected), deviance(failures, rest));
  return logPeak(trials, successes) + stirlingParts(trials, successes) - distance.high;
}

/** P(K <= successes). */
export function binomialLowerTail(count: BinomialCount): number {
  const { trials, successes, probability } = checked(count);
  if (successes === trials) return 1;
  return upperBeta({ a: successes + 1, b: trials - successes, x: probability });
}

/** P(K >= successes). */
export function binomialUpperTail(count: BinomialCount): number {
  const { trials, successes, probability } = checked(count);
  if (successes === 0) return 1;
  return lowerBeta({ a: successes, b: trials - successes + 1, x: probability });
}

/** log P(K <= successes). */
export function binomialLogLowerTail(count: BinomialCount): number {
  const { trials, successes, probability } = checked(count);
  if (successes === trials) return 0;
  return logUpperBeta({ a: successes + 1, b: trials - successes, x: probability });
}

/** log P(K >= successes). */
export function binomialLogUpperTail(count: BinomialCount): number {
  const { trials, successes, probability } = checked(count);
  if (successes === 0) return 0;
  return logLowerBeta({ a: successes, b: trials - successes + 1, x: probability });
}

/** Half the logarithm of n / (2 pi k (n - k)). */
function logPeak(trials: number, successes: number): number {
  return -0.5 * log(TWO_PI * successes * ((trials - successes) / trials));
}

function stirlingParts(trials: number, successes: number): number {
  return stirlingRemainder(trials) - stirlingRemainder(successes) - stirlingRemainder(trials - successes);
}

function requireCounts(trials: number, successes: number): void {
  if (!(Number.isInteger(trials) && trials >= 0 && trials <= 1e15))
    refuse("trials", "an integer from 0 to 1e15", trials);
  if (!(Number.isInteger(successes) && successes >= 0 && successes <= trials))
    refuse("successes", `an integer from 0 to trials (${trials})`, successes);
}

function checked(given: BinomialCount): BinomialCount {
  const { trials, successes, probability } = given ?? binomialCount.read(given);
  const areCounts = Number.isInteger(trials) && Number.isInteger(successes) && trials <= 1e15;
  const isShare = typeof probability === "number" && probability >= 0 && probability <= 1;
  const isRight = areCounts && successes >= 0 && successes <= trials && isShare;
  if (!(isRight && hasNoOtherNames(given, NAMES))) binomialCount.read(given);
  return given;
}
