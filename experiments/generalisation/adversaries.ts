/**
 * Ten adversaries who see a released number and nothing else, and name a subset of the values on which they hope that sample and
 * population differ.
 *
 * Eight follow a rule; two know the mechanism and the population, and choose the subset of largest or of least expected gap given
 * the output: no adversary does better than they.
 */
import { allSubsets, type Subset } from "../../lib/adaptive/uniform-samples.ts";

/**
 * The output as a place among the values, from 0 to m - 1, and the expected gap of each subset given it, times the chance of the
 * output.
 */
interface Seen {
  readonly place: number;
  readonly values: number;
  readonly gaps: readonly number[];
}

const those = (values: number, chosen: (value: number) => boolean): Subset =>
  Array.from({ length: values }, (_, value) => (chosen(value) ? 1 << value : 0)).reduce((sum, bit) => sum + bit, 0);

export const ADVERSARIES: Readonly<Record<string, (seen: Seen) => Subset>> = {
  "the-value": ({ place, values }) => those(values, (value) => value === place),
  "all-others": ({ place, values }) => those(values, (value) => value !== place),
  "from-it-on": ({ place, values }) => those(values, (value) => value >= place),
  "up-to-it": ({ place, values }) => those(values, (value) => value <= place),
  above: ({ place, values }) => those(values, (value) => value > place),
  "of-its-parity": ({ place, values }) => those(values, (value) => (value - place) % 2 === 0),
  "its-neighbours": ({ place, values }) => those(values, (value) => Math.abs(value - place) === 1),
  "its-mirror": ({ place, values }) => those(values, (value) => value === values - 1 - place),
  "largest-gap": ({ values, gaps }) => extreme(values, (subset) => gaps[subset]),
  "least-gap": ({ values, gaps }) => extreme(values, (subset) => -gaps[subset]),
};

function extreme(values: number, score: (subset: Subset) => number): Subset {
  return allSubsets(values).reduce((best, subset) => (score(subset) > score(best) ? subset : best), 0);
}
