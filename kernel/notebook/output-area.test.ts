import { describe, expect, it } from "vitest";
import type { JsonObject } from "../protocol/json-object.ts";
import type { Output } from "./document.ts";
import { OutputAreas } from "./output-area.ts";

/** The outputs of the cells after messages of the form [cell, type, content]. */
function gathered(
  ...messages: readonly (readonly [string, string, JsonObject])[]
): Readonly<Record<string, readonly Output[]>> {
  const areas = new OutputAreas();
  const [a, b] = [areas.open("a"), areas.open("b")];
  for (const [cell, type, content] of messages) areas.receive(cell, type, content);
  return { a, b };
}

const out = (text: string) => ({ name: "stdout", text });
const shown = (text: string, id?: string) => ({
  data: { "text/plain": text },
  metadata: {},
  transient: id === undefined ? {} : { display_id: id },
});
const display = (text: string) => ({ output_type: "display_data", data: { "text/plain": text }, metadata: {} });

describe("output areas", () => {
  it("join text that follows text of the same stream, and only that", () => {
    const { a } = gathered(
      ["a", "stream", out("1\n")],
      ["a", "stream", out("2\n")],
      ["a", "stream", { name: "stderr", text: "!\n" }],
      ["a", "stream", out("3\n")],
    );
    expect(a).toEqual([
      { output_type: "stream", name: "stdout", text: "1\n2\n" },
      { output_type: "stream", name: "stderr", text: "!\n" },
      { output_type: "stream", name: "stdout", text: "3\n" },
    ]);
  });

  it("keep the outputs of each cell apart, and drop those of nobody", () => {
    const { a, b } = gathered(["b", "stream", out("b")], ["a", "stream", out("a")], ["other", "stream", out("?")]);
    expect([a, b]).toMatchObject([[{ text: "a" }], [{ text: "b" }]]);
  });

  it("clear at once, or when the next output comes", () => {
    const clear = (wait: boolean): readonly [string, string, JsonObject] => ["a", "clear_output", { wait }];
    expect(gathered(["a", "stream", out("1")], clear(false)).a).toEqual([]);
    expect(gathered(["a", "stream", out("1")], clear(true)).a).toMatchObject([{ text: "1" }]);
    expect(gathered(["a", "stream", out("1")], clear(true), ["a", "stream", out("2")]).a).toMatchObject([
      { text: "2" },
    ]);
  });

  it("change a display wherever it is shown, from whichever cell", () => {
    const { a, b } = gathered(
      ["a", "display_data", shown("old", "x")],
      ["b", "display_data", shown("old", "x")],
      ["b", "display_data", shown("other", "y")],
      ["b", "update_display_data", shown("new", "x")],
      ["b", "update_display_data", shown("newest", "x")],
    );
    expect(a).toEqual([display("newest")]);
    expect(b).toEqual([display("newest"), display("other")]);
  });

  it("do not bring back a display that was cleared", () => {
    const messages = [
      ["a", "display_data", shown("old", "x")],
      ["a", "clear_output", { wait: false }],
      ["a", "update_display_data", shown("new", "x")],
    ] as const;
    expect(gathered(...messages).a).toEqual([]);
  });

  it("keep a result with its count, and an error with its traceback", () => {
    const { a } = gathered(
      ["a", "execute_result", { ...shown("42"), execution_count: 7 }],
      ["a", "error", { ename: "RangeError", evalue: "no", traceback: ["RangeError: no"] }],
      ["a", "comm_open", { comm_id: "c" }],
    );
    expect(a).toEqual([
      { output_type: "execute_result", data: { "text/plain": "42" }, metadata: {}, execution_count: 7 },
      { output_type: "error", ename: "RangeError", evalue: "no", traceback: ["RangeError: no"] },
    ]);
  });
});
