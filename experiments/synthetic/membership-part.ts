/**
 * Membership in a synthetic table: does a table betray who was in the data?
 *
 * A made-up person with rare values is in the table, or another stands in their place; fresh noise every time. The attacker says
 * "member" if a synthetic record agrees with the target in every column (`nearestRecordScore`), a rule that is fixed before any
 * run. Under swap with epsilon the rates of true and false alarms of any rule differ by at most tanh(epsilon / 2).
 * Source: Hayes et al. (PETS 2019), Chen et al. (CCS 2020) for the attack; Kairouz, Oh, Viswanath (ICML 2015) for the limit.
 */
import { nearestRecordScore } from "../../lib/attacks/nearest-record-score.ts";
import { adultLike, adultLikeDomain } from "../../lib/data/adult-like.ts";
import { domain } from "../../lib/data/domain.ts";
import { type Table, tableFrom } from "../../lib/data/table.ts";
import { tanh } from "../../lib/numerics/hyperbolic-tangent.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import { attributeSpace, codedRecords } from "../../lib/synthetic/attribute-space.ts";
import { independentMarginals } from "../../lib/synthetic/independent-marginals.ts";
import { kWayMarginals } from "../../lib/synthetic/marginal.ts";
import { mwem } from "../../lib/synthetic/mwem.ts";
import { noisyHistogram } from "../../lib/synthetic/noisy-histogram.ts";
import { axis, estimateAtMost, type Part, shareStudy, variant, z } from "../kit.ts";

const { age, education, marital, sex } = adultLikeDomain.columns;
const people = domain({ columns: { age, education, marital, sex }, person: "row" });
type People = Table<typeof people.columns>;
const bins = { age: 4 };
const space = attributeSpace({ domain: people, bins });
const RECORDS = 60;
/** A widowed doctor of 20: nobody like them is among the others. */
const TARGET = { age: 20, education: "doctorate", marital: "widowed", sex: "female" };
const STAND_IN = { age: 44, education: "school", marital: "married", sex: "male" };

/** The table with the person, or with somebody else in their place. */
function tableWith(person: typeof TARGET): People {
  const others = adultLike(RECORDS - 1, stream(20261116, "others"));
  const names = Object.keys(people.columns) as (keyof typeof TARGET)[];
  return tableFrom(Object.fromEntries(names.map((name) => [name, [...others[name], person[name]]])), people);
}

const shared = { domain: people, bins, neighbours: "swap", size: RECORDS } as const;
type Release = (table: People, random: Stream) => People;

function releaseOf(method: string, epsilon: number): Release {
  if (method === "copy") return (table) => table;
  const workload = kWayMarginals(space, 2);
  const synthesiser =
    method === "histogram"
      ? noisyHistogram({ ...shared, epsilon })
      : method === "mwem"
        ? mwem({ ...shared, epsilon, workload, rounds: 8 })
        : independentMarginals({ ...shared, guarantee: pure(epsilon) });
  return (table, random) => synthesiser.release(table, random).table;
}

function recordsOf(table: People): readonly number[][] {
  const codes = codedRecords(space, table);
  return Array.from({ length: codes[0].length }, (_, row) => codes.map((column) => column[row]));
}

const METHODS = ["histogram", "mwem", "independent"] as const;

const attackStudy = shareStudy({
  axes: {
    epsilon: axis(z.number().min(1).max(6), { means: "epsilon", quick: [1, 4], full: [1, 2, 4] }),
    method: axis<string>(z.enum(METHODS), { means: "how the table is made", quick: METHODS }),
  },
  trials: { quick: 400, full: 3000 },
  blockSize: 200,
  intervals: () => 2,
  block: ({ epsilon, method }, count, random) => {
    const release = releaseOf(method, epsilon);
    const [inside, outside] = [tableWith(TARGET), tableWith(STAND_IN)];
    const target = recordsOf(inside)[RECORDS - 1];
    const alarms = (table: People, name: string) => {
      const own = random.child(name, "tables");
      let found = 0;
      for (let k = 0; k < count; k++)
        if (nearestRecordScore({ target, synthetic: recordsOf(release(table, own)) }) === 0) found++;
      return found;
    };
    return { members: alarms(inside, "in"), others: alarms(outside, "out") };
  },
  judge: ({ epsilon }, { members, others }) => {
    const advantage = {
      estimate: members.estimate - others.estimate,
      lower: members.lower - others.upper,
      upper: members.upper - others.lower,
    };
    return {
      checks: { advantage: estimateAtMost(advantage, tanh(epsilon / 2)) },
      values: { "true-alarms": members.estimate, "false-alarms": others.estimate },
    };
  },
});

export const membershipParts: Readonly<Record<string, Part>> = {
  membership: {
    claim: "synth-histogram",
    asks: "Does an attacker who looks for a copy of a rare person tell members from others no better than epsilon allows?",
    study: attackStudy,
    controls: {
      "copy-of-the-sample": {
        says: "a synthetic table that is the sample itself, said to be epsilon-private",
        study: variant(attackStudy, {
          axes: {
            epsilon: axis(z.number().min(1).max(4), { means: "epsilon", quick: [1] }),
            method: axis(z.literal("copy"), { means: "how the table is made", quick: ["copy"] }),
          },
        }),
      },
    },
  },
};
