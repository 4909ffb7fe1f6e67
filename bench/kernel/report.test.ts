import { describe, expect, it } from "vitest";
import { bars } from "./bars.ts";
import type { Kernel, KernelName } from "./kernels.ts";
import {
  cellKey,
  cellKinds,
  ends,
  type Findings,
  interruptKey,
  medianTime,
  routes,
  shown,
  showsState,
} from "./measurement.ts";
import { report } from "./report.ts";
import { interruptCases, python, typescript } from "./snippets.ts";

const stops = [1, 300];
const lines = 1000;

/** Findings in which every time is the same. */
function findings(time: number, more: Partial<Findings> = {}): Findings {
  return {
    information: [time],
    first: [time],
    cells: new Map(
      cellKinds.flatMap((kind) =>
        ends.flatMap((end) => stops.map((stop) => [cellKey(kind, end, stop), [time]] as const)),
      ),
    ),
    completion: [time],
    matches: 1,
    resident: [time],
    once: [time],
    processes: 1,
    lines: [{ time, received: lines, late: 0 }],
    interrupts: new Map(
      routes.flatMap((route) =>
        interruptCases.map((name) => [interruptKey(name, route), [{ time, kept: true, text: "42" }]] as const),
      ),
    ),
    ...more,
  };
}

function verdicts(all: readonly (readonly [KernelName, Findings])[]): (boolean | undefined)[] {
  return bars(new Map(all), stops, lines).map(({ met }) => met);
}

describe("the bars", () => {
  it("are met by a kernel that is quick, and four times as fast as all others", () => {
    const peers = (["tslab", "ipykernel", "deno"] as const).map((name) => [name, findings(32)] as const);
    expect(new Set(verdicts([["ours", findings(8)], ...peers]))).toEqual(new Set([true]));
  });

  it("are missed by one that is slower, loses lines or a variable, or cannot be stopped", () => {
    const peers = (["tslab", "ipykernel", "deno"] as const).map((name) => [name, findings(100)] as const);
    const missed = verdicts([["ours", findings(120, { once: [221] })], ...peers]);
    expect(new Set(missed)).toEqual(new Set([false]));
    const losing = findings(8, { lines: [{ time: 10, received: lines - 1, late: 0 }] });
    expect(verdicts([["ours", losing], ...peers]).filter((met) => met === false)).toHaveLength(1);
    const late = findings(8, { lines: [{ time: 10, received: lines, late: 1 }] });
    expect(verdicts([["ours", late], ...peers]).filter((met) => met === false)).toHaveLength(1);
    const key = interruptKey("pending promise", "signal");
    for (const outcome of [
      { time: 10, kept: false, text: "" },
      { time: null, kept: true, text: "" },
    ]) {
      const interrupts = new Map([...findings(8).interrupts, [key, [outcome]]]);
      expect(verdicts([["ours", findings(8, { interrupts })], ...peers]).filter((met) => met === false)).toHaveLength(
        1,
      );
    }
  });

  it("say that they are unknown where a peer is absent", () => {
    const judged = bars(new Map([["ours", findings(8)]]), stops, lines);
    expect(judged.filter(({ met }) => met === undefined).map(({ figures }) => figures)).toContain("not measured");
    expect(judged.filter(({ met }) => met === false)).toEqual([]);
  });
});

describe("the report", () => {
  const kernel = (name: KernelName): Kernel => ({
    ...{ name, title: name, version: "1", argv: undefined },
    snippets: name === "ipykernel" ? python : typescript,
  });
  const extent = { starts: 1, sessions: 1, stops, lines, lineRounds: 1, interruptRounds: 1 };

  it("has every figure with how many times ours it is, and names who is absent", () => {
    const found = new Map<KernelName, Findings>([
      ["ours", findings(8)],
      ["deno", findings(20)],
    ]);
    const text = report({ kernels: [kernel("ours"), kernel("deno")], findings: found, extent, client: "client 1" });
    expect(text).toContain("| start to kernel_info | 8.0 ms | 20.0 ms (2.5x) |");
    expect(text).toContain("| declaring cell at 300, until its idle | 8.0 ms | 20.0 ms (2.5x) |");
    expect(text).toContain("| loop in a worker, by signal | 8.0 ms, kept | 20.0 ms, kept |");
    expect(text).toContain("could not be installed: tslab, ipykernel.");
    expect(text).toContain("- met: from start to the first result within 1.15 of Deno (0.40 of it)");
    expect(text).not.toContain(process.cwd());
  });
});

describe("a check cell", () => {
  it("shows the state in colour or not, and not as a part of another number", () => {
    for (const text of ["42", "\u001b[33m42\u001b[39m", "a line\n42"]) expect(showsState(text)).toBe(true);
    for (const text of ["", "142", "state is not defined"]) expect(showsState(text)).toBe(false);
  });
});

describe("the median of times", () => {
  it("is that of all of them, and none if one did not come", () => {
    expect(medianTime([3, 1, 2])).toBe(2);
    expect(medianTime([4, 1, 2, 3])).toBe(2.5);
    expect(medianTime([1, null, 2])).toBeNull();
    expect(medianTime([])).toBeNull();
    expect([shown(null), shown(12_345), shown(150.4), shown(3.14)]).toEqual(["never", "12.3 s", "150 ms", "3.1 ms"]);
  });
});
