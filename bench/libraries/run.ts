/**
 * Draws from mechanisms of shipped libraries, each in an environment of its own, and counts the event of each release, for
 * `experiments/libraries/counts.json`: node dist/bench/libraries/run.js <folder of environments.sh> [name].
 *
 * Where a library takes no seed, the draws differ from run to run, and the counts with them. With the name of a library or of a
 * mechanism only its counts are new.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { packageFolder } from "../../experiments/engine/program/project.ts";
import { versionedReleases } from "../../experiments/libraries/releases.ts";
import { type EventCount, eventCount } from "./event-count.ts";

const COUNTS = join(packageFolder, "experiments", "libraries", "counts.json");

async function main(folder: string, only: string | undefined): Promise<void> {
  const isAsked = ({ library, mechanism }: Pick<EventCount, "library" | "mechanism">) =>
    only === undefined || library === only || mechanism === only;
  const kept: readonly EventCount[] = only === undefined ? [] : JSON.parse(readFileSync(COUNTS, "utf8"));
  const counts = kept.filter((count) => !isAsked(count));
  for (const release of versionedReleases.filter(isAsked)) {
    const count = await eventCount(release, resolve(folder));
    console.log(JSON.stringify(count));
    counts.push(count);
  }
  writeFileSync(COUNTS, `[\n${counts.map((count) => JSON.stringify(count)).join(",\n")}\n]\n`);
}

const [folder, only] = process.argv.slice(2);
if (folder === undefined)
  throw new RangeError("folder of the environments must be named, as environments.sh made it, got none");
await main(folder, only);
