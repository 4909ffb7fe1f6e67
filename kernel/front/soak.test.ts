import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KernelProcess } from "./reference/kernel-process.ts";
import { soak } from "./reference/soak.ts";

describe("three hundred cells in one session", () => {
  let kernel: KernelProcess;
  beforeAll(async () => {
    kernel = await KernelProcess.start();
  });
  afterAll(() => kernel.stop());

  it("make it neither large nor slow", async () => {
    const [, early, late] = await soak(kernel, 300, 2);
    // The sources of the newest thousand cells are remembered for their traces, some four kilobytes each.
    expect(late.heap - early.heap, JSON.stringify([early, late])).toBeLessThan(4);
    expect(late.resident).toHaveLength(3);
    expect(late.time, JSON.stringify([early, late])).toBeLessThan(3 * early.time);
  });
});
