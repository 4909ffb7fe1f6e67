/**
 * How the functions of lib/streams on bandits are called, for the fuzz test.
 */
import fc from "fast-check";
import { stream } from "../../lib/random/index.ts";
import { type Bandit, upperConfidence } from "../../lib/streams/index.ts";
import { count, listOf, openProbability, positive, probability, record } from "./arguments.ts";
import { type Entry, takes } from "./fuzz.ts";

const parameters = count.chain((arms) =>
  record({ arms: fc.constant(arms), horizon: fc.integer({ min: arms, max: 400 }), failure: openProbability }),
);
const played = (bandit: Bandit) => {
  const session = bandit.start();
  session.observe(0.5);
  const means = Array.from({ length: bandit.arms }, (_, arm) => 0.5 / (arm + 1));
  return [session.time, session.committed, session.sums, bandit.regretBound(means), bandit.likelyRegret(means)];
};
const three = upperConfidence({ arms: 3, horizon: 50 });

export const BANDITS: Readonly<Record<string, Entry>> = {
  banditLowerBound: takes(
    [
      record({
        arms: fc.integer({ min: 2, max: 12 }),
        horizon: fc.integer({ min: 1, max: 100_000 }),
        mean: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
        gap: fc.double({ min: 0.01, max: 0.29, noNaN: true }),
        epsilon: positive,
      }),
    ],
    { range: [0, Infinity] },
  ),
  banditRegret: takes(
    [
      record({ bandit: fc.constant(three), means: listOf(probability, 3, 3) }),
      fc.nat().map((seed) => stream(seed, "fuzz")),
    ],
    { fixed: /bandit|1/ },
  ),
  laiRobbinsRate: takes([listOf(openProbability)], { infinite: true }),
  successiveElimination: takes([parameters], { follow: played }),
  upperConfidence: takes([parameters], { follow: played }),
};
