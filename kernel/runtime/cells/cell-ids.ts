/**
 * Ids of what a cell puts on the page: the same whenever the cell runs again at its place in a session, so that a notebook that is
 * executed again keeps its bytes; no two of a session are the same.
 */
import { createHash } from "node:crypto";
import { currentRun } from "./cell-run.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** How many ids the cells of one name and source were given. */
const given = new Map<string, number>();

export function nextId(): string {
  const { name, source } = currentRun();
  const cell = hashOf(`${name}\n${source}`);
  const place = given.get(cell) ?? 0;
  given.set(cell, place + 1);
  return hashOf(`${cell}\n${place}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
