import { beforeEach, describe, expect, it } from "vitest";
import { TextElement } from "../reference/text-element.ts";
import type { PageElement } from "./dom.ts";
import { LongText } from "./long-text.ts";

const lines = (count: number, first = 0) =>
  Array.from({ length: count }, (_, line) => `line ${first + line}\n`).join("");

describe("a long text", () => {
  let host: TextElement;
  let drawings: number;
  let long: LongText;
  const parts = () => host.children as TextElement[];

  function longText(draw: (text: string) => void = () => {}): LongText {
    return new LongText(host as unknown as PageElement, (element, text) => {
      draw(text);
      drawings += 1;
      (element as unknown as TextElement).append(text);
    });
  }
  beforeEach(() => {
    host = new TextElement();
    drawings = 0;
    long = longText();
  });

  it("is drawn whole, in parts that end where lines end", async () => {
    const text = `${lines(20_000)}and no end of line`;
    await long.show(text);
    expect(host.textContent).toBe(text);
    expect(host.children.length).toBeGreaterThan(10);
    for (const { textContent } of parts().slice(0, -1)) expect(textContent).toMatch(/\n$/);
  });

  it("takes the place of what was shown before", () => {
    host.append(new TextElement());
    longText();
    expect(host.children).toEqual([]);
  });

  it("keeps what is drawn when more is printed", async () => {
    await long.show(lines(20_000));
    const before = [...host.children];
    drawings = 0;
    await long.show(lines(20_001));
    expect(host.textContent).toBe(lines(20_001));
    expect(host.children.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    expect(drawings).toBeLessThanOrEqual(2);
  });

  it("keeps a line in one part that is printed in pieces", async () => {
    for (let piece = 0; piece < 100; piece++) await long.show(`${lines(20_000)}${"piece ".repeat(piece)}`);
    const whole = parts().length;
    await long.show(lines(20_000));
    expect(parts().length).toBe(whole);
  });

  it("draws nothing again when nothing changed", async () => {
    await long.show(lines(20_000));
    drawings = 0;
    await long.show(lines(20_000));
    expect(drawings).toBe(0);
  });

  it("follows a last line that is written over, and a text that becomes shorter", async () => {
    await long.show(`${lines(20_000)}10 %`);
    await long.show(`${lines(20_000)}20 %`);
    expect(host.textContent).toBe(`${lines(20_000)}20 %`);
    await long.show(lines(9_000));
    expect(host.textContent).toBe(lines(9_000));
  });

  it("is drawn again from where another text differs", async () => {
    await long.show(lines(20_000));
    const other = lines(10_000) + lines(10_000, 500);
    const [first] = host.children;
    await long.show(other);
    expect(host.textContent).toBe(other);
    expect(host.children[0]).toBe(first);
  });

  it("reserves the height of its lines for each part", async () => {
    await long.show(`${lines(2)}end`);
    expect(parts()[0].style.containIntrinsicHeight).toMatch(/^auto calc\(3 \* /);
    await long.show(lines(2));
    expect(parts()[0].style.containIntrinsicHeight).toMatch(/^auto calc\(2 \* /);
  });

  /** Draws as slowly as a busy browser. */
  const slowly = () => {
    const end = performance.now() + 10;
    while (performance.now() < end);
  };

  it("lets the page do something else between its parts, and then shows what is the newest", async () => {
    const slow = longText(slowly);
    let turns = 0;
    const counter = setInterval(() => turns++, 1);
    const drawn = slow.show(lines(20_000));
    expect(host.textContent.length).toBeLessThan(lines(20_000).length);
    void slow.show(lines(30_000));
    await drawn;
    clearInterval(counter);
    expect(turns).toBeGreaterThan(2);
    expect(host.textContent).toBe(lines(30_000));
  });

  it("draws no more once it has ended", async () => {
    const slow = longText(slowly);
    const drawn = slow.show(lines(20_000));
    const count = drawings;
    slow.end();
    await drawn;
    expect(drawings).toBe(count);
  });
});
