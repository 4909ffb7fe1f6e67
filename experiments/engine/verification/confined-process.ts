/**
 * A confined process: recomputes a result with the program of somebody else, and answers with what it found.
 *
 * It is started under Node's permission model, so that the program may neither write files nor start processes or threads.
 */

import { planOf } from "../execution/plan.ts";
import { ownThread } from "../execution/worker-pool.ts";
import { printsToStandardError } from "../machine/prints.ts";
import { loadCarried } from "../program/catalogue.ts";
import { messageOf } from "../text/thrown.ts";
import type { ConfinedAnswer, ConfinedOrder } from "./confined-answer.ts";
import { recompute, recomputeBlock } from "./verification.ts";

const DENIED: Readonly<Record<string, string>> = {
  FileSystemWrite: "write the file",
  FileSystemRead: "read the file",
  ChildProcess: "start a process",
  WorkerThreads: "start a thread",
};

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr); // what the program prints is no answer
printsToStandardError();
process.on("uncaughtException", (error) => answer({ failure: failureOf(error) }));

const texts: string[] = [];
for await (const text of process.stdin.setEncoding("utf8")) texts.push(text);
answer(await computed(JSON.parse(texts.join(""))).catch((error: unknown) => ({ failure: failureOf(error) })));

function answer(found: ConfinedAnswer): void {
  write(JSON.stringify(found), () => process.exit());
}

async function computed({ file, spec, places }: ConfinedOrder): Promise<ConfinedAnswer> {
  const plan = planOf(await loadCarried({ file }), spec);
  const pool = ownThread(plan);
  if (places === undefined) {
    const { rows, blocks, id } = await recompute(plan, pool);
    return { rows: JSON.parse(JSON.stringify(rows)), blocks, id: id() };
  }
  const digests: (string | null)[] = [];
  for (const place of places) digests.push((await recomputeBlock(plan, pool, place)) ?? null);
  return { digests };
}

/** What was denied, where that is the cause, and else the message. */
function failureOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, permission = "", resource = "" } = cause as Error & Readonly<Record<string, string | undefined>>;
    if (code !== "ERR_ACCESS_DENIED") continue;
    const what = `${DENIED[permission] ?? permission} ${resource}`.trim();
    return `its code tried to ${what}, and was stopped`;
  }
  return messageOf(error);
}
