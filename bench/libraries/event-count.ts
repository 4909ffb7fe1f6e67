/**
 * Event count: how often the event of a release happens under each of its two inputs, by draws through the line protocol from the
 * library at one version, in an environment that `environments.sh` made.
 */
import { join } from "node:path";
import { packageFolder } from "../../experiments/engine/program/project.ts";
import type { VersionedRelease } from "../../experiments/libraries/releases.ts";
import { programMechanism } from "../../experiments/programs/program-mechanism.ts";

const SEEDS = { over: 20261119, under: 20261120 };

export interface EventCount {
  readonly library: string;
  readonly version: string;
  readonly mechanism: string;
  readonly over: number;
  readonly under: number;
}

/** `environments` is their folder. */
export async function eventCount(
  release: VersionedRelease,
  environments: string,
  draws = release.draws,
): Promise<EventCount> {
  const { library, version, mechanism } = release;
  const python = join(environments, `${library}-${version}`, "bin", "python");
  // The client of the line protocol, as `epsilab init --audit python` writes it.
  process.env.PYTHONPATH = join(packageFolder, "clients", "python");
  const program = programMechanism({
    command: [python, join(packageFolder, "bench", "libraries", "mechanisms.py"), library, mechanism],
    // The client sends a thousand outputs at once, and a synthesizer may take seconds for each.
    timeout: 7200,
  });
  const happened = async (side: "over" | "under") =>
    (await program.draw(release[side], { draws, seed: SEEDS[side] })).filter(release.happened).length;
  return { library, version, mechanism, over: await happened("over"), under: await happened("under") };
}
