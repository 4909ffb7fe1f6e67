import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { afterAll, describe, expect, it } from "vitest";
import { type Outcome, ProjectCopy, type Running, run } from "../project-copy.ts";

/** Larger than any process id of Linux and macOS. */
const noProcess = 2 ** 22 + 1;

describe("withLock", () => {
  const copy = new ProjectCopy(["bin/setup"]);
  afterAll(() => copy.remove());
  const lock = copy.path(".cache/locks/thing");

  /** Runs, under the lock, a program that appends to a file before and after a pause. */
  function holder(name: string, milliseconds = 0, watch?: (running: Running) => void): Promise<Outcome> {
    const program = `
      import { appendFileSync } from "node:fs";
      import { setTimeout as wait } from "node:timers/promises";
      import { withLock } from "./bin/setup/lock.js";
      await withLock("thing", async () => {
        appendFileSync("${name}", "begin ");
        await wait(${milliseconds});
        appendFileSync("${name}", "end ");
      });`;
    return run(process.execPath, ["--input-type=module", "-e", program], { folder: copy.folder, watch });
  }

  /** Leaves a lock behind, as a process that was killed does. */
  function leave({ host, processes }: { readonly host: string; readonly processes: readonly number[] }): void {
    mkdirSync(lock, { recursive: true });
    writeFileSync(`${lock}/owner.json`, JSON.stringify({ host, processes }));
  }

  it("lets one process in at a time", async () => {
    await Promise.all(Array.from({ length: 6 }, () => holder("turns", 60)));
    expect(readFileSync(copy.path("turns"), "utf8")).toBe("begin end ".repeat(6));
    expect(existsSync(lock)).toBe(false);
  });

  it("lets one process in at a time when it begins with a stale lock", async () => {
    leave({ host: hostname(), processes: [noProcess] });
    await Promise.all(Array.from({ length: 6 }, () => holder("stale", 60)));
    expect(readFileSync(copy.path("stale"), "utf8")).toBe("begin end ".repeat(6));
  });

  it("waits, and says for whom, while a tool of a dead owner lives", async () => {
    leave({ host: hostname(), processes: [noProcess, process.pid] });
    const { code, output } = await holder("orphan", 0, async ({ said }) => {
      await said("waiting");
      expect(existsSync(copy.path("orphan"))).toBe(false);
      leave({ host: hostname(), processes: [noProcess] });
    });
    expect(output).toContain(`waiting for another set-up of "thing" (process ${noProcess}, ${process.pid} on `);
    expect({ code, done: existsSync(copy.path("orphan")) }).toEqual({ code: 0, done: true });
  });

  it("takes over a lock of another machine that nobody has touched for a minute", async () => {
    leave({ host: "elsewhere", processes: [1] });
    const before = new Date(Date.now() - 61_000);
    utimesSync(lock, before, before);
    expect((await holder("abandoned")).code).toBe(0);
    expect(existsSync(copy.path("abandoned"))).toBe(true);
  });
});
