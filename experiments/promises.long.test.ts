/** What every experiment promises, at the same other values as in promises.test.ts, of the parts that draw too; of some at ten seeds. */
import { join } from "node:path";
import { describe, it } from "vitest";
import { expectPromised } from "../testing/experiment-promises.ts";
import { experimentRows } from "../testing/experiment-rows.ts";
import { expectFigures, promiseQuestions } from "../testing/promise-questions.ts";
import type { SpecQuestion } from "./engine/format/spec.ts";
import { workbenchAt } from "./engine/program/workbench.ts";

const { catalogue } = workbenchAt(join(import.meta.dirname, ".."));
const seeds = Array.from({ length: 10 }, (_, k) => k + 1);

/** Experiments whose verdicts must not hang on the seed. */
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

describe.each(Object.entries(promiseQuestions))("%s", (id, questions) => {
  it.each(questions)("holds, and every control is caught in every cell, at %j", async (asked) => {
    const { notRefuted, figures, takesLong: _, ...question } = asked;
    const experiment = await catalogue.experiment(id);
    const rows = await experimentRows(experiment, question);
    expectPromised(rows, notRefuted);
    expectFigures(experiment, rows, figures);
  });
});

describe.each(drawn)("%s", (id, question) => {
  it.each(seeds)("holds, and every control is caught in every cell, at seed %i", async (seed) => {
    expectPromised(await experimentRows(await catalogue.experiment(id), { ...question, seed }));
  });
});
