import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KernelProcess } from "./reference/kernel-process.ts";
import { type Sample, soak } from "./reference/soak.ts";

describe("twenty thousand cells in one session", () => {
  let kernel: KernelProcess;
  let samples: readonly Sample[];
  beforeAll(async () => {
    kernel = await KernelProcess.start();
    samples = await soak(kernel, 20_000, 10);
  }, 3_600_000);
  afterAll(() => kernel.stop());

  const measured = () => samples.map((sample) => JSON.stringify(sample)).join("\n");
  const at = (cells: number) => samples.find((sample) => sample.cells === cells) as Sample;

  it("leave the runtime's heap as it was after the first four thousand", () => {
    expect(at(20_000).heap - at(4000).heap, measured()).toBeLessThan(5);
  });

  it("leave every process as large as it was half-way, but for the history that the front keeps", () => {
    for (const [index, resident] of at(20_000).resident.entries())
      expect(resident - at(10_000).resident[index], measured()).toBeLessThan(index === 0 ? 32 : 16);
  });

  it("take no longer at the end than at the beginning", () => {
    expect(at(20_000).time, measured()).toBeLessThan(2 * at(2000).time);
  });
});
