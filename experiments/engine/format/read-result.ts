/**
 * Reading a result: every file is there and has its hash, so that each line is as it was written.
 *
 * What is wrong is reported with the file and, where a line is not canonical, not of the known shape or not what its seal says,
 * with the line.
 */
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { z } from "zod";
import { type Figure, figureFromJson } from "../../../lib/figures/figure.ts";
import type { CellRow } from "../definition/row.ts";
import { type FileLine, linesIn } from "../machine/file-lines.ts";
import type { Json } from "../text/canonical-json.ts";
import { isCrate } from "./crate.ts";
import { BLOCKS, type BlockRow, CELLS, ENVIRONMENT, FIGURES, MANIFEST, resultIdOf, SPEC } from "./result-files.ts";
import { runIdOf, type Spec } from "./spec.ts";
import { blockSchema, readLine, rowSchema, specSchema, unsealed } from "./stored-lines.ts";
import { settleReplacement } from "./write-result.ts";

export interface Result {
  readonly folder: string;
  readonly spec: Spec;
  readonly runId: string;
  /** The SHA-256 of MANIFEST. */
  readonly id: string;
  readonly rows: readonly CellRow[];
  readonly blocks: readonly BlockRow[];
  readonly figures: ReadonlyMap<string, Figure>;
  readonly environment: Readonly<Record<string, Json>>;
}

export class BrokenResult extends Error {
  override readonly name = "BrokenResult";
}

export function readResult(folder: string): Result {
  settleReplacement(folder);
  const manifest = text(folder, MANIFEST);
  const hashes = readManifest(folder, manifest);
  for (const name of [SPEC, CELLS, BLOCKS]) {
    if (!hashes.has(name)) broken(folder, MANIFEST, undefined, `must list ${name}`);
  }
  const spec = lines(folder, SPEC, hashes, specSchema)[0] as Spec;
  const rows = lines(folder, CELLS, hashes, rowSchema) as readonly CellRow[];
  if (!hasItsHash(folder, BLOCKS, hashes)) lines(folder, BLOCKS, hashes, blockSchema); // says what is wrong
  let blocks: readonly BlockRow[] | undefined;
  const figures = [...hashes.keys()]
    .filter((name) => name.startsWith(`${FIGURES}/`))
    .map((name): [string, Figure] => [
      name.slice(FIGURES.length + 1, -".json".length),
      figureFromJson(lines(folder, name, hashes, z.looseObject({}))[0]),
    ]);
  const others = isCrate(folder) ? [] : filesIn(folder);
  const stray = others.find((name) => !hashes.has(name) && name !== MANIFEST && name !== ENVIRONMENT);
  if (stray !== undefined) broken(folder, stray, undefined, "is not listed in MANIFEST");
  const environment = JSON.parse(text(folder, ENVIRONMENT));
  return {
    folder,
    spec,
    runId: runIdOf(spec),
    id: resultIdOf(manifest),
    rows,
    /** There may be very many: they are read when they are asked for. */
    get blocks() {
      blocks ??= lines(folder, BLOCKS, hashes, blockSchema) as readonly BlockRow[];
      return blocks;
    },
    figures: new Map(figures),
    environment,
  };
}

/** Bytes that are hashed at once. */
const CHUNK = 1 << 20;

/** The hash that MANIFEST lists of each file. */
type Hashes = ReadonlyMap<string, string>;

function readManifest(folder: string, manifest: string): Hashes {
  const entries = manifest.split("\n");
  if (entries.pop() !== "") broken(folder, MANIFEST, entries.length + 1, "is cut short");
  return new Map(
    entries.map((line, index): [string, string] => {
      const [, hash, name] =
        /^([0-9a-f]{64}) {2}([\w./-]+)$/.exec(line) ??
        broken(folder, MANIFEST, index + 1, "is not a line of sha256sum");
      return [name, hash];
    }),
  );
}

/**
 * The values of a file's lines. One that has its hash is as it was written; of another, the first wrong line is named. The spec,
 * which says by which format it was written, is always checked.
 */
function lines(folder: string, name: string, hashes: Hashes, schema: z.ZodType): unknown[] {
  const isWhole = hasItsHash(folder, name, hashes);
  const isTrusted = isWhole && name !== SPEC;
  const values: unknown[] = [];
  for (const { bytes, isCut } of rawLines(folder, name)) {
    const number = values.length + 1;
    if (isCut) broken(folder, name, number, "is cut short");
    const line = bytes.toString("utf8");
    values.push(isTrusted ? unsealed(JSON.parse(line)) : checkedLine(folder, name, number, line, schema));
  }
  if (values.length === 0) broken(folder, name, 1, "is missing");
  if (!isWhole) broken(folder, name, undefined, "does not have the hash that MANIFEST lists: it was changed");
  return values;
}

function hasItsHash(folder: string, name: string, hashes: Hashes): boolean {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK);
  const file = openFile(folder, name);
  try {
    for (let got = readSync(file, chunk); got > 0; got = readSync(file, chunk)) hash.update(chunk.subarray(0, got));
  } finally {
    closeSync(file);
  }
  return hash.digest("hex") === hashes.get(name);
}

function openFile(folder: string, name: string): number {
  const path = join(folder, name);
  if (!existsSync(path)) broken(folder, name, undefined, "is missing");
  return openSync(path, "r");
}

function* rawLines(folder: string, name: string): Generator<FileLine> {
  const file = openFile(folder, name);
  try {
    yield* linesIn(file);
  } finally {
    closeSync(file);
  }
}

/** The value of a line without its seal. */
function checkedLine(folder: string, name: string, number: number, line: string, schema: z.ZodType): object {
  const read = readLine(line, schema);
  if ("value" in read) return read.value;
  throw new BrokenResult(`${join(folder, name)}, line ${number}${read.fault}`);
}

function text(folder: string, name: string): string {
  const path = join(folder, name);
  if (!existsSync(path)) broken(folder, name, undefined, "is missing");
  return readFileSync(path, "utf8");
}

function broken(folder: string, name: string, line: number | undefined, what: string): never {
  throw new BrokenResult(`${join(folder, name)}${line === undefined ? "" : `, line ${line}`} ${what}`);
}

function filesIn(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => relative(folder, join(folder, name)));
}
