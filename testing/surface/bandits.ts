/**
 * How the functions of lib/continual on bandits are called, for the fuzz test.
 */
import fc from "fast-check";
import { banditLowerBoundParameters } from "../../lib/continual/bandits/bandit-lower-bound.ts";
import { banditRegretParameters } from "../../lib/continual/bandits/bandit-regret.ts";
import { banditParameters } from "../../lib/continual/bandits/private-bandit.ts";
import { type Bandit, upperConfidence } from "../../lib/continual/index.ts";
import { stream } from "../../lib/random/index.ts";
import { listOf, openProbability, probability } from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const own = { horizon: fc.integer({ min: 1, max: 400 }) };
const played = (bandit: Bandit) => {
  const session = bandit.start();
  session.observe(0.5);
  const means = Array.from({ length: bandit.arms }, (_, arm) => 0.5 / (arm + 1));
  return [session.time, session.committed, session.sums, bandit.regretBound(means), bandit.likelyRegret(means)];
};
const three = upperConfidence({ arms: 3, horizon: 50 });

export const BANDITS: Readonly<Record<string, Entry>> = {
  banditLowerBound: declares(banditLowerBoundParameters, { range: [0, Infinity] }),
  banditRegret: takes(
    [
      argumentsOf(banditRegretParameters, { bandit: fc.constant(three), means: listOf(probability, 3, 3) }),
      fc.nat().map((seed) => stream(seed, "fuzz")),
    ],
    { fixed: /bandit|1/, isDeclared: true },
  ),
  laiRobbinsRate: takes([listOf(openProbability)], { infinite: true }),
  successiveElimination: declares(banditParameters, { own, follow: played }),
  upperConfidence: declares(banditParameters, { own, follow: played }),
};
