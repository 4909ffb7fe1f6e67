/**
 * Adult-like records: made-up people of a census, whose columns depend on each other about as those of the Adult data do.
 *
 * One person after the other: age and sex; education by age; marital status by age; work by education; hours by sex and marital
 * status; and an income above the line more often with education, age, hours and marriage. The numbers are round and chosen by
 * hand: nobody's data went in. Good for examples, experiments and benchmarks where a table with 8 x 5 x 4 x 4 x 2 x 3 x 2 = 7680
 * cells (ages in 8 bins) and strong dependence is wanted.
 * Source: the columns follow Becker, Kohavi (1996), Adult, doi:10.24432/C5XW20; the probabilities are our own.
 * @example
 * ```ts
 * import { stream, tableFrom } from "epsilab";
 * import { adultLike, adultLikeDomain } from "epsilab/data";
 * const people = adultLike(1000, stream(20261116, "people"));
 * people.education.length; // => 1000
 * const table = tableFrom(people, adultLikeDomain);
 * ```
 */
import { refuse, requireInteger } from "../numerics/requirements.ts";
import { sampleBoundedInteger } from "../random/bounded-integer.ts";
import { requireStream } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { categoryColumn, domain, flagColumn, integerColumn } from "./domain.ts";

const EDUCATION = ["school", "some college", "bachelor", "master", "doctorate"] as const;
const MARITAL = ["never married", "married", "divorced", "widowed"] as const;
const WORK = ["private", "self-employed", "government", "none"] as const;
const SEX = ["female", "male"] as const;
const HOURS = ["part time", "full time", "overtime"] as const;
const [LEAST_AGE, MOST_AGE] = [17, 89];

/** Declared from what is known of any census: no record was looked at. */
export const adultLikeDomain = domain({
  columns: {
    age: integerColumn({ lower: LEAST_AGE, upper: MOST_AGE, unit: "years" }),
    education: categoryColumn(EDUCATION),
    marital: categoryColumn(MARITAL),
    work: categoryColumn(WORK),
    sex: categoryColumn(SEX),
    hours: categoryColumn(HOURS),
    highIncome: flagColumn(),
  },
  person: "row",
});

/** A column of the records each, in the order of the domain. */
export interface AdultLikeColumns {
  readonly age: readonly number[];
  readonly education: readonly (typeof EDUCATION)[number][];
  readonly marital: readonly (typeof MARITAL)[number][];
  readonly work: readonly (typeof WORK)[number][];
  readonly sex: readonly (typeof SEX)[number][];
  readonly hours: readonly (typeof HOURS)[number][];
  readonly highIncome: readonly boolean[];
  readonly [column: string]: readonly (string | number | boolean)[];
}

type Person = { readonly [Name in keyof typeof adultLikeDomain.columns]: AdultLikeColumns[Name][number] };

const MOST_RECORDS = 16777216; // 2^24

export function adultLike(size: number, random: Stream): AdultLikeColumns {
  requireInteger({ size }, 0);
  if (size > MOST_RECORDS) refuse("size", `at most ${MOST_RECORDS}`, size);
  requireStream(random);
  const people = Array.from({ length: size }, () => person(random));
  return {
    age: people.map(({ age }) => age),
    education: people.map(({ education }) => education),
    marital: people.map(({ marital }) => marital),
    work: people.map(({ work }) => work),
    sex: people.map(({ sex }) => sex),
    hours: people.map(({ hours }) => hours),
    highIncome: people.map(({ highIncome }) => highIncome),
  };
}

function person(random: Stream): Person {
  // The lesser of two uniform ages: the young are more.
  const span = MOST_AGE - LEAST_AGE + 1;
  const age = LEAST_AGE + Math.min(sampleBoundedInteger(span, random), sampleBoundedInteger(span, random));
  const sex = choose(SEX, [0.45, 0.55], random);
  const education = choose(EDUCATION, age < 22 ? [0.6, 0.4, 0, 0, 0] : [0.42, 0.28, 0.2, 0.08, 0.02], random);
  const marital = choose(MARITAL, maritalWeights(age), random);
  const level = EDUCATION.indexOf(education);
  const work = choose(
    WORK,
    age > 66 ? [0.2, 0.1, 0.05, 0.65] : [0.7 - 0.05 * level, 0.1, 0.1 + 0.06 * level, 0.1],
    random,
  );
  const married = marital === "married";
  const hours = choose(HOURS, hourWeights(work === "none" || age > 66, sex === "male", married), random);
  const chance =
    0.02 + 0.09 * level + (married ? 0.2 : 0) + (hours === "overtime" ? 0.15 : 0) + (age > 30 && age < 67 ? 0.08 : 0);
  const highIncome = sampleUniform(random) < (work === "none" || hours === "part time" ? 0.2 : 1) * chance;
  return { age, education, marital, work, sex, hours, highIncome };
}

function maritalWeights(age: number): readonly number[] {
  if (age < 25) return [0.9, 0.09, 0.01, 0];
  if (age < 40) return [0.35, 0.53, 0.11, 0.01];
  return age < 65 ? [0.08, 0.68, 0.2, 0.04] : [0.04, 0.54, 0.12, 0.3];
}

function hourWeights(retired: boolean, male: boolean, married: boolean): readonly number[] {
  if (retired) return [0.8, 0.15, 0.05];
  if (male) return married ? [0.06, 0.54, 0.4] : [0.2, 0.58, 0.22];
  return married ? [0.38, 0.52, 0.1] : [0.25, 0.6, 0.15];
}

/** One of the words, with probability proportional to its weight. */
function choose<Word>(words: readonly Word[], weights: readonly number[], random: Stream): Word {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = sampleUniform(random) * total;
  for (const [k, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return words[k];
  }
  return words[words.length - 1];
}
