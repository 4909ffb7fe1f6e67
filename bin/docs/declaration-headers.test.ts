import { describe, expect, it } from "vitest";
import { withHeader } from "./declaration-headers.js";

const source = '/**\n * Adds noise.\n * Theorem: it is private.\n */\nimport { a } from "./a.ts";\n';
const header = "/**\n * Adds noise.\n *\n * Theorem: it is private.\n */\n";

describe("the declarations of a file", () => {
  it("have its header at the one that the file is named after", () => {
    const parameters = "export interface NoiseParameters {\n    readonly epsilon: number;\n}\n";
    const noise = "export declare function noise(parameters: NoiseParameters): number;\n";
    expect(withHeader(parameters + noise, source, "noise.d.ts")).toBe(parameters + header + noise);
  });

  it("keep what the declaration says itself, after the header", () => {
    const own = "/** Twice. */\nexport declare function noise(): 1;\n";
    expect(withHeader(own, source, "noise.d.ts")).toBe(
      "/**\n * Adds noise.\n *\n * Theorem: it is private.\n *\n * Twice.\n */\nexport declare function noise(): 1;\n",
    );
  });

  it("have the header once where the compiler has kept it, at the right declaration", () => {
    const kept = source.slice(0, source.indexOf("import"));
    const rest = "export interface Shape {\n}\nexport declare const noise: (x: number) => number;\n";
    expect(withHeader(kept + rest, source, "noise.d.ts")).toBe(
      `export interface Shape {\n}\n${header}export declare const noise: (x: number) => number;\n`,
    );
  });

  it("have it at each function where none has the name of the file, after its own comment", () => {
    const two = "export declare function a(): 1;\n/** Own. */\nexport declare function b(): 2;\nexport type C = 3;\n";
    expect(withHeader(two, source, "noise.d.ts")).toBe(
      `${header}export declare function a(): 1;\n` +
        "/**\n" +
        " * Own.\n" +
        " *\n" +
        " * Adds noise.\n" +
        " *\n" +
        " * Theorem: it is private.\n" +
        " */\n" +
        "export declare function b(): 2;\n" +
        "export type C = 3;\n",
    );
  });

  it("have it at every overload", () => {
    const overloads = "export declare function noise(a: 1): 1;\nexport declare function noise(a: 2): 2;\n";
    expect(withHeader(overloads, source, "noise.d.ts").split("Theorem:")).toHaveLength(3);
  });

  it("have it at the head of an index", () => {
    const index = 'export { noise } from "./noise.ts";\n';
    const top = "/**\n * Adds noise.\n * Theorem: it is private.\n */\n";
    expect(withHeader(index, source, "lib/index.d.ts")).toBe(top + index);
    expect(withHeader(top + index, source, "lib/index.d.ts")).toBe(top + index);
  });

  it("stay as they are where the source has no header", () => {
    expect(withHeader("export declare const a: 1;\n", "export const a = 1;\n", "a.d.ts")).toBe(
      "export declare const a: 1;\n",
    );
  });
});
