import { refuse, requireOpenProbability } from "../numerics/requirements.ts";
import { samplePermutation } from "../random/permutation.ts";
import type { Stream } from "../random/stream.ts";
import { type Dataset, dataset, requireDataset } from "./dataset.ts";

/** A random share of the records, and the rest; each has at least one. */
export function splitRecords(
  data: Dataset,
  heldOut: number,
  random: Stream,
): { readonly training: Dataset; readonly testing: Dataset } {
  requireDataset(data);
  requireOpenProbability({ heldOut });
  if (data.rows < 2) refuse("the number of records", "at least 2", data.rows);
  const order = samplePermutation(data.rows, random);
  const held = Math.min(data.rows - 1, Math.max(1, Math.round(heldOut * data.rows)));
  return { training: chosen(data, order.subarray(held)), testing: chosen(data, order.subarray(0, held)) };
}

function chosen({ features, labels, columns }: Dataset, rows: Int32Array): Dataset {
  const taken = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => {
    taken.set(features.subarray(row * columns, (row + 1) * columns), i * columns);
  });
  return dataset({ features: taken, labels: Float64Array.from(rows, (row) => labels[row]), columns });
}
