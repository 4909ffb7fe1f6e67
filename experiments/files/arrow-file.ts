/**
 * Columns of an Arrow file or stream, by the package apache-arrow, which is optional.
 */
import { readFile } from "node:fs/promises";
import { refuseColumn, type TableData } from "../../lib/data/table.ts";
import { refuse } from "../../lib/numerics/requirements.ts";
import { StorageError } from "../engine/machine/storage-error.ts";

export async function arrowColumns(file: string, wanted: readonly string[]): Promise<TableData> {
  const { tableFromIPC } = await arrow();
  const bytes = await readFile(file);
  const table = attempt(() => tableFromIPC(bytes)) ?? refuse("the file", "Arrow, a file or a stream", file);
  const names = table.schema.fields.map(({ name }) => String(name));
  const columns = wanted.map((name) => {
    const place = names.indexOf(name);
    if (place < 0) refuseColumn(name, names);
    return [name, Array.from(table.getChildAt(place) as Iterable<unknown>)] as const;
  });
  return Object.fromEntries(columns);
}

/** The answer, or nothing where it fails: what the package says may show what it read. */
function attempt<Answer>(call: () => Answer): Answer | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}

async function arrow(): Promise<typeof import("apache-arrow")> {
  try {
    return await import("apache-arrow");
  } catch {
    throw new StorageError(
      'apache-arrow is not installed; "npm install apache-arrow@21.2.0" in the project\'s folder gets it',
    );
  }
}
