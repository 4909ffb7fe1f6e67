import { describe, expect, it } from "vitest";
import { Edits } from "./edits.ts";

describe("edits", () => {
  it("are applied at their places, whatever the order they came in", () => {
    const edits = new Edits();
    edits.replace({ start: 4, end: 5 }, "long");
    edits.insert(0, "(");
    edits.insert(5, ")");
    edits.insertFirst(0, "return ");
    expect(edits.apply("a + b;")).toBe("return (a + long);");
  });

  it("end what ends at a place before they begin what begins there", () => {
    const edits = new Edits();
    edits.insert(0, "(");
    edits.insert(1, "[");
    edits.insertFirst(1, "return ");
    edits.append(1, ")");
    edits.append(1, ";");
    edits.append(2, "]");
    expect(edits.apply("ab")).toBe("(a);return [b]");
  });

  it("that remove keep line breaks", () => {
    const edits = new Edits();
    const code = "import {\n  a\n} from 'x';\nb";
    edits.remove({ start: 0, end: code.indexOf(";") + 1 }, code);
    expect(edits.apply(code)).toBe("\n\n\nb");
  });

  it("can be undone for columns, on any line", () => {
    const code = "first;\nab + cd;";
    const edits = new Edits();
    edits.replace({ start: 0, end: 5 }, "x.first");
    edits.replace({ start: 7, end: 9 }, "box.ab");
    edits.replace({ start: 12, end: 14 }, "box.cd");
    const [, second] = edits.apply(code).split("\n");
    expect(second).toBe("box.ab + box.cd;");
    expect(edits.columnBefore(code, 2, second.indexOf("+") + 1)).toBe(4);
    expect(edits.columnBefore(code, 2, second.indexOf("box.cd") + 1)).toBe(6);
    expect(edits.columnBefore(code, 2, second.indexOf("cd") + 1)).toBe(6);
    expect(edits.columnBefore(code, 2, second.length)).toBe(8);
    expect(edits.columnBefore(code, 1, 1)).toBe(1);
  });

  it("can be undone for columns after a span of several lines", () => {
    const code = "x; type T = {\n  a: b\n}; q + z;";
    const edits = new Edits();
    edits.replaceLines({ start: 3, end: code.indexOf("}") + 1 }, " ", code);
    edits.replace({ start: code.indexOf("q"), end: code.indexOf("q") + 1 }, "box.q");
    const [first, second, third] = edits.apply(code).split("\n");
    expect([first, second, third]).toEqual(["x;  ", "", "; box.q + z;"]);
    expect(edits.columnBefore(code, 3, 3)).toBe(4);
    expect(edits.columnBefore(code, 3, third.indexOf("z") + 1)).toBe(8);
  });

  it("place a call where the name of its function was", () => {
    const code = "move(1);";
    const edits = new Edits();
    edits.replace({ start: 0, end: 4 }, "(0,box.move)");
    expect(edits.columnBefore(code, 1, "(0,box.move)".length + 1)).toBe(1);
    expect(edits.columnBefore(code, 1, "(0,box.move)(".length + 1)).toBe(6);
  });
});
