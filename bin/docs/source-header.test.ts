import { describe, expect, it } from "vitest";
import {
  headerBearers,
  headerOf,
  inParagraphs,
  joinComments,
  literal,
  markdownOf,
  outsideCode,
  splitTags,
} from "./source-header.js";

const named = (name: string, kind: "function" | "type" | "value" = "function") => ({
  name,
  isFunction: kind === "function",
  isType: kind === "type",
});

describe("the header of a file", () => {
  it("is its first comment without the marks, before or after a shebang", () => {
    const text = '/**\n * Adds noise.\n *\n * Limits: none.\n */\nimport "./a.ts";\n/** Not this. */\n';
    expect(headerOf(text)).toBe("Adds noise.\n\nLimits: none.");
    expect(headerOf(`#!/usr/bin/env node\n${text}`)).toBe("Adds noise.\n\nLimits: none.");
    expect(headerOf("/** One line. */\nexport {};\n")).toBe("One line.");
    expect(headerOf(text.replaceAll("\n", "\r\n"))).toBe("Adds noise.\n\nLimits: none.");
  });

  it("is empty where the file starts otherwise", () => {
    expect(headerOf('import "./a.ts";\n/** Of the function. */\nexport function f() {}\n')).toBe("");
    expect(headerOf("// a line\nexport {};")).toBe("");
  });

  it("has each labelled part in a paragraph of its own", () => {
    expect(inParagraphs("A thing.\n\nTheorem: it is.\nIt stays so.\nSource: nobody.\nLimits: all.")).toBe(
      "A thing.\n\nTheorem: it is.\nIt stays so.\n\nSource: nobody.\n\nLimits: all.",
    );
    expect(inParagraphs("In this order: a,\nb.")).toBe("In this order: a,\nb.");
  });
});

describe("the exports that show a header", () => {
  it("are the one that the file is named after", () => {
    const exported = [named("LaplaceParameters", "type"), named("laplace")];
    expect(headerBearers("lib/mechanisms/noise/laplace.ts", exported)).toEqual({
      main: "laplace",
      bearers: ["laplace"],
    });
    const hyphen = [named("discreteLaplace"), named("helper")];
    expect(headerBearers("discrete-laplace.d.ts", hyphen).main).toBe("discreteLaplace");
    expect(headerBearers("mechanism.ts", [named("Mechanism", "type"), named("Other", "type")]).main).toBe("Mechanism");
    const shape = [named("ComposedPrivacy", "type"), named("compose")];
    expect(headerBearers("composed-privacy.ts", shape)).toEqual({ bearers: ["compose"] });
  });

  it("are the function before the class of the same name", () => {
    expect(headerBearers("stream.ts", [named("Stream", "value"), named("stream")]).main).toBe("stream");
    expect(headerBearers("stream.ts", [named("STREAM", "type"), named("Stream", "value")]).main).toBe("Stream");
  });

  it("are all functions where none has the name of the file, and everything where there is no function", () => {
    const exported = [named("Shapes", "type"), named("erf"), named("erfc")];
    expect(headerBearers("error-function.ts", exported)).toEqual({ bearers: ["erf", "erfc"] });
    expect(headerBearers("theme.ts", [named("INK", "value")])).toEqual({ bearers: ["INK"] });
  });

  it("are, for an index, that of the folder's name", () => {
    expect(headerBearers("experiments/claims/index.ts", [named("claims", "value"), named("claim")]).main).toBe(
      "claims",
    );
  });
});

describe("two comments joined", () => {
  it("have their prose before their tags", () => {
    expect(joinComments("One.\n\n@example\na();", "Two.\n@claim x")).toBe("One.\n\nTwo.\n\n@example\na();\n@claim x");
    expect(joinComments("One.", "")).toBe("One.");
  });

  it("say the same only once", () => {
    expect(joinComments("One\ntwo.", "One two.")).toBe("One\ntwo.");
  });

  it("take an address for no tag", () => {
    expect(splitTags("Write to me@example.org.")).toEqual({ prose: "Write to me@example.org.", tags: "" });
  });
});

describe("plain text as Markdown", () => {
  it("keeps every sign that Markdown would read", () => {
    expect(literal("x_i * y_i in [0, 1], <w, x> and ||w||^2 ~ 1")).toBe(
      "x\\_i \\* y\\_i in \\[0, 1\\], \\<w, x\\> and \\|\\|w\\|\\|\\^2 \\~ 1",
    );
  });

  it("has bold labels at the start of lines only", () => {
    expect(markdownOf("Theorem: a Source: b\nSource of the deltas: c\n- Limits")).toBe(
      "**Theorem:** a Source: b\n**Source of the deltas:** c\n- Limits",
    );
  });

  it("links a DOI, without the full stop behind it", () => {
    expect(literal("see doi:10.1007/11681878_14.")).toBe(
      "see [doi:10.1007/11681878\\_14](https://doi.org/10.1007/11681878_14).",
    );
  });

  it("is changed outside of code only", () => {
    const shout = (text: string) => text.toUpperCase();
    expect(outsideCode("a `b` c\n```ts\nd\n```\ne", shout)).toBe("A `b` C\n```ts\nd\n```\nE");
  });
});
