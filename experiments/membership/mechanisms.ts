/**
 * The mechanisms under attack, each at its worst pair of neighbours, as a game for an epsilon.
 *
 * Every game draws through the mechanism's own releases, so that what is attacked is the library, not a copy of it.
 * delta is 1e-5 where a mechanism needs one, and 0.01 for leaky randomized response.
 */

import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { majority } from "../../lib/mechanisms/choice/majority.ts";
import { leakyResponse } from "../../lib/mechanisms/local/leaky-response.ts";
import { randomizedResponse } from "../../lib/mechanisms/local/randomized-response.ts";
import { discreteGaussian } from "../../lib/mechanisms/noise/discrete-gaussian.ts";
import { discreteLaplace } from "../../lib/mechanisms/noise/discrete-laplace.ts";
import { gaussian } from "../../lib/mechanisms/noise/gaussian.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { noisyMean } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import { gaussianSigmaFor } from "../../lib/privacy/calibration/gaussian-calibration.ts";
import { zeroConcentratedRhoFor } from "../../lib/privacy/conversions/zero-concentrated-conversions.ts";
import type { MechanismWithLaw } from "../../lib/privacy/guarantees/mechanism.ts";
import type { ContinuousLaw, DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { approximateTradeOff } from "../../lib/privacy/trade-off/finite-trade-off.ts";
import { gaussianTradeOff, laplaceTradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { type Claimed, continuousGame, discreteGame, type MembershipGame, type Releases } from "./game.ts";
import { repeatedGaussian } from "./repeated-gaussian.ts";

const DELTA = 1e-5;
const LEAK = 0.01;
const PEOPLE = 100;
const VOTERS = 11;
const RELEASES = 10;

/** The game of telling which of two inputs a mechanism was given. */
function gameBetween<Input, OutputLaw extends DiscreteLaw<number> | ContinuousLaw>(
  mechanism: MechanismWithLaw<Input, number, Stream, OutputLaw>,
  pair: readonly [Input, Input],
  claimed: Claimed,
) {
  const release: Releases = (member, out, random) => mechanism.releaseMany(pair[member], out, random);
  return { claimed, laws: [mechanism.law(pair[0]), mechanism.law(pair[1])] as const, release };
}

/** Alternating zeros and ones; the person's record is the last, 0 or 1. */
function people(record: 0 | 1): readonly number[] {
  return Array.from({ length: PEOPLE }, (_, k) => (k === PEOPLE - 1 ? record : k % 2));
}

function votes(ones: number): readonly number[] {
  return Array.from({ length: VOTERS }, (_, k) => (k < ones ? 1 : 0));
}

const GAMES = {
  "randomized-response": (epsilon: number) =>
    discreteGame({
      ...gameBetween(randomizedResponse({ epsilon }), [0, 1], { epsilon, delta: 0 }),
      curve: approximateTradeOff({ epsilon, delta: 0 }),
    }),
  "leaky-response": (epsilon: number) =>
    discreteGame({
      ...gameBetween(leakyResponse({ epsilon, delta: LEAK }), [0, 1], { epsilon, delta: LEAK }),
      curve: approximateTradeOff({ epsilon, delta: LEAK }),
    }),
  laplace: (epsilon: number) =>
    continuousGame({
      ...gameBetween(laplace({ epsilon, sensitivity: 1, neighbours: "add-remove" }), [0, 1], { epsilon, delta: 0 }),
      curve: laplaceTradeOff(epsilon),
      middle: 0.5,
    }),
  "laplace-mean": (epsilon: number) =>
    continuousGame({
      ...gameBetween(noisyMean({ epsilon, lower: 0, upper: 1, neighbours: "swap" }), [people(0), people(1)], {
        epsilon,
        delta: 0,
      }),
      curve: laplaceTradeOff(epsilon),
      middle: (people(0).reduce((total, value) => total + value, 0) + 0.5) / PEOPLE,
    }),
  geometric: (epsilon: number) =>
    discreteGame({
      ...gameBetween(discreteLaplace({ epsilon, sensitivity: 1, neighbours: "add-remove" }), [0, 1], {
        epsilon,
        delta: 0,
      }),
      curve: approximateTradeOff({ epsilon, delta: 0 }),
    }),
  majority: (epsilon: number) => {
    const mechanism = majority({ epsilon, size: VOTERS, rule: "inverse-sensitivity" });
    const pair = [votes((VOTERS - 1) / 2), votes((VOTERS + 1) / 2)] as const;
    return discreteGame(gameBetween(mechanism, pair, { epsilon, delta: 0 }));
  },
  "exponential-mechanism": (epsilon: number) => {
    const mechanism = exponentialMechanism({
      epsilon,
      sensitivity: 1,
      options: 5,
      change: "general",
      neighbours: "swap",
    });
    return discreteGame(
      gameBetween(
        mechanism,
        [
          [1, 1, 1, 1, 0],
          [0, 0, 0, 0, 1],
        ],
        { epsilon, delta: 0 },
      ),
    );
  },
  gaussian: (epsilon: number) => {
    const mechanism = gaussian({ epsilon, delta: DELTA, sensitivity: 1, neighbours: "add-remove" });
    return continuousGame({
      ...gameBetween(mechanism, [0, 1], { epsilon, delta: DELTA }),
      curve: gaussianTradeOff(1 / mechanism.sigma),
      middle: 0.5,
    });
  },
  "discrete-gaussian": (epsilon: number) => {
    const rho = zeroConcentratedRhoFor({ epsilon, delta: DELTA });
    const mechanism = discreteGaussian({ rho, sensitivity: 1, neighbours: "add-remove" });
    return discreteGame(gameBetween(mechanism, [0, 1], { epsilon, delta: DELTA }));
  },
  "gaussian-ten-times": (epsilon: number) => {
    const claimed = { epsilon, delta: DELTA };
    const sigma = gaussianSigmaFor({ ...claimed, sensitivity: 1 }) * Math.sqrt(RELEASES);
    return repeatedGaussian({ claimed, releases: RELEASES, centres: [0, 1], sigma });
  },
} as const;

export type MechanismName = keyof typeof GAMES;

export const MECHANISMS = Object.keys(GAMES) as [MechanismName, ...MechanismName[]];

const built = new Map<string, MembershipGame>();

/** Built once for each epsilon: a game is a pure function of its names. */
export function gameOf(mechanism: MechanismName, epsilon: number): MembershipGame {
  const key = `${mechanism} ${epsilon}`;
  let game = built.get(key);
  if (game === undefined) {
    game = GAMES[mechanism](epsilon);
    built.set(key, game);
  }
  return game;
}
