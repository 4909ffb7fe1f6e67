/** Worker main: what a thread that a cell starts with a TypeScript file runs first (typescript-workers.ts). */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { installTraces } from "../errors/traces.ts";
import { Importer } from "./importer.ts";

export interface WorkerParameters {
  readonly file: string;
  /** As the cells have them. */
  readonly folder: string;
  readonly preload: Readonly<Record<string, string>>;
}

export async function runFile({ file, folder, preload }: WorkerParameters): Promise<void> {
  const path = resolve(file);
  process.argv[1] = path;
  installTraces();
  await new Importer({ folder, preload, provided: {} }).import(pathToFileURL(path).href);
}
