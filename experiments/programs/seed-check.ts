/**
 * Whether a program follows its seed, found out before anything is judged.
 *
 * A program that gives the same at every seed repeats itself, and so does one that does not follow the seed and starts from the same
 * state in every process: their draws are not independent, and they are refused. One that draws from a source of its own is
 * audited, and it is said that its draws cannot be made again. Outputs that hardly differ show nothing: then more of them are asked.
 */
import type { Json } from "../engine/text/canonical-json.ts";
import { isVaried } from "./judge-draws.ts";
import type { ProgramProcess } from "./program-process.ts";
import { type Answer, ProgramRefusal } from "./protocol.ts";

export interface SeedCheck {
  /** Undefined where the outputs hardly differ. */
  readonly followsSeed: boolean | undefined;
  readonly versions: Readonly<Record<string, string>>;
}

const FEW = 32;
/** Two answers of as much information are equal by chance with probability 2e-9. */
const ENOUGH = 20;
const SEEDS = [20_261_115, 7] as const;

export async function checkSeed(fresh: () => ProgramProcess, input: Json, most: number): Promise<SeedCheck> {
  const few = Math.min(FEW, most);
  const one = fresh();
  try {
    const begun = await begin(one, input, [few]);
    const { versions = {} } = begun;
    const isEnough = isVaried(begun.outputs, ENOUGH) || most === few;
    const sizes = isEnough ? [few] : [few, most];
    const first = isEnough ? begun : await begin(one, input, [most]);
    if (!isVaried(first.outputs, ENOUGH)) return { followsSeed: undefined, versions };
    const draws = first.outputs.length;
    const again = await one.ask({ input, draws, seed: SEEDS[0] });
    const other = await one.ask({ input, draws, seed: SEEDS[1] });
    if (isSame(first, again) && isSame(first, other))
      throw new ProgramRefusal(
        `the program ignores the seed: it gave the same ${draws} outputs at the seeds ${SEEDS.join(" and ")}, ` +
          "so its draws are not independent",
      );
    if (isSame(first, again)) return { followsSeed: true, versions };
    await requireOtherStart(fresh(), first, (second) => begin(second, input, sizes));
    return { followsSeed: false, versions };
  } finally {
    one.end();
  }
}

/** The answer to the last of several requests at the first seed. */
async function begin(program: ProgramProcess, input: Json, sizes: readonly number[]): Promise<Answer> {
  let answer: Answer | undefined;
  for (const draws of sizes) answer = await program.ask({ input, draws, seed: SEEDS[0] });
  return answer as Answer;
}

async function requireOtherStart(
  second: ProgramProcess,
  first: Answer,
  ask: (program: ProgramProcess) => Promise<Answer>,
): Promise<void> {
  try {
    if (isSame(first, await ask(second)))
      throw new ProgramRefusal(
        "the program does not follow the seed of a request, and every process of it starts from the same state: " +
          "its draws are not independent",
      );
  } finally {
    second.end();
  }
}

function isSame(one: Answer, other: Answer): boolean {
  return JSON.stringify(one.outputs) === JSON.stringify(other.outputs);
}
