/**
 * Reconstruction by least squares: the numbers that fit noisy answers to subset queries best, rounded to bits.
 *
 * Theorem: let Q be the 0/1 matrix of the queries and G = Q'Q. With Gaussian noise of deviation sigma the estimate is the secret
 * plus N(0, sigma^2 G^-1), so that bit j is right with probability Phi(1 / (2 sigma sqrt(G^-1_jj))), exactly, and `accuracy` is the
 * mean of these over j. For m random queries on n records and sigma = c sqrt(n) / 2 that is about `reconstructionAccuracy`,
 * Phi(sqrt(m / n - 1) / (2 c)), whatever n is: 1 / G^-1_jj is the squared length of column j left by the projection off the others,
 * a quarter of m - n + 1 + |P 1|^2 in the mean, P that projection; and |P 1|^2 is at most m / n in the mean, by the mean of the
 * columns as a candidate. Dependent columns, which are refused, have a probability p of at most (2^n - 1) / 2^m, as they are
 * dependent modulo 2. As Phi(sqrt(t)) is concave, the mean accuracy over random queries of independent columns is at most `most`:
 * Phi(sqrt((m - n + 1 + m / n) / (n (1 - p))) / (2 c)). So noise of o(sqrt(n)) is no defence against more than n queries, and noise
 * of order sqrt(n) only a partial one.
 * Source: Dinur, Nissim (PODS 2003), doi:10.1145/773153.773173, for the rate; Dwork, McSherry, Talwar (STOC 2007) for decoding by fits.
 * Method: normal equations from counts of common bits, which are exact, and their Cholesky factor; 512 records and 4096 queries
 * take about a second.
 * Limits: refuses queries of dependent columns (fewer queries than records, say). Up to 2048 records. `accuracy` is for Gaussian
 * noise alone.
 * @example
 * ```ts
 * import { fillNormal, stream } from "epsilab";
 * import { leastSquaresReconstruction, reconstructionAccuracy, subsetQueries } from "epsilab/attacks";
 * const random = stream(20261115, "reconstruction");
 * const secret = Array.from({ length: 64 }, () => random.uint32() % 2);
 * const queries = subsetQueries({ size: 64, queries: 512 }, random);
 * const noise = fillNormal({ mean: 0, sigma: 2 }, new Float64Array(512), random); // c = 1/2
 * const attack = leastSquaresReconstruction(queries);
 * const { bits } = attack.reconstruct(queries.answers(secret).map((answer, q) => answer + noise[q]));
 * bits.filter((bit, r) => bit === secret[r]).length; // => 64
 * attack.accuracy(2); // => 0.996...
 * reconstructionAccuracy({ size: 64, queries: 512, noise: 0.5 }).about; // => 0.9959...
 * ```
 * @claim reconstruction-attack
 */
import { type Cholesky, cholesky } from "../numerics/linear-algebra.ts";
import { normalCdf } from "../numerics/normal.ts";
import { count, declare, type ParametersOf, positive } from "../numerics/parameters.ts";
import { popcount } from "../numerics/popcount.ts";
import { pow } from "../numerics/power.ts";
import { refuse, requireInteger, requirePositive } from "../numerics/requirements.ts";
import { requireAnswers, requireQueries, type SubsetQueries } from "./subset-queries.ts";

const MOST_RECORDS = 2048;

export interface ReconstructedBits {
  /** The real numbers before they are rounded, one for each record. */
  readonly estimate: Float64Array;
  readonly bits: Uint8Array;
}

export interface LeastSquaresReconstruction {
  /** The deviation of the estimate of each record, for noise of deviation 1. */
  readonly deviations: Float64Array;
  reconstruct(answers: ArrayLike<number>): ReconstructedBits;
  /** The exact expected share of right bits, whatever the secret, for Gaussian noise of deviation `sigma`. */
  accuracy(sigma: number): number;
}

export function leastSquaresReconstruction(queries: SubsetQueries): LeastSquaresReconstruction {
  requireQueries(queries);
  const { size } = queries;
  if (size > MOST_RECORDS) refuse("size", `at most ${MOST_RECORDS}, for least squares`, size);
  if (queries.queries < size) refuse("queries", `at least as many as records (${size})`, queries.queries);
  const columns = queries.byRecord();
  const factor = factorOf(columns, size);
  let known: Float64Array | undefined;
  const deviations = () => {
    known ??= deviationsOf(factor.lower);
    return known;
  };
  return {
    get deviations() {
      return deviations();
    },
    reconstruct: (answers) => {
      requireAnswers(queries, answers);
      return rounded(factor.solve(productOf(columns, size, answers)));
    },
    accuracy: (sigma) => {
      requirePositive({ sigma });
      return deviations().reduce((sum, deviation) => sum + normalCdf(0.5 / (sigma * deviation)), 0) / size;
    },
  };
}

/** Bits from numbers: the nearer of 0 and 1, and 1 at the middle. */
export function rounded(estimate: Float64Array): ReconstructedBits {
  return { estimate, bits: Uint8Array.from(estimate, (value) => (value >= 0.5 ? 1 : 0)) };
}

export const reconstructionAccuracyParameters = declare(
  {
    size: count,
    /** More than there are records. */
    queries: count,
    /** The deviation of the noise over sqrt(records) / 2, which is that of an exact answer. */
    noise: positive,
  },
  ({ size, queries }) => requireInteger({ queries }, size + 1),
);

export interface ReconstructionAccuracyParameters extends ParametersOf<typeof reconstructionAccuracyParameters> {}

export interface ReconstructionAccuracy {
  /** The share of bits that least squares recovers, for many records. */
  readonly about: number;
  /** What its mean over random queries of independent columns does not exceed. */
  readonly most: number;
}

export function reconstructionAccuracy(parameters: ReconstructionAccuracyParameters): ReconstructionAccuracy {
  const { size, queries, noise } = reconstructionAccuracyParameters.read(parameters);
  const at = (degrees: number) => normalCdf(Math.sqrt(degrees / size) / (2 * noise));
  const dependent = pow(2, size - queries) - pow(2, -queries);
  return { about: at(queries - size), most: at((queries - size + 1 + queries / size) / (1 - dependent)) };
}

type Columns = ReturnType<SubsetQueries["byRecord"]>;

/** The factor of Q'Q, whose entries are counts of queries in common. */
function factorOf({ words, wordsEach }: Columns, records: number): Cholesky {
  const common = Array.from({ length: records }, () => new Float64Array(records));
  for (let i = 0; i < records; i++) {
    for (let j = 0; j <= i; j++) {
      let count = 0;
      for (let w = 0, a = i * wordsEach, b = j * wordsEach; w < wordsEach; w++, a++, b++)
        count += popcount(words[a] & words[b]);
      common[i][j] = count;
      common[j][i] = count;
    }
  }
  try {
    return cholesky(common);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError("queries must be such that their columns are independent, got columns that are not");
  }
}

/** The roots of the diagonal of (L L')^-1: the lengths of the columns of L^-1. */
function deviationsOf(lower: readonly Float64Array[]): Float64Array {
  const size = lower.length;
  const squares = new Float64Array(size);
  const column = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    column[j] = 1 / lower[j][j];
    squares[j] = column[j] * column[j];
    for (let i = j + 1; i < size; i++) {
      const row = lower[i];
      let sum = 0;
      for (let k = j; k < i; k++) sum += row[k] * column[k];
      column[i] = -sum / row[i];
      squares[j] += column[i] * column[i];
    }
  }
  return squares.map((square) => Math.sqrt(square));
}

/** Q'a. */
function productOf({ words, wordsEach }: Columns, records: number, answers: ArrayLike<number>): Float64Array {
  const product = new Float64Array(records);
  for (let r = 0; r < records; r++) {
    let sum = 0;
    for (let w = 0; w < wordsEach; w++) {
      for (let bits = words[r * wordsEach + w]; bits !== 0; bits &= bits - 1)
        sum += answers[32 * w + 31 - Math.clz32(bits & -bits)];
    }
    product[r] = sum;
  }
  return product;
}
