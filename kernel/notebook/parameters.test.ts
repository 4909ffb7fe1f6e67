import { describe, expect, it } from "vitest";
import type { Cell, Document } from "./document.ts";
import { declaredParameters, injectParameters, parseParameter } from "./parameters.ts";

function code(source: string, ...tags: readonly string[]): Cell {
  const metadata = tags.length === 0 ? {} : { tags };
  return { cell_type: "code", id: source.slice(0, 8), metadata, source, outputs: [], execution_count: null };
}

const notebook = (...cells: readonly Cell[]): Document => ({ metadata: {}, cells });

describe("a parameter of the command line", () => {
  it.each([
    ["epsilon=0.5", "0.5"],
    ["epsilon=-2e-3", "-2e-3"],
    ["epsilon=Infinity", "Infinity"],
    ["epsilon=-0", "-0"],
    ["epsilon=true", "true"],
    ["epsilon=null", "null"],
    ["epsilon=NaN", "NaN"],
    ["epsilon=-Infinity", "-Infinity"],
    ["epsilon=[1, 2]", "[1, 2]"],
    ['epsilon={"a": [true]}', '{"a": [true]}'],
    ['epsilon="0.5"', '"0.5"'],
    ["epsilon=laplace", '"laplace"'],
    ["epsilon=a=b", '"a=b"'],
    ["epsilon= two words ", '" two words "'],
    ["epsilon=", '""'],
    ["epsilon=1_000", '"1_000"'],
    ['epsilon="; alert(1)', '"\\"; alert(1)"'],
  ])("is read from %s as %s", (text, value) => {
    expect(parseParameter(text)).toMatchObject({ name: "epsilon", code: value });
  });

  it.each(["1st=2", "a-b=1", "=1", "a.b=1", "a b=1"])("needs an identifier for its name, unlike %s", (text) => {
    const name = text.slice(0, text.indexOf("="));
    expect(() => parseParameter(text)).toThrow(`must be an identifier, got ${JSON.stringify(name)}`);
  });

  it("needs a value", () => {
    expect(() => parseParameter("epsilon")).toThrow('must be name=value, got "epsilon"');
  });
});

describe("the declared parameters", () => {
  it("are the variables of the tagged cells, with the types that were written", () => {
    const declaring = code(
      'const epsilon = 1;\nlet mode: "a" | "b" = "a";\nconst f: (x: number) => number = (x) => x, g = 2',
      "parameters",
    );
    expect([...declaredParameters(notebook(code("let other = 1"), declaring))]).toEqual([
      ["epsilon", undefined],
      ["mode", '"a" | "b"'],
      ["f", undefined],
      ["g", undefined],
    ]);
  });
});

describe("injected parameters", () => {
  const sources = ({ cells }: Document) => cells.map(({ source }) => source);
  const parameters = ["epsilon=2", "mode=b"].map(parseParameter);
  const declaring = code('const epsilon = 1;\nconst mode: "a" | "b" = "a";', "parameters");
  const injected = '// Parameters\nlet epsilon = 2;\nlet mode: "a" | "b" = "b";';

  it("follow the cell that declares them", () => {
    const { document, unknown } = injectParameters(notebook(code("1"), declaring, code("2")), parameters);
    expect(sources(document)).toEqual(["1", declaring.source, injected, "2"]);
    expect(document.cells[2]?.metadata).toEqual({ tags: ["injected-parameters"] });
    expect(unknown).toEqual([]);
  });

  it("take the place of those of an earlier run, with the id of that cell", () => {
    const first = injectParameters(notebook(declaring, code("2")), [parseParameter("epsilon=9")]).document;
    const second = injectParameters(first, parameters).document;
    expect(sources(second)).toEqual([declaring.source, injected, "2"]);
    expect(second.cells[1]?.id).toBe(first.cells[1]?.id);
  });

  it("come first where no cell is tagged, and unknown are those that no such cell declares", () => {
    const { document, unknown } = injectParameters(notebook(code("1"), code("f(epsilon)")), parameters);
    expect(sources(document)).toEqual(['// Parameters\nlet epsilon = 2;\nlet mode = "b";', "1", "f(epsilon)"]);
    expect(unknown).toEqual(["epsilon", "mode"]);
  });

  it("are text where text is declared", () => {
    const text = code('let name: string = "a";', "parameters");
    const given = ["name=123", "name=False", 'name="quoted"'].map(parseParameter);
    const lines = given.map((one) => sources(injectParameters(notebook(text), [one]).document)[1]);
    expect(lines.map((line) => line?.split(" = ")[1])).toEqual(['"123";', '"False";', '"quoted";']);
  });

  it("are as given last, and without any the notebook stays as it is", () => {
    const twice = ["epsilon=2", "epsilon=3"].map(parseParameter);
    expect(sources(injectParameters(notebook(declaring), twice).document)[1]).toBe("// Parameters\nlet epsilon = 3;");
    const untouched = notebook(declaring);
    expect(injectParameters(untouched, []).document).toBe(untouched);
  });
});
