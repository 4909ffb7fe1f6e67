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
import { type LibraryRelease, libraryReleases } from "../../experiments/libraries/releases.ts";
import { programMechanism } from "../../experiments/programs/program-mechanism.ts";

const SEEDS = { over: 20261119, under: 20261120 };
const COUNTS = join(packageFolder, "experiments", "libraries", "counts.json");

interface Count {
  readonly library: string;
  readonly version: string;
  readonly mechanism: string;
  readonly over: number;
  readonly under: number;
}

/** How often the event happened under each of the two inputs. */
async function countOf(release: LibraryRelease, version: string, environments: string): Promise<Count> {
  const { library, mechanism, draws } = release;
  const python = join(environments, `${library}-${version}`, "bin", "python");
  const program = programMechanism({
    command: [python, join(packageFolder, "bench", "libraries", "mechanisms.py"), library, mechanism],
    timeout: 600,
  });
  const happened = async (side: "over" | "under") =>
    (await program.draw(release[side], { draws, seed: SEEDS[side] })).filter(release.happened).length;
  return { library, version, mechanism, over: await happened("over"), under: await happened("under") };
}

async function main(folder: string, only: string | undefined): Promise<void> {
  // The client of the line protocol, as `epsilab init --audit python` writes it.
  process.env.PYTHONPATH = join(packageFolder, "clients", "python");
  const kept: readonly Count[] = only === undefined ? [] : JSON.parse(readFileSync(COUNTS, "utf8"));
  const isAsked = ({ library, mechanism }: Pick<Count, "library" | "mechanism">) =>
    only === undefined || library === only || mechanism === only;
  const counts = kept.filter((count) => !isAsked(count));
  for (const release of libraryReleases.filter(isAsked)) {
    for (const version of release.versions) {
      const count = await countOf(release, version, resolve(folder));
      console.log(JSON.stringify(count));
      counts.push(count);
    }
  }
  writeFileSync(COUNTS, `[\n${counts.map((count) => JSON.stringify(count)).join(",\n")}\n]\n`);
}

const [folder, only] = process.argv.slice(2);
if (folder === undefined)
  throw new RangeError("folder of the environments must be named, as environments.sh made it, got none");
await main(folder, only);
