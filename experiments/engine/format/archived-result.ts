/**
 * Archived result: the folder of a result as a zip, which a page gives to a reader who explored, unpacked with care, as it may
 * be a stranger's.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { BrokenResult } from "./read-result.ts";

/** One folder, in which a result has files and figures. */
const ALLOWED = /^[\w-]+\/(?:figures\/)?[\w-]+(?:\.[\w-]+)*$/;
const MOST_FILES = 10_000;
const MOST_BYTES = 1e9;

export function isArchive(path: string): boolean {
  return /\.zip$/i.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Unpacks the archive into a folder, and gives the folder of the result in it. */
export function unpackArchive(path: string, into: string): string {
  let [count, bytes] = [0, 0];
  const refuse = (why: string): never => {
    throw new BrokenResult(`${path} is not the archive of a result: ${why}`);
  };
  const files = (() => {
    try {
      return unzipSync(readFileSync(path), {
        filter: ({ name, originalSize }) => {
          if (name.endsWith("/")) return false;
          if (!ALLOWED.test(name)) refuse(`it names ${JSON.stringify(name)}`);
          count++;
          bytes += originalSize;
          if (count > MOST_FILES) refuse(`it has more than ${MOST_FILES} files`);
          if (bytes > MOST_BYTES) refuse(`its files have more than ${MOST_BYTES} bytes`);
          return true;
        },
      });
    } catch (error) {
      if (error instanceof BrokenResult) throw error;
      return refuse((error as Error).message);
    }
  })();
  const names = Object.keys(files);
  const folders = new Set(names.map((name) => name.slice(0, name.indexOf("/"))));
  if (folders.size !== 1) refuse(`it must have one folder, got ${folders.size}`);
  for (const name of names) {
    const place = join(into, name);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, files[name]);
  }
  return join(into, ...folders);
}
