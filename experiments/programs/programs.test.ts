import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { log1p } from "../../lib/numerics/logarithm.ts";
import { openJournal } from "../engine/execution/journal.ts";
import { Interrupted } from "../engine/execution/runner.ts";
import { auditQuestion, type ProgramAudit } from "./audit-plan.ts";
import { type Block, isVaried, judgeDraws } from "./judge-draws.ts";
import { programMechanism } from "./program-mechanism.ts";
import { runAudit } from "./run-audit.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-programs-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** A program of a few words of JavaScript: what it answers to a request, with a generator of its seed. */
const program = (answer: string, begin = "") => [
  process.execPath,
  "-e",
  `const { createHash } = require("node:crypto");
const word = (text) => createHash("md5").update(text).digest().readUInt32LE();
const uniforms = (seed) => { let k = 0; return () => word(seed + " " + k++) / 4294967296 + 1e-10; };
const send = (value) => console.log(JSON.stringify(value));
const laplace = (uniform, scale) => scale * Math.log(uniform() / uniform());
${begin}
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { draws, seed, input } = JSON.parse(line);
  const uniform = uniforms(seed);
  const many = (one) => Array.from({ length: draws }, one);
  ${answer}
});`,
];
const noisy = (scale: number) => program(`send({ outputs: many(() => input + laplace(uniform, ${scale})) });`);
const audit = (command: readonly string[], plan: Partial<ProgramAudit> = {}, timeout = 60) =>
  programMechanism({ command, timeout, processes: 2 }).audit({ epsilon: 1, draws: 600, batch: 100, ...plan });

describe("a program that does not do what it is asked", () => {
  it.each([
    ["prints rubbish", program(`console.log("starting up");`), /not JSON: "starting up"/],
    ["gives too few draws", program(`send({ outputs: [1, 2], end: true });`), /gave only 2 outputs/],
    ["gives too many", program(`send({ outputs: many(() => 1).concat([1]) });`), /gave 33 outputs/],
    ["gives what is not finite", program(`console.log('{"outputs":[NaN]}');`), /not finite/],
    ["says that it cannot", program(`send({ error: "no" });`), /said that it cannot: no/],
    ["fails", program(`console.error("bad luck"); process.exit(3);`), /exit code 3, asked for .* after 0 .*bad luck/],
    ["is killed", program(`send({ outputs: [1] }); process.kill(process.pid, "SIGKILL");`), /SIGKILL.*after 1 of them/],
    ["ends before it is asked", [process.execPath, "-e", ""], /ended with exit code 0/],
    ["is not there", ["./no-such-program"], /cannot be started: .*no such program/],
    ["speaks before it is asked", program("", `console.log("hello");`), /hello/],
    [
      "gives the same at all seeds",
      program("const one = uniforms(1); send({ outputs: many(() => one()) });"),
      /ignores the seed/,
    ],
    [
      "starts from the same state",
      program(`send({ outputs: many(() => own()) });`, "const own = uniforms(1);"),
      /every process of it starts from the same state/,
    ],
  ])("is refused, never judged: it %s", async (_, command, message) => {
    await expect(audit(command)).rejects.toThrow(message);
  });

  it("is given up when it is silent", async () => {
    await expect(audit(program(`send({ outputs: [1] });`), {}, 0.5)).rejects.toThrow(
      /silent for 0.5 s after [01] of them; --timeout allows more/,
    );
  });

  it("is refused where two requests of different seeds have one answer", async () => {
    const repeating = program(`const other = uniforms(seed % 2); send({ outputs: many(() => input + other()) });`);
    await expect(audit(repeating)).rejects.toThrow(/(does not use the seed|ignores the seed)/);
  });
});

describe("isVaried", () => {
  const coins = (draws: number) => Array.from({ length: draws }, (_, k) => (k % 2 === 0 ? "heads" : "tails"));

  it("asks for enough outputs that no two honest answers are the same", () => {
    expect(isVaried(coins(64), 46)).toBe(false); // 2^-64 is 1.6e-19: as many requests as there may be would meet
    expect(isVaried(coins(68), 46)).toBe(true);
    expect(isVaried(coins(30), 20)).toBe(true);
    expect(isVaried(Array(1000).fill("none"), 20)).toBe(false);
  });

  it("takes few numbers of many digits, none twice, for draws of a continuum", () => {
    const numbers = Array.from({ length: 8 }, (_, k) => Math.sqrt(2 + k * k));
    expect(isVaried(numbers, 46)).toBe(true);
    expect(isVaried([...numbers.slice(1), numbers[1]], 46)).toBe(false);
    expect(isVaried([1, 2, 3, 4, 5, 6, 7, 8], 46)).toBe(false);
  });
});

describe("the audit of a program", () => {
  it("finds a scale that is half of what the claim needs, with the event and a picture", async () => {
    const found = await audit(noisy(0.5), { draws: 2000 });
    expect(found).toMatchObject({
      verdict: "violated",
      measure: "epsilon",
      claimed: 1,
      draws: 2000,
      followsSeed: true,
    });
    expect(found.lowerBound).toBeGreaterThan(1.2);
    expect(found.lowerBound).toBeLessThan(2);
    expect(found.event.says).toMatch(/^output [<>]= /);
    expect(found.says).toMatch(/violated\. Event: output .* of 1000 draws of input/);
    expect(found.figure.data.map(({ name }) => name)).toEqual(["event", "input 0", "input 1"]);
  });

  it("shows whole numbers in bins of one each, with the edge of the event between two", async () => {
    const whole = program(`send({ outputs: many(() => Math.round(input + laplace(uniform, 0.5))) });`);
    const found = await audit(whole, { draws: 2000 });
    const [event, first] = found.figure.data;
    const edges = first.x as readonly number[];
    for (let k = 0; k < edges.length; k += 2) {
      expect(edges[k] % 1).toBe(edges[k] < 0 ? -0.5 : 0.5);
      expect(edges[k + 1] - edges[k]).toBe(1);
    }
    expect(edges).toContain((event.x as readonly number[]).find((x) => x !== edges[0] && x !== edges.at(-1)));
    expect((first.y as readonly number[]).filter((share) => share > 0).length).toBeGreaterThan(6);
  });

  it("is the same again where the program follows its seeds, with any number of processes", async () => {
    const [one, other] = [1, 3].map((processes) =>
      programMechanism({ command: noisy(0.5), processes }).audit({ epsilon: 1, draws: 300, batch: 50 }),
    );
    expect(await one).toEqual(await other);
  });

  it("does not refute the right scale", async () => {
    expect((await audit(noisy(1), { draws: 2000 })).verdict).toBe("not-refuted");
  });

  it("says that a program draws from a source of its own", async () => {
    const own = program(`send({ outputs: many(() => Math.random()) });`);
    expect(await audit(own)).toMatchObject({ verdict: "not-refuted", followsSeed: false });
  });

  it("judges an output that is always the same", async () => {
    const constant = program(`send({ outputs: many(() => input === 0 ? "no" : "yes") });`);
    expect(await audit(constant)).toMatchObject({ verdict: "violated", followsSeed: undefined });
  });

  it("stops when a watched claim is refuted", async () => {
    const found = await audit(noisy(0.4), { watched: true, draws: 20_000, batch: 250 });
    expect(found.verdict).toBe("violated");
    expect(found.draws).toBeLessThan(4000);
    expect(found.eValue).toBeGreaterThanOrEqual(100);
  });

  it("seeks the worst pair of a space of datasets", async () => {
    const sums = program(
      `const sum = input.reduce((a, b) => a + b, 0); send({ outputs: many(() => sum + laplace(uniform, 1)) });`,
    );
    const search = { universe: [0, 1, 3], size: 2, neighbours: "add-remove" } as const;
    const found = await audit(sums, { search, draws: 3000, batch: 1000 });
    expect(found.verdict).toBe("violated");
    expect(found.inputs[0]).toContain(3);
    expect(found.drawn).toBeGreaterThan(2 * found.draws);
  });
});

describe("an audit that was stopped", () => {
  it("keeps its answers, and goes on from them to the same verdict", async () => {
    const question = auditQuestion({ epsilon: 1, draws: 1000, batch: 50 });
    const place_ = { command: noisy(0.5), folder: place, timeout: 60 };
    const folder = join(place, "journal");
    const stop = new AbortController();
    const journal = openJournal(folder, "code");
    const stopped = runAudit({
      place: place_,
      question,
      processes: 2,
      journal,
      signal: stop.signal,
      progress: ({ unitsDone }) => {
        if (unitsDone === 10) stop.abort();
      },
    });
    await expect(stopped).rejects.toThrow(Interrupted);
    journal.close();
    const again = openJournal(folder, "code");
    const { known, finding } = await runAudit({ place: place_, question, processes: 2, journal: again });
    again.close();
    expect(known).toBeGreaterThanOrEqual(10);
    const whole = await runAudit({ place: place_, question, processes: 2 });
    expect(whole.known).toBe(0);
    expect(finding).toEqual(whole.finding);
  });
});

describe("judgeDraws", () => {
  /** Laplace noise at 1 / epsilon by quantiles, so that no program is needed. */
  const drawn =
    (epsilon: number) =>
    async ({ input, draws, seed }: Block) =>
      Array.from({ length: draws }, (_, k) => {
        const u = (((k + 1) * 0.6180339887498949 + seed * 0.3819660112501051) % 1) - 0.5;
        return Number(input) - (Math.sign(u) * log1p(-2 * Math.abs(u) + 1e-12)) / epsilon;
      });

  it.each([
    [{ mu: 0.5 }, "mu"],
    [{ rho: 0.1 }, "rho"],
    [{ epsilon: 0.5, delta: 1e-3 }, "epsilon"],
    [
      {
        tradeOff: [
          { alpha: 0, beta: 0.9 },
          { alpha: 0.4, beta: 0.4 },
          { alpha: 0.9, beta: 0 },
        ],
      },
      "epsilon",
    ],
  ])("refutes a claim of %j, fixed or watched", async (claim, measure) => {
    const fixed = await judgeDraws(auditQuestion({ ...claim, draws: 4000 }), drawn(2));
    expect(fixed.finding).toMatchObject({ verdict: "violated", measure });
    const watched = await judgeDraws(auditQuestion({ ...claim, draws: 8000, watched: true }), drawn(2));
    expect(watched.finding.verdict).toBe("violated");
  });

  it.each([[{ mu: 2 }], [{ rho: 1 }], [{ epsilon: 1 }], [{ tradeOff: [{ alpha: 0.3, beta: 0.3 }] }]])(
    "does not refute a claim of %j, which is true of it",
    async (claim) => {
      expect((await judgeDraws(auditQuestion({ ...claim, draws: 4000 }), drawn(1))).finding.verdict).toBe(
        "not-refuted",
      );
    },
  );

  it.each([
    [{}, /^claim must be exactly one of/],
    [{ epsilon: 1, mu: 1 }, /got "epsilon and mu"/],
    [{ mu: 1, delta: 0.1 }, /^delta must be given with epsilon/],
    [{ epsilon: -1 }, /^epsilon must be/],
    [{ epsilon: 1, inputs: [1] }, /^inputs must be a list of two/],
    [{ epsilon: 1, search: { pairs: [] } }, /^pairs must be/],
    [{ epsilon: 1, draw: 100 }, /draw/],
    [{ epsilon: 1, draws: 2 }, /^draws must be/],
  ])("refuses the plan %j", (plan, message) => {
    expect(() => auditQuestion(plan as ProgramAudit)).toThrow(message);
  });
});
