import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FromRuntime } from "./channel.ts";
import { FrameReader } from "./frame.ts";
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
  const messages = () => {
    const found: FromRuntime[] = [];
    new FrameReader((message) => found.push(message as FromRuntime)).push(readFileSync(join(folder, "pipe")));
    return found;
  };
  const textOf = (name: "stdout" | "stderr") =>
    messages()
      .map((message) => (message.kind === "stream" && message.name === name ? message.text : ""))
      .join("");

  it("does not hold back the first text of a cell behind the burst of another, since a loop may follow", () => {
    const outlet = new Outlet(descriptor);
    for (let line = 0; line < 200; line++) outlet.print(1, "stdout", `burst ${line}\n`);
    expect(written()).not.toContain("burst 199"); // it waits to be merged with what follows
    outlet.print(2, "stdout", "go\n");
    expect(written()).toContain("burst 199");
    expect(written()).toContain("go");
  });

  it("loses nothing of a flood that goes to both streams in turn", () => {
    const outlet = new Outlet(descriptor);
    const pairs = 20_000;
    for (let pair = 0; pair < pairs; pair++) {
      outlet.print(1, "stdout", `o${pair}\n`);
      outlet.print(1, "stderr", `e${pair}\n`);
    }
    outlet.flush();
    const lines = (letter: string) => Array.from({ length: pairs }, (_, pair) => `${letter}${pair}\n`).join("");
    expect(textOf("stdout")).toBe(lines("o"));
    expect(textOf("stderr")).toBe(lines("e"));
  });

  it("keeps the order across the streams for the first writes, and for text that changes its stream seldom", () => {
    const outlet = new Outlet(descriptor);
    const said: string[] = [];
    const print = (name: "stdout" | "stderr", text: string) => {
      said.push(`${name} ${text}`);
      outlet.print(1, name, text);
    };
    for (let line = 0; line < 40; line++) print(line % 2 === 0 ? "stdout" : "stderr", `${line}\n`);
    for (let line = 40; line < 200; line++) print(line === 120 ? "stderr" : "stdout", `${line}\n`);
    outlet.flush();
    const heard = messages().flatMap((message) =>
      message.kind === "stream" ? message.text.match(/.*\n/g)?.map((line) => `${message.name} ${line}`) : [],
    );
    expect(heard).toEqual(said);
  });

  it("says what gathered before a display, and what comes later after it", () => {
    const outlet = new Outlet(descriptor);
    for (let line = 0; line < 300; line++) outlet.print(1, line % 2 === 0 ? "stdout" : "stderr", `${line}\n`);
    outlet.say({ kind: "clear", cell: 1, wait: false });
    outlet.print(1, "stdout", "later\n");
    outlet.flush();
    const kinds = messages().map((message) => (message.kind === "stream" ? message.text : message.kind));
    expect(kinds.slice(-2)).toEqual(["clear", "later\n"]);
    expect(`${textOf("stdout")}${textOf("stderr")}`.match(/\n/g)).toHaveLength(301);
  });

  it("cuts a long text into parts that a Jupyter server passes on, between whole characters", () => {
    const outlet = new Outlet(descriptor);
    const text = `${"x".repeat(131_071)}${"\u{1f600}".repeat(100_000)}`;
    outlet.print(1, "stderr", "before\n");
    outlet.print(1, "stdout", text);
    outlet.flush();
    expect(textOf("stdout")).toBe(text);
    for (const message of messages()) {
      if (message.kind !== "stream") continue;
      expect(message.text.length).toBeLessThanOrEqual(65_536 * 2);
      expect(Buffer.from(message.text).toString()).toBe(message.text);
    }
  });
});
