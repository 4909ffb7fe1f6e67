/**
 * How the functions of lib/numerics are called, for the fuzz test.
 */
import fc from "fast-check";
import { betaArguments, lowerBetaTail, upperBetaTail } from "../../lib/numerics/incomplete-beta.ts";
import {
  anyNumber,
  count,
  floats,
  hugeCount,
  listOf,
  moderate,
  nonNegative,
  openProbability,
  positive,
  probability,
  record,
} from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const UNIT = [0, 1] as const;
const NON_NEGATIVE = [0, Infinity] as const;
/** Whose limits are documented. */
const limits = { infinite: true };
const share = { range: UNIT };
const declaredShare = { range: UNIT, isDeclared: true };
const logShare = { range: [-Infinity, 1e-9], infinite: true } as const;
const declaredLogShare = { ...logShare, isDeclared: true };

const binomial = hugeCount
  .map((trials) => Math.min(trials, 1e15))
  .chain((trials) =>
    record({ trials: fc.constant(trials), successes: fc.integer({ min: 0, max: trials }), probability }),
  );
const beta = argumentsOf(betaArguments);
const small = fc.double({ min: -4, max: 4, noNaN: true });
const square = count
  .filter((size) => size < 5)
  .chain((size) =>
    listOf(
      floats(small, size).map((row) => Array.from(row).slice(0, size)),
      size,
      size,
    ),
  );
/** Positive definite: a a^T + I. */
const definite = square.map((a) =>
  a.map((row, i) => a.map((other, j) => row.reduce((sum, x, k) => sum + x * other[k], i === j ? 1 : 0))),
);
const withRight = definite.chain((matrix) =>
  fc.tuple(fc.constant(matrix), listOf(small, matrix.length, matrix.length)),
);
const columns = fc
  .constantFrom(1, 2, 3, 8, 12)
  .chain((size) =>
    fc.tuple(floats(small, size), floats(small, size)).map((pair) => pair.map((x) => x.subarray(0, size).slice())),
  );
const bowl = (at: Float64Array, gradient: Float64Array) =>
  at.reduce((sum, x, i) => {
    gradient[i] = 2 * (x - i);
    return sum + (x - i) * (x - i);
  }, 0);
const curve = (centre: number) => (x: number) => (x - centre) * (x - centre);
const bracket = fc.tuple(small, moderate).map(([lower, width]) => ({ lower, upper: lower + width }));

export const NUMERICS: Readonly<Record<string, Entry>> = {
  binomialLogLowerTail: takes([binomial], declaredLogShare),
  binomialLogMass: takes([binomial], declaredLogShare),
  binomialLogUpperTail: takes([binomial], declaredLogShare),
  binomialLowerTail: takes([binomial], declaredShare),
  binomialUpperTail: takes([binomial], declaredShare),
  logBinomialCoefficient: {
    args: binomial.map(({ trials, successes }) => [trials, successes]),
    range: NON_NEGATIVE,
  },
  erf: takes([anyNumber], { range: [-1, 1] }),
  erfc: takes([anyNumber], { range: [0, 2] }),
  erfcx: takes([anyNumber], { range: NON_NEGATIVE, ...limits }),
  logErfc: takes([anyNumber], limits),
  exp: takes([anyNumber], { range: NON_NEGATIVE, ...limits }),
  expm1: takes([anyNumber], { range: [-1, Infinity], ...limits }),
  fourier: { args: columns },
  inverseFourier: { args: columns },
  realFourier: takes([floats(small, 8).map((x) => x.slice(0, 8))]),
  inverseRealFourier: { args: columns },
  convolve: takes([floats(small), floats(small)]),
  selfConvolve: takes([floats(small), count]),
  tanh: takes([anyNumber], { range: [-1, 1] }),
  lowerBeta: takes([beta], declaredShare),
  upperBeta: takes([beta], declaredShare),
  logLowerBeta: takes([beta], declaredLogShare),
  logUpperBeta: takes([beta], declaredLogShare),
  lowerBetaInverse: declares(lowerBetaTail, share),
  upperBetaInverse: declares(upperBetaTail, share),
  lowerGamma: takes([positive, nonNegative], share),
  upperGamma: takes([positive, nonNegative], share),
  logLowerGamma: takes([positive, nonNegative], logShare),
  logUpperGamma: takes([positive, nonNegative], logShare),
  lowerGammaInverse: takes([positive, probability], { range: NON_NEGATIVE, ...limits }),
  upperGammaInverse: takes([positive, probability], { range: NON_NEGATIVE, ...limits }),
  minimiseByLbfgs: takes([fc.constant(bowl), record({ start: floats(small) })], { fails: /did not converge/ }),
  minimiseByNewton: takes(
    [
      fc.constant(bowl),
      floats(small).map((start) => ({
        start,
        hessian: () => Array.from(start, (_, i) => Array.from(start, (_, j) => (i === j ? 2 : 0))),
      })),
    ],
    { fails: /did not converge/ },
  ),
  cholesky: {
    args: withRight.map(([matrix]) => [matrix]),
    follow: ({ solve, lower }: { solve(right: number[]): Float64Array; lower: unknown[] }) => [
      solve(new Array(lower.length).fill(1)),
    ],
  },
  isPositiveDefinite: { args: withRight.map(([matrix]) => [matrix]) },
  qr: { args: withRight.map(([matrix]) => [matrix]) },
  singularValues: { args: withRight.map(([matrix]) => [matrix]) },
  symmetricEigen: { args: withRight.map(([matrix]) => [matrix]) },
  leastSquares: { args: withRight },
  solveLinear: { args: withRight },
  logGamma: takes([positive], limits),
  logSumExp: takes([listOf(anyNumber)], limits),
  logAddExp: takes([anyNumber, anyNumber], limits),
  logSubExp: { args: fc.tuple(anyNumber, anyNumber).map(([a, b]) => [Math.max(a, b), Math.min(a, b)]), ...limits },
  logOneMinusExp: takes([nonNegative.map((x) => -x)], { range: [-Infinity, 0], ...limits }),
  log: takes([nonNegative], limits),
  log1p: takes([anyNumber.map((x) => Math.max(-1, x))], limits),
  findMinimum: takes([small.map(curve), bracket], limits),
  goldenSection: takes([small.map(curve), bracket], limits),
  logNormalCdf: takes([anyNumber], { range: [-Infinity, 0], ...limits }),
  logNormalDensity: takes([anyNumber], { range: [-Infinity, 0], ...limits }),
  normalCdf: takes([anyNumber], share),
  normalDensity: takes([anyNumber], share),
  logNormalQuantile: takes([nonNegative.map((x) => -x)], limits),
  normalQuantile: takes([probability], limits),
  normalUpperQuantile: takes([probability], limits),
  pow: takes([anyNumber.map((x) => Math.abs(x)), anyNumber], limits),
  integrate: takes([small.map((centre) => (x: number) => 1 / (1 + (x - centre) * (x - centre))), bracket], {
    fails: /^integrate did not reach its tolerance/,
  }),
  expandBracket: takes([small.map((root) => (x: number) => x - root), bracket], {
    fails: /^expandBracket/,
  }),
  findRoot: takes(
    [
      fc.constant((x: number) => x),
      record({ lower: moderate.map((x) => -x), upper: moderate, tolerance: openProbability }),
    ],
    {},
  ),
  sortFloat64: takes([floats()], { infinite: true }),
  cos: takes([anyNumber], { range: [-1, 1] }),
  sin: takes([anyNumber], { range: [-1, 1] }),
};
