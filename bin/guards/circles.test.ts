import { describe, expect, it } from "vitest";
import { fileCircles, folderCircles } from "./circles.ts";
import { typeScriptUnder } from "./project-files.ts";

const file = (path: string, ...names: string[]) => ({
  path,
  text: names.map((name) => `import type { X } from "${name}";`).join("\n"),
});

describe.each(["lib", "experiments", "kernel"])("the imports of %s/", (folder) => {
  it("go round in no circle of files", () => {
    const files = typeScriptUnder([folder]);
    expect(files.length).toBeGreaterThan(100);
    expect(fileCircles(files)).toEqual([]);
  });
});

describe.each(["kernel", "experiments/engine"])("the folders of %s/", (folder) => {
  it("go round in no circle", () => {
    expect(folderCircles(typeScriptUnder([folder]))).toEqual([]);
  });
});

describe("a circle", () => {
  it("is found between two files and among three, with its places", () => {
    const pair = [file("a/one.ts", "./two.ts"), file("a/two.ts", "./one.ts", "./three.ts"), file("a/three.ts")];
    expect(fileCircles(pair)).toEqual(["a/one.ts -> a/two.ts -> a/one.ts"]);
    expect(folderCircles(pair)).toEqual([]);
    const three = [file("a/x.ts", "../b/x.ts"), file("b/x.ts", "../b/c/x.ts"), file("b/c/x.ts", "../../a/y.ts")];
    expect(fileCircles([...three, file("a/y.ts")])).toEqual([]);
    expect(folderCircles([...three, file("a/y.ts")])).toEqual(["a -> b -> b/c -> a"]);
  });

  it("is none through a test, nor where a file imports one that lies beyond a circle", () => {
    expect(fileCircles([file("a/x.test.ts", "./y.ts"), file("a/y.ts", "./x.test.ts")])).toEqual([]);
    const beyond = [file("a.ts", "./b.ts"), file("b.ts", "./c.ts"), file("c.ts", "./b.ts")];
    expect(fileCircles(beyond)).toEqual(["b.ts -> c.ts -> b.ts"]);
  });
});
