/**
 * Result files: the hashed files of a result as text, their MANIFEST, and the id that follows.
 *
 * MANIFEST is in the format of `sha256sum`, in the order of the names; the result's id is its SHA-256, cited as
 * `epsilab:<experiment>/<runId>#<first 16 hexadecimal digits>`. Each line of rows carries its own seal, by which a reader can say which
 * one was changed. Figures are built from the rows alone, those whose parts were run.
 */
import { figureFromJson } from "../../../lib/figures/figure.ts";
import { sha256Hex } from "../../../lib/random/sha256.ts";
import type { Experiment } from "../definition/experiment.ts";
import type { CellRow } from "../definition/row.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { messageOf } from "../text/thrown.ts";
import { runIdOf, type Spec } from "./spec.ts";

export const SPEC = "spec.json";
export const CELLS = "cells.jsonl";
export const BLOCKS = "blocks.jsonl";
export const FIGURES = "figures";
/** What the audit of a program was judged from: JSON lines, compressed. */
export const SAMPLES = "samples.jsonl.gz";
export const MANIFEST = "MANIFEST";
export const ENVIRONMENT = "env.json";

/** One line of `blocks.jsonl`. */
export interface BlockRow {
  readonly part: string;
  readonly control?: string;
  readonly cell: CellRow["cell"];
  readonly block: number;
  readonly trials: number;
  readonly sha256: string;
}

/** The lines of `blocks.jsonl`, each made when it is asked for. */
interface BlockRows extends Iterable<BlockRow> {
  readonly length: number;
}

/** What a run found: the rows of its cells and blocks. */
export interface Computed {
  readonly rows: readonly CellRow[];
  readonly blocks: BlockRows;
}

/** Text by name, in the order of the names; a long one, or bytes, in pieces that are made when they are asked for. */
export type ResultFiles = ReadonlyMap<string, FileContent>;

export type FileContent = string | Iterable<string | Uint8Array>;

export function resultFiles(experiment: Experiment, spec: Spec, { rows, blocks }: Computed): ResultFiles {
  const drawn = Object.entries(experiment.figures).filter(([, { parts }]) =>
    parts.every((part) => Object.hasOwn(spec.parts, part)),
  );
  const figures = drawn.map(([name, { draw }]): [string, string] => [
    `${FIGURES}/${name}.json`,
    `${figureText(name, () => draw(rows))}\n`,
  ]);
  return assembledFiles(spec, { rows, blocks }, figures);
}

/** The files of a result with its figures, and whatever else belongs to it. */
export function assembledFiles(
  spec: Spec,
  { rows, blocks }: Computed,
  others: readonly (readonly [string, FileContent])[],
): ResultFiles {
  const files: (readonly [string, FileContent])[] = [
    [SPEC, `${canonicalJson(spec)}\n`],
    [CELLS, linesOf(rows)],
    [BLOCKS, { [Symbol.iterator]: () => pieces(blocks) }],
    ...others,
  ];
  return new Map(files.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A figure as it is stored; one that could not be read again is refused before anything is written. */
function figureText(name: string, draw: () => unknown): string {
  try {
    const text = canonicalJson(draw());
    figureFromJson(text);
    return text;
  } catch (error) {
    throw new Error(`figure ${name}: ${messageOf(error)}`, { cause: error });
  }
}

const PIECE = 1000;

/** The lines of many rows, some at a time. */
function* pieces(rows: Iterable<BlockRow>): Generator<string> {
  let some: BlockRow[] = [];
  for (const row of rows) {
    some.push(row);
    if (some.length < PIECE) continue;
    yield linesOf(some);
    some = [];
  }
  if (some.length > 0) yield linesOf(some);
}

function linesOf(rows: readonly (CellRow | BlockRow)[]): string {
  return rows.map((row) => `${canonicalJson({ ...row, seal: sealOf(canonicalJson(row)) })}\n`).join("");
}

/** The first 16 digits of the SHA-256 of the line of a row without its seal, so that a changed line can be named. */
export function sealOf(line: string): string {
  return sha256Hex(line).slice(0, 16);
}

export function manifestOf(files: ResultFiles): string {
  return [...files].map(([name, text]) => `${sha256Hex(text)}  ${name}\n`).join("");
}

/** A file as pieces. */
export function piecesOf(text: FileContent): Iterable<string | Uint8Array> {
  return typeof text === "string" ? [text] : text;
}

/** The whole hash; citations show its first 16 digits. */
export function resultIdOf(manifest: string): string {
  return sha256Hex(manifest);
}

export function citationKey(spec: Spec, resultId: string): string {
  return `epsilab:${spec.experiment}/${runIdOf(spec)}#${resultId.slice(0, 16)}`;
}
