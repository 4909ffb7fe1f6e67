import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Answered, dashes, type Question, questionTable, tooLow } from "./question-page.ts";
import { questions } from "./questions.ts";

const question: Question = {
  name: "tiny",
  title: "a tiny rate",
  by: "pldEpsilon",
  unanswered: "OpenDP has no samples",
  answer: () => ({ value: 1 }),
};
const answered: Answered = {
  question,
  ours: { value: 1.0775, lower: 1.0773, nanoseconds: 2e6 },
  theirs: { "dp-accounting": { value: 1.07718, nanoseconds: 9e6 }, "jax-privacy": { value: 1.08, nanoseconds: 2e7 } },
};

describe("the questions beside other libraries", () => {
  it("have a row each: value, width, time and the peers' ratios, and a dash where a peer has no answer", () => {
    expect(questionTable([answered]).split("\n").at(-1)).toBe(
      "| a tiny rate | `pldEpsilon` | 1.0775 | 2.0e-4 | 2 ms | 1.07718 | 4.5 | – | – | 1.08 | 10 |",
    );
    const bound = { ...answered, ours: { value: 2, nanoseconds: 350 }, theirs: {} };
    expect(questionTable([bound]).split("\n").at(-1)).toBe(
      "| a tiny rate | `pldEpsilon` | 2 | – | 0.35 us | – | – | – | – | – | – |",
    );
    expect(dashes([answered])).toEqual(["a tiny rate: OpenDP has no samples."]);
  });

  it("name an upper bound below our interval, and no other", () => {
    expect(tooLow([answered])).toEqual([
      "a tiny rate: dp-accounting states 1.07718 as an upper bound, and epsilon is at least 1.0773.",
    ]);
    const { lower: _, ...alone } = answered.ours;
    expect(tooLow([{ ...answered, ours: alone }])).toEqual([]);
  });

  it("are asked of the peers by the same names, and each has a reason for the missing ones", () => {
    const script = readFileSync(new URL("questions.py", import.meta.url), "utf8");
    const names = questions.map(({ name }) => name);
    const asked = [...script.matchAll(/^ {4}"([\w-]+)": \{/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(asked.length).toBeGreaterThan(10);
    expect(names).toEqual(expect.arrayContaining(asked));
    expect(questions.filter(({ unanswered }) => unanswered === undefined)).toEqual([]);
  });

  it.each([
    ["poisson-renyi-gaussian", 2.1078],
    ["batch-pure", 0.017037],
    ["group", 1.9931],
    ["discrete-laplace", 1.7886],
  ])("%s has the answer %f", (name, value) => {
    const found = questions.find((candidate) => candidate.name === name)?.answer();
    expect(found?.value).toBeGreaterThan(0.99 * value);
    expect(found?.value).toBeLessThan(1.01 * value);
  });
});
