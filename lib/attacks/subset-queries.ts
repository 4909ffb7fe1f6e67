/**
 * Subset queries: how many records of a subset have the secret bit 1, for many subsets, packed 32 bits to a word.
 *
 * `subsetQueries` draws subsets that hold each record with probability 1/2, independently: the questions of Dinur and Nissim.
 * `everySubset` asks all 2^n, the most that anyone can ask. `answers` are exact; noise is added by the mechanisms of the library,
 * or by those who study one.
 * Source: Dinur, Nissim (PODS 2003), doi:10.1145/773153.773173.
 * Limits: up to 2^20 queries, 2^16 records and 2^27 bits in all; `everySubset` up to 16 records. Answers are exact counts: to
 * publish them is a breach.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { subsetQueries } from "epsilab/attacks";
 * const queries = subsetQueries({ size: 4, queries: 6 }, stream(20261115, "queries"));
 * queries.members(0); // => [0, 1, 2, 3]
 * queries.answers([1, 0, 1, 1]); // => Float64Array(6) [3, 0, 2, 1, 3, 0]
 * ```
 * @claim reconstruction-attack
 */

import { declare, integer, type ParametersOf } from "../numerics/parameters.ts";
import { popcount } from "../numerics/popcount.ts";
import { refuse, refuseData, requireInteger, requireList } from "../numerics/requirements.ts";
import { type Random, requireSource } from "../random/random.ts";

const MOST_RECORDS = 65_536;
const MOST_QUERIES = 1_048_576;
const MOST_BITS = 134_217_728;
const MOST_ASKED_ENTIRELY = 16;

export const subsetQueryParameters = declare(
  {
    /** How many records there are, each with a secret bit. */
    size: integer(1, MOST_RECORDS),
    /** How many subsets are asked for. */
    queries: integer(1, MOST_QUERIES),
  },
  ({ size, queries }) => {
    if (size * queries > MOST_BITS) refuse("size * queries", `at most ${MOST_BITS}`, size * queries);
  },
);

export interface SubsetQueryParameters extends ParametersOf<typeof subsetQueryParameters> {}

/** Made by `subsetQueries` and `everySubset`. */
export class SubsetQueries {
  readonly size: number;
  readonly queries: number;
  /** The subsets one after the other: bit r & 31 of word (r >> 5) of a query is record r. */
  readonly words: Uint32Array;
  readonly #wordsEach: number;

  /** @internal Use `subsetQueries(...)`. */
  constructor(parameters: SubsetQueryParameters, wordOf: (query: number, word: number) => number) {
    const { size, queries } = subsetQueryParameters.read(parameters);
    this.size = size;
    this.queries = queries;
    this.#wordsEach = Math.ceil(size / 32);
    this.words = new Uint32Array(queries * this.#wordsEach);
    const last = size % 32 === 0 ? 0xffffffff : (1 << (size % 32)) - 1;
    for (let q = 0, at = 0; q < queries; q++) {
      for (let w = 0; w < this.#wordsEach; w++, at++) {
        this.words[at] = wordOf(q, w) & (w === this.#wordsEach - 1 ? last : 0xffffffff);
      }
    }
    Object.freeze(this);
  }

  /** @internal Whether it is one. */
  static isQueries(value: unknown): value is SubsetQueries {
    return typeof value === "object" && value !== null && #wordsEach in value;
  }

  has(query: number, record: number): boolean {
    requirePlace("query", query, this.queries);
    requirePlace("record", record, this.size);
    return ((this.words[query * this.#wordsEach + (record >>> 5)] >>> (record & 31)) & 1) === 1;
  }

  /** The records of a subset, in order. */
  members(query: number): number[] {
    requirePlace("query", query, this.queries);
    return Array.from({ length: this.size }, (_, record) => record).filter((record) => this.has(query, record));
  }

  /** The exact answers about a secret of bits 0 and 1, one for each record. */
  answers(secret: ArrayLike<number>): Float64Array {
    const packed = new Uint32Array(this.#wordsEach);
    requireList("secret", secret, this.size);
    for (let r = 0; r < this.size; r++) {
      if (secret[r] !== 0 && secret[r] !== 1) refuseData(`secret[${r}]`, "0 or 1");
      if (secret[r] === 1) packed[r >>> 5] |= 1 << (r & 31);
    }
    const counts = new Float64Array(this.queries);
    for (let q = 0, at = 0; q < this.queries; q++) {
      let sum = 0;
      for (let w = 0; w < this.#wordsEach; w++, at++) sum += popcount(this.words[at] & packed[w]);
      counts[q] = sum;
    }
    return counts;
  }

  /** The queries of each record: bit q & 31 of word (q >> 5) of a record is query q. */
  byRecord(): { readonly wordsEach: number; readonly words: Uint32Array } {
    const wordsEach = Math.ceil(this.queries / 32);
    const words = new Uint32Array(this.size * wordsEach);
    for (let q = 0, at = 0; q < this.queries; q++) {
      const [word, bit] = [q >>> 5, 1 << (q & 31)];
      for (let w = 0; w < this.#wordsEach; w++, at++) {
        for (let bits = this.words[at]; bits !== 0; bits &= bits - 1)
          words[(32 * w + 31 - Math.clz32(bits & -bits)) * wordsEach + word] |= bit;
      }
    }
    return { wordsEach, words };
  }
}

/** Subsets at random, each record in each with probability 1/2. */
export function subsetQueries(parameters: SubsetQueryParameters, random: Random): SubsetQueries {
  requireSource(random);
  return new SubsetQueries(parameters, () => random.uint32());
}

/** All subsets, the empty one too, in binary order. */
export function everySubset(size: number): SubsetQueries {
  requireInteger({ size }, 1);
  if (size > MOST_ASKED_ENTIRELY) refuse("size", `at most ${MOST_ASKED_ENTIRELY}, for all subsets`, size);
  return new SubsetQueries({ size, queries: 1 << size }, (query) => query);
}

function requirePlace(name: string, place: number, count: number): void {
  if (!(Number.isInteger(place) && place >= 0 && place < count))
    refuse(name, `an integer from 0 to ${count - 1}`, place);
}

export function requireQueries(queries: SubsetQueries): void {
  if (!SubsetQueries.isQueries(queries)) refuse("queries", "made by `subsetQueries` or `everySubset`", typeof queries);
}

/** Answers as an attack takes them: one finite number for each query. */
export function requireAnswers(asked: SubsetQueries, answers: ArrayLike<number>): void {
  requireQueries(asked);
  const { queries } = asked;
  requireList("answers", answers, queries);
  for (let q = 0; q < queries; q++) if (!Number.isFinite(answers[q])) refuseData(`answers[${q}]`, "finite");
}
