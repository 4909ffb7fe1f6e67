/** Counts of people that give away one of them: judged on every table of its size. */
import { integer } from "../../lib/numerics/parameters.ts";
import { type Answer, ask, defineExercise, shown } from "./exercise.ts";

type Who = (person: number) => boolean;

export const twoCounts = defineExercise({
  id: "two-counts",
  title: "Break it: counts of many people",
  statement: `A hospital answers one kind of question: how many of these people have the diagnosis? A question about fewer than
\`least\` people is refused, so that no answer is about a single person. Break it.

People are the numbers from 0 to \`size - 1\`. \`count(who)\` answers how many of the people for whom \`who(person)\` is true have the
diagnosis, and is \`undefined\` where it refuses. Write \`hasDiagnosis(count, target, size)\`: whether the person \`target\` has it.`,
  imports: {},
  types: "type Count = (who: (person: number) => boolean) => number | undefined;",
  answer: "hasDiagnosis",
  solution: `function hasDiagnosis(count: Count, target: number, size: number): boolean {
  // BEGIN SOLUTION
  // Both questions are about many people, and their difference is one person.
  const everybody = count(() => true) ?? 0;
  const others = count((person) => person !== target) ?? 0;
  return everybody - others === 1;
  // END SOLUTION
}`,
  inLibrary: "`differenceTest` of `epsilab/attacks`",
  notebook: "14-breaking-anonymity",
  setting: { size: integer(2, 10), least: integer(1, 9) },
  shown: [{ size: 8, least: 5 }],
  hidden: [
    { size: 7, least: 6 },
    { size: 9, least: 3 },
  ],
  judge(answer, { size, least }) {
    let [refused, asked, right] = [0, 0, 0];
    const target = size - 3 > 0 ? size - 3 : 0;
    const tables = 1 << size;
    for (let table = 0; table < tables; table++) {
      const has = (person: number) => ((table >> person) & 1) === 1;
      const count = (who: Who) => {
        const people = Array.from({ length: size }, (_, person) => person).filter((person) => who(person));
        asked++;
        if (people.length < least) refused++;
        return people.length < least ? undefined : people.filter(has).length;
      };
      const found = askTruth(answer, [count, target, size]);
      if (typeof found === "string") return found;
      if (found === has(target)) right++;
    }
    if (right === tables) return undefined;
    if (asked === 0) return `hasDiagnosis asks nothing, and is right for ${right} of the ${tables} possible tables.`;
    const all = asked === refused;
    if (all) return `every question is refused, as it is about fewer than ${least} people.`;
    return `hasDiagnosis is right for ${right} of the ${tables} tables of ${size} people, and has to be for all of them.`;
  },
});

function askTruth(answer: Answer, given: readonly unknown[]): boolean | string {
  const value = ask(answer, "hasDiagnosis", given);
  return typeof value === "boolean" ? value : `hasDiagnosis should be true or false, and is ${shown(value)}.`;
}
