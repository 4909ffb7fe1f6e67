import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ResidentCommand } from "./resident-command.ts";

const command = join(import.meta.dirname, "..", "bin", "epsilab");

describe("the resident command", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-resident-"));
  const resident = new ResidentCommand();
  afterAll(() => {
    resident.end();
    rmSync(place, { recursive: true, force: true });
  });

  it.each([
    [["show", "laplace-mechansim"]],
    [["run", "nothing", "--wrong"]],
    [["--version"]],
    [["run", "experiments/own.ts"]],
  ])("answers as the started one does: %j", async (args) => {
    write("experiments/own.ts", 'throw new Error("of its own");');
    const started = await new Promise((resolve) => {
      execFile(process.execPath, [command, ...args], { cwd: place }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
      );
    });
    const first = resident.ask(["--version"], tmpdir());
    const answer = resident.ask(args, place);
    expect((await first).code).toBe(0);
    expect(await answer).toEqual(started);
  });

  it("loads the program of a project again for each line", async () => {
    for (const message of ["first", "second", "first"]) {
      write("experiments/own.ts", `throw new Error("${message}");`);
      expect((await resident.ask(["run", "experiments/own.ts"], place)).stderr).toBe(`epsilab: ${message}\n`);
    }
  });

  it("does not wait for a process that has ended", async () => {
    write("experiments/own.ts", "process.exit(7);");
    const mortal = new ResidentCommand();
    await expect(mortal.ask(["run", "experiments/own.ts"], place)).rejects.toThrow("ended by 7 while it was asked run");
  });

  function write(name: string, text: string): void {
    mkdirSync(join(place, "experiments"), { recursive: true });
    writeFileSync(join(place, "package.json"), '{ "name": "resident", "type": "module" }');
    writeFileSync(join(place, name), text);
  }
});
