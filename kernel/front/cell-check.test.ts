import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Diagnostic } from "../language/language-service.ts";
import { CellCheck, LONGEST_PATIENCE, MOMENT, PATIENCE, SILENCE } from "./cell-check.ts";
import { silentLanguage } from "./reference/silent-language.ts";
import type { Request, Wire } from "./wire.ts";

const place = { line: 0, column: 0 };
const found: Diagnostic = { category: "error", code: 1, message: "wrong here", start: place, end: place };
const request = { header: { msg_id: "m" } } as Request;

/** A check whose findings come when the test says so, and what it published. */
function checked(time: "soon" | "wait") {
  const shown: unknown[] = [];
  const asked: string[] = [];
  const answers: ((findings: Diagnostic[]) => void)[] = [];
  const warmth = { isWarm: true };
  const language = {
    ...silentLanguage,
    get isQuick() {
      return warmth.isWarm;
    },
    diagnose: (code: string) => {
      asked.push(code);
      return new Promise<Diagnostic[]>((resolve) => answers.push(resolve));
    },
  };
  const wire = {
    publish: (type: string, content: object, { msg_id }: { msg_id: string }) =>
      shown.push({ type, msg_id, ...content }),
  } as unknown as ConstructorParameters<typeof CellCheck>[1];
  return {
    check: new CellCheck(language, wire, time),
    shown,
    asked,
    warmth,
    answer: (all = [found]) => answers.shift()?.(all),
  };
}
const stderr = { type: "stream", msg_id: "m", name: "stderr", text: expect.stringContaining("wrong here\n") };
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the check of a cell", () => {
  it.each(["soon", "wait"] as const)("%s begins once the cell ran, or after a moment, and only once", async (time) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { check, asked } = checked(time);
    expect(check.refusal("quick")).toBeUndefined();
    check.begin("quick");
    expect(asked).toEqual([]);
    void check.ran(request, undefined, true);
    expect(asked).toEqual(["quick"]);
    check.begin("slow");
    await vi.advanceTimersByTimeAsync(MOMENT);
    expect(asked).toEqual(["quick", "slow"]);
    void check.ran(request, undefined, true);
    await vi.advanceTimersByTimeAsync(MOMENT);
    expect(asked).toEqual(["quick", "slow"]);
    vi.useRealTimers();
  });

  it("is not waited for once the cell was interrupted, and then says nothing", async () => {
    const { check, shown, answer } = checked("soon");
    check.begin("endless");
    await new Promise((resolve) => setTimeout(resolve, 2 * MOMENT));
    await check.ran(request, { ename: "Interrupted", evalue: "", traceback: [] }, true);
    answer();
    await turn();
    expect(shown).toEqual([]);
  });

  describe("that finds an error of syntax", () => {
    const misspelt = { ...found, code: 1109 };
    const failure = { ename: "SyntaxError", evalue: "", traceback: [] };

    it("leaves it to the runtime to say so, however much later that does", async () => {
      const { check, shown, answer } = checked("soon");
      check.begin("let x = ;");
      await new Promise((resolve) => setTimeout(resolve, 2 * MOMENT));
      answer([misspelt]);
      await turn();
      expect(shown).toEqual([]);
      await check.ran(request, failure, true);
      expect(shown).toEqual([]);
    });

    it.each([1109, 2300, 2451])("does so for TS%i, also if the runtime was first", async (code) => {
      const { check, shown, answer } = checked("soon");
      check.begin("let x = ;");
      const ran = check.ran(request, failure, true);
      answer([{ ...found, code }]);
      await ran;
      expect(shown).toEqual([]);
    });

    it("shows it if the cell runs nevertheless", async () => {
      const { check, shown, answer } = checked("soon");
      check.begin("misspelt");
      await new Promise((resolve) => setTimeout(resolve, 2 * MOMENT));
      answer([misspelt]);
      await check.ran(request, undefined, true);
      expect(shown).toEqual([stderr]);
    });
  });

  it("shows the errors of types of a cell that fails with a SyntaxError of its own making", async () => {
    const { check, shown, answer } = checked("soon");
    check.begin("JSON.parse('{'); const wrong: string = 1");
    const ran = check.ran(request, { ename: "SyntaxError", evalue: "", traceback: [] }, true);
    answer();
    await ran;
    expect(shown).toEqual([stderr]);
  });

  describe("of a client that waits for silence before its first cell", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
    afterEach(() => void vi.useRealTimers());

    /** Whether the reply goes ahead of each check, when they take so long. */
    async function quickness({ check, answer }: ReturnType<typeof checked>, times: readonly number[]) {
      const seen: boolean[] = [];
      for (const milliseconds of times) {
        check.begin("x");
        seen.push(check.goesAhead(true));
        const ran = check.ran(request, undefined, true);
        vi.advanceTimersByTime(milliseconds);
        answer([]);
        await ran;
      }
      return seen;
    }

    it("keeps the reply as long as the server is cold, and lets it go ahead from when it is warm", async () => {
      const parts = checked("soon");
      vi.advanceTimersByTime(SILENCE);
      parts.warmth.isWarm = false;
      expect(await quickness(parts, [250, 90])).toEqual([false, false]);
      parts.warmth.isWarm = true;
      expect(await quickness(parts, [20, 20])).toEqual([true, true]);
    });

    it("keeps the reply after a slow check, until some were quick", async () => {
      const parts = checked("soon");
      vi.advanceTimersByTime(SILENCE);
      expect(await quickness(parts, [20, 90, 20, 20, 20, 20])).toEqual([true, true, false, false, false, true]);
      expect(parts.check.goesAhead(true)).toBe(true); // nothing is being checked
    });

    it("differs from one whose first cell comes sooner, which gets its replies at once", async () => {
      const parts = checked("soon");
      vi.advanceTimersByTime(SILENCE - 1);
      parts.warmth.isWarm = false;
      expect(await quickness(parts, [500, 90, 90])).toEqual([true, true, true]);
    });
  });

  it.each(["1 + 2.5 * (3 - 4);", "2 ** 10"])("asks nothing about %j", async (code) => {
    const { check, asked } = checked("soon");
    check.begin(code);
    await check.ran(request, undefined, true);
    await turn();
    expect(asked).toEqual([]);
  });

  it.each(["'a' + b", "a", "/1/", "1 + /* a */ 2"])("asks about %j", (code) => {
    const { check, asked } = checked("soon");
    check.begin(code);
    void check.ran(request, undefined, true);
    expect(asked).toEqual([code]);
  });

  describe("that is not done in time", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
    afterEach(() => void vi.useRealTimers());

    it.each(["none", "one that is checked", "one that is not"])(
      "is shown under its own cell once it is, with %s after it",
      async (next) => {
        const { check, shown, answer } = checked("soon");
        check.begin("a");
        const ran = check.ran(request, undefined, true);
        await vi.advanceTimersByTimeAsync(PATIENCE);
        await ran;
        expect(shown).toEqual([]);
        if (next !== "none") check.begin(next === "one that is checked" ? "b" : "1 + 1");
        answer();
        await turn();
        expect(shown).toEqual([stderr]);
      },
    );

    it("is waited for much longer, and so is the reply, for a client that nobody watches", async () => {
      const { check, shown, answer } = checked("soon");
      check.begin("a");
      expect(check.goesAhead(false)).toBe(false);
      const ran = check.ran(request, undefined, false);
      await vi.advanceTimersByTimeAsync(LONGEST_PATIENCE - 1);
      expect(shown).toEqual([]);
      answer();
      await ran;
      expect(shown).toEqual([stderr]);
    });

    it("is waited for much longer where that was asked for", async () => {
      const { check, shown, answer } = checked("wait");
      check.begin("a");
      const ran = check.ran(request, undefined, true);
      await vi.advanceTimersByTimeAsync(LONGEST_PATIENCE - 1);
      expect(shown).toEqual([]);
      answer();
      await ran;
      expect(shown).toEqual([stderr]);
    });

    it.each([
      ["soon", false],
      ["wait", true],
      ["wait", false],
    ] as const)("%s, watched %s, is not waited for for ever where the server is stuck", async (time, isAttended) => {
      const { check, shown, answer } = checked(time);
      check.begin("a");
      const ran = check.ran(request, undefined, isAttended);
      await vi.advanceTimersByTimeAsync(LONGEST_PATIENCE);
      await ran;
      expect(shown).toEqual([]);
      answer();
      await turn();
      expect(shown).toEqual([stderr]);
    });

    it.each(["soon", "wait"] as const)("%s is waited for no longer once somebody interrupts", async (time) => {
      const { check, shown, answer } = checked(time);
      check.begin("a");
      const ran = check.ran(request, undefined, true);
      check.interrupt();
      await ran;
      answer();
      check.begin("1");
      await check.ran(request, undefined, true);
      expect(shown).toEqual([]);
    });
  });

  it.each(["soon", "wait"] as const)("%s holds back idle until it is shown", async (time) => {
    const { check, shown, answer } = checked(time);
    check.begin("a");
    let idle = false;
    const ran = check.ran(request, undefined, true).then(() => {
      idle = true;
    });
    await turn();
    expect(idle).toBe(false);
    answer();
    await ran;
    expect(shown).toEqual([stderr]);
  });

  it("refuses a strict cell whose types could not be checked", async () => {
    const check = new CellCheck(silentLanguage, {} as Wire, "soon");
    expect(await check.refusal("// @strict\n1")).toMatchObject({
      ename: "TypeCheckError",
      evalue: expect.stringContaining("could not be checked"),
    });
  });
});
