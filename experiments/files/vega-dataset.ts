/**
 * The path of a data set of the npm package vega-datasets: penguins.json, cars.json, flights-3m.parquet, flights-200k.arrow and more.
 *
 * The package has 42 MB and is no dependency: `npm install vega-datasets@3.2.1`. Its own functions fetch the files from the
 * network; here they are read where they are installed. Its datapackage.json says where each data set comes from and under which
 * licence.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { refuse } from "../../lib/numerics/requirements.ts";
import { StorageError } from "../engine/machine/storage-error.ts";

export function vegaDataset(name: string): string {
  if (typeof name !== "string" || !/^[\w-]+(?:\.[\w-]+)+$/.test(name))
    refuse("name", "the name of a file of vega-datasets, such as penguins.json", name);
  const path = join(installed(), "data", name);
  if (!existsSync(path)) refuse("name", "the name of a file of vega-datasets, such as penguins.json", name);
  return path;
}

function installed(): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve("vega-datasets")));
  } catch {
    throw new StorageError(
      'vega-datasets is not installed; "npm install vega-datasets@3.2.1" in the project\'s folder gets it',
    );
  }
}
