/**
 * A unit of the battery: the smallest piece of work that a worker takes, and its digest.
 *
 * The digest is SHA-256 of the values as little-endian float64, so that a single bit that differs anywhere shows.
 */
import { sha256, sha256Hex } from "../../lib/random/sha256.ts";
import type { Section } from "./section.ts";
import { sections } from "./sections.ts";

interface Unit {
  readonly section: Section;
  readonly block: number;
}

/** Every unit, in the order in which digests are merged. */
export const units: readonly Unit[] = sections.flatMap((section) =>
  Array.from({ length: section.blocks }, (_, block) => ({ section, block })),
);

export const DIGEST_BYTES = 32;

export function digestUnit({ section, block }: Unit): Uint8Array {
  const values = section.values(block);
  const bytes = new DataView(new ArrayBuffer(8 * values.length));
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) throw new Error(`${section.name}, block ${block}: value ${i} is not a number`);
    bytes.setFloat64(8 * i, values[i], true);
  }
  return sha256(new Uint8Array(bytes.buffer));
}

export interface BatteryResult {
  readonly hash: string;
  readonly sections: readonly { readonly name: string; readonly values: number; readonly hash: string }[];
}

/** The hashes of the sections and of the whole, from the digests of all units in their order. */
export function mergeDigests(digests: Uint8Array): BatteryResult {
  const bySection = new Map<string, { values: number; readonly digests: Uint8Array[] }>();
  for (const [index, { section }] of units.entries()) {
    const entry = bySection.get(section.name) ?? { values: 0, digests: [] };
    entry.values += section.blockLength;
    entry.digests.push(digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES));
    bySection.set(section.name, entry);
  }
  const sections = [...bySection].map(([name, { values, digests }]) => ({ name, values, hash: sha256Hex(digests) }));
  return { hash: sha256Hex(sections.map(({ name, hash }) => `${name} ${hash}\n`)), sections };
}
