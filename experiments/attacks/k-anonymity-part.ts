/**
 * k-anonymity: what it bounds, and what it does not.
 *
 * A class of k people of one decade, made k-anonymous by the least generalisation, with every assignment of the sensitive values to
 * them: the mean share of people revealed by homogeneity, and of targets revealed by the intersection with a second release, over
 * all assignments, against closed forms. The chance of naming a row stays 1/k. That inference were bounded by 1/k, or by
 * l-diversity, are its controls.
 * Source: Sweeney (2002); Machanavajjhala et al. (2006); Ganta, Kasiviswanathan, Smith (2008).
 */

import { backgroundAttack } from "../../lib/attacks/background-attack.ts";
import { generalisation } from "../../lib/attacks/generalisation.ts";
import { type GeneralisedTable, generalisedTable } from "../../lib/attacks/generalised-table.ts";
import { homogeneityAttack } from "../../lib/attacks/homogeneity-attack.ts";
import { intersectionAttack } from "../../lib/attacks/intersection-attack.ts";
import { kAnonymity } from "../../lib/attacks/k-anonymity.ts";
import { lDiversity } from "../../lib/attacks/l-diversity.ts";
import { minimalGeneralisations } from "../../lib/attacks/minimal-generalisations.ts";
import { categoryColumn, domain, integerColumn } from "../../lib/data/domain.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { logBinomialCoefficient } from "../../lib/numerics/binomial.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { allLists } from "../../lib/oracles/all-lists.ts";
import { atLeast, atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";

const ILLNESSES = ["flu", "gout", "cold", "none"];
const DECADE = 30;

/** The least generalisation of people of one decade, with the given illnesses, that is k-anonymous. */
function released(ages: readonly number[], illnesses: readonly number[], values: number, k: number): GeneralisedTable {
  const patients = domain({
    columns: { age: integerColumn({ lower: 0, upper: 99 }), illness: categoryColumn(ILLNESSES.slice(0, values)) },
    person: "row",
  });
  const table = tableFrom({ age: ages, illness: illnesses.map((value) => ILLNESSES[value]) }, patients);
  const decades = generalisation(patients, { age: { widths: [10, 50] } });
  const [node] = minimalGeneralisations(table, { generalisation: decades, k });
  return generalisedTable(table, { generalisation: decades, node });
}

const ratio = (numerator: number, denominator: number, times: number) => {
  let power = 1;
  for (let k = 0; k < times; k++) power *= numerator / denominator;
  return power;
};

const choose = (n: number, k: number) => Math.round(exp(logBinomialCoefficient(n, k)));

/** That all of j given values occur among `draws` draws of `values`: by inclusion and exclusion. */
function allOccur(j: number, draws: number, values: number): number {
  let sum = 0;
  for (let i = 0; i <= j; i++) sum += (i % 2 === 0 ? 1 : -1) * choose(j, i) * ratio(values - i, values, draws);
  return sum;
}

/** That two classes of k, which share the target alone, have no other value in common. */
function intersectionForm(k: number, values: number): number {
  let sum = 0;
  for (let j = 0; j < values; j++) {
    const both = allOccur(j, k - 1, values);
    sum += (j % 2 === 0 ? 1 : -1) * choose(values - 1, j) * both * both;
  }
  return sum;
}

/** Over all assignments: of k people in one release, and of the k - 1 others of a second release with the first of them. */
function revealed(k: number, values: number) {
  const [mine, yours] = [0, k - 1].map((from) =>
    Array.from({ length: k }, (_, i) => DECADE + (i === 0 ? 0 : from + i)),
  );
  const assignments = allLists([...Array(values).keys()], k); // of one of the values to each
  const inFirst = assignments.map((given) => ({ given, release: released(mine, given, values, k) }));
  const inSecond = assignments.map((given) => ({ given, release: released(yours, given, values, k) }));
  let [pairs, found] = [0, 0];
  const record = { age: DECADE };
  for (const one of inFirst) {
    for (const other of inSecond) {
      if (one.given[0] !== other.given[0]) continue;
      pairs++;
      const appearances = [
        { release: one.release, record },
        { release: other.release, record },
      ];
      if (intersectionAttack(appearances, { sensitive: "illness" }).length === 1) found++;
    }
  }
  const releases = inFirst.map(({ release }) => release);
  const homogeneous = releases.map((release) => homogeneityAttack(release, { sensitive: "illness" }).share);
  return {
    smallest: leastOf(releases.map((release) => kAnonymity(release, { k }).attained)),
    homogeneity: homogeneous.reduce((sum, share) => sum + share, 0) / releases.length,
    intersection: found / pairs,
    posterior: largestOf(releases.map(posteriorOf)),
  };
}

const posteriorOf = (release: GeneralisedTable) =>
  backgroundAttack(release, { sensitive: "illness", ruledOut: 0 }).posterior;

/** A release of one class of k people, by which of three illnesses each has. */
function classOf(k: number, illnessOf: (person: number) => number): GeneralisedTable {
  const people = Array.from({ length: k }, (_, i) => i);
  return released(
    people.map((i) => DECADE + i),
    people.map(illnessOf),
    3,
    k,
  );
}

const size = axis(z.int().min(2).max(10), { means: "k, the size of a class", quick: [5], full: [2, 5, 10] });

export const kAnonymityPart: Part = {
  claim: "k-anonymity",
  asks: "Does a k-anonymous release keep the naming of rows at 1/k, and reveal values as often as homogeneity and intersection say?",
  study: exactStudy({
    axes: {
      k: axis(z.int().min(2).max(5), { means: "k, the size of a class", quick: [2, 3, 5], full: [2, 3, 4, 5] }),
      values: axis(z.int().min(2).max(4), {
        means: "sensitive values, equally likely",
        quick: [2, 3],
        full: [2, 3, 4],
      }),
    },
    // All pairs of assignments are gone through.
    where: ({ k, values }) => ratio(values, 1, 2 * k - 1) <= 20_000,
    exact: ({ k, values }) => {
      const found = revealed(k, values);
      return {
        checks: {
          "k-anonymous": equal(found.smallest, k),
          naming: atMost(1 / found.smallest, 1 / k),
          homogeneity: equal(found.homogeneity, ratio(1, values, k - 1)),
          intersection: equal(found.intersection, intersectionForm(k, values)),
          certain: atLeast(found.posterior, 1),
        },
        values: { homogeneity: found.homogeneity, intersection: found.intersection },
      };
    },
  }),
  controls: {
    "inference-bounded": {
      says: "k-anonymity claimed to bound the inference of the sensitive value by 1/k: in a homogeneous class it is certain",
      study: exactStudy({
        axes: { k: size },
        exact: ({ k }) => {
          const homogeneous = classOf(k, () => 1);
          return { checks: { posterior: atMost(posteriorOf(homogeneous), 1 / k) } };
        },
      }),
    },
    "two-releases": {
      says: "two k-anonymous releases, neither homogeneous, claimed to bound inference by 1/k: they share one value",
      study: exactStudy({
        axes: { k: size },
        exact: ({ k }) => {
          const appearances = [1, 2].map((rest) => ({
            release: classOf(k, (person) => (person === 0 ? 0 : rest)),
            record: { age: DECADE },
          }));
          const left = intersectionAttack(appearances, { sensitive: "illness" });
          return { checks: { posterior: atMost(1 / left.length, 1 / k) } };
        },
      }),
    },
    "diversity-bounds": {
      says: "two distinct values in every class (l-diversity) claimed to bound inference by 1/2: one of them may be rare",
      study: exactStudy({
        axes: { k: axis(z.int().min(3).max(10), { means: "k, the size of a class", quick: [5], full: [3, 5, 10] }) },
        exact: ({ k }) => {
          const release = classOf(k, (person) => (person === 0 ? 0 : 1));
          const diverse = lDiversity(release, { sensitive: "illness", l: 2, kind: "distinct" });
          return { checks: { posterior: atMost(diverse.holds ? posteriorOf(release) : 0, 1 / 2) } };
        },
      }),
    },
  },
};
