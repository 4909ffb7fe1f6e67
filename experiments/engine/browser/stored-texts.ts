/**
 * Stored texts: the files of a result as a page has them, held against the hashes and seals that they were written with.
 *
 * What was changed is named, and read all the same where it has the shape of a row, so that it can be compared with what is computed.
 * Whoever wrote a result may have written all of its hashes, so that each line is held against its shape in any case.
 */
import { sha256Hex } from "../../../lib/random/sha256.ts";
import type { CellRow } from "../definition/row.ts";
import { BLOCKS, type BlockRow, CELLS, resultIdOf, SPEC } from "../format/result-files.ts";
import { runIdOf, type Spec } from "../format/spec.ts";
import { blockSchema, readLine, rowSchema, specSchema, unsealed } from "../format/stored-lines.ts";
import { keyOf } from "../verification/verification.ts";
import type { StoredRows } from "./recomputation.ts";

export interface StoredTexts {
  readonly manifest: string;
  readonly spec: string;
  readonly cells: string;
  readonly blocks: string;
}

export interface StoredReading extends StoredRows {
  readonly spec: Spec;
  readonly runId: string;
  /** The SHA-256 of MANIFEST. */
  readonly id: string;
  /** What is not as it was written. */
  readonly faults: readonly string[];
  /** The places of rows that are not. */
  readonly changedRows: ReadonlySet<number>;
  /** The keys of cells of which a block is not. */
  readonly changedBlocks: ReadonlySet<string>;
}

type Schema = typeof rowSchema | typeof blockSchema | typeof specSchema;

export function readTexts({ manifest, spec, cells, blocks }: StoredTexts): StoredReading {
  const faults: string[] = [];
  const changed: Record<string, number[]> = { [SPEC]: [], [CELLS]: [], [BLOCKS]: [] };
  const listed = new Set(manifest.split("\n"));
  const read = (name: string, text: string, schema: Schema): readonly unknown[] => {
    if (!listed.has(`${sha256Hex(text)}  ${name}`))
      faults.push(`${name} does not have the hash that MANIFEST lists: it was changed`);
    return linesOf(text).map((line, index) => {
      const found = readLine(line, schema);
      if ("value" in found) return found.value;
      faults.push(`${name}, line ${index + 1}${found.fault}`);
      changed[name].push(index);
      return shaped(line, schema);
    });
  };
  const [asked] = read(SPEC, spec, specSchema) as readonly (Spec | undefined)[];
  if (asked === undefined || !specSchema.safeParse(asked).success) throw new RangeError(`${SPEC} is no spec`);
  const rows = read(CELLS, cells, rowSchema) as readonly CellRow[];
  const lines = read(BLOCKS, blocks, blockSchema) as readonly (BlockRow | undefined)[];
  return {
    spec: asked,
    runId: runIdOf(asked),
    id: resultIdOf(manifest),
    rows,
    blocks: lines.filter((row) => row !== undefined),
    faults,
    changedRows: new Set(changed[CELLS]),
    changedBlocks: new Set(changed[BLOCKS].flatMap((index) => lines[index] ?? []).map(keyOf)),
  };
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

/** The value of a line that was changed, if it still has the shape. */
function shaped(line: string, schema: Schema): object | undefined {
  try {
    const { success, data } = schema.safeParse(JSON.parse(line));
    return success ? unsealed(data) : undefined;
  } catch {
    return undefined;
  }
}
