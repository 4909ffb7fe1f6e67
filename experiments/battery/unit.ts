/**
 * A unit of the battery: the smallest piece of work that a worker takes, and its digest.
 *
 * The digest is SHA-256 of the values as little-endian float64, so that a single bit that differs anywhere shows.
 */
import { createHash } from "node:crypto";
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

export function digestUnit({ section, block }: Unit): Buffer {
  const values = section.values(block);
  const bytes = Buffer.alloc(8 * values.length);
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) throw new Error(`${section.name}, block ${block}: value ${i} is not a number`);
    bytes.writeDoubleLE(values[i], 8 * i);
  }
  return createHash("sha256").update(bytes).digest();
}
