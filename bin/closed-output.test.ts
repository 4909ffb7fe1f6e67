import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject, projectFolder } from "./setup/project.js";

const program = inProject("bin", "epsilab");

interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What becomes of a command when nobody reads one of its outputs. */
async function unread(closed: "stdout" | "stderr", args: readonly string[]): Promise<Ending> {
  const child = spawn(process.execPath, [program, ...args], { cwd: projectFolder, stdio: ["ignore", "pipe", "pipe"] });
  child[closed].destroy(); // long before Node has started
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) child[name].on("data", (chunk) => (texts[name] += chunk));
  const [code] = await once(child, "close");
  return { code, ...texts };
}

describe("a command whose output nobody reads", () => {
  it.each([
    ["--help"],
    ["list"],
    ["show mia-np"],
    ["cite membership-tradeoff --keys"],
    ["query select(1)"],
    ["verify randomized-response --sample 1"],
    ["completion bash"],
    ["doctor"],
    ["kernel --help"],
    ["notebook run --help"],
    ["battery --help"],
  ])("ends without a word, as other programs do: %s", async (line) => {
    const { code, stderr } = await unread("stdout", line.split(" "));
    expect(stderr.replace(/^randomized-response: .*\n/gm, "")).toBe("");
    expect(code).toBe(141); // 128 and SIGPIPE
  });

  it("does its work all the same where nobody reads its messages", async () => {
    const { code, stdout } = await unread("stderr", ["verify", "randomized-response", "--sample", "1"]);
    expect(stdout).toContain("1 of 1 result verified\n");
    expect(code).toBe(0);
    expect(await unread("stderr", ["coffee"])).toMatchObject({ code: 2 });
  });

  it("says in a line that the disk is full", async () => {
    const full = openSync("/dev/full", "w");
    try {
      const child = spawn(process.execPath, [program, "list"], { cwd: projectFolder, stdio: ["ignore", full, "pipe"] });
      let stderr = "";
      child.stderr?.on("data", (chunk) => (stderr += chunk));
      expect(await once(child, "close")).toEqual([3, null]);
      expect(stderr).toMatch(/^epsilab: the output cannot be written: .*no space left.*\n$/);
    } finally {
      closeSync(full);
    }
  });
});
