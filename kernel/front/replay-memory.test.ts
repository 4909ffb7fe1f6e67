import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ReplayGuard } from "../protocol/replay-guard.ts";
import { leaveReplays, takeReplays } from "./replay-memory.ts";

const signed = (digit: string) => Buffer.from(digit.repeat(64));

describe("what a kernel has seen", () => {
  let folder: string;
  let connection: string;
  let memory: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "epsilab-replays-"));
    connection = join(folder, "kernel-1.json");
    memory = `${connection}.seen`;
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is known to the next one of the same connection, and to nobody after that", () => {
    const guard = takeReplays(connection);
    guard.admit(signed("a"));
    leaveReplays(connection, guard);
    expect(statSync(memory).mode & 0o777).toBe(0o600);
    const next = takeReplays(connection);
    expect([next.admit(signed("a")), next.admit(signed("b"))]).toEqual([false, true]);
    expect(existsSync(memory)).toBe(false);
    expect(takeReplays(connection).admit(signed("a"))).toBe(true);
  });

  it("is written through no link, and over what an earlier one left", () => {
    const foreign = join(folder, "foreign");
    writeFileSync(foreign, "untouched");
    symlinkSync(foreign, memory);
    leaveReplays(connection, new ReplayGuard());
    expect(readFileSync(foreign, "utf8")).toBe("untouched");
    writeFileSync(memory, "old");
    leaveReplays(connection, new ReplayGuard());
    expect(statSync(memory).size).toBe(0);
  });

  it("is read through no link and from no pipe, which would be waited for", () => {
    const foreign = join(folder, "foreign");
    writeFileSync(foreign, Buffer.alloc(ReplayGuard.digestLength));
    symlinkSync(foreign, memory);
    expect(takeReplays(connection).size).toBe(0);
    rmSync(memory, { force: true });
    execFileSync("mkfifo", [memory]);
    expect(takeReplays(connection).size).toBe(0);
  });

  it("is not read if it is more than one can have seen, and can be lost where nothing can be written", () => {
    writeFileSync(memory, Buffer.alloc(65_537 * ReplayGuard.digestLength));
    expect(takeReplays(connection).size).toBe(0);
    expect(() => leaveReplays(join(folder, "absent", "kernel.json"), new ReplayGuard())).not.toThrow();
  });
});
