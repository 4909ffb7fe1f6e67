/**
 * Change distance: how many records must be replaced before a statistic takes a given value, by going through all datasets.
 *
 * Method: the statistic of every dataset of `size` records of the universe is listed once; a distance is the smallest number of places
 * in which a dataset of that value differs. It changes by at most 1 when one record is replaced.
 * Source: Asi, Duchi (NeurIPS 2020), section 2.
 * Limits: at most 2^20 datasets; for small domains, and as the oracle of distances in closed form.
 * @claim inverse-sensitivity
 */
import { callable, count, declare, made } from "../../numerics/parameters.ts";
import { refuse, requireList } from "../../numerics/requirements.ts";
import { ValueMap, valueKey } from "../../privacy/loss/value-map.ts";

const MOST_DATASETS = 1048576;

export interface ChangeDistanceParameters<Row, Value> {
  readonly universe: readonly Row[];
  readonly size: number;
  /** Its values, and the records, are compared by value. */
  statistic(records: readonly Row[]): Value;
}

export interface ChangeDistance<Row, Value> {
  /** The values that the statistic takes, in the order in which they were met. */
  readonly outcomes: readonly Value[];
  distance(records: readonly Row[], outcome: Value): number;
}

const changeDistanceParameters = declare({
  universe: made<readonly unknown[]>((value, name) => {
    requireList(name, value);
    if (value.length === 0) refuse(name, "of at least one record", value);
  }),
  size: count,
  statistic: callable<(records: readonly never[]) => unknown>(),
});

export function changeDistance<Row, Value>(
  parameters: ChangeDistanceParameters<Row, Value>,
): ChangeDistance<Row, Value> {
  changeDistanceParameters.read(parameters as ChangeDistanceParameters<never, Value>);
  const { universe, size, statistic } = parameters;
  let datasets: Row[][] = [[]];
  for (let i = 0; i < size; i++) {
    if (datasets.length * universe.length > MOST_DATASETS) refuse("size", "at most 2^20 datasets large", size);
    datasets = datasets.flatMap((records) => universe.map((record) => [...records, record]));
  }
  const preimages = new ValueMap<Value, unknown[][]>();
  for (const records of datasets) {
    const value = statistic(records);
    const preimage = preimages.get(value);
    if (preimage === undefined) preimages.set(value, [records.map(valueKey)]);
    else preimage.push(records.map(valueKey));
  }
  return {
    outcomes: preimages.keys(),
    distance: (records, outcome) => {
      requireList("records", records, size);
      const keys = records.map(valueKey);
      let nearest = Infinity;
      for (const other of preimages.get(outcome) ?? []) {
        let changed = 0;
        for (let i = 0; i < size; i++) if (other[i] !== keys[i]) changed++;
        if (changed < nearest) nearest = changed;
      }
      return nearest;
    },
  };
}
