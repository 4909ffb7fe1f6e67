/**
 * Synthetic census blocks: persons drawn independently from a law of sex, age group, race and ethnicity, and the tables that are
 * published of them.
 *
 * The tables have the form of the 2010 Census at the level of blocks (summary file 1): `detailed` are sex by age for each race
 * (P12A to G), sex by age by ethnicity (P12H), and race by ethnicity by sex; `coarse` are sex by age (P12) and race by ethnicity by
 * sex. Age groups are ten years wide, races four.
 */
import { publishedTables } from "../../lib/attacks/published-tables.ts";
import { categoryColumn, domain } from "../../lib/data/domain.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { aliasTable, sampleCategorical } from "../../lib/random/categorical.ts";
import type { Stream } from "../../lib/random/stream.ts";

const SEXES = ["female", "male"] as const;
const AGES = ["0-9", "10-19", "20-29", "30-39", "40-49", "50-59", "60-69", "70+"] as const;
const RACES = ["white", "black", "asian", "other"] as const;
const HISPANIC = ["no", "yes"] as const;

export const residents = domain({
  columns: {
    sex: categoryColumn(SEXES),
    age: categoryColumn(AGES),
    race: categoryColumn(RACES),
    hispanic: categoryColumn(HISPANIC),
  },
  person: "row",
});

export const RELEASES = {
  detailed: [
    ["sex", "age", "race"],
    ["sex", "age", "hispanic"],
    ["race", "hispanic", "sex"],
  ],
  coarse: [
    ["sex", "age"],
    ["race", "hispanic", "sex"],
  ],
} as const;

const AGE_SHARES = [0.12, 0.13, 0.14, 0.14, 0.13, 0.13, 0.11, 0.1];
const RACE_SHARES = [0.65, 0.15, 0.08, 0.12];
/** Of each race, the share that is Hispanic. */
const HISPANIC_SHARES = [0.1, 0.05, 0.02, 0.6];

/** The public proportions: how likely a person is of each kind, in the order of the cells of the domain. */
export const PROPORTIONS: readonly number[] = SEXES.flatMap(() =>
  AGE_SHARES.flatMap((age) =>
    RACE_SHARES.flatMap((race, k) =>
      [1 - HISPANIC_SHARES[k], HISPANIC_SHARES[k]].map((share) => 0.5 * age * race * share),
    ),
  ),
);

const kinds = aliasTable(PROPORTIONS);

/** A block of this many persons. */
export function drawBlock(persons: number, random: Stream) {
  const records = Array.from({ length: persons }, () => {
    const kind = sampleCategorical(kinds, random);
    return {
      sex: SEXES[kind >> 6],
      age: AGES[(kind >> 3) & 7],
      race: RACES[(kind >> 1) & 3],
      hispanic: HISPANIC[kind & 1],
    };
  });
  return tableFrom(records, residents);
}

export type Block = ReturnType<typeof drawBlock>;

export function publish(block: Block, release: keyof typeof RELEASES) {
  return publishedTables(block, RELEASES[release]);
}
