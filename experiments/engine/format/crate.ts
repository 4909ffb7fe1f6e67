/**
 * Crate: a folder with the files of a result, their description, and the source of an experiment that is not Epsilab's.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The description. */
export const CRATE = "ro-crate-metadata.json";
/** The folder of the source. */
export const SOURCE = "source";

export function isCrate(folder: string): boolean {
  return existsSync(join(folder, CRATE));
}

const schema = z.object({ "@graph": z.array(z.looseObject({ "@id": z.string() })) });
const entity = z.object({ "@id": z.string().startsWith(`${SOURCE}/`) });

/** The file of the source that exports the experiment, relative to the folder of the source; undefined where a crate carries none. */
export function entryOf(folder: string): string | undefined {
  try {
    const { "@graph": graph } = schema.parse(JSON.parse(readFileSync(join(folder, CRATE), "utf8")));
    const main = entity.safeParse(graph.find((each) => each["@id"] === "./")?.mainEntity);
    return main.data?.["@id"].slice(SOURCE.length + 1);
  } catch (error) {
    throw new RangeError(`${join(folder, CRATE)} must be the description of a crate: ${(error as Error).message}`);
  }
}
