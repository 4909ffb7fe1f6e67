/**
 * Reconstruction by trying all secrets: every list of bits that misses no answer by more than a bound.
 *
 * Theorem: if all 2^n subset queries are answered within E, every candidate differs from the secret in at most 4 E records, and 4 E
 * is attained.
 * Proof: let A be the records where the secret is 1 and the candidate 0. The sums over A differ by |A|, and both are within E of
 * the answer, so |A| <= 2 E; likewise for the records B the other way round. For 2 E an integer, two lists with |A| = |B| = 2 E
 * have sums that differ by 2 E at most over any subset, so that answers midway between them are within E of both. So with noise
 * below n / 8 on every answer each candidate is wrong in fewer than half of the records, whoever asks everything. That need not
 * make any one record certain: `common` has the bits that all candidates share, and the secret is among the candidates if the bound
 * holds.
 * Source: Dinur, Nissim (PODS 2003), theorem 1, doi:10.1145/773153.773173.
 * Method: the candidates in Gray order, of which each differs from the one before in one record. Sums are integers; the bounds that
 * they must keep are rounded outwards, by 2^-51 (|answer| + within), so that the rounding of an answer and of `within` never drops
 * the secret.
 * Limits: up to 24 records and 2^31 candidates times queries. More than 2^20 that fit are refused.
 * @example
 * ```ts
 * import { everySubset, exhaustiveReconstruction } from "epsilab/attacks";
 * const queries = everySubset(4);
 * const answers = queries.answers([1, 0, 1, 1]).map((answer, q) => answer + (q % 2 === 0 ? 0.5 : -0.5));
 * const { candidates, common } = exhaustiveReconstruction({ queries, answers, within: 0.5 });
 * candidates; // => [[0, 0, 1, 1], [1, 0, 1, 1], [0, 1, 1, 1]]
 * common; // => ["unknown", "unknown", 1, 1]
 * ```
 * @claim reconstruction-attack
 */
import { declare, made, nonNegative, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireList } from "../numerics/requirements.ts";
import { requireAnswers, requireQueries, type SubsetQueries } from "./subset-queries.ts";

const MOST_RECORDS = 24;
const MOST_STEPS = 2_147_483_648;
const MOST_CANDIDATES = 1_048_576;

export const exhaustiveReconstructionParameters = declare(
  {
    queries: made<SubsetQueries>(requireQueries),
    answers: made<ArrayLike<number>>((answers, name) => requireList(name, answers)),
    /** How much an answer may be off. */
    within: nonNegative,
  },
  ({ queries, answers }) => requireAnswers(queries, answers),
);

export interface ExhaustiveReconstructionParameters extends ParametersOf<typeof exhaustiveReconstructionParameters> {}

export interface ExhaustiveReconstruction {
  /** Every list of bits that fits, at least one. */
  readonly candidates: readonly (readonly number[])[];
  /** The bits that all candidates have in common. */
  readonly common: readonly (number | "unknown")[];
}

export function exhaustiveReconstruction(parameters: ExhaustiveReconstructionParameters): ExhaustiveReconstruction {
  const { queries, answers, within } = exhaustiveReconstructionParameters.read(parameters);
  const { size } = queries;
  if (size > MOST_RECORDS) refuse("size", `at most ${MOST_RECORDS}, to try all secrets`, size);
  const steps = (1 << size) * queries.queries;
  if (steps > MOST_STEPS) refuse("2^size * queries", `at most ${MOST_STEPS}, to try all secrets`, steps);
  const codes = fittingCodes(queries, answers, within);
  if (codes.length === 0)
    throw new RangeError(`within must be so large that some secret fits all answers, got ${within}`);
  const candidates = codes.map((code) => Array.from({ length: size }, (_, r) => (code >>> r) & 1));
  const [all, any] = codes.reduce(([and, or], code) => [and & code, or | code], [-1, 0]);
  const common = Array.from({ length: size }, (_, r) => {
    const [least, most] = [(all >>> r) & 1, (any >>> r) & 1];
    return least === most ? least : "unknown";
  });
  return { candidates, common };
}

/** The candidates that fit, as integers whose bit r is record r, in Gray order. */
function fittingCodes(queries: SubsetQueries, answers: ArrayLike<number>, within: number): number[] {
  const { size } = queries;
  const asked = Array.from({ length: size }, (_, r) =>
    Int32Array.from(Array.from({ length: queries.queries }, (_, q) => q).filter((q) => queries.has(q, r))),
  );
  // A sum is an integer: it fits from `least` to `most`. Four rounding errors: of the answer, of the bound, and of the two operations here.
  const slack = (answer: number) => 2 * Number.EPSILON * (Math.abs(answer) + within);
  const least = Float64Array.from(answers, (answer) => Math.ceil(answer - within - slack(answer)));
  const most = Float64Array.from(answers, (answer) => Math.floor(answer + within + slack(answer)));
  const sums = new Int32Array(queries.queries);
  let missed = 0;
  for (let q = 0; q < queries.queries; q++) if (least[q] > 0 || most[q] < 0) missed++;
  const found: number[] = [];
  let code = 0;
  for (let step = 1; ; step++) {
    if (missed === 0 && found.push(code) > MOST_CANDIDATES)
      refuse("within", `so small that at most ${MOST_CANDIDATES} secrets fit`, within);
    if (step === 1 << size) return found;
    const record = 31 - Math.clz32(step & -step);
    code ^= 1 << record;
    const change = (code >>> record) & 1 ? 1 : -1;
    for (const q of asked[record]) {
      if (sums[q] >= least[q] && sums[q] <= most[q]) missed++;
      sums[q] += change;
      if (sums[q] >= least[q] && sums[q] <= most[q]) missed--;
    }
  }
}
