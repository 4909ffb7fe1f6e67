/**
 * The model of a fit: are the marginals that the junction tree answers those of its law, summed over the whole domain?
 *
 * The law is written out for every cell from the fit's parameters and the Helmert vectors by their formula; no tree and no
 * transform is in it.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { summedMarginal, valuesOfCell } from "../../lib/oracles/summed-marginal.ts";
import { sampleBoundedInteger } from "../../lib/random/bounded-integer.ts";
import { fillNormal } from "../../lib/random/normal.ts";
import { stream } from "../../lib/random/stream.ts";
import { fitMarginals, type MarginalFit } from "../../lib/synthetic/marginal-fit.ts";
import { atMost, axis, exactStudy, type Part, z } from "../kit.ts";

const attributes = axis(z.int().min(3).max(7), {
  means: "attributes of 2 to 4 values",
  quick: [4, 6],
  full: [3, 4, 5, 6, 7],
});
const model = axis(z.int().min(0).max(1e6), {
  means: "number of the random model",
  quick: [0, 1, 2],
  full: [0, 1, 2, 3, 4, 5, 6, 7],
});
const TOTAL = 1000;
/** Sums of a few thousand probabilities. */
const ROUNDING = 1e-11;

interface ModelCell {
  readonly attributes: number;
  readonly model: number;
}

/** A fit to noise on random sets of up to three attributes: no data is needed for the question. */
function randomFit({ attributes: count, model: number }: ModelCell): {
  readonly sizes: readonly number[];
  readonly fit: MarginalFit;
} {
  const random = stream(20261116, "aim-model", count, number);
  const sizes = Array.from({ length: count }, () => 2 + sampleBoundedInteger(3, random));
  const sets = Array.from({ length: count }, () =>
    [...new Set(Array.from({ length: 3 }, () => sampleBoundedInteger(count, random)))].sort((a, b) => a - b),
  );
  const measured = sets.map((set) => {
    const cells = set.reduce((product, attribute) => product * sizes[attribute], 1);
    const sigma = TOTAL / (4 * cells);
    const counts = fillNormal({ mean: TOTAL / cells, sigma }, new Float64Array(cells), random);
    return { set, counts, sigma };
  });
  return { sizes, fit: fitMarginals({ sizes, measured, total: TOTAL, modelCells: 1e6 }) };
}

/** The k-th Helmert vector of an attribute, k from 1, at a value. */
function helmertEntry(k: number, value: number): number {
  if (value > k) return 0;
  return (value < k ? 1 : -k) / Math.sqrt(k * (k + 1));
}

/** The probability of every cell, from the parameters alone. */
function lawOf(sizes: readonly number[], { parameters }: MarginalFit): readonly number[] {
  const size = sizes.reduce((cells, values) => cells * values, 1);
  const weights = Array.from({ length: size }, (_, place) => {
    const cell = valuesOfCell(sizes, place);
    let exponent = 0;
    for (const [key, values] of parameters) {
      const set = key.split(",").map(Number);
      values.forEach((value, number) => {
        let [rest, product] = [number, value];
        for (const attribute of set.toReversed()) {
          product *= helmertEntry(1 + (rest % (sizes[attribute] - 1)), cell[attribute]);
          rest = Math.floor(rest / (sizes[attribute] - 1));
        }
        exponent += product;
      });
    }
    return exp(exponent);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** The largest difference of a marginal of up to three attributes from the sum over the domain. */
function difference(answer: (fit: MarginalFit, set: readonly number[]) => Float64Array) {
  return exactStudy({
    axes: { attributes, model },
    exact: (cell) => {
      const { sizes, fit } = randomFit(cell);
      const law = lawOf(sizes, fit);
      let [largest, asked] = [0, 0];
      for (let a = 0; a < sizes.length; a++)
        for (let b = a + 1; b < sizes.length; b++)
          for (let c = b; c < sizes.length; c++) {
            const set = c === b ? [a, b] : [a, b, c];
            const found = answer(fit, set);
            const sums = summedMarginal(sizes, law, set);
            for (let k = 0; k < sums.length; k++) largest = Math.max(largest, Math.abs(sums[k] - found[k]));
            asked++;
          }
      const values = { marginals: asked, cells: fit.tree.cells };
      return { checks: { difference: atMost(largest, ROUNDING) }, values };
    },
  });
}

/** The product of the one-way marginals. */
function independent(fit: MarginalFit, set: readonly number[]): Float64Array {
  return set
    .map((attribute) => fit.marginal([attribute]))
    .reduce((product, next) =>
      Float64Array.from(
        { length: product.length * next.length },
        (_, k) => product[Math.floor(k / next.length)] * next[k % next.length],
      ),
    );
}

export const modelParts: Readonly<Record<string, Part>> = {
  "aim-model": {
    claim: "aim",
    asks: "Are the marginals that the junction tree answers those of the model's law?",
    study: difference((fit, set) => fit.marginal(set)),
    controls: {
      "independent-columns": {
        says: "the product of the one-way marginals, as if no set of columns had been measured",
        study: difference(independent),
      },
    },
  },
};
