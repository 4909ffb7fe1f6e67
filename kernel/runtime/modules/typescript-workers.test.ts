import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Notebook } from "../reference/notebook.ts";

let notebook: Notebook;
beforeAll(() => {
  notebook = new Notebook();
  notebook.write("tsconfig.json", '{ "compilerOptions": { "paths": { "#far/*": ["./far/*"] } } }');
  notebook.write("far/away.ts", "export enum Far { A = 40, B }");
  notebook.write("half.ts", "export const half = (x: number): number => x / 2;");
  notebook.write(
    "task.ts",
    `import { parentPort, workerData, isMainThread } from "node:worker_threads";
     import { half } from "./half";
     import { Far } from "#far/away.ts";
     parentPort!.postMessage([half(workerData as number), Far.B, isMainThread, import.meta.url.split("/").pop()!]);`,
  );
  notebook.write(
    "old.cts",
    'const { parentPort } = require("node:worker_threads"); parentPort!.postMessage(__filename as string);',
  );
  notebook.write("loud.ts", "const text: string = 'from a thread'; console.log(text);");
  notebook.write("broken.ts", "interface Padding { x: number }\n\nthrow new RangeError('on purpose');");
  notebook.write("plain.mjs", 'import { parentPort } from "node:worker_threads"; parentPort.postMessage("plain");');
});
afterAll(() => notebook.close());

const START = 'import { Worker } from "node:worker_threads"; import { once } from "node:events";';
const answer = (worker: string) => notebook.value(`${START} (await once(${worker}, "message"))[0]`);

describe("a worker thread", () => {
  it.each([
    ['new Worker("./task.ts", { workerData: 8 })'],
    ['new Worker(new URL("./task.ts", import.meta.url), { workerData: 8 })'],
    ['new Worker(__dirname + "/task.ts", { workerData: 8, execArgv: [] })'],
    ['new (require("worker_threads").Worker)("./task.ts", { workerData: 8 })'],
  ])("runs TypeScript as a cell imports it: %s", async (worker) => {
    expect(await answer(worker)).toBe("[ 4, 41, false, 'task.ts' ]");
  });

  it("runs TypeScript that is CommonJS", async () => {
    expect(await answer('new Worker("./old.cts")')).toBe(`'${join(notebook.folder, "old.cts")}'`);
  });

  it("runs what Node runs, as Node runs it", async () => {
    expect(await answer('new Worker("./plain.mjs")')).toBe("'plain'");
    const code = 'require("node:worker_threads").parentPort.postMessage(2)';
    expect(await answer(`new Worker(${JSON.stringify(code)}, { eval: true })`)).toBe("2");
    expect(await notebook.value("[Worker.name, new Worker('0', { eval: true }) instanceof Worker]")).toBe(
      "[ 'Worker', true ]",
    );
  });

  it("prints under its cell", async () => {
    const { stdout } = await notebook.run(`${START} await once(new Worker("./loud.ts"), "exit")`);
    expect(stdout).toBe("from a thread\n");
  });

  it("reports its errors in the lines of its file", async () => {
    const { errors } = await notebook.run(`${START} await once(new Worker("./broken.ts"), "message")`);
    const trace = stripVTControlCharacters(errors[0].traceback.join("\n"));
    expect(errors[0].evalue).toBe("on purpose");
    expect(trace).toContain(`${join(notebook.folder, "broken.ts")}:3:7`);
    expect(trace).not.toContain("worker-main");
    const missing = await notebook.run(`${START} await once(new Worker("./nowhere.ts"), "message")`);
    expect(missing.errors[0].evalue).toMatch(/nowhere\.ts/);
  });

  it("works where the heap of the runtime has a limit", async () => {
    const limited = new Notebook({ heapMegabytes: 200 });
    limited.write(
      "answer.ts",
      'import { parentPort } from "node:worker_threads";\nparentPort!.postMessage(42 as number);',
    );
    expect(await limited.value(`${START} (await once(new Worker("./answer.ts"), "message"))[0]`)).toBe("42");
    await limited.close();
  });
});
