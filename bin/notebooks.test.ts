import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { declarations } from "../kernel/language/declaration-statement.ts";
import { hasTag } from "../kernel/notebook/document.ts";
import { readNotebook } from "../kernel/notebook/notebook-file.ts";
import { declaredParameters, PARAMETERS } from "../kernel/notebook/parameters.ts";
import { cellsOf, describeRuns, folder, names } from "./executed-notebooks.ts";

const largest = 1.5 * 1024 * 1024;

describe("the notebooks", () => {
  // One of each kind of page; all of them: notebooks.long.test.ts.
  const chosen = names.filter((name) => /^(?:00|01|02|04|09|14|17|19)-/.test(name));
  describeRuns(chosen);

  it("are numbered from 00 on, without a gap", () => {
    expect(names.map((name) => name.slice(0, 3))).toEqual(
      names.map((_, index) => `${String(index).padStart(2, "0")}-`),
    );
  });

  it.each(names)("%s says at its end what it needs and what comes next", (name) => {
    const last = cellsOf(join(folder, name)).at(-1);
    expect(last?.cell_type).toBe("markdown");
    for (const word of ["Needs: ", "Next: "]) expect(last?.source).toContain(word);
    const linked = [...(last?.source ?? "").matchAll(/\]\((\d\d-[^)]+)\)/g)].map(([, file]) => file);
    expect(linked.filter((file) => !names.includes(file))).toEqual([]);
  });

  it("have sliders where one teaches more than a sentence, with the figure at its default for readers without a kernel", () => {
    const outputsOf = (name: string) =>
      cellsOf(join(folder, name)).flatMap((cell) => (cell.cell_type === "code" ? [cell.outputs] : []));
    const types = (outputs: readonly object[]) =>
      outputs.flatMap((output) => ("data" in output ? Object.keys(Object(output.data)) : []));
    const interactive = names.filter((name) =>
      outputsOf(name).some((outputs) => {
        const shown = types(outputs);
        return shown.includes("application/vnd.jupyter.widget-view+json") && shown.includes("image/png");
      }),
    );
    expect(interactive.length).toBeGreaterThanOrEqual(8);
  });

  it.each(names)("%s has parameters, which no cell behind them declares again", (name) => {
    const document = readNotebook(join(folder, name));
    const declared = [...declaredParameters(document).keys()];
    expect(declared.length).toBeGreaterThan(0);
    const rest = document.cells.filter((cell) => cell.cell_type === "code" && !hasTag(cell, PARAMETERS));
    const behind = rest.flatMap(({ source }) => declarations(source)).filter(({ kind }) => kind !== "type");
    expect(behind.flatMap(({ names: own }) => own.filter(({ text }) => declared.includes(text)))).toEqual([]);
    for (const each of declared) {
      const used = new RegExp(`(?<![\\w."])${each}\\b`);
      expect(
        rest.some(({ source }) => used.test(source)),
        `${each} is used`,
      ).toBe(true);
    }
  });

  it.each(names)("%s is of moderate size, has pictures for those who cannot draw, and knows of no machine", (name) => {
    const path = join(folder, name);
    expect(statSync(path).size).toBeLessThan(largest);
    const bundles = cellsOf(path).flatMap((cell) => (cell.cell_type === "code" ? cell.outputs : []));
    const figures = bundles.filter((output) => "data" in output && "application/vnd.plotly.v1+json" in output.data);
    expect(figures.length).toBeGreaterThan(0);
    for (const figure of figures) expect("data" in figure ? figure.data["image/png"] : "").toMatch(/^iVBOR/);
    expect(readFileSync(path, "utf8")).not.toMatch(/(?:\/(?:home|root|Users|tmp|work)\/|[A-Z]:\\\\)/);
  });
});
