/**
 * Bandits: each round one of several arms is pulled, its reward alone is seen, and few rewards may be lost; private, so that no
 * round's rewards can be told from the arms that were pulled.
 *
 * What the two learners of this folder share, `privateUpperConfidence` and `privateElimination`, and their twins without privacy,
 * `upperConfidence` and `successiveElimination`. The input is a table of rewards in [0, 1], a row of one reward for each arm for
 * every round; neighbours are tables that differ in one row (`event`). The output are the arms pulled. A session does it round by
 * round: `choose` says the arm, `observe` takes its reward. Rewards outside [0, 1] are brought to it: to refuse one would tell that
 * there was such a reward. What is no number is refused, and so is a round beyond the horizon; neither the session nor the source
 * of randomness has moved then. Why parallel composition holds though the arms depend on the noise: take the noisy sums that a
 * learner publishes for its output, of which the arms are a function. Given the sums published so far the next arm is fixed, so
 * that for one list of published sums the density of the list is a product, and it is fixed which sums hold the reward of a given
 * round: those of one arm. Only these factors change with that row, each by e^(1 / scale) at most.
 * Limits: at most 65536 arms. A session lives in memory and cannot be saved. One round is protected, not a person who comes again.
 */
import { declare, type Given, integer, number, optional, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireList } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { Mechanism } from "../../privacy/guarantees/mechanism.ts";
import type { Stream } from "../../random/stream.ts";
import type { StreamNoise } from "../counters/running-sum.ts";
import { anyHorizon } from "../horizon.ts";

/** Each arm has its counter in memory, and is looked at in every round. */
const MOST_ARMS = 65_536;
/** So far above the least float64 that its reciprocal times all that is counted is finite. */
const LEAST_ERROR_RATE = 1e-290;

const BANDIT = {
  /** K: how many arms there are. */
  arms: integer(1, MOST_ARMS),
  /** T: the largest number of rounds, at least one for each arm. */
  horizon: anyHorizon,
  /** How likely the confidence bounds of a run may fail, 1 / horizon unless it is given. */
  errorRate: optional(number({ expected: `between ${LEAST_ERROR_RATE} and 1`, least: LEAST_ERROR_RATE, most: 1 })),
};

function requireRoundForEachArm({ arms, horizon }: Given<typeof BANDIT>): void {
  if (horizon < arms) refuse("horizon", `at least the number of arms, ${arms}`, horizon);
}

export const banditParameters = declare(BANDIT, requireRoundForEachArm);

export interface BanditParameters extends ParametersOf<typeof banditParameters> {}

/** The budget is of all arms pulled together, for the rewards of one round. */
export const privateBanditParameters = withBudget(["pure"], BANDIT, requireRoundForEachArm);

export type PrivateBanditParameters = ParametersOf<typeof privateBanditParameters>;

/** What every learner knows of its runs. */
export interface BanditRules {
  readonly arms: number;
  readonly horizon: number;
  readonly errorRate: number;
}

/** Row t has the rewards of round t + 1, one for each arm. */
export type RewardTable = readonly ArrayLike<number>[];

/** A session without privacy. */
export interface BanditSession {
  /** How many rewards were observed. */
  readonly time: number;
  /** For how many rounds from now on the arm is the same whatever the rewards are, at least; 0 at the end. */
  readonly committed: number;
  /**
   * The noisy sums that the arms were last chosen by, one for each arm, 0 before the first: as private as the arms. Without privacy
   * the sums themselves.
   */
  readonly sums: Float64Array;
  /** The arm of the next round, from 0 on. The same until its reward was observed. */
  choose(): number;
  /** The reward of the arm chosen. */
  observe(reward: number): void;
}

export interface PrivateBanditSession extends Omit<BanditSession, "observe"> {
  observe(reward: number, random: Stream): void;
}

/** What learners with and without privacy have in common. */
export interface AnyBandit {
  readonly name: string;
  readonly arms: number;
  readonly horizon: number;
  /**
   * Of the expected pseudo-regret, sum of the gaps of the arms pulled, after `horizon` rounds of independent rewards in [0, 1] with
   * these means.
   */
  regretBound(means: ArrayLike<number>): number;
  /** A pseudo-regret that no run exceeds while all its confidence bounds hold, which fails with probability at most (arms - 1) failure. */
  likelyRegret(means: ArrayLike<number>): number;
  start(): PrivateBanditSession;
}

export interface Bandit extends AnyBandit {
  start(): BanditSession;
}

/** From the table of rewards to the arms pulled, one for each row. */
export interface PrivateBandit extends Omit<Mechanism<RewardTable, readonly number[], Stream>, "law">, AnyBandit {
  readonly neighbours: "event";
  /** Of one published sum. */
  readonly noise: StreamNoise;
}

/** The reward within [0, 1]. */
export function clippedReward(reward: number): number {
  if (!Number.isFinite(reward)) refuseData("the reward", "finite");
  return reward < 0 ? 0 : reward > 1 ? 1 : reward;
}

/** Refuses a round beyond the horizon. */
export function requireRound(time: number, horizon: number): void {
  if (time >= horizon) refuse("the number of rounds", `at most the horizon, ${horizon}`, time + 1);
}

/** Plays a whole table. All of it is looked at before the first draw: whether it is refused must not depend on the noise. */
export function armsPulled(bandit: AnyBandit, table: RewardTable, random: Stream): readonly number[] {
  const { arms, horizon } = bandit;
  requireList("the table of rewards", table);
  if (table.length > horizon) refuse("the number of rounds", `at most the horizon, ${horizon}`, table.length);
  const rows = table.map((row) => {
    requireList("a row of rewards", row, arms);
    return Array.from(row, clippedReward);
  });
  const session = bandit.start();
  return rows.map((row) => {
    const arm = session.choose();
    session.observe(row[arm], random);
    return arm;
  });
}

/** How much less than the best arm each one gives, refusing means outside [0, 1]. */
export function gapsOf(means: ArrayLike<number>, arms: number): readonly number[] {
  requireList("means", means, arms);
  const given = Array.from(means);
  given.forEach((mean, arm) => {
    if (!(typeof mean === "number" && mean >= 0 && mean <= 1)) refuse(`means[${arm}]`, "between 0 and 1", mean);
  });
  const best = given.reduce((most, mean) => Math.max(most, mean));
  return given.map((mean) => best - mean);
}
