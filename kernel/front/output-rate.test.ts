import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPaced } from "./output-rate.ts";

describe("output is paced", () => {
  const folder = mkdtempSync(join(tmpdir(), "epsilab-rate-"));
  const connectionFile = join(folder, "kernel-1.json");
  beforeAll(() => writeFileSync(join(folder, "jpserver-77.json"), "{}"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ["for a notebook of a server", { JPY_SESSION_NAME: "a.ipynb", JPY_PARENT_PID: "1" }, true],
    ["for a kernel that a server started without a notebook", { JPY_PARENT_PID: "77" }, true],
    ["not for a client that is no server", { JPY_PARENT_PID: "78" }, false],
    ["not where nobody says who started the kernel", {}, false],
    ["not for a server that drops nothing", { JPY_PARENT_PID: "77", EPSILAB_OUTPUT_RATE: "unlimited" }, false],
    ["where the variable asks for it", { EPSILAB_OUTPUT_RATE: "limited" }, true],
  ])("%s", (_, environment, expected) => {
    expect(isPaced({ rate: undefined, connectionFile, environment })).toBe(expected);
  });

  it("or not as an option says, whatever the variable does", () => {
    const environment = { EPSILAB_OUTPUT_RATE: "unlimited", JPY_PARENT_PID: "77" };
    const paced = (["automatic", "limited", "unlimited"] as const).map((rate) =>
      isPaced({ rate, connectionFile, environment }),
    );
    expect(paced).toEqual([true, true, false]);
  });

  it("but not by a word that means nothing", () => {
    const environment = { EPSILAB_OUTPUT_RATE: "fast" };
    expect(() => isPaced({ rate: undefined, connectionFile, environment })).toThrow(
      /EPSILAB_OUTPUT_RATE must be automatic, limited, unlimited, got fast/,
    );
  });
});
