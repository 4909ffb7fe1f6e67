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
    expect(bundle?.["text/html"]).toContain('<th style="text-align:left">name</th><th style="text-align:right">n</th>');
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

  it("of instances of a class has their fields", () => {
    class Point {
      x: number;
      #hidden = 1;
      constructor(x: number) {
        this.x = x;
      }
      get twice() {
        return this.x * 2 * this.#hidden;
      }
    }
    const bundle = tableBundle([
      new Point(1),
      new Point(2.5),
      Object.create(null, { y: { value: 3, enumerable: true } }),
    ]);
    expect(bundle?.["text/plain"]).toBe(
      ["     x  y", "0  1.0", "1  2.5", "2       3", "3 rows × 2 columns"].join("\n"),
    );
  });

  it("is not made of what shows itself", () => {
    class Figure {
      pixels = [1, 2];
      [Symbol.for("Jupyter.display")]() {
        return { "text/plain": "figure" };
      }
    }
    class Amount {
      cents = 5;
      [Symbol.for("nodejs.util.inspect.custom")]() {
        return "0.05";
      }
    }
    expect(tableBundle([new Figure()])).toBeUndefined();
    expect(tableBundle([new Amount(), { cents: 1 }])).toBeUndefined();
    expect(tableBundle([Object.assign(new Error("x"), { code: 1 })])).toBeUndefined();
  });

  it("is not made of what cannot be read", () => {
    const failing = {
      get a(): number {
        throw new Error("getter");
      },
    };
    const fail = () => {
      throw new Error("trap");
    };
    expect(tableBundle([failing])).toBeUndefined();
    expect(tableBundle([{ a: 1 }, new Proxy({}, { get: fail, has: fail, ownKeys: fail })])).toBeUndefined();
    expect(tableBundle(new Proxy([], { get: fail }))).toBeUndefined();
  });

  it.each([[[]], [[1, 2]], [[{}]], [["a"]], [{ a: 1 }], [[[1], [2]]], [[new Date(0)]], [[{ a: 1 }, 2]]])(
    "is not made of %j",
    (value) => {
      expect(tableBundle(value)).toBeUndefined();
    },
  );
});

describe("the numbers of a table", () => {
  const rows = [
    { name: "a", mean: 1 / 3, n: 5, text: "0.50" },
    { name: "bc", mean: 12.5, n: 100, text: "10.25" },
  ];

  it("have the same decimals in a column and stand to the right, text to the left", () => {
    expect(tableBundle(rows)?.["text/plain"].split("\n").slice(0, 3)).toEqual([
      "   name       mean    n   text",
      "0  a      0.333333    5   0.50",
      "1  bc    12.500000  100  10.25",
    ]);
    const html = tableBundle(rows)?.["text/html"] ?? "";
    expect(html).toContain('<th style="text-align:left">name</th><th style="text-align:right">mean</th>');
    expect(html).toContain('<td style="text-align:left">bc</td><td style="text-align:right">12.500000</td>');
  });

  it("have as many digits as are asked for", () => {
    expect(tableBundle(rows, 2)?.["text/plain"]).toContain("0.33");
    expect(tableBundle(rows, 2)?.["text/plain"]).not.toContain("0.333");
    expect(tableBundle(rows, 17)?.["text/html"]).toContain("0.33333333333333331");
  });

  it("stand to the left in a column that has words too", () => {
    expect(tableBundle([{ x: 1.5 }, { x: "none" }])?.["text/plain"]).toContain("0  1.5\n1  none");
  });
});
