import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const emitter = fileURLToPath(new URL("../../dist/bench/dieharder/emit.js", import.meta.url));

/** RANDU, x -> 65539 x modulo 2^32: its low bits repeat soon, and the rank test knows it. */
const randu = `
  const words = new Uint32Array(65536);
  let x = 1;
  for (;;) {
    for (let i = 0; i < words.length; i++) words[i] = x = Math.imul(x, 65539) >>> 0;
    require("fs").writeSync(1, words);
  }`;

/** The p-value and the verdict that dieharder gives the bytes of a Node program. */
async function judge(program: readonly string[], test: readonly string[]): Promise<{ p: number; verdict: string }> {
  const source = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "ignore"] });
  const judge = spawn("dieharder", ["-g", "200", ...test], { stdio: [source.stdout, "pipe", "inherit"] });
  source.stdout.destroy(); // the other end belongs to dieharder now
  let output = "";
  for await (const text of judge.stdout) output += text;
  source.kill();
  const row = output.split("\n").find((line) => /PASSED|WEAK|FAILED/.test(line));
  const fields = row?.split("|").map((field) => field.trim());
  if (fields?.length !== 6) throw new Error(`dieharder printed no verdict:\n${output}`);
  return { p: Number(fields[4]), verdict: `${fields[5]}` };
}

// The bytes are the same on every machine, and so are the p-values: a test that passes once passes for good.
describe.each(["one", "interleaved", "short"])("dieharder, given the words of the streams (%s)", (kind) => {
  it.each([
    ["birthday spacings", ["-d", "0"]],
    ["ranks of 32 x 32 bit matrices", ["-d", "2", "-p", "10"]],
    ["runs", ["-d", "15"]],
    ["counts of ones", ["-d", "100"]],
  ])("finds nothing in their %s", async (_, test) => {
    expect(await judge([emitter, kind], test)).toMatchObject({ verdict: "PASSED" });
  });
});

describe("dieharder, given a generator known to be bad", () => {
  it("finds it out by the ranks of 32 x 32 bit matrices", async () => {
    const { p, verdict } = await judge(["-e", randu], ["-d", "2", "-p", "10"]);
    expect(verdict).toBe("FAILED");
    expect(p).toBeLessThan(1e-6);
  });
});
