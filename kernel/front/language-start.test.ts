import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { busyDelay, LanguageStart, quietDelay } from "./language-start.ts";

describe("the language server is started", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  const watched = () => {
    const started = vi.fn();
    return { start: new LanguageStart(started), started };
  };

  it("a little after the first request, if no cell has come by then", () => {
    const { start, started } = watched();
    start.ready();
    vi.advanceTimersByTime(1000);
    expect(started).not.toHaveBeenCalled();
    start.requested(false);
    expect(started).not.toHaveBeenCalled();
    vi.advanceTimersByTime(quietDelay);
    expect(started).toHaveBeenCalledOnce();
  });

  it("not before a runtime that cells wait for is ready, and none has come for a while", () => {
    const { start, started } = watched();
    start.requested(false);
    start.requested(true);
    vi.advanceTimersByTime(1000);
    start.ready();
    vi.advanceTimersByTime(busyDelay - 1);
    start.requested(true);
    vi.advanceTimersByTime(busyDelay - 1);
    start.requested(false);
    expect(started).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(started).toHaveBeenCalledOnce();
  });
});
