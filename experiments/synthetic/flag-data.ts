/**
 * Records of yes/no attributes that depend on each other: each is as the one before with probability 0.85, the first is true with
 * probability 0.3.
 */
import { domain, flagColumn } from "../../lib/data/domain.ts";
import { type Table, tableFrom } from "../../lib/data/table.ts";
import { stream } from "../../lib/random/stream.ts";
import { sampleUniform } from "../../lib/random/uniform.ts";
import { type AttributeSpace, attributeSpace } from "../../lib/synthetic/attribute-space.ts";

export function flagSpace(attributes: number): AttributeSpace {
  const names = Array.from({ length: attributes }, (_, k) => `q${k + 1}`);
  return attributeSpace({
    domain: domain({ columns: Object.fromEntries(names.map((name) => [name, flagColumn()])), person: "row" }),
  });
}

const made = new Map<string, Table>();

/** The same table whenever it is asked for: it is the data, not a trial. */
export function flagTable(space: AttributeSpace, records: number): Table {
  const names = space.attributes.map(({ name }) => name);
  const key = `${names.length} ${records}`;
  const before = made.get(key);
  if (before !== undefined) return before;
  const random = stream(20261116, "flags", records);
  const rows = Array.from({ length: records }, () => {
    let value = sampleUniform(random) < 0.3;
    return names.map((_, k) => {
      if (k > 0 && sampleUniform(random) > 0.85) value = !value;
      return value;
    });
  });
  const table = tableFrom(Object.fromEntries(names.map((name, k) => [name, rows.map((row) => row[k])])), space.domain);
  made.set(key, table);
  return table;
}
