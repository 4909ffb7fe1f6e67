/**
 * Individual filter: a Renyi or zero-concentrated budget for each person, who takes part in a release only while it lasts. Relation:
 * `add-remove`.
 *
 * A release may cost each person something else: Gaussian noise on a sum costs a person with contribution c only c^2 / (2 sigma^2).
 * The filter keeps a balance for each, computes every release from the persons whose balance covers its cost, and charges these. A
 * person whose budget is spent drops out of what follows, and one whose budget is too small for one release may still be in a
 * cheaper one.
 * Theorem: whatever is asked, each query and its noise chosen from the answers so far, all answers together have the divergence of
 * the budget at the order of the budget, or at every order if it is a rho, between any dataset and the same without one person.
 * Proof: whether another person takes part depends on that person's data and on the answers, so that for equal answers both
 * datasets have the same others in every release. If the person takes part, the release differs by at most the cost, else not at
 * all. The sum of the costs charged is at most the budget on every path, and e^((a-1)(L - charged)) is a supermartingale of the
 * loss L (`privacy-filter.ts`).
 * Source: Feldman, Zrnic, "Individual privacy accounting via a Renyi filter" (NeurIPS 2021).
 * Who takes part, how many do and what is left of a budget depends on the records and is never shown: the filter has no method for
 * it, and a release throws nothing when a budget is spent. Answers lose the persons who dropped out, silently.
 * Limits: `cost` must bound the divergence of the release with the person from the one without, whatever the others are, in both
 * orders, and must depend on the person and on earlier answers only. All data of a person belongs in one entry of `persons`.
 * Budgets and costs count as the decimals they are written as, and their sums are exact. A cost that is not valid is refused
 * without its value; such a refusal is a fault of the query and may tell that somebody caused it. The time a release takes is not
 * hidden. A stream whose words were used for an earlier release is refused before anybody pays; seeded noise is for study,
 * `secureRandom()` for release.
 * @example
 * ```ts
 * import { gaussianDp, stream } from "epsilab";
 * import { individualFilter } from "epsilab/accounting";
 * import { sampleNormal } from "epsilab/random";
 * const filter = individualFilter({ persons: [1, 0.1, 0.1], budget: { rho: 0.5 } });
 * const sum = {
 *   cost: (person: number) => gaussianDp(person),
 *   release: (persons: readonly number[], random: ReturnType<typeof stream>) =>
 *     persons.reduce((total, person) => total + person, 0) + sampleNormal({ mean: 0, sigma: 1 }, random),
 * };
 * const answers = [1, 2].map((round) => filter.release(sum, stream(20261117, round)));
 * filter.guarantee; // => { kind: "zero-concentrated", rho: 0.5 }
 * filter.releases; // => 2
 * ```
 * @claim rdp
 * @also individual accounting, personalised privacy
 */
import { type Decimal, decimalOf, isAtMost, sumOf, ZERO } from "../../numerics/decimal.ts";
import { declare, group, made, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireFunction, requireList } from "../../numerics/requirements.ts";
import { Stream } from "../../random/stream.ts";
import { UsedStreams } from "../../random/used-streams.ts";
import { type RenyiGuarantee, type ZeroConcentratedGuarantee, zeroConcentrated } from "../guarantees/guarantee.ts";
import { divergenceBudget, type RenyiBudget } from "./privacy-filter.ts";
import { type ConcentratedRelease, divergenceCost, rhoCost } from "./release-cost.ts";

export interface IndividualQuery<Person, Output, Source> {
  /** What the release costs this person: `pure(0)` or `zeroConcentrated(0)` for one whom it does not touch. */
  cost(person: Person): ConcentratedRelease | RenyiGuarantee;
  /** Computes the release from those who take part. */
  release(persons: readonly Person[], random: Source): Output;
}

export interface IndividualFilter<Person> {
  readonly neighbours: "add-remove";
  /** Of all releases together. */
  readonly guarantee: ZeroConcentratedGuarantee | RenyiGuarantee;
  /** How many releases there were. */
  readonly releases: number;
  release<Output, Source>(query: IndividualQuery<Person, Output, Source>, random: Source): Output;
}

export const individualFilterParameters = declare({
  persons: made<readonly unknown[]>((value, name) => requireList(name, value)),
  budget: group(divergenceBudget),
});

export interface IndividualFilterParameters<Person>
  extends Omit<ParametersOf<typeof individualFilterParameters>, "persons"> {
  readonly persons: readonly Person[];
}

export function individualFilter<Person>(parameters: IndividualFilterParameters<Person>): IndividualFilter<Person> {
  const { budget } = individualFilterParameters.read(parameters);
  const { limit, costOf, guarantee } = "rho" in budget ? concentratedBudget(budget.rho) : renyiBudget(budget);
  const persons = [...parameters.persons];
  const spent = persons.map(() => ZERO);
  const streams = new UsedStreams();
  let releases = 0;
  return {
    neighbours: "add-remove",
    guarantee,
    get releases() {
      return releases;
    },
    release(query, random) {
      requireFunction({ "query.cost": query.cost, "query.release": query.release });
      const costs = persons.map((person) => requireCost(() => costOf(query.cost(person))));
      if (Stream.isStream(random)) streams.requireFresh(random);
      // From here on no code of the caller runs until all have paid: it might ask for another release.
      const charged = costs.map((cost, k) => sumOf(spent[k], cost));
      const takesPart = charged.map((after) => isAtMost(after, limit));
      const present = persons.filter((_, k) => takesPart[k]);
      // Paid before it is drawn: a release that fails stays paid.
      for (let k = 0; k < charged.length; k++) if (takesPart[k]) spent[k] = charged[k];
      releases++;
      return streams.use(random, () => query.release(present, random));
    },
  };
}

/** What a cost is shows a person's data, so an error of it is not passed on. */
function requireCost(cost: () => Decimal): Decimal {
  try {
    return cost();
  } catch {
    return refuseData("the cost of a person", "at least 0, as a valid guarantee");
  }
}

interface Budget {
  readonly limit: Decimal;
  readonly guarantee: ZeroConcentratedGuarantee | RenyiGuarantee;
  costOf(release: ConcentratedRelease | RenyiGuarantee): Decimal;
}

function concentratedBudget(rho: number): Budget {
  return {
    limit: decimalOf(zeroConcentrated(rho).rho),
    guarantee: zeroConcentrated(rho),
    costOf: (release) => rhoCost(release as ConcentratedRelease),
  };
}

/** Divergences grow with the order, so that the budget holds at every lower one. */
function renyiBudget({ order, epsilon }: RenyiBudget): Budget {
  return {
    limit: decimalOf(epsilon),
    guarantee: {
      kind: "renyi",
      epsilonAt: (asked) => {
        if (!(asked > 1)) refuse("order", "above 1", asked);
        return asked <= order ? epsilon : Infinity;
      },
    },
    costOf: (release) => divergenceCost(release, order),
  };
}
