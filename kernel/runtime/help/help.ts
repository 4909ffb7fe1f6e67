/**
 * Help: the global `help(subject)`, which shows what a function or another name is, with its documentation.
 *
 * A value is found among the exports of the modules that cells imported, among the kernel's globals and among the variables of cells;
 * a text among the names that cells declared and that preloaded packages export, and then among what these are called besides.
 */
import type { DisplayHandle } from "../../display/cell-globals.ts";
import { display } from "../../display/display.ts";
import { md } from "../../display/tags.ts";
import { lineOf } from "../../display/text.ts";
import { namesFor } from "../../language/name-search.ts";
import type { Bindings } from "../cells/bindings.ts";
import { preloadedEntries } from "../errors/import-advice.ts";
import { cellSources } from "../errors/source-positions.ts";
import type { Importer } from "../modules/importer.ts";
import { cellPage, entryPage, exportPage, foundPage, globalPage, overviewPage, typesOf } from "./help-page.ts";

/** Where names and values are looked for. */
interface Known {
  readonly importer: Importer;
  readonly bindings: Bindings;
  /** The file that the Jupyter server keeps about itself, if there is one. */
  readonly server: string;
}

export function helpFunction(known: Known): (...subjects: readonly unknown[]) => DisplayHandle {
  return function help(...subjects) {
    return display(md(pageOf(subjects, known)));
  };
}

function pageOf(subjects: readonly unknown[], known: Known): string {
  if (subjects.length > 1) throw new TypeError(`help takes one thing at a time, got ${subjects.length}`);
  if (subjects.length === 0) return overviewPage(preloadedEntries());
  const [subject] = subjects;
  if (typeof subject === "string") return ofText(subject, known);
  const isNamed = typeof subject === "function" || (typeof subject === "object" && subject !== null);
  const page = isNamed ? ofValue(subject, known) : undefined;
  if (page !== undefined) return page;
  const shown = typeof subject === "function" ? `the function ${subject.name || "without a name"}` : lineOf(subject);
  throw new RangeError(
    `help knows nothing about ${shown}; it takes what a cell imported or declared, or a name as text`,
  );
}

function ofText(name: string, known: Known): string {
  const entries = preloadedEntries();
  const entry = entries.all.find(({ specifier }) => specifier === name);
  if (entry !== undefined) return entryPage(entries, entry);
  const own = known.bindings.isDeclared(name) ? ofCells(name) : undefined;
  const exporting = entries.names.get(name);
  const found = own ?? (exporting && exportPage({ ...exporting, name }, known.server)) ?? globalPage(name);
  if (found !== undefined) return found;
  const [only, ...more] = namesFor(entries, name);
  if (only === undefined) {
    const where = "no cell declares it, and no preloaded package exports it or calls something so";
    throw new RangeError(`help knows no name ${lineOf(name)}: ${where}`);
  }
  return more.length === 0 ? ofText(only, known) : foundPage(entries, name, [only, ...more]);
}

function ofValue(value: object, known: Known): string | undefined {
  for (const [specifier, namespace] of known.importer.imported()) {
    if (namespace === value && preloadedEntries().all.some((entry) => entry.specifier === specifier))
      return ofText(specifier, known);
    const name = Object.keys(namespace).find((key) => key !== "default" && exported(namespace, key) === value);
    const page = name === undefined ? undefined : ofExport(specifier, name, known);
    if (page !== undefined) return page;
  }
  const names = known.bindings.names().filter((name) => exported(known.bindings.box(name), name) === value);
  for (const name of names) {
    const page = ofCells(name);
    if (page !== undefined) return page;
  }
  const global = Object.getOwnPropertyNames(globalThis).find((name) => ownValue(name) === value);
  return global === undefined ? undefined : globalPage(global);
}

function ofExport(specifier: string, name: string, { importer, server }: Known): string | undefined {
  const entry = preloadedEntries().all.find((one) => one.specifier === specifier);
  const loaded = importer.fileOf(specifier);
  const file = entry?.file ?? (loaded && typesOf(loaded, specifier));
  return file === undefined ? undefined : exportPage({ file, name, specifier }, server);
}

function ofCells(name: string): string | undefined {
  for (const source of cellSources()) {
    const page = source.includes(name) ? cellPage(source, name) : undefined;
    if (page !== undefined) return page;
  }
  return undefined;
}

/** A module may throw where one of its exports is not yet there. */
function exported(namespace: Readonly<Record<string, unknown>>, name: string): unknown {
  try {
    return namespace[name];
  } catch {
    return undefined;
  }
}

/** Of a global; what Node loads late is not touched. */
function ownValue(name: string): unknown {
  return Object.getOwnPropertyDescriptor(globalThis, name)?.value;
}
