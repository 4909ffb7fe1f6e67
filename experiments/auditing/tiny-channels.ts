/**
 * Tiny channels: the channels of coins on which audits of one run are compared with the truth.
 *
 * `responses` shows each coin through randomized response of epsilon 1; `all-or-nothing` shows all coins with probability 0.1, else
 * none; `one-shown` shows one coin and whose it is; `random` has masses drawn once for all.
 */
import {
  allOrNothing,
  type Channel,
  oneShown,
  randomCoinChannel,
  responses,
} from "../../lib/auditing/coin-channels.ts";
import { stream } from "../../lib/random/stream.ts";

export const CHANNELS = ["responses", "all-or-nothing", "one-shown", "random"] as const;
export type ChannelName = (typeof CHANNELS)[number];

export function channelOf(name: ChannelName, canaries: number): Channel {
  switch (name) {
    case "responses":
      return responses(canaries, 1);
    case "all-or-nothing":
      return allOrNothing(canaries, 0.1);
    case "one-shown":
      return oneShown(canaries);
    case "random":
      return randomCoinChannel({ canaries, outputs: 6, strength: 1 }, stream(20261117, "tiny channel", canaries));
  }
}
