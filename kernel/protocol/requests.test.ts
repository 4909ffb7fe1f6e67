import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCursorRequest, readExecuteRequest, readHistoryRequest } from "./requests.ts";

describe("a request", () => {
  it("to execute has the defaults of the protocol", () => {
    const defaults = { silent: false, storeHistory: true, userExpressions: {}, allowStdin: true, stopOnError: true };
    expect(readExecuteRequest({ code: "1" })).toEqual({ code: "1", ...defaults });
  });

  it("to execute silently stores no history, whatever it says", () => {
    expect(readExecuteRequest({ code: "1", silent: true, store_history: true })).toMatchObject({ storeHistory: false });
  });

  it("without a cursor means the end of the code", () => {
    expect(readCursorRequest({ code: "ab" }).cursor).toBeGreaterThanOrEqual(2);
  });

  it("for history is a tail, a range or a search", () => {
    expect(readHistoryRequest({ hist_access_type: "tail", n: 3 })).toMatchObject({
      output: false,
      access: "tail",
      count: 3,
    });
    expect(readHistoryRequest({ hist_access_type: "range", session: 0, start: 2, stop: 5 })).toMatchObject({
      access: "range",
      start: 2,
      stop: 5,
    });
    expect(readHistoryRequest({ hist_access_type: "search", pattern: "a*", unique: true })).toMatchObject({
      access: "search",
      pattern: "a*",
      unique: true,
    });
  });

  it("of any shape at all is read without an exception", () => {
    const content = fc.dictionary(
      fc.constantFrom(
        "code",
        "silent",
        "cursor_pos",
        "n",
        "hist_access_type",
        "user_expressions",
        "pattern",
        "session",
      ),
      fc.oneof(fc.jsonValue(), fc.constantFrom("range", "search")),
    );
    fc.assert(
      fc.property(content, (sample) => {
        expect(typeof readExecuteRequest(sample).code).toBe("string");
        expect(typeof readCursorRequest(sample).cursor).toBe("number");
        expect(["tail", "range", "search"]).toContain(readHistoryRequest(sample).access);
      }),
    );
  });
});
