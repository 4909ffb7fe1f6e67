/** Worker main: the program of a thread that a cell starts with a TypeScript file (cell-workers.ts). */
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

const [given] = process.argv.splice(2, 1);
const { file, folder, preload } = JSON.parse(given) as WorkerParameters;
process.argv[1] = resolve(file);
installTraces();
await new Importer({ folder, preload, provided: {} }).import(pathToFileURL(process.argv[1]).href);
