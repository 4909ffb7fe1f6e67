import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseArguments } from "./arguments.ts";

describe("the kernel's arguments", () => {
  it("name the connection file and what is importable, in both spellings", () => {
    const words = ["--connection-file", "c.json", "--preload", "a=lib", "--preload=b=/x=y", "--type-check=wait"];
    expect(parseArguments(words)).toEqual({
      connectionFile: "c.json",
      preload: { a: resolve("lib"), b: "/x=y" },
      checkTime: "wait",
      keepHistory: true,
      heapMegabytes: undefined,
    });
    expect(parseArguments(["-f", "c", "--no-history", "--heap-megabytes", "64"])).toMatchObject({
      connectionFile: "c",
      keepHistory: false,
      heapMegabytes: 64,
    });
  });

  it.each([
    [[], /--connection-file is missing/],
    [["-f"], /-f, --connection-file <value>' argument missing/],
    [["-f", "c", "--preload", "a"], /--preload must be NAME=PATH, got a/],
    [["-f", "c", "--type-check", "late"], /--type-check must be soon, wait, off, got late/],
    [["-f", "c", "--heap-megabytes", "1"], /--heap-megabytes must be a number from 16, got 1/],
    [["-f", "c", "--colour"], /Unknown option '--colour'/],
  ])("%j are refused", (words, reason) => expect(() => parseArguments(words)).toThrow(reason));
});
