import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromRuntime } from "./channel.ts";
import { StreamMerger } from "./stream-merger.ts";

const text = (cell: number, name: "stdout" | "stderr", words: string): FromRuntime => ({
  kind: "stream",
  cell,
  name,
  text: words,
});
const clear = (cell: number): FromRuntime => ({ kind: "clear", cell, wait: false });

describe("a stream merger", () => {
  let delivered: FromRuntime[];
  let merger: StreamMerger;
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000 });
    delivered = [];
    merger = new StreamMerger((message) => delivered.push(message));
  });
  afterEach(() => vi.useRealTimers());

  it("delivers the first text at once and joins what follows within the window", () => {
    for (const words of ["a", "b", "c"]) merger.add(text(1, "stdout", words));
    expect(delivered).toEqual([text(1, "stdout", "a")]);
    vi.advanceTimersByTime(20);
    expect(delivered).toEqual([text(1, "stdout", "a"), text(1, "stdout", "bc")]);
  });

  it("keeps the order among streams, cells and other messages", () => {
    const said = [
      text(1, "stdout", "a"),
      text(1, "stdout", "b"),
      text(1, "stderr", "c"),
      text(2, "stderr", "d"),
      clear(2),
      text(2, "stderr", "e"),
    ];
    for (const message of said) merger.add(message);
    merger.flush();
    expect(delivered).toEqual(said);
  });

  it("does not wait once 64 KB have gathered", () => {
    merger.add(text(1, "stdout", "a"));
    merger.add(text(1, "stdout", "x".repeat(65_536)));
    expect(delivered).toHaveLength(2);
  });

  it("joins what alternates between the streams, once that is much", () => {
    for (let pair = 0; pair < 1000; pair++) {
      merger.add(text(1, "stdout", `o${pair}\n`));
      merger.add(text(1, "stderr", `e${pair}\n`));
    }
    merger.add(clear(1));
    expect(delivered.length).toBeLessThan(60);
    expect(delivered.at(-1)).toEqual(clear(1));
    for (const [name, letter] of [
      ["stdout", "o"],
      ["stderr", "e"],
    ] as const) {
      const whole = delivered.map((each) => (each.kind === "stream" && each.name === name ? each.text : "")).join("");
      expect(whole).toBe(Array.from({ length: 1000 }, (_, pair) => `${letter}${pair}\n`).join(""));
    }
  });
});
