import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commandsIn, readLatexSource } from "./latex-source.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-latex-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const write = (name: string, text: string) => writeFileSync(join(place, name), text);

describe("the source of a paper", () => {
  it("is followed through input, include and bare names, each file once", () => {
    mkdirSync(join(place, "chapters"), { recursive: true });
    write(
      "main.tex",
      "\\input{chapters/one}\n\\include{two}\n\\input three.tex\n\\input{chapters/one}\n\\input{\\jobname-x}\n",
    );
    write("chapters/one.tex", "\\input{two}");
    write("two.tex", "two");
    write("three.tex", "\\input{main}");
    const { files, notFollowed } = readLatexSource(join(place, "main.tex"));
    expect(files.map(({ path }) => basename(path))).toEqual(["main.tex", "one.tex", "two.tex", "three.tex"]);
    expect(notFollowed).toEqual([{ file: join(place, "main.tex"), line: 5, name: "\\input{\\jobname-x}" }]);
  });

  it("is read without comments, verbatim text and what follows its end", () => {
    const text = [
      "\\word{1} % \\word{no}",
      "50\\% \\word{2}",
      "\\\\% \\word{no}",
      "\\begin{verbatim}",
      "\\word{no} % \\end",
      "\\end{verbatim} \\verb|\\word{no}| \\word{3}",
      "\\newcommand{\\word}[1]{}",
      "\\end{document}",
      "\\word{no}",
    ];
    write("read.tex", text.join("\n"));
    const [file] = readLatexSource(join(place, "read.tex")).files;
    const found = commandsIn(file, { word: 1 }).map(({ line, args }) => [line, ...args]);
    expect(found).toEqual([
      [1, "1"],
      [2, "2"],
      [6, "3"],
    ]);
  });

  it("gives arguments with their braces balanced, over lines", () => {
    write("args.tex", "\\pair{a\n b} {10^{-7} \\} x}\n\\pairs{no}{no}");
    const [file] = readLatexSource(join(place, "args.tex")).files;
    expect(commandsIn(file, { pair: 2 })).toEqual([
      { file: file.path, line: 1, name: "pair", args: ["a\n b", "10^{-7} \\} x"] },
    ]);
  });
});
