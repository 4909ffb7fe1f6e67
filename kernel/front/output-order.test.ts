import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { descendants, isStopped, KernelProcess } from "./reference/kernel-process.ts";

/** How long a process is stopped, in milliseconds: a warm check takes a tenth of it. */
const stoppage = 100;

/** One that calls a cell idle when its type errors are known, so that a busy machine changes nothing. */
let kernel: KernelProcess;
let runtime: number;
let server: number;

const nameOf = (processId: number) => readFileSync(`/proc/${processId}/comm`, "utf8").trim();

/** Has a process that stops itself go on, each time after the stoppage, until `isOver`. */
async function resume(processId: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    if (isStopped(processId)) {
      await delay(stoppage);
      process.kill(processId, "SIGCONT");
    }
    await delay(1);
  }
}

/** What a cell puts out until it is idle, in short, its type errors by their number alone. */
async function outputs(code: string): Promise<readonly string[]> {
  return (await run(code)).outputs;
}

/** The same, and the id of the request. */
async function run(code: string): Promise<{ readonly id: string; readonly outputs: readonly string[] }> {
  const id = await kernel.client.send("shell", "execute_request", { code, stop_on_error: false });
  let isIdle = false;
  const idle = kernel.client.idle(id).then(() => {
    isIdle = true;
  });
  await Promise.all([idle, resume(runtime, () => isIdle)]);
  const outputs = kernel.client
    .about(id)
    .filter((text) => !/^(status|execute_input)/.test(text))
    .map((text) => /TS\d+/.exec(text)?.[0] ?? text.trim());
  return { id, outputs };
}

async function start(checkTime: "soon" | "wait"): Promise<void> {
  kernel = await KernelProcess.start(["--type-check", checkTime]);
  const { client } = kernel;
  await client.execute('const stop = () => void process.kill(process.pid, "SIGSTOP"); let n = 0;');
  runtime = Number(await kernel.value("process.pid"));
  await client.execute("const warm: number = 'up'");
  server = descendants(kernel.process.pid as number).find((each) => /^tsc/.test(nameOf(each))) as number;
}

beforeAll(() => start("wait"));
afterAll(() => kernel.stop());

describe("the type errors of a cell", () => {
  const steps = ["nowhere", "before it prints", "between two prints", "before its result", "everywhere"];

  it.each(steps)("follow what it printed and its result when its runtime is stopped %s", async (step) => {
    const at = (name: string) => (step === name || step === "everywhere" ? "stop();" : "");
    const [first, second, third] = steps.slice(1).map(at);
    const code = `const wrong: number = "x"; ${first} console.log("one"); ${second} console.log("two"); ${third} n++; "value"`;
    expect((await outputs(code)).join(" ")).toMatch(/^stdout one\s(stdout )?two execute_result TS2322$/);
  });

  it("follow the error that it ends with", async () => {
    const code = 'const wrong: number = "x"; stop(); throw new Error("as ordered")';
    expect(await outputs(code)).toEqual(["error Error", "TS2322"]);
  });

  it("come before idle where the server that finds them was stopped", async () => {
    process.kill(server, "SIGSTOP");
    const shown = outputs('const wrong: number = "x"; console.log("one"); "value"');
    await delay(stoppage);
    process.kill(server, "SIGCONT");
    expect(await shown).toEqual(["stdout one", "execute_result", "TS2322"]);
  });

  it("are added below their cell where they are not known in time, and nothing stands in for them", async () => {
    await kernel.stop();
    await start("soon");
    process.kill(server, "SIGSTOP");
    const { id, outputs: shown } = await run('const wrong: number = "x"; "value"');
    expect(shown).toEqual(["execute_result"]);
    process.kill(server, "SIGCONT");
    await kernel.client.until(() => kernel.client.about(id).join("").includes("TS2322"));
    expect(await outputs("const right: number = 1; right")).toEqual(["execute_result"]);
    expect(kernel.client.published.filter(({ header }) => /display_data/.test(header.msg_type))).toEqual([]);
  });
});
