import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Outlet } from "./outlet.ts";

describe("the outlet", () => {
  let folder = "";
  let descriptor = -1;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "epsilab-outlet-"));
    descriptor = openSync(join(folder, "pipe"), "w");
  });
  afterEach(() => {
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });
  const written = () => readFileSync(join(folder, "pipe"), "latin1");

  it("does not hold back the first text of a cell behind the burst of another, since a loop may follow", () => {
    const outlet = new Outlet(descriptor);
    for (let line = 0; line < 200; line++) outlet.print(1, "stdout", `burst ${line}\n`);
    expect(written()).not.toContain("burst 199"); // it waits to be merged with what follows
    outlet.print(2, "stdout", "go\n");
    expect(written()).toContain("burst 199");
    expect(written()).toContain("go");
  });
});
