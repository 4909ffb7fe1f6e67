/**
 * Tests of private bandits: instances for the contract, arguments for the fuzz.
 *
 * The contract looks at the sums that a learner publishes, of which the arms are a function. With one arm, upper confidence
 * publishes the noisy sums of one tree, which tell those of its blocks; elimination of two arms publishes one noisy sum for each
 * arm and epoch, and the first epoch is the same for all tables.
 */
import fc from "fast-check";
import {
  type PrivateBandit,
  type PrivateBanditParameters,
  privateBanditParameters,
  type RewardTable,
} from "../../lib/continual/bandits/private-bandit.ts";
import { privateElimination } from "../../lib/continual/bandits/private-elimination.ts";
import { privateUpperConfidence } from "../../lib/continual/bandits/private-upper-confidence.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import { listOf, probability } from "../surface/arguments.ts";
import { type Auditable, contractInstance, type NeighbouringInputs } from "./instance.ts";
import { builds, type MechanismTests } from "./mechanism-tests.ts";

interface Published {
  /** Of a run on this table. */
  readonly sums: (table: RewardTable, random: Stream) => Float64Array;
  readonly centres: (table: RewardTable) => readonly number[];
  readonly worstPair: readonly [RewardTable, RewardTable];
}

function inSums(
  {
    name,
    neighbours,
    guarantee,
    noise,
    release,
    privacyLoss,
  }: PrivateBandit & Required<Pick<PrivateBandit, "privacyLoss">>,
  { sums, centres, worstPair }: Published,
): Auditable<RewardTable, Float64Array> {
  const taken = new WeakSet<RewardTable>();
  const refuseByMechanism = (table: RewardTable) => {
    if (typeof table === "object" && taken.has(table)) return;
    release(table, stream(0, "what is no input is refused"));
    taken.add(table);
  };
  return {
    name,
    neighbours,
    guarantee,
    release: (table, random) => {
      refuseByMechanism(table);
      return sums(table, random);
    },
    law: (table) => {
      refuseByMechanism(table);
      return { kind: "product", coordinates: centres(table).map((centre) => laplaceLaw(centre, noise.scale)) };
    },
    privacyLoss,
    worstPair: () => worstPair,
  };
}

/** The last set bit of t removed: where the block that ends at t begins. */
const beginOf = (t: number) => t & (t - 1);

const rewards = (first: number): RewardTable => [[first], [0.5], [0.25], [1]];

function treeBlocks(parameters: PrivateBanditParameters): Auditable<RewardTable, Float64Array> {
  const bandit = privateUpperConfidence(parameters);
  return inSums(bandit, {
    sums: (table, random) => {
      const session = bandit.start();
      const sums = [0];
      for (const row of table) {
        session.observe(row[0], random);
        sums.push(session.sums[0]);
      }
      return Float64Array.from(sums.slice(1), (sum, i) => sum - sums[beginOf(i + 1)]);
    },
    centres: (table) => table.map((_, i) => table.slice(beginOf(i + 1), i + 1).reduce((sum, row) => sum + row[0], 0)),
    worstPair: [rewards(0), rewards(1)],
  });
}

/** Rewards of the first epoch, the same in all rounds but for arm 0 in the first. */
const epochOf = (rounds: number, first: number): RewardTable =>
  Array.from({ length: rounds }, (_, round) => [round === 0 ? first : 0.5, 0.25]);

/** Tables of constant rewards, and others that differ in one round: in either arm's first or last pull. */
function changedRounds(): NeighbouringInputs<RewardTable> {
  const rows = [0, 0.5, 1].flatMap((first) => [0, 1].map((second) => [first, second]));
  return [rows[0], rows[3]].flatMap((rest) =>
    [0, 152, 153, ROUNDS - 1].flatMap((round) => {
      const tables = rows.map((row) => Array.from({ length: ROUNDS }, (_, t) => (t === round ? row : rest)));
      return tables.flatMap((first, i) => tables.slice(i + 1).map((second) => [first, second] as const));
    }),
  );
}

const short = { arms: 2, horizon: 330, epsilon: 1, errorRate: 0.5 };
/** The first epoch of it: 153 pulls of each arm. */
const ROUNDS = 306;

function batchSums(parameters: PrivateBanditParameters): Auditable<RewardTable, Float64Array> {
  const bandit = privateElimination(parameters);
  const [pulls] = bandit.batches.map((batch) => batch.pulls);
  return inSums(bandit, {
    sums: (table, random) => {
      const session = bandit.start();
      for (let round = 0; round < 2 * pulls; round++) session.observe(table[round][session.choose()], random);
      return session.sums;
    },
    centres: (table) =>
      [0, 1].map((arm) => table.slice(arm * pulls, (arm + 1) * pulls).reduce((sum, row) => sum + row[arm], 0)),
    worstPair: [epochOf(2 * pulls, 0), epochOf(2 * pulls, 1)],
  });
}

const row = listOf(probability, 2, 2);
const horizon = fc.integer({ min: 1, max: 400 });
const follow = (bandit: PrivateBandit) => {
  const session = bandit.start();
  session.observe(1, stream(1, "fuzz"));
  const means = Array.from({ length: bandit.arms }, (_, arm) => 0.5 / (arm + 1));
  return [session.choose(), session.time, session.committed, bandit.regretBound(means), bandit.likelyRegret(means)];
};

export const BANDIT_MECHANISMS: MechanismTests = {
  privateElimination: {
    fuzz: builds(privateBanditParameters, listOf(row, 0, 12), {
      own: { arms: fc.constant(2), horizon },
      follow,
    }),
    instances: [
      contractInstance({
        folder: "continual",
        file: "private-elimination",
        build: batchSums,
        declaration: privateBanditParameters,
        good: short,
        off: { epsilon: 1.1 },
        input: epochOf(ROUNDS, 0.75),
        neighbouring: changedRounds,
        bad: { arms: [400] },
        badInputs: [
          ["the reward", [[0, Number.NaN]]],
          ["a row of rewards", [[0]]],
          ["the table of rewards", 7],
          ["the number of rounds", epochOf(331, 0)],
        ],
      }),
    ],
  },
  privateUpperConfidence: {
    fuzz: builds(privateBanditParameters, listOf(row, 0, 12), { own: { horizon }, follow }),
    instances: [
      contractInstance({
        folder: "continual",
        file: "private-upper-confidence",
        build: treeBlocks,
        declaration: privateBanditParameters,
        good: { arms: 1, horizon: 4, epsilon: 1 },
        off: { epsilon: 1.1 },
        domain: [[[0], [0.3], [1]], 1, 2, 3, 4],
        input: rewards(0.75),
        bad: { arms: [400] },
        badInputs: [
          ["the reward", [[Infinity]]],
          ["a row of rewards", [[0, 1]]],
          ["the table of rewards", 7],
          ["the number of rounds", [...rewards(0), [1]]],
        ],
      }),
    ],
  },
};
