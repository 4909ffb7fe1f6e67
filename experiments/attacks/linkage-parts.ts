/**
 * Linkage: how many people are alone with their quasi-identifiers, and are named by a public list.
 *
 * `linkage-attack`: the expected share of people alone in their cell, person by person as a Markov chain of each cell, against the
 * closed form; and what unequal cells have. `linkage-registers`: registers that are drawn, without names, linked to a list of
 * voters: how many are named, and all of them rightly.
 * Source: Sweeney (2000, 2002); Golle (2006).
 */
import { linkageAttack } from "../../lib/attacks/linkage-attack.ts";
import { expectedUniqueness, uniqueness } from "../../lib/attacks/uniqueness.ts";
import { categoryColumn, domain, flagColumn, integerColumn } from "../../lib/data/domain.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { sampleBernoulli } from "../../lib/random/bernoulli.ts";
import { sampleBoundedInteger } from "../../lib/random/bounded-integer.ts";
import { samplePermutation } from "../../lib/random/permutation.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { momentsOf } from "../../lib/statistics/moments.ts";
import {
  atMost,
  axis,
  boundedMeanOf,
  equal,
  estimateAtMost,
  estimateNear,
  exactStudy,
  type Part,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";

const LAWS = ["equal", "zipf"] as const;

interface Cells {
  readonly people: number;
  readonly cells: number;
  readonly law: (typeof LAWS)[number];
}

/** Equal cells, or cell c with a weight of 1 / c. */
function probabilitiesOf({ cells, law }: Cells): Float64Array {
  const weights = Float64Array.from({ length: cells }, (_, c) => (law === "equal" ? 1 : 1 / (c + 1)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** The expected share of people alone: each cell goes from empty to one person to more, as people come. */
function byChains(people: number, probabilities: Float64Array): number {
  const seen = new Map<number, number>();
  let alone = 0;
  for (const p of probabilities) {
    let one = seen.get(p);
    if (one === undefined) {
      let empty = 1;
      one = 0;
      for (let k = 0; k < people; k++) {
        one += empty * p - one * p;
        empty -= empty * p;
      }
      seen.set(p, one);
    }
    alone += one;
  }
  return alone / people;
}

export const linkagePart: Part = {
  claim: "linkage-attack",
  asks: "Is the expected share of people alone in their cell as stated, about exp(-N/K) for equal cells, and no larger for others?",
  study: exactStudy({
    axes: {
      law: axis(z.enum(LAWS), { means: "law of the cells", quick: LAWS }),
      people: axis(z.int().min(1).max(3000), {
        means: "people N",
        quick: [50, 500],
        full: [10, 30, 100, 300, 1000, 3000],
      }),
      cells: axis(z.int().min(1).max(3000), { means: "cells K", quick: [100, 1000], full: [30, 100, 300, 1000, 3000] }),
    },
    exact: (cell) => {
      const probabilities = probabilitiesOf(cell);
      const share = byChains(cell.people, probabilities);
      const stated = expectedUniqueness(
        cell.law === "equal" ? { size: cell.people, cells: cell.cells } : { size: cell.people, probabilities },
      );
      const even = expectedUniqueness({ size: cell.people, cells: cell.cells });
      return {
        checks: {
          unique: equal(share, stated, { share: 1e-10, absolute: 1e-14 }),
          ...(cell.law === "equal" && {
            limit: equal(share, exp(-cell.people / cell.cells), { absolute: 2 / cell.cells }),
          }),
          ...(cell.cells >= cell.people - 1 && { "most-for-equal": atMost(share, even, { share: 1e-10 }) }),
        },
        values: { share },
      };
    },
  }),
  controls: {
    "names-removed": {
      says: "a register without names claimed to leave nobody identifiable",
      study: exactStudy({
        axes: {
          people: axis(z.int().min(1).max(1000), { means: "people N", quick: [50, 500] }),
          cells: axis(z.int().min(100).max(3000), { means: "cells K", quick: [100, 1000] }),
        },
        exact: ({ people, cells }) => ({
          checks: { unique: atMost(byChains(people, probabilitiesOf({ people, cells, law: "equal" })), 0) },
        }),
      }),
    },
    "cells-suffice": {
      says: "as many cells as people claimed to leave everybody alone in one",
      study: exactStudy({
        axes: { people: axis(z.int().min(2).max(3000), { means: "people, and cells", quick: [2, 100, 1000] }) },
        exact: ({ people }) => ({
          checks: { unique: equal(byChains(people, probabilitiesOf({ people, cells: people, law: "equal" })), 1) },
        }),
      }),
    },
  },
};

const TOWNS = Array.from({ length: 10 }, (_, k) => `town ${k}`);

interface Register {
  readonly people: number;
  readonly years: number;
}

/** The share of a register's people whom a list of all of them names; every name must be right. */
function namedShare({ people, years }: Register, random: Stream): { readonly share: number; readonly wrong: number } {
  const declared = domain({
    columns: { town: categoryColumn(TOWNS), born: integerColumn({ lower: 1, upper: years }), woman: flagColumn() },
    person: "row",
  });
  const voters = Array.from({ length: people }, () => ({
    town: TOWNS[sampleBoundedInteger(TOWNS.length, random)],
    born: 1 + sampleBoundedInteger(years, random),
    woman: sampleBernoulli(0.5, random) === 1,
  }));
  const order = samplePermutation(people, random);
  const list = tableFrom(voters, declared);
  const release = tableFrom(
    Array.from(order, (person) => voters[person]),
    declared,
  );
  const columns = ["town", "born", "woman"];
  const { matches } = linkageAttack({ list, release, columns });
  const missed = uniqueness(release, columns).unique - matches.length;
  return {
    share: matches.length / people,
    wrong: missed + matches.filter(({ person, row }) => order[row] !== person).length,
  };
}

const RANGE = { least: 0, greatest: 1 } as const;

const registers = sampledStudy({
  axes: {
    people: axis(z.int().min(50).max(200), { means: "people in a register", quick: [100], full: [50, 100, 200] }),
    years: axis(z.int().min(20).max(100), { means: "years of birth", quick: [80], full: [20, 80] }),
  },
  trials: { quick: 3000, full: 6000, most: 12_000 },
  blockSize: 250,
  intervals: () => 1,
  block: (cell, count, random) => {
    const found = Array.from({ length: count }, () => namedShare(cell, random));
    return {
      share: momentsOf(found.map(({ share }) => share)),
      wrong: found.reduce((sum, { wrong }) => sum + wrong, 0),
    };
  },
  judge: (cell, { share, wrong }, { errorRate }) => {
    const stated = expectedUniqueness({ size: cell.people, cells: 2 * TOWNS.length * cell.years });
    return {
      checks: {
        named: estimateNear(boundedMeanOf(share, { ...RANGE, errorRate }), stated, { share: 0.03 }),
        "wrongly-named": atMost(wrong, 0),
      },
    };
  },
});

export const linkageRegistersPart: Part = {
  claim: "linkage-attack",
  asks: "Are as many people of drawn registers named by a list of voters as the formula says, within 3 %, and all rightly?",
  study: registers,
  controls: {
    "nobody-named": {
      says: "drawn registers without names claimed to leave nobody identifiable",
      study: variant(registers, {
        trials: { quick: 250, full: 250 },
        judge: (_, { share }, { errorRate }) => ({
          checks: { named: estimateAtMost(boundedMeanOf(share, { ...RANGE, errorRate }), 0) },
        }),
      }),
    },
  },
};
