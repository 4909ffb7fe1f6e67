/**
 * Document: a notebook as it is kept in memory, in the words of nbformat 4.5.
 *
 * Source: nbformat.readthedocs.io, "The Notebook file format". Texts that a file keeps as lists of lines are whole strings here;
 * what this version does not know of is kept as it is.
 */
import { isJsonObject, type JsonObject } from "../protocol/json-object.ts";

interface StreamOutput {
  readonly output_type: "stream";
  readonly name: string;
  readonly text: string;
}

export interface DisplayOutput {
  readonly output_type: "display_data" | "execute_result";
  readonly data: JsonObject;
  readonly metadata: JsonObject;
  readonly execution_count?: number | null;
}

interface ErrorOutput {
  readonly output_type: "error";
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

export type Output = StreamOutput | DisplayOutput | ErrorOutput;

export interface CodeCell {
  readonly cell_type: "code";
  readonly id: string;
  readonly metadata: JsonObject;
  readonly source: string;
  readonly outputs: readonly Output[];
  readonly execution_count: number | null;
}

interface TextCell {
  readonly cell_type: "markdown" | "raw";
  readonly id: string;
  readonly metadata: JsonObject;
  readonly source: string;
  readonly [more: string]: unknown;
}

export type Cell = CodeCell | TextCell;

export interface Document {
  readonly metadata: JsonObject;
  readonly cells: readonly Cell[];
}

/** Empty if it is no object. */
export function fieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Whether a cell has a tag, which Jupyter keeps in its metadata. */
export function hasTag({ metadata }: Cell, tag: string): boolean {
  return Array.isArray(metadata.tags) && metadata.tags.includes(tag);
}

/** How a cell is distinguished from the others: its number among all cells and the first line that says something. */
export function labelOf(cells: readonly Cell[], index: number): string {
  const line = (cells[index]?.source ?? "").split("\n").find((text) => text.trim() !== "") ?? "";
  const shown = line.trim();
  return `cell ${index + 1} of ${cells.length}: ${shown.length > 60 ? `${shown.slice(0, 59)}…` : shown}`;
}
