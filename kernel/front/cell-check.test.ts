import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../language/language-service.ts";
import { CellCheck } from "./cell-check.ts";
import { silentLanguage } from "./silent-language.ts";
import type { Request } from "./wire.ts";

const place = { line: 0, column: 0 };
const found: Diagnostic = { category: "error", code: 1, message: "", start: place, end: place, frame: "wrong here" };
const request = { header: { msg_id: "m" } } as Request;

/** A check whose findings come when the test says so, and what it published. */
function checked(time: "late" | "wait") {
  const shown: unknown[] = [];
  const asked: string[] = [];
  let answer: (findings: Diagnostic[]) => void = () => undefined;
  const language = {
    ...silentLanguage,
    diagnose: (code: string) => {
      asked.push(code);
      return new Promise<Diagnostic[]>((resolve) => {
        answer = resolve;
      });
    },
  };
  const wire = { publish: (_: string, content: object) => shown.push(content) } as unknown as ConstructorParameters<
    typeof CellCheck
  >[1];
  return { check: new CellCheck(language, wire, time), shown, asked, answer: () => answer([found]) };
}
const stderr = { name: "stderr", text: "wrong here\n" };
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the check of a cell", () => {
  it("late begins once the cell is idle, and shows what it finds", async () => {
    const { check, shown, asked, answer } = checked("late");
    expect(await check.begin(request, "a")).toBeUndefined();
    await check.ran(undefined);
    expect(asked).toEqual([]);
    check.end();
    expect(asked).toEqual(["a"]);
    answer();
    await turn();
    expect(shown).toEqual([stderr]);
  });

  it("late begins meanwhile if the cell takes long, and only once", async () => {
    const { check, asked } = checked("late");
    await check.begin(request, "a");
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(asked).toEqual(["a"]);
    check.end();
    expect(asked).toEqual(["a"]);
  });

  it("that is waited for holds back idle until it is shown", async () => {
    const { check, shown, answer } = checked("wait");
    await check.begin(request, "a");
    let idle = false;
    const ran = check.ran(undefined).then(() => {
      idle = true;
    });
    await turn();
    expect(idle).toBe(false);
    answer();
    await ran;
    expect(shown).toEqual([stderr]);
  });

  it("says nothing of a cell that failed to parse, which the cell's error says", async () => {
    const { check, shown, answer } = checked("wait");
    await check.begin(request, "a");
    const ran = check.ran({ ename: "SyntaxError", evalue: "", traceback: [] });
    answer();
    await ran;
    expect(shown).toEqual([]);
  });
});
