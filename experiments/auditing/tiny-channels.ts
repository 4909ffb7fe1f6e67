/**
 * Tiny channels: from the coins of a few canaries to finitely many outputs, so that the law of the number of right guesses and the trade-off curve are exact.
 *
 * `responses` shows each coin through randomized response of epsilon 1; `all-or-nothing` shows all coins with probability 0.1, else none; `one-shown` shows one coin and whose it is;
 * `random` has masses drawn once for all. A channel lists the masses of the outputs for every list of coins, read as bits.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { tradeOffOfMasses } from "../../lib/privacy/trade-off/finite-trade-off.ts";
import type { TradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { vertices } from "../../lib/privacy/trade-off/trade-off-operations.ts";
import { convexify } from "../../lib/privacy/trade-off/trade-off-points.ts";
import { sampleNormal } from "../../lib/random/normal.ts";
import { stream } from "../../lib/random/stream.ts";

export type Channel = readonly (readonly number[])[];

export const CHANNELS = ["responses", "all-or-nothing", "one-shown", "random"] as const;
export type ChannelName = (typeof CHANNELS)[number];

const RESPONSE = 1 / (1 + exp(-1));
const LEAK = 0.1;
const OUTPUTS = 6;

export function channelOf(name: ChannelName, canaries: number): Channel {
  const lists = Array.from({ length: 1 << canaries }, (_, coins) => coins);
  switch (name) {
    case "responses":
      return lists.map((coins) =>
        lists.map((shown) => {
          let mass = 1;
          for (let i = 0; i < canaries; i++) mass *= ((coins ^ shown) >> i) & 1 ? 1 - RESPONSE : RESPONSE;
          return mass;
        }),
      );
    case "all-or-nothing":
      return lists.map((coins) => [1 - LEAK, ...lists.map((shown) => (shown === coins ? LEAK : 0))]);
    case "one-shown":
      return lists.map((coins) =>
        Array.from({ length: 2 * canaries }, (_, k) => (((coins >> (k >> 1)) & 1) === (k & 1) ? 1 / canaries : 0)),
      );
    case "random": {
      const random = stream(20261117, "tiny channel", canaries);
      return lists.map(() => {
        const weights = Array.from({ length: OUTPUTS }, () => exp(sampleNormal({ mean: 0, sigma: 1 }, random)));
        const sum = weights.reduce((a, b) => a + b);
        return weights.map((weight) => weight / sum);
      });
    }
  }
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
