import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CodeCell } from "../kernel/notebook/document.ts";
import { readNotebook } from "../kernel/notebook/notebook-file.ts";
import { type KernelName, runNotebooks, type Shown, shown } from "./kernel-runs.ts";
import { inProject, projectFolder } from "./setup/project.js";

const folder = inProject("kernel", "reference", "tslab");
const names = readdirSync(folder).map((file) => file.replace(/\.ipynb$/, ""));

/** Cells of which tslab shows only the beginning, or nothing. */
const lost: Readonly<Record<string, string>> = {
  "output-many": "its sockets refuse what it does not wait for, beyond about 500 lines in one cell",
  "values-null": "it shows no null",
};

/** Cells for which ours shows something else on purpose. */
const otherwise: Readonly<Record<string, { readonly reason: string; readonly tslab: string; readonly ours: string }>> =
  {
    "language-closure": {
      reason: "in tslab a function of an earlier cell does not see that a later cell assigned to its variable",
      tslab: "2\n",
      ours: "101\n",
    },
    "values-nested": {
      reason: "ours shows two more levels of an object",
      tslab: "{ deep: { deeper: { deepest: [Object] } } }\n",
      ours: "{\n  deep: { deeper: { deepest: { hidden: 1 } } }\n}\n",
    },
    "values-function": {
      reason: "tslab gives a function without a name that of its own variable",
      tslab: "[Function: tsLastExpr]\n",
      ours: "[Function (anonymous)]\n",
    },
    "values-records": {
      reason: "ours shows rows as a table",
      tslab: "[ { name: 'Ada', born: 1815 }, { name: 'Alan', born: 1912 } ]\n",
      ours: "   name  born\n0  Ada   1815\n1  Alan  1912\n2 rows × 2 columns\n",
    },
  };

/** Cells below which ours adds a remark on types, without a tsconfig.json that says otherwise. */
const remarks: Readonly<Record<string, { readonly reason: string; readonly code: string }>> = {
  "language-nulls": { reason: "tslab does not check for undefined", code: "TS2532" },
  "javascript-fields": { reason: "a class of JavaScript need not declare its fields", code: "TS2339" },
};

/** tslab prints an error of a cell, with frames of its own, on stderr, where others send a message of its own kind. */
function withErrors(pieces: readonly Shown[]): readonly Shown[] {
  return pieces.map(([kind, text]) => {
    const thrown = kind === "stderr" ? /^(\w+: .*)\n {4}at /m.exec(text) : null;
    return thrown === null ? [kind, text] : ["error", `${thrown[1]}`];
  });
}

/** A text as a result is in quotes, as in Node and in other kernels; tslab prints it. */
function withoutQuotes(pieces: readonly Shown[]): readonly Shown[] {
  return pieces.map(([kind, text]) => {
    const quoted = kind === "stdout" && /^(['"`])(?:(?!\1)[^\\\n]|\\.)*\1\n$/.test(text);
    return [kind, quoted ? `${runInNewContext(text)}\n` : text];
  });
}

describe("notebooks written for tslab", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-tslab-"));
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  const cells = new Map<string, { readonly tslab: readonly CodeCell[]; readonly ours: readonly CodeCell[] }>();

  beforeAll(async () => {
    const runs = names.flatMap((name) => {
      const document = readNotebook(join(folder, `${name}.ipynb`));
      const { name: written } = document.metadata.kernelspec as { readonly name: KernelName };
      return [written, "epsilab" as const].map((kernel) => {
        const own = join(place, `${name}-${kernel}`);
        mkdirSync(own);
        return { kernel, document, folder: own };
      });
    });
    const executed = await runNotebooks(runs, { place, installation: projectFolder });
    for (const [index, name] of names.entries()) {
      cells.set(name, { tslab: executed[2 * index] ?? [], ours: executed[2 * index + 1] ?? [] });
    }
  });

  it.each(names)("give the same outputs on ours as on tslab: %s", (name) => {
    const { tslab = [], ours = [] } = cells.get(name) ?? {};
    expect(tslab.length).toBeGreaterThan(5);
    for (const [index, { id, outputs }] of tslab.entries()) {
      const theirs = withErrors(shown(outputs));
      const mine = withoutQuotes(shown(ours[index]?.outputs ?? []));
      if (id in lost) {
        const [whole, beginning] = [mine, theirs].map((pieces) => pieces.map(([, text]) => text).join(""));
        expect(whole?.startsWith(`${beginning}`), id).toBe(true);
        expect(whole?.length, id).toBeGreaterThan(Number(beginning?.length));
      } else if (id in otherwise) {
        expect({ tslab: theirs, ours: mine }, id).toEqual({
          tslab: [["stdout", otherwise[id]?.tslab]],
          ours: [["stdout", otherwise[id]?.ours]],
        });
      } else if (id in remarks) {
        expect(mine.slice(0, -1), id).toEqual(theirs);
        expect(mine.at(-1), id).toEqual(["stderr", expect.stringContaining(`error ${remarks[id]?.code}: `)]);
      } else expect(mine, id).toEqual(theirs);
    }
  });

  it("are all of the cells that the lists of differences name", () => {
    const ids = [...cells.values()].flatMap(({ tslab }) => tslab.map(({ id }) => id));
    const listed = [lost, otherwise, remarks].flatMap((list) => Object.keys(list));
    expect(listed.filter((id) => !ids.includes(id))).toEqual([]);
    expect(listed.length).toBeLessThan(ids.length / 5);
  });

  it("lose nothing of what a cell prints on ours", () => {
    const many = cells.get("output")?.ours.find(({ id }) => id === "output-many");
    expect(shown(many?.outputs ?? [])).toEqual([["stdout", Array.from({ length: 2000 }, (_, i) => `${i}\n`).join("")]]);
  });
});
