import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pace } from "../../front/paced-broadcast.ts";
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

  describe("where nobody watches", () => {
    const display = { kind: "display", cell: 1, data: {}, metadata: {}, displayId: "bar" } as const;
    const [update, shown] = [true, false].map((isUpdate): FromRuntime => ({ ...display, update: isUpdate })) as [
      FromRuntime,
      FromRuntime,
    ];
    beforeEach(() => {
      merger.isAttended = false;
    });

    it("makes one message of the text of an output, however slowly it comes", () => {
      for (const words of ["a", "b", "c"]) {
        merger.add(text(1, "stdout", words));
        vi.advanceTimersByTime(5000);
        merger.add(update);
      }
      merger.add(shown);
      merger.add(text(1, "stdout", "d"));
      merger.flush();
      expect(delivered).toEqual([update, update, update, text(1, "stdout", "abc"), shown, text(1, "stdout", "d")]);
    });

    it("keeps the order of the two streams, however often they change", () => {
      const said = Array.from({ length: 100 }, (_, index) =>
        text(1, index % 2 === 0 ? "stdout" : "stderr", `${index}`),
      );
      for (const message of said) merger.add(message);
      merger.flush();
      expect(delivered).toEqual(said);
    });

    it("shows the text of a long cell after a minute", () => {
      merger.add(text(1, "stdout", "a"));
      vi.advanceTimersByTime(59_999);
      expect(delivered).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(delivered).toEqual([text(1, "stdout", "a")]);
    });
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

  const sizes = () => delivered.map((each) => (each.kind === "stream" ? each.text.length : 0));
  const flood = (words: string, times: number) => {
    for (let count = 0; count < times; count++) merger.add(text(1, "stdout", words));
  };

  it("delivers few messages of a flood, and all of it before what follows", () => {
    flood("x".repeat(10_000), 400);
    merger.add(clear(1));
    expect(delivered.at(-1)).toEqual(clear(1));
    expect(sizes().reduce((sum, size) => sum + size)).toBe(4_000_000);
    expect(delivered.length).toBeLessThan(13);
  });

  it("delivers no message that a Jupyter server would not take, with room for its headers", () => {
    flood("\u001b".repeat(65_536), 40);
    merger.flush();
    const headers = 10_000;
    for (const each of delivered) expect(JSON.stringify(each).length).toBeLessThan(pace.bytes - headers);
  });

  it("delivers what comes slowly at once, and within a second what comes fast, after much text", () => {
    flood("x".repeat(100_000), 30);
    merger.flush();
    vi.advanceTimersByTime(1000);
    const before = delivered.length;
    flood("slow", 1);
    expect(delivered.slice(before)).toEqual([text(1, "stdout", "slow")]);
    flood("fast", 3);
    expect(delivered.length).toBe(before + 1);
    vi.advanceTimersByTime(1000);
    expect(delivered.slice(before + 1)).toEqual([text(1, "stdout", "fastfastfast")]);
  });

  const displayed = (update: boolean): FromRuntime => ({ kind: "display", cell: 1, data: {}, metadata: {}, update });
  it.each<[string, FromRuntime, number]>([
    ["soon where an output begins", displayed(false), 20],
    ["soon where all output is cleared", clear(1), 20],
    ["as late as before where another output is changed", displayed(true), 1000],
  ])("delivers text %s", (_, message, milliseconds) => {
    flood("x".repeat(100_000), 30);
    merger.add(message);
    const before = delivered.length;
    flood("soon", 2);
    vi.advanceTimersByTime(milliseconds - 1);
    const early = delivered.length;
    vi.advanceTimersByTime(1);
    expect([early - before, delivered.length - before]).toEqual([0, 1]);
  });

  it("delivers the text of the next cell soon", () => {
    flood("x".repeat(100_000), 30);
    for (const words of ["first", "second"]) merger.add(text(2, "stdout", words));
    vi.advanceTimersByTime(20);
    expect(delivered.at(-1)).toEqual(text(2, "stdout", "firstsecond"));
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
