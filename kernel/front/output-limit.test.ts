import { readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { OutputLimit } from "./output-limit.ts";

describe("the output limit", () => {
  it("lets all pass if none is set", () => {
    const text = "x".repeat(1e6);
    expect(new OutputLimit().admit(1, text)).toEqual({ text });
  });

  it("shows what fits, notes once where the rest is, and keeps the rest whole for its owner alone", () => {
    const limit = new OutputLimit(10);
    expect(limit.admit(1, "12345")).toEqual({ text: "12345" });
    expect(limit.admit(1, "67890")).toEqual({ text: "67890" });
    const { text, note = "" } = limit.admit(1, "beyond");
    expect(text).toBe("");
    const file = /is in (.*)$/.exec(note)?.[1] as string;
    expect(limit.admit(1, " and more")).toEqual({ text: "" });
    expect(limit.admit(2, "1234567890!")).toMatchObject({ text: "1234567890", note: expect.any(String) });
    expect(readFileSync(file, "utf8")).toBe("beyond and more");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    rmSync(dirname(file), { recursive: true });
  });

  it("cuts no character in two", () => {
    const { text, note = "" } = new OutputLimit(3).admit(1, "ab😀c");
    const file = /is in (.*)$/.exec(note)?.[1] as string;
    expect([text, readFileSync(file, "utf8")]).toEqual(["ab", "😀c"]);
    rmSync(dirname(file), { recursive: true });
  });

  it("shows all where the file cannot be written", () => {
    vi.stubEnv("TMPDIR", "/nowhere/at/all");
    const limit = new OutputLimit(3);
    expect([limit.admit(1, "abcdef"), limit.admit(1, "ghi")]).toEqual([{ text: "abcdef" }, { text: "ghi" }]);
    vi.unstubAllEnvs();
  });
});
