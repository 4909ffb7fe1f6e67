/**
 * Synthetic tables from graphical models of marginals: what AIM spends, whether its model's answers are those of its law, and how
 * near it comes.
 */

import { AUDIT_ORDERS, discreteRenyi } from "../../lib/auditing/renyi-audit.ts";
import { adultLike, adultLikeDomain } from "../../lib/data/adult-like.ts";
import { type Table, tableFrom } from "../../lib/data/table.ts";
import { stream } from "../../lib/random/stream.ts";
import { type Aim, aim } from "../../lib/synthetic/aim.ts";
import { attributeSpace } from "../../lib/synthetic/attribute-space.ts";
import { exactMarginal, kWayMarginals, marginalQuery } from "../../lib/synthetic/marginal.ts";
import { atMost, axis, equal, exactStudy, type Judgement, type Part, z } from "../kit.ts";
import { aimQualityParts } from "./aim-quality-parts.ts";
import { modelParts } from "./model-parts.ts";

const RECORDS = 300;
const bins = { age: 4 };
const space = attributeSpace({ domain: adultLikeDomain, bins });
const workload = kWayMarginals(space, 2);
type Declared = typeof adultLikeDomain.columns;
type Relation = "swap" | "add-remove" | "zero-out";

const rho = axis(z.number().min(1e-3).max(2), {
  means: "rho of the whole",
  quick: [0.01, 0.1],
  full: [0.001, 0.01, 0.1, 1],
});
const relation = axis(z.enum(["swap", "add-remove", "zero-out"]), {
  means: "neighbours",
  quick: ["swap", "add-remove"],
  full: ["swap", "add-remove", "zero-out"],
});

/** A table, and one in which the first record is another. */
function swappedPeople(): readonly [Table<Declared>, Table<Declared>] {
  const people = adultLike(RECORDS, stream(20261116, "aim", "people"));
  const other = Object.fromEntries(
    Object.entries(people).map(([name, values]) => [name, [farthest(values), ...values.slice(1)]]),
  );
  return [tableFrom(people, adultLikeDomain), tableFrom(other, adultLikeDomain)];
}

/** A value that is not the first one, nor in its bin. */
function farthest<Value>(values: readonly Value[]): Value {
  const [first] = values;
  return typeof first === "number"
    ? values.reduce((far, value) => (Math.abs(Number(value) - first) > Math.abs(Number(far) - first) ? value : far))
    : (values.find((value) => value !== first) as Value);
}

const [people, swapped] = swappedPeople();

function synthesiser(neighbours: Relation, budget: number): Aim<Declared> {
  const shared = { domain: adultLikeDomain, bins, workload, draws: 0, rho: budget };
  return neighbours === "add-remove" ? aim({ ...shared, neighbours }) : aim({ ...shared, neighbours, size: RECORDS });
}

/** What the noise of a run costs two tables, by the distance of their marginals, and what its choices are charged. */
function prices(neighbours: Relation, budget: number, changes: "swap" | "one") {
  const { spent } = synthesiser(neighbours, budget).release(people, stream(20261116, "aim", neighbours));
  let [noise, choices, charged] = [0, 0, 0];
  for (const part of spent) {
    const price = part.guarantee.kind === "zero-concentrated" ? part.guarantee.rho : Number.NaN;
    charged += price;
    if (part.kind === "selection") choices += price;
    else if (part.noise.kind === "gaussian") {
      const query = marginalQuery(space, part.columns);
      const [first, second] = [exactMarginal(people, query), exactMarginal(swapped, query)];
      const square = first.reduce((sum, count, cell) => sum + (count - second[cell]) * (count - second[cell]), 0);
      // A record that comes or goes is one of the two cells that a swap changes.
      noise += (changes === "swap" ? square : square / 2) / (2 * part.noise.sigma * part.noise.sigma);
    }
  }
  return { noise, choices, charged, parts: spent.length };
}

/** The largest Renyi divergence of the first choice between the two tables, over its order. */
function choiceLoss(neighbours: Relation, budget: number): { readonly found: number; readonly charged: number } {
  const choice = synthesiser(neighbours, budget).firstChoice(people);
  const [first, second] = [choice.law(people), choice.law(swapped)];
  const found = AUDIT_ORDERS.flatMap((order) => [
    discreteRenyi({ first, second }, order) / order,
    discreteRenyi({ first: second, second: first }, order) / order,
  ]).reduce((most, loss) => Math.max(most, loss), 0);
  return { found, charged: choice.guarantee.kind === "zero-concentrated" ? choice.guarantee.rho : Number.NaN };
}

/** Of sums of a hundred float64 numbers. */
const ROUNDING = 1e-12;

function budgetChecks({
  rho: budget,
  relation: neighbours,
}: {
  readonly rho: number;
  readonly relation: Relation;
}): Judgement {
  const { noise, choices, charged, parts } = prices(neighbours, budget, neighbours === "swap" ? "swap" : "one");
  const choice = choiceLoss("swap", budget);
  return {
    checks: {
      sum: equal(charged, budget, { absolute: 0 }),
      loss: equal(noise + choices, budget, { share: ROUNDING }),
      "first-choice": atMost(choice.found, choice.charged),
    },
    values: { parts, noise, choices },
  };
}

export const graphicalParts: Readonly<Record<string, Part>> = {
  "aim-budget": {
    claim: "aim",
    asks: "Do the choices and the noise of a run cost rho in all, to the last digit, by the distance of neighbouring marginals?",
    study: exactStudy({ axes: { rho, relation }, exact: budgetChecks }),
    controls: {
      "choice-not-charged": {
        says: "the measurements alone are charged, and the choices come on top",
        study: exactStudy({
          axes: { rho, relation },
          exact: ({ rho: budget, relation: neighbours }) => {
            const { noise, choices } = prices(neighbours, budget, neighbours === "swap" ? "swap" : "one");
            return { checks: { loss: atMost(noise + choices, noise) } };
          },
        }),
      },
      "add-remove-noise-under-swap": {
        says: "the noise of add-remove, where a marginal moves by 1 in one cell, used where records are swapped",
        study: exactStudy({
          axes: { rho },
          exact: ({ rho: budget }) => {
            const { noise, choices } = prices("add-remove", budget, "swap");
            return { checks: { loss: atMost(noise + choices, budget) } };
          },
        }),
      },
    },
  },
  ...modelParts,
  ...aimQualityParts,
};
