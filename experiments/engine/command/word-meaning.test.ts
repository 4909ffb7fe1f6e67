import { afterAll, describe, expect, it } from "vitest";
import { printed } from "../citation/reference/sample-result.ts";
import { run as cite } from "./cite.ts";
import { run as list } from "./list.ts";
import { smallStore } from "./reference/small-results.ts";
import { run } from "./run.ts";
import { run as show } from "./show.ts";
import { run as verify } from "./verify.ts";

const store = smallStore();
afterAll(store.remove);

const commands = { list, show, run, cite, verify };

describe("a word of the wrong kind", () => {
  it.each<[keyof typeof commands, string, RegExp]>([
    [
      "show",
      "membership-tradeoff",
      /^epsilab: no claim is called "membership-tradeoff"; it is an experiment: "epsilab run membership-tradeoff" computes it, "epsilab show mia-\S+" shows one of the \d+ claims that it checks$/m,
    ],
    ["show", "holdout", /no claim is called "holdout"; it is an area: "epsilab list --area holdout" lists its claims/],
    [
      "show",
      "E17",
      /no claim is called "E17"; it is an erratum: "epsilab errata E17" shows it, "epsilab show randomized-response" the claim that it is about$/m,
    ],
    [
      "show",
      "membership-tradeof",
      /no claim is called "membership-tradeof"; did you mean the experiment membership-tradeoff[,?]/,
    ],
    [
      "run",
      "mia-np",
      /no experiment is called "mia-np"; it is a claim: "epsilab show mia-np" shows it, "epsilab run membership-tradeoff" checks it$/m,
    ],
    ["run", "adoption-list", /it is a claim: "epsilab show adoption-list" shows it, no experiment checks it$/m],
    [
      "run",
      "background",
      /no experiment is called "background"; it is an area: "epsilab list --area background" lists its claims, no experiment checks them$/m,
    ],
    ["run", "minimax-bound", /no experiment is called "minimax-bound"; did you mean the experiment minimax-bounds[,?]/],
    ["list", "lokal", /no claim speaks of "lokal"; did you mean the area local\?$/m],
    [
      "cite",
      "mia-np",
      /a result must be .*, got "mia-np"; it is a claim: .*"epsilab run membership-tradeoff" checks it$/m,
    ],
    [
      "verify",
      "erm-excess-risk",
      /a result must be .*, got "erm-excess-risk"; it is an experiment: "epsilab run erm-excess-risk" computes it/,
    ],
  ])("%s %s is refused with code 2, with what it is and the command that takes it", async (name, word, message) => {
    const { code, text } = await printed(() => commands[name]([word, "--results", store.out]));
    expect(text).toMatch(message);
    expect(code).toBe(2);
  });

  it("has no advice where it is like nothing", async () => {
    const { code, text } = await printed(() => run(["zzzzzz", "--results", store.out]));
    expect(code).toBe(2);
    expect(text).toMatch(/^epsilab: no experiment is called "zzzzzz"$/m);
  });
});
