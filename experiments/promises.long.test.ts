import { join } from "node:path";
import { describe, it } from "vitest";
import { expectPromised } from "../testing/experiment-promises.ts";
import { experimentRows } from "../testing/experiment-rows.ts";
import type { SpecQuestion } from "./engine/format/spec.ts";
import { workbenchAt } from "./engine/program/workbench.ts";

const { catalogue } = workbenchAt(join(import.meta.dirname, ".."));
const seeds = Array.from({ length: 10 }, (_, k) => k + 1);

/** Experiments of which `promises.test.ts` asks one seed: their verdicts must not hang on it. */
const drawn: readonly (readonly [string, Partial<SpecQuestion>])[] = [
  [
    "false-discovery",
    {
      parts: ["private-rules"],
      overrides: { epsilon: [5], signals: [0.02], rule: ["private-bh", "private-lord"] },
    },
  ],
  ["local-privacy", { parts: ["oracle-surveys"] }],
  ["randomized-response", {}],
];

describe.each(drawn)("%s", (id, question) => {
  it.each(seeds)("holds, and every control is caught in every cell, at seed %i", async (seed) => {
    expectPromised(await experimentRows(await catalogue.experiment(id), { ...question, seed }));
  });
});
