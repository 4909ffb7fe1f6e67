/**
 * Fano's bound, with and without privacy: the mean loss among many parameters far apart.
 *
 * Theorem: let N parameters be pairwise `separation` apart, and any two of their samples be coupled with expected Hamming distance at most
 * D = size T. The average error of a test among them is at least
 * - without privacy 1 - (size KL + ln 2) / ln N (Fano);
 * - if it is epsilon-private (swap): 1 - 1/c - e^(c epsilon D) / N, for every c > 1 (by Markov h > c D has probability at most 1/c);
 *   the literature prints c = 10; `best` takes the best c;
 * - if it is rho-zero-concentrated: 1 - (rho (D^2 + D (1 - T)) + ln 2) / ln N, since outputs h records apart diverge by at most h^2 rho;
 * and the largest mean loss is at least separation / 2 times it, the squared one separation^2 / 4. Under `add-remove` the guarantee
 * counts for a group of two. What holds without privacy holds with it: the larger is returned.
 * Packing: bits (1 - gap) / 2 or (1 + gap) / 2 in each coordinate, by the words of a Gilbert-Varshamov code whose words differ in
 * at least k places: separation gap sqrt(k); two laws differ most where the words differ everywhere.
 * Source: Acharya, Sun, Zhang (ALT 2021), for private tests; Fano (1961); Gilbert (1952).
 * Limits: product of bits. All k up to the dimension (beyond 32, 32 of them) and gaps are searched; the value is 0 where no packing tells.
 * @claim fano-private
 * @also minimax lower bound, packing
 */
import { exp } from "../numerics/exponential.ts";
import { declare, oneOf, optional, type ParametersOf } from "../numerics/parameters.ts";
import { anyGuarantee } from "../privacy/guarantees/guarantee.ts";
import { bestSeparation } from "./best-separation.ts";
import { errorLoss } from "./error-loss.ts";
import { logCodeSize } from "./gilbert-varshamov.ts";
import { estimatorNeighbours, underSwap } from "./indistinguishability.ts";
import { anySize, type ParameterPair, parameterPair, requireSize } from "./parameter-pair.ts";
import { productModel } from "./statistical-model.ts";

export const fanoParameters = declare(
  {
    model: productModel,
    size: anySize,
    /** Without one, the bound for all estimators. */
    guarantee: optional(anyGuarantee("pure", "zero-concentrated")),
    /** The constant of Markov's inequality under pure privacy. */
    markov: oneOf("ten", "best"),
    /** The Euclidean distance by default, or its square. */
    loss: optional(errorLoss, "absolute"),
    /** Swap by default. */
    neighbours: optional(estimatorNeighbours, "swap"),
  },
  requireSize,
);

export interface FanoParameters extends ParametersOf<typeof fanoParameters> {}

export interface Packing {
  /** How far the probabilities of a coordinate lie apart. */
  readonly gap: number;
  /** In how many coordinates two parameters differ at least. */
  readonly distance: number;
  readonly separation: number;
  readonly logCount: number;
}

export interface PackingBound {
  readonly value: number;
  readonly packing: Packing;
}

const LOG_TWO = Math.LN2;
const MARKOV = { ten: [10], best: [1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 14, 20, 30] } as const;
const MOST_CODES = 32;

export function fano(parameters: FanoParameters): PackingBound {
  const read = fanoParameters.read(parameters);
  const { model, loss, neighbours } = read;
  const given: Tested = {
    ...read,
    guarantee: read.guarantee === undefined ? undefined : underSwap(read.guarantee, neighbours),
  };
  const pairs = new Map<number, ParameterPair>();
  const pairAt = (gap: number) => {
    const pair = pairs.get(gap) ?? parameterPair(model, gap * Math.sqrt(model.dimension));
    pairs.set(gap, pair);
    return pair;
  };
  let best: PackingBound | undefined;
  for (const distance of distancesUpTo(model.dimension)) {
    const logCount = logCodeSize({ dimension: model.dimension, distance });
    const value = (gap: number) => {
      const error = (gap * Math.sqrt(distance)) / 2;
      return (loss === "squared" ? error * error : error) * testError(given, pairAt(gap), logCount);
    };
    const gap = bestSeparation(value, { widest: 1 });
    const packing = { gap, distance, separation: gap * Math.sqrt(distance), logCount };
    if (best === undefined || value(gap) > best.value) best = { value: value(gap), packing };
  }
  return best as PackingBound;
}

type Tested = Pick<ReturnType<typeof fanoParameters.read>, "size" | "guarantee" | "markov">;

/** The least average error of a test among e^logCount words. */
function testError(
  { size, guarantee, markov }: Tested,
  { divergence, recordDistance }: ParameterPair,
  logCount: number,
): number {
  if (!(logCount > 0)) return 0;
  let error = Math.max(0, 1 - (size * divergence + LOG_TWO) / logCount);
  const changes = size * recordDistance;
  if (guarantee?.kind === "zero-concentrated") {
    const squares = changes * changes + changes * (1 - recordDistance);
    error = Math.max(error, 1 - (guarantee.rho * squares + LOG_TWO) / logCount);
  }
  if (guarantee?.kind === "pure") {
    for (const constant of MARKOV[markov]) {
      const found = 1 - 1 / constant - exp(Math.min(1, constant * guarantee.epsilon * changes - logCount));
      error = Math.max(error, found);
    }
  }
  return error;
}

export function distancesUpTo(dimension: number): number[] {
  const count = Math.min(dimension, MOST_CODES);
  return Array.from({ length: count }, (_, i) => Math.round(((i + 1) * dimension) / count));
}
