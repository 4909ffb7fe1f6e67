/**
 * Coin channels: from the coins of a few canaries to finitely many outputs, so that the law of the number of right guesses and the
 * trade-off curve are exact.
 *
 * A channel lists the masses of the outputs for every list of coins, read as bits. What an audit of one run states is compared with
 * the truth on them.
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { tradeOffOfMasses } from "../privacy/trade-off/finite-trade-off.ts";
import type { TradeOff } from "../privacy/trade-off/trade-off.ts";
import { vertices } from "../privacy/trade-off/trade-off-operations.ts";
import { convexify } from "../privacy/trade-off/trade-off-points.ts";
import { sampleNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";

export type Channel = readonly (readonly number[])[];

const listsOf = (canaries: number) => Array.from({ length: 1 << canaries }, (_, coins) => coins);

/** Each coin through randomized response, all answers shown. */
export function responses(canaries: number, epsilon: number): Channel {
  const right = 1 / (1 + exp(-epsilon));
  const lists = listsOf(canaries);
  return lists.map((coins) =>
    lists.map((shown) => {
      let mass = 1;
      for (let i = 0; i < canaries; i++) mass *= ((coins ^ shown) >> i) & 1 ? 1 - right : right;
      return mass;
    }),
  );
}

/** All coins with probability `leak`, else none. */
export function allOrNothing(canaries: number, leak: number): Channel {
  const lists = listsOf(canaries);
  return lists.map((coins) => [1 - leak, ...lists.map((shown) => (shown === coins ? leak : 0))]);
}

/** One of the coins, and which it is. */
export function oneShown(canaries: number): Channel {
  return listsOf(canaries).map((coins) =>
    Array.from({ length: 2 * canaries }, (_, k) => (((coins >> (k >> 1)) & 1) === (k & 1) ? 1 / canaries : 0)),
  );
}

interface RandomCoinChannelParameters {
  readonly canaries: number;
  readonly outputs: number;
  /** The deviation of the logarithms of the weights. */
  readonly strength: number;
}

export function randomCoinChannel(
  { canaries, outputs, strength }: RandomCoinChannelParameters,
  random: Stream,
): Channel {
  return listsOf(canaries).map(() => {
    const weights = Array.from({ length: outputs }, () => exp(strength * sampleNormal({ mean: 0, sigma: 1 }, random)));
    const sum = weights.reduce((a, b) => a + b);
    return weights.map((weight) => weight / sum);
  });
}

/** The largest curve below those of all neighbours, both ways. */
export function curveOf(channel: Channel, canaries: number): TradeOff {
  return convexify(
    channel.flatMap((masses, coins) =>
      Array.from({ length: canaries }, (_, i) => channel[coins ^ (1 << i)]).flatMap((others) =>
        vertices(tradeOffOfMasses({ logNull: masses.map(log), logAlternative: others.map(log) })),
      ),
    ),
  );
}

/** P(W >= v) for v = 0, 1, ..., of the attack that guesses the coins that are surest from the output. */
export function tailsOf(channel: Channel, canaries: number, guesses: number): number[] {
  const tails = new Array<number>(guesses + 1).fill(0);
  for (let output = 0; output < channel[0].length; output++) {
    const ones = Array.from({ length: canaries }, (_, i) =>
      channel.reduce((sum, masses, coins) => sum + ((coins >> i) & 1 ? 1 : -1) * masses[output], 0),
    );
    const surest = ones.map((_, i) => i).sort((a, b) => Math.abs(ones[b]) - Math.abs(ones[a]) || a - b);
    channel.forEach((masses, coins) => {
      const right = surest.slice(0, guesses).filter((i) => ((coins >> i) & 1) === (ones[i] > 0 ? 1 : 0)).length;
      for (let v = 0; v <= right; v++) tails[v] += masses[output] / channel.length;
    });
  }
  return tails;
}
