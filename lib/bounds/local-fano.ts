/**
 * Fano's bound for local privacy: the risk among many parameters, from one epsilon-private answer of each person.
 *
 * Theorem: independent bits with shares (1 - gap) / 2 or (1 + gap) / 2, by the words of a set.
 * - `none`, channels that do not depend on other answers: all words, which answers tell at most I nats (`cubeInformation`). Guesses
 *   of the word are more than t places off with probability at least 1 - (I + ln 2) / ln(2^d / N), N the number of words within t
 *   places of one; then the Euclidean error is at least (gap / 2) sqrt(t + 1).
 * - `sequential`, channels that may depend on earlier answers: a Gilbert-Varshamov code as in `fano`, with `size` times the
 *   `localDivergence` of two words in place of the divergence of the records; the error is at least separation / 2 where the guess
 *   is wrong.
 * What holds for sequential protocols holds for the others: the larger is returned.
 * Source: Duchi, Jordan, Wainwright (JASA 2018), corollary 2; Duchi, Wainwright, Distance-based and continuum Fano inequalities
 * (2013), corollary 1.
 * Limits: pure privacy; up to 32 distances t are searched. The value is 0 where no set tells. Less than `localAssouad` by a constant.
 * @claim local-lower-bounds
 */

import { logBinomialCoefficient } from "../numerics/binomial.ts";
import { logSumExp } from "../numerics/log-sum.ts";
import { declare, type ParametersOf } from "../numerics/parameters.ts";
import { bestSeparation } from "./best-separation.ts";
import { errorLoss } from "./error-loss.ts";
import { distancesUpTo, type Packing, type PackingBound } from "./fano.ts";
import { logCodeSize } from "./gilbert-varshamov.ts";
import { SURVEY } from "./local-assouad.ts";
import { divergenceOf } from "./local-divergence.ts";
import { cubeInformation } from "./local-information.ts";
import { parameterPair, requireSize } from "./parameter-pair.ts";

export const localFanoParameters = declare(
  {
    ...SURVEY,
    /** The Euclidean distance, or its square. */
    loss: errorLoss,
  },
  requireSize,
);

export interface LocalFanoParameters extends ParametersOf<typeof localFanoParameters> {}

const LOG_TWO = Math.LN2;

export function localFano(parameters: LocalFanoParameters): PackingBound {
  const { model, size, guarantee, loss, interaction } = localFanoParameters.read(parameters);
  const { dimension } = model;
  const { epsilon } = guarantee;
  const lossOf = (error: number) => (loss === "squared" ? error * error : error);
  const divergences = new Map<number, number>();
  const packed = (gap: number) => {
    const distance = parameterPair(model, gap * Math.sqrt(dimension)).recordDistance;
    const found = divergences.get(gap) ?? size * divergenceOf({ epsilon, distance, divergence: "kullback-leibler" });
    divergences.set(gap, found);
    return found;
  };
  let best: PackingBound | undefined;
  const consider = (packing: Omit<Packing, "gap" | "separation">, leaked: (gap: number) => number) => {
    const { distance, logCount } = packing;
    const value = (gap: number) => {
      const error = logCount > 0 ? Math.max(0, 1 - (leaked(gap) + LOG_TWO) / logCount) : 0;
      return lossOf((gap / 2) * Math.sqrt(distance)) * error;
    };
    const gap = bestSeparation(value, { widest: 1, density: 3 });
    if (best === undefined || value(gap) > best.value)
      best = { value: value(gap), packing: { ...packing, gap, separation: gap * Math.sqrt(distance) } };
  };
  for (const distance of distancesUpTo(dimension)) {
    if (interaction === "none")
      consider({ distance, logCount: logSpread(dimension, distance - 1) }, (gap) =>
        cubeInformation({ epsilon, gap, size }),
      );
    consider({ distance, logCount: logCodeSize({ dimension, distance }) }, packed);
  }
  return best as unknown as PackingBound;
}

/** The logarithm of the number of all words over that of those within this many places of one. */
function logSpread(dimension: number, places: number): number {
  const ball = Float64Array.from({ length: places + 1 }, (_, i) => logBinomialCoefficient(dimension, i));
  return Math.max(0, dimension * LOG_TWO - logSumExp(ball));
}
