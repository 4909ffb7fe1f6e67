/** Membership in a published mean: judged by drawn members and strangers, the same for everybody. */
import { count, integer, openProbability } from "../../lib/numerics/parameters.ts";
import { sampleBernoulli } from "../../lib/random/bernoulli.ts";
import { sampleBinomial } from "../../lib/random/binomial.ts";
import { stream } from "../../lib/random/stream.ts";
import { sampleUniform } from "../../lib/random/uniform.ts";
import { type Answer, ask, defineExercise, shown, Wrong } from "./exercise.ts";

export const whoWasThere = defineExercise({
  id: "who-was-there",
  title: "Break it: who was there?",
  statement: `A study of \`size\` people publishes no record, only means: for each of many attributes the share of its people that have it.
You know the shares in the whole population, and one person's own attributes, 0 or 1. Each person of the study was drawn from the
population, attribute by attribute.

Write \`isMember(means, person, population)\`: whether the person was in the study; all three are lists with a number for each
attribute. Of 100 strangers at most 10 may be called members, and of 100 members at least 90 must be. \`size\` is the fourth argument.`,
  imports: {},
  types: "type Shares = readonly number[];",
  answer: "isMember",
  solution: `function isMember(means: Shares, person: Shares, population: Shares, size: number): boolean {
  // BEGIN SOLUTION
  // Each attribute of a member pulls its mean towards it by (x - p) / size. Weighted by p (1 - p), the sum is 0 on average for a
  // stranger and attributes / size for a member: the border is in the middle.
  const score = means.reduce((sum, mean, k) => {
    const share = population[k];
    return sum + ((person[k] - share) * (mean - share)) / (share * (1 - share));
  }, 0);
  return score > means.length / (2 * size);
  // END SOLUTION
}`,
  inLibrary: "`membershipAttack` of `epsilab/attacks`",
  notebook: "02-what-epsilon-means",
  setting: { size: integer(2), attributes: count, trials: count, falseAlarms: openProbability, power: openProbability },
  shown: [{ size: 50, attributes: 800, trials: 100, falseAlarms: 0.1, power: 0.9 }],
  hidden: [{ size: 30, attributes: 600, trials: 100, falseAlarms: 0.1, power: 0.9 }],
  judge(answer, { size, attributes, trials, falseAlarms, power }) {
    let [alarms, found] = [0, 0];
    for (const { population, person, stranger, member } of studiesOf({ size, attributes, trials })) {
      if (askTruth(answer, [[...stranger], [...person], [...population], size])) alarms++;
      if (askTruth(answer, [[...member], [...person], [...population], size])) found++;
    }
    const study = `of a study of ${size} people with ${attributes} attributes`;
    const [strangers, members] = [`${alarms} of ${trials} strangers`, `${found} of ${trials} members`];
    if (alarms > falseAlarms * trials && found < power * trials)
      return `${study}, it finds ${members} and suspects ${strangers}.`;
    if (alarms > falseAlarms * trials) return `${study}, it takes ${strangers} for members, which are too many.`;
    if (found < power * trials) return `${study}, it finds ${members} only.`;
    return undefined;
  },
});

interface Study {
  readonly population: readonly number[];
  readonly person: readonly number[];
  /** The means of a study without the person, and of one with. */
  readonly stranger: readonly number[];
  readonly member: readonly number[];
}

/** What a setting draws is drawn once: a check is asked again and again. */
const drawn = new Map<string, readonly Study[]>();

function studiesOf(setting: Readonly<Record<"size" | "attributes" | "trials", number>>): readonly Study[] {
  const key = JSON.stringify(setting);
  const studies = drawn.get(key) ?? Array.from({ length: setting.trials }, (_, trial) => studyOf(setting, trial));
  drawn.set(key, studies);
  return studies;
}

function studyOf({ size, attributes }: Readonly<Record<"size" | "attributes", number>>, trial: number): Study {
  const random = stream(20261119, "exercises", "who-was-there", String(size), String(attributes), String(trial));
  const population = Array.from({ length: attributes }, () => 0.2 + 0.6 * sampleUniform(random));
  const drawPerson = () => population.map((share) => (sampleBernoulli(share, random) ? 1 : 0));
  const [person, stranger] = [drawPerson(), drawPerson()];
  const others = population.map((probability) => sampleBinomial({ trials: size - 1, probability }, random));
  const meansWith = (record: readonly number[]) => others.map((ones, k) => (ones + record[k]) / size);
  return { population, person, stranger: meansWith(stranger), member: meansWith(person) };
}

function askTruth(answer: Answer, given: readonly unknown[]): boolean {
  const value = ask(answer, "isMember", given);
  if (typeof value === "boolean") return value;
  throw new Wrong(`isMember should be true or false, and is ${shown(value)}.`);
}
