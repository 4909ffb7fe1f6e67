import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { EXPECTED } from "./battery.ts";

const command = fileURLToPath(new URL("../../bin/epsilab", import.meta.url));
const run = promisify(execFile);

describe("the battery", () => {
  it("has the pinned hash on the other CPU architecture, emulated", async () => {
    const node = process.env.EPSILAB_FOREIGN_NODE;
    if (node === undefined) throw new Error("EPSILAB_FOREIGN_NODE is not set: run the tests by npm run test:long");
    const { stdout } = await run(node, ["-p", "process.arch"]);
    expect(stdout.trim()).toBe(process.arch === "x64" ? "arm64" : "x64");
    const answer = JSON.parse((await run(node, [command, "battery", "--json", "--workers", "2"])).stdout);
    expect(answer).toMatchObject({ hash: EXPECTED, same: true });
  });

  it.each([1, 3])("has the pinned hash with %i workers", async (workers) => {
    const args = [command, "battery", "--json", "--workers", String(workers)];
    expect(JSON.parse((await run(process.execPath, args)).stdout)).toMatchObject({ hash: EXPECTED, same: true });
  });

  it("has the pinned hash on Node 24", async () => {
    const node24 = process.env.EPSILAB_NODE24;
    if (node24 === undefined) throw new Error("EPSILAB_NODE24 is not set: run the tests by npm run test:long");
    expect((await run(node24, ["--version"])).stdout).toMatch(/^v24\./);
    const { stdout } = await run(node24, [command, "battery", "--json", "--workers", "2"], { maxBuffer: 1 << 24 });
    expect(JSON.parse(stdout)).toMatchObject({ hash: EXPECTED, same: true });
  });

  it("has the pinned hash where there is no WebAssembly and no compiler", async () => {
    const { stdout } = await run(process.execPath, ["--jitless", "-p", "typeof WebAssembly"]);
    expect(stdout.trim()).toBe("undefined");
    const args = ["--jitless", command, "battery", "--json", "--workers", "2"];
    expect(JSON.parse((await run(process.execPath, args)).stdout)).toMatchObject({ hash: EXPECTED, same: true });
  });
});
