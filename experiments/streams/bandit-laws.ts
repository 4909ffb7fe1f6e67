/**
 * Exact laws of the arms that private bandits pull, for two arms: what the parts on bandits share.
 *
 * Upper confidence in four rounds, by quadrature: the first two pull each arm once, the choices of the third and fourth compare
 * upper ends with independent noise (the tree's estimates after one pull and after two are from different blocks). Elimination on
 * Bernoulli arms, in closed form up to sums over counts of rewards.
 */

import { banditInformation, banditLowerBound } from "../../lib/continual/bandits/bandit-lower-bound.ts";
import {
  bernoulliEpochLaw,
  droppedArms,
  type EpochLaw,
  endedBatches,
  runsOf,
} from "../../lib/continual/bandits/elimination-law.ts";
import { laplaceSumQuantile } from "../../lib/continual/bandits/laplace-sum-tail.ts";
import type { AnyBandit, RewardTable } from "../../lib/continual/bandits/private-bandit.ts";
import { privateElimination } from "../../lib/continual/bandits/private-elimination.ts";
import { privateUpperConfidence } from "../../lib/continual/bandits/private-upper-confidence.ts";
import { type Batch, batchesOf, successiveElimination } from "../../lib/continual/bandits/successive-elimination.ts";
import { upperConfidence } from "../../lib/continual/bandits/upper-confidence.ts";
import { finiteLaw } from "../../lib/mechanisms/laws/finite-law.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import type { Stream } from "../../lib/random/stream.ts";

/** Rewards of the pulls that count: round 1 of arm 0, round 2 of arm 1, and round 3 of either. */
type FourRounds = readonly [first: number, second: number, third0: number, third1: number];

/** The law of the arms of rounds 3 and 4, as 2 a + b, with noise of this scale in each block. */
export function fourRoundsLaw([first, second, third0, third1]: FourRounds, scale: number): DiscreteLaw<number> {
  // d = errorRate / (2 (T' + 1)) with errorRate 1/4 and T' = 3.
  const logLevel = log(32);
  const noise = scale * laplaceSumQuantile(1, logLevel);
  const [one, two] = [Math.sqrt(logLevel / 2) + noise, Math.sqrt(logLevel / 4) + noise / 2];
  const stays = (own: number, again: number, other: number) => {
    const [before, after] = [laplaceLaw(own + one, scale), laplaceLaw((own + again) / 2 + two, scale / 2)];
    const rival = laplaceLaw(other + one, scale);
    const kinks = [own + one, (own + again) / 2 + two, other + one];
    const [lower, upper] = [-60 * scale, 60 * scale + 2 * one];
    const over = (law: typeof rival, x: number) => law.cdf(2 * law.kinks[0] - x);
    const mass = (last: (x: number) => number) =>
      integrate((x) => exp(rival.logDensity(x)) * over(before, x) * last(x), {
        ...{ lower, upper, kinks, relativeTolerance: 1e-12 },
      }).value;
    return [mass((x) => over(after, x)), mass((x) => after.cdf(x))];
  };
  const [stays0, leaves0] = stays(first, third0, second);
  const [stays1, leaves1] = stays(second, third1, first);
  return finiteLaw([stays0, leaves0, leaves1, stays1].map(log));
}

/** All tables of bits, and all pairs of them that differ in one round. */
export function fourRoundsPairs(): readonly (readonly [FourRounds, FourRounds])[] {
  const tables = Array.from({ length: 16 }, (_, k) => [k & 1, (k >> 1) & 1, (k >> 2) & 1, (k >> 3) & 1] as const);
  const rounds = ([a, b, c, d]: FourRounds) => [`${a}`, `${b}`, `${c}${d}`];
  return tables.flatMap((one, k) =>
    tables.slice(k + 1).flatMap((other) => {
      const changed = rounds(one).filter((round, i) => round !== rounds(other)[i]).length;
      return changed === 1 ? [[one, other] as const] : [];
    }),
  );
}

/** Two epochs of elimination, whose batches are short because its bounds may fail, and a round that shows how they ended. */
export const SHORT = { arms: 2, errorRate: 0.5 };

export function twoEpochs(epsilon: number): { readonly batches: readonly [Batch, Batch]; readonly horizon: number } {
  const [first, second] = batchesOf({ ...SHORT, horizon: 1_000_000_000 }, epsilon);
  return { batches: [first, second], horizon: 2 * (first.pulls + second.pulls) + 1 };
}

/** The changes of all published sums, in scales, that one reward makes while both runs, with the same noise, pull the same arms. */
export function publishedChange(
  bandit: AnyBandit & { readonly noise: { readonly scale: number } },
  [one, other]: readonly [RewardTable, RewardTable],
  random: () => Stream,
): number {
  const runs = [one, other].map((table) => ({ table, session: bandit.start(), random: random(), sums: [0] }));
  let changes = 0;
  for (let round = 0; round < one.length; round++) {
    const arms = runs.map(({ session }) => session.choose());
    if (arms[0] !== arms[1]) break;
    for (const run of runs) {
      const [arm] = arms;
      const before = run.random.position;
      run.session.observe(run.table[round][arm], run.random);
      // A sum is published when noise is drawn for it.
      run.sums = run.random.position > before ? [run.session.sums[arm]] : [];
    }
    if (runs[0].sums.length === 1) changes += Math.abs(runs[0].sums[0] - runs[1].sums[0]) / bandit.noise.scale;
  }
  return changes;
}

/** Without privacy where there is no epsilon. */
type Privacy = number | "infinity";

interface Learned {
  readonly epsilon: Privacy;
  readonly horizon: number;
  readonly errorRate?: number;
}

const given = ({ epsilon: _, ...rest }: Learned) => ({ arms: 2, ...rest });

export function confidenceOf(cell: Learned): AnyBandit {
  const { epsilon } = cell;
  return epsilon === "infinity" ? upperConfidence(given(cell)) : privateUpperConfidence({ ...given(cell), epsilon });
}

export function eliminationOf(cell: Learned): AnyBandit {
  const { epsilon } = cell;
  return epsilon === "infinity" ? successiveElimination(given(cell)) : privateElimination({ ...given(cell), epsilon });
}

export const MEAN = 0.5;

/** The two instances: the second arm worse by the gap, and better by it. */
export const instancesOf = (gap: number) =>
  [
    [MEAN, MEAN - gap],
    [MEAN, MEAN + gap],
  ] as const;

interface EliminationOutcome {
  readonly logMass: number;
  /** Of the second arm. */
  readonly pulls: number;
}

/** A chance this small that both arms are left ends the sum. */
const NO_MORE = -50;

/** Every way that elimination can go on Bernoulli arms, exactly. */
export function eliminationOutcomes(
  cell: Learned,
  means: readonly [number, number],
  negligible?: number,
): readonly EliminationOutcome[] {
  const { epsilon, horizon, errorRate = 1 / horizon } = cell;
  const batches = batchesOf({ arms: 2, horizon, errorRate }, epsilon === "infinity" ? undefined : epsilon);
  const scale = epsilon === "infinity" ? 0 : 1 / epsilon;
  const laws: EpochLaw[] = [];
  let both = 0;
  for (const batch of endedBatches(batches, horizon)) {
    if (both < NO_MORE && negligible === undefined) {
      laws.push({ first: -Infinity, second: -Infinity, neither: 0 });
      continue;
    }
    const law = bernoulliEpochLaw(batch, means, { scale, ...(negligible !== undefined && { negligible }) });
    laws.push(law);
    both += law.neither;
  }
  return droppedArms(laws).map((outcome) => ({
    logMass: outcome.logMass,
    pulls: runsOf(outcome, batches, horizon).reduce((sum, { arm, rounds }) => sum + arm * rounds, 0),
  }));
}

/** The expected regrets on both instances. */
export function eliminationRegrets(cell: Learned, gap: number): readonly [number, number] {
  const [worse, better] = instancesOf(gap).map((means) =>
    eliminationOutcomes(cell, means).reduce((sum, { logMass, pulls }) => sum + exp(logMass) * pulls, 0),
  );
  return [gap * worse, gap * (cell.horizon - better)];
}

const pairOf = (epsilon: Privacy, gap: number) => ({
  ...{ mean: MEAN, gap },
  ...(epsilon !== "infinity" && { epsilon }),
});

export function lowerBoundOf({ epsilon, horizon }: Learned, gap: number): number {
  return banditLowerBound({ arms: 2, horizon, ...pairOf(epsilon, gap) });
}

export function informationOf(epsilon: Privacy, gap: number): number {
  return banditInformation(pairOf(epsilon, gap));
}
