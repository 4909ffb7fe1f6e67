import { describe, expect, it } from "vitest";
import { tableBundle } from "./table.ts";

describe("a table", () => {
  it("of objects has the columns of all rows, numbers to the right", () => {
    const bundle = tableBundle([
      { name: "a", n: 1 },
      { name: "long", n: 10, more: true },
    ]);
    expect(bundle?.["text/plain"]).toBe(
      ["   name   n  more", "0  a      1", "1  long  10  true", "2 rows × 3 columns"].join("\n"),
    );
    expect(bundle?.["text/html"]).toContain("<th>name</th><th>n</th><th>more</th>");
  });

  it("escapes what it shows", () => {
    expect(tableBundle([{ "<b>": "<script>&" }])?.["text/html"]).toContain("&lt;script&gt;&amp;");
  });

  it("shows the ends of long ones and says how long they are", () => {
    const bundle = tableBundle(Array.from({ length: 1000 }, (_, index) => ({ index })));
    expect(bundle?.["text/html"].match(/<tr>/g)).toHaveLength(62);
    expect(bundle?.["text/plain"]).toContain("1000 rows × 1 columns");
    expect(bundle?.["text/html"]).toContain("<th>999</th>");
  });

  it("of a typed array shows its elements", () => {
    const bundle = tableBundle(Float64Array.from({ length: 100 }, (_, index) => index / 2));
    expect(bundle?.["text/html"]).toContain("<th>Float64Array</th>");
    expect(bundle?.["text/html"]).toContain("<tr><th>99</th><td>49.5</td></tr>");
    expect(bundle?.["text/html"]).toContain("100 elements");
  });

  it.each([[[]], [[1, 2]], [[{}]], [["a"]], [{ a: 1 }], [[[1], [2]]], [[new Date(0)]], [[{ a: 1 }, 2]]])(
    "is not made of %j",
    (value) => {
      expect(tableBundle(value)).toBeUndefined();
    },
  );
});
