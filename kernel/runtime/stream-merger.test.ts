import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromRuntime, StreamOutput } from "./channel.ts";
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

  it("does not wait once a quarter of a million characters have gathered", () => {
    merger.add(text(1, "stdout", "a"));
    merger.add(text(1, "stdout", "x".repeat(262_144)));
    expect(delivered).toHaveLength(2);
  });

  const textOf = (name: "stdout" | "stderr") =>
    delivered.map((each) => (each.kind === "stream" && each.name === name ? each.text : "")).join("");
  const lines = (letter: string, count: number) =>
    Array.from({ length: count }, (_, line) => `${letter}${line}\n`).join("");

  it.each([
    ["at once", 5000, 0],
    ["for a while", 3000, 1],
  ])("makes few outputs of what alternates between the streams %s, and loses nothing", (_, pairs, milliseconds) => {
    for (let pair = 0; pair < pairs; pair++) {
      merger.add(text(1, "stdout", `o${pair}\n`));
      merger.add(text(1, "stderr", `e${pair}\n`));
      vi.advanceTimersByTime(milliseconds);
    }
    merger.add(clear(1));
    expect(delivered.at(-1)).toEqual(clear(1));
    const changes = delivered.filter(
      (each, index) => each.kind === "stream" && (delivered[index - 1] as StreamOutput | undefined)?.name !== each.name,
    );
    expect(changes.length).toBeLessThan(50); // what JupyterLab shows of a cell
    expect(textOf("stdout")).toBe(lines("o", pairs));
    expect(textOf("stderr")).toBe(lines("e", pairs));
  });

  it("keeps the exact order of what alternates slowly, and of the next cell", () => {
    const said: FromRuntime[] = [];
    const say = (cell: number, name: "stdout" | "stderr") => {
      const message = text(cell, name, `${said.length}\n`);
      said.push(message);
      merger.add(message);
    };
    for (let pair = 0; pair < 100; pair++) {
      for (const name of ["stdout", "stderr"] as const) say(1, name);
      vi.advanceTimersByTime(40);
    }
    for (let pair = 0; pair < 5; pair++) for (const name of ["stdout", "stderr"] as const) say(2, name);
    merger.flush();
    expect(delivered).toEqual(said);
  });

  it("goes back to the exact order when a flood is over", () => {
    for (let pair = 0; pair < 500; pair++)
      for (const name of ["stdout", "stderr"] as const) merger.add(text(1, name, "."));
    vi.advanceTimersByTime(1000);
    merger.add(text(1, "stdout", "."));
    vi.advanceTimersByTime(1000);
    const before = delivered.length;
    const said = Array.from({ length: 10 }, (_, index) => text(1, index % 2 === 0 ? "stdout" : "stderr", `${index}`));
    for (const message of said) merger.add(message);
    merger.flush();
    expect(delivered.slice(before)).toEqual(said);
  });
});
